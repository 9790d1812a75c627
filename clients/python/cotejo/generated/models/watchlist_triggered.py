# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.watch_condition import WatchCondition
from ..types import UNSET, Unset

T = TypeVar("T", bound="WatchlistTriggered")


@_attrs_define
class WatchlistTriggered:
    """A price that a watch waited for.

    Attributes:
        canonical_product_id (str): Its product.
        current_price (float): The lowest delivered price, or that of the watch's store; below the target, if there is
            one.
        observed_at (datetime.datetime): When the catalogue took the price in.
        product_name (str): The product's name, as it was then.
        source_revision (UUID): Stands for the product's offers and delivery terms: equal means the same evidence.
        store (str): Who asks it.
        target_price (float | None): The watch's target, as it was then; null where another condition was waited for.
        watch_id (UUID): The watch.
        condition (WatchCondition | Unset): What a watch waits for: `target_price`, a price below the target;
            `back_in_stock`, that the product can be had again; `price_fall`, a fall of the price by `percent`; `new_low`, a
            price below those of 90 days.
        percent (int | Unset): Of a fall: by how many percent at least.
        reference_price (float | Unset): Of a fall: the price from which it is.
    """

    canonical_product_id: str
    current_price: float
    observed_at: datetime.datetime
    product_name: str
    source_revision: UUID
    store: str
    target_price: float | None
    watch_id: UUID
    condition: WatchCondition | Unset = UNSET
    percent: int | Unset = UNSET
    reference_price: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canonical_product_id = self.canonical_product_id

        current_price = self.current_price

        observed_at = self.observed_at.isoformat()

        product_name = self.product_name

        source_revision = str(self.source_revision)

        store = self.store

        target_price: float | None
        target_price = self.target_price

        watch_id = str(self.watch_id)

        condition: str | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.value

        percent = self.percent

        reference_price = self.reference_price

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "current_price": current_price,
                "observed_at": observed_at,
                "product_name": product_name,
                "source_revision": source_revision,
                "store": store,
                "target_price": target_price,
                "watch_id": watch_id,
            }
        )
        if condition is not UNSET:
            field_dict["condition"] = condition
        if percent is not UNSET:
            field_dict["percent"] = percent
        if reference_price is not UNSET:
            field_dict["reference_price"] = reference_price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        current_price = d.pop("current_price")

        observed_at = datetime.datetime.fromisoformat(d.pop("observed_at"))

        product_name = d.pop("product_name")

        source_revision = UUID(d.pop("source_revision"))

        store = d.pop("store")

        def _parse_target_price(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        target_price = _parse_target_price(d.pop("target_price"))

        watch_id = UUID(d.pop("watch_id"))

        _condition = d.pop("condition", UNSET)
        condition: WatchCondition | Unset
        if isinstance(_condition, Unset):
            condition = UNSET
        else:
            condition = WatchCondition(_condition)

        percent = d.pop("percent", UNSET)

        reference_price = d.pop("reference_price", UNSET)

        watchlist_triggered = cls(
            canonical_product_id=canonical_product_id,
            current_price=current_price,
            observed_at=observed_at,
            product_name=product_name,
            source_revision=source_revision,
            store=store,
            target_price=target_price,
            watch_id=watch_id,
            condition=condition,
            percent=percent,
            reference_price=reference_price,
        )

        watchlist_triggered.additional_properties = d
        return watchlist_triggered

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
