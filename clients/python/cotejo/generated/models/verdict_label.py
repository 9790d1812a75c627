# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class VerdictLabel(StrEnum):
    GOOD = "good"
    GREAT = "great"
    HIGH = "high"
    TYPICAL = "typical"
    WAIT = "wait"

    def __str__(self) -> str:
        return str(self.value)
