# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class ComparisonResult(StrEnum):
    NOT_ENOUGH_DATA = "not_enough_data"
    TIE = "tie"
    WINNER = "winner"

    def __str__(self) -> str:
        return str(self.value)
