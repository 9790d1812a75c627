# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class FigureName(StrEnum):
    PERCENTILE = "percentile"
    TREND = "trend"
    VERDICT = "verdict"

    def __str__(self) -> str:
        return str(self.value)
