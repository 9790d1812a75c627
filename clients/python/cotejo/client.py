"""The client: generated operations, sent with care."""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Iterator
from datetime import datetime
from types import ModuleType
from typing import Any

import httpx

from .generated import models
from .generated.api.catalogue import (compare_products, get_price_history, get_product, get_products,
                                      list_stores, search_products)
from .generated.api.service import get_info
from .generated.api.watchlists import (create_price_watch, delete_price_watch, list_price_watches,
                                       update_price_watch)
from .generated.api.webhooks import (activate_secret_rotation, create_webhook, delete_webhook,
                                     get_webhook, get_webhook_delivery, list_webhook_deliveries,
                                     list_webhooks, prepare_secret_rotation, replay_failed_deliveries,
                                     retry_webhook_delivery,
                                     test_webhook, update_webhook)
from .generated.client import AuthenticatedClient
from .transport import Retrying


class Cotejo:
    """A service and a key for it. Safe to share between threads.

    `client_id` stands for whose watches they are; `timeout` is in seconds, for each attempt to connect, to
    send and to read; `retries` are attempts after the first; a `Retry-After` above `longest_wait` seconds is
    not waited for."""

    def __init__(self, url: str, key: str, *, client_id: str | None = None, timeout: float = 10.0,
                 retries: int = 3, longest_wait: float = 30.0,
                 transport: httpx.BaseTransport | None = None) -> None:
        sending = Retrying(transport or httpx.HTTPTransport(), retries, longest_wait)
        self.generated = AuthenticatedClient(
            base_url=url.rstrip("/") + "/v1", token=key, timeout=httpx.Timeout(timeout),
            headers={"User-Agent": "cotejo-python/0.1.0"}, httpx_args={"transport": sending})
        self.client_id = client_id
        self.generated.get_httpx_client()

    def __enter__(self) -> "Cotejo":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self.generated.get_httpx_client().close()

    def call(self, operation: ModuleType, *ids: Any, **given: Any) -> Any:
        """Any operation of `cotejo.generated.api`, with its arguments; its answer's content.

        An idempotency key is made up, and the client's id added, where an operation asks for one. Arguments
        that are `None` are not sent."""
        takes = inspect.signature(operation.sync_detailed).parameters
        given = {name: value for name, value in given.items() if value is not None}
        if "idempotency_key" in takes:
            given.setdefault("idempotency_key", str(uuid.uuid4()))
        if "x_service_client_id" in takes and "x_service_client_id" not in given:
            if self.client_id is None:
                raise ValueError("client_id is needed for watches: Cotejo(url, key, client_id=...)")
            given["x_service_client_id"] = self.client_id
        return operation.sync_detailed(*ids, client=self.generated, **given).parsed

    def info(self) -> models.Info:
        """What the service serves."""
        return self.call(get_info)

    def stores(self) -> models.StoresResponse:
        """All shops."""
        return self.call(list_stores)

    def search(self, q: str | None = None, **filters: Any) -> models.SearchResponse:
        """One page of products; filters as `search_products` has them."""
        return self.call(search_products, q=q, **_enumerated(filters))

    def search_all(self, q: str | None = None, *, limit: int = 100, **filters: Any) -> Iterator[models.ProductSummary]:
        """Every product that matches, page after page, `limit` at a time."""
        cursor = ""
        while isinstance(cursor, str):
            page = self.search(q, limit=limit, cursor=cursor, **filters)
            yield from page.items
            cursor = page.next_cursor

    def product(self, canonical_product_id: str) -> models.ProductComparison:
        """A product with its offers and a recommendation."""
        return self.call(get_product, canonical_product_id)

    def products(self, *, ids: list[str] | None = None, eans: list[str] | None = None) -> models.ProductsResponse:
        """Up to 50 products at once."""
        return self.call(get_products, ids=",".join(ids) if ids else None, eans=",".join(eans) if eans else None)

    def history(self, canonical_product_id: str, **more: Any) -> models.PriceHistory | models.StorePriceHistory:
        """Prices of days; `range_="30d"` and `store="..."` narrow it."""
        return self.call(get_price_history, canonical_product_id, **_enumerated(more))

    def compare(self, ids: list[str], **more: Any) -> models.ComparisonResponse:
        """Two to four products compared; `goal="..."` says for what."""
        return self.call(compare_products, ids=",".join(ids), **_enumerated(more))

    def watches(self) -> models.WatchlistResponse:
        """The client's watches."""
        return self.call(list_price_watches)

    def create_watch(self, canonical_product_id: str, target_price: float | None, *,
                     idempotency_key: str | None = None, **more: Any) -> models.PriceWatch:
        """Waits for a price below the target: `destination="ann@example.com"`, or `channel="webhook"`.

        With `condition="back_in_stock"` the target is None: it waits until the product can be had.
        """
        target = {} if target_price is None else {"target_price": target_price}
        body = models.PriceWatchInput.from_dict(
            {"canonical_product_id": canonical_product_id, **target, **more})
        return self.call(create_price_watch, body=body, idempotency_key=idempotency_key)

    def update_watch(self, watch_id: uuid.UUID, **changes: Any) -> models.PriceWatch:
        """Changes members of a watch, such as `target_price=90` or `status="paused"`."""
        return self.call(update_price_watch, watch_id, body=models.PriceWatchPatch.from_dict(changes))

    def delete_watch(self, watch_id: uuid.UUID) -> None:
        """Removes a watch."""
        self.call(delete_price_watch, watch_id)

    def webhooks(self) -> Iterator[models.Webhook]:
        """Every webhook, page after page."""
        return self._pages(list_webhooks)

    def webhook(self, webhook_id: str) -> models.Webhook:
        """One webhook."""
        return self.call(get_webhook, webhook_id)

    def create_webhook(self, url: str, events: list[str], *, idempotency_key: str | None = None) -> models.RegisteredWebhook:
        """Registers an address; keep the answer's `signing_secret`."""
        body = models.WebhookInput.from_dict({"url": url, "events": events})
        return self.call(create_webhook, body=body, idempotency_key=idempotency_key)

    def update_webhook(self, webhook_id: str, *, idempotency_key: str | None = None, **changes: Any) -> models.Webhook:
        """Changes `url`, `events` or `enabled`."""
        body = models.WebhookPatch.from_dict(changes)
        return self.call(update_webhook, webhook_id, body=body, idempotency_key=idempotency_key)

    def delete_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> None:
        """Removes a webhook."""
        self.call(delete_webhook, webhook_id, idempotency_key=idempotency_key)

    def test_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> models.QueuedDelivery:
        """Queues a test event."""
        body = models.TestConfirmation.from_dict({"confirm": True})
        return self.call(test_webhook, webhook_id, body=body, idempotency_key=idempotency_key)

    def prepare_rotation(self, webhook_id: str, *, idempotency_key: str | None = None) -> models.PreparedRotation:
        """Prepares a new secret, which signs nothing yet."""
        return self.call(prepare_secret_rotation, webhook_id, idempotency_key=idempotency_key)

    def activate_rotation(self, webhook_id: str, rotation_id: str, *,
                          idempotency_key: str | None = None) -> models.SecretRotation:
        """From now on the new secret signs."""
        body = models.RotationActivation.from_dict({"rotation_id": rotation_id, "confirm": True})
        return self.call(activate_secret_rotation, webhook_id, body=body, idempotency_key=idempotency_key)

    def deliveries(self, subscription_id: str | None = None) -> Iterator[models.WebhookDelivery]:
        """Every delivery that is kept, page after page, the newest first."""
        return self._pages(list_webhook_deliveries, subscription_id=subscription_id)

    def delivery(self, delivery_id: str) -> models.WebhookDeliveryDetail:
        """One delivery with its attempts and its payload."""
        return self.call(get_webhook_delivery, delivery_id)

    def replay(self, delivery_id: str, *, idempotency_key: str | None = None) -> models.QueuedDelivery:
        """Sends a failed delivery again."""
        return self.call(retry_webhook_delivery, delivery_id, idempotency_key=idempotency_key)

    def replay_failed(self, webhook_id: str, begin: datetime, end: datetime) -> tuple[int, int]:
        """Sends again what failed of the events from `begin` until before `end`, in as many requests as it takes; how
        many deliveries wait now, and how many cannot be replayed."""
        queued, refused, offset = 0, 0, 0
        while offset is not None:
            body = models.ReplayRange.from_dict({"from": begin.isoformat(), "to": end.isoformat(), "offset": offset})
            step = self.call(replay_failed_deliveries, webhook_id, body=body)
            queued, refused, offset = queued + step.queued, refused + step.refused, step.next_offset
        return queued, refused

    def _pages(self, operation: ModuleType, **given: Any) -> Iterator[Any]:
        offset = 0
        while offset is not None:
            page = self.call(operation, limit=100, offset=offset, **given)
            yield from page.items
            offset = page.next_offset


_ENUMS = {"range_": models.HistoryRange, "goal": models.ComparisonGoal, "sort": models.SearchSort,
          "availability": models.Availability}


def _enumerated(given: dict[str, Any]) -> dict[str, Any]:
    """Texts as the enumerations that operations want."""
    return {name: _ENUMS[name](value) if name in _ENUMS and isinstance(value, str) else value
            for name, value in given.items()}
