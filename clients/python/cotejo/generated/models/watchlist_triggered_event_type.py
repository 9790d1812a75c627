# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class WatchlistTriggeredEventType(StrEnum):
    WATCHLIST_TRIGGERED = "watchlist.triggered"

    def __str__(self) -> str:
        return str(self.value)
