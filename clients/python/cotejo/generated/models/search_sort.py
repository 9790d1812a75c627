# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class SearchSort(StrEnum):
    PRICE_ASC = "price_asc"
    PRICE_DESC = "price_desc"
    RELEVANCE = "relevance"
    STORES = "stores"

    def __str__(self) -> str:
        return str(self.value)
