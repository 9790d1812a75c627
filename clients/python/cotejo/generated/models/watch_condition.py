# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class WatchCondition(StrEnum):
    BACK_IN_STOCK = "back_in_stock"
    NEW_LOW = "new_low"
    PRICE_FALL = "price_fall"
    TARGET_PRICE = "target_price"

    def __str__(self) -> str:
        return str(self.value)
