# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import IntEnum


class LowDays(IntEnum):
    VALUE_365 = 365
    VALUE_180 = 180
    VALUE_90 = 90
    VALUE_30 = 30
    VALUE_7 = 7

    def __str__(self) -> str:
        return str(self.value)
