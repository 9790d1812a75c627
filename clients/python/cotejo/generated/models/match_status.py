# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class MatchStatus(StrEnum):
    CONFIRMED = "confirmed"
    MATCHED = "matched"
    REVIEW = "review"
    UNCONFIRMED = "unconfirmed"

    def __str__(self) -> str:
        return str(self.value)
