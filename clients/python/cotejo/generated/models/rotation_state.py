# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class RotationState(StrEnum):
    ACTIVATED = "activated"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    PREPARED = "prepared"

    def __str__(self) -> str:
        return str(self.value)
