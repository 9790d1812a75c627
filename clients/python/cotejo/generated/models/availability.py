# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class Availability(StrEnum):
    BACKORDER = "backorder"
    IN_STOCK = "in_stock"
    LIMITED = "limited"
    OUT_OF_STOCK = "out_of_stock"
    PREORDER = "preorder"
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return str(self.value)
