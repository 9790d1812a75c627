# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class HistoryRange(StrEnum):
    VALUE_0 = "7d"
    VALUE_1 = "30d"
    VALUE_2 = "90d"
    VALUE_3 = "1y"

    def __str__(self) -> str:
        return str(self.value)
