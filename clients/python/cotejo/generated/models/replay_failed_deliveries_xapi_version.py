# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class ReplayFailedDeliveriesXAPIVersion(StrEnum):
    VALUE_0 = "1"

    def __str__(self) -> str:
        return str(self.value)
