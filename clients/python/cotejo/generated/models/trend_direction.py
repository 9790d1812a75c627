# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class TrendDirection(StrEnum):
    FALLING = "falling"
    RISING = "rising"
    STEADY = "steady"

    def __str__(self) -> str:
        return str(self.value)
