# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class ComparisonGoal(StrEnum):
    BEST_PRICE = "best-price"
    CAMERA = "camera"
    MAX_BATTERY = "max-battery"
    OVERALL = "overall"
    TRAVEL = "travel"

    def __str__(self) -> str:
        return str(self.value)
