# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Store")


@_attrs_define
class Store:
    """A shop with the terms that hold for its offers unless an offer says otherwise; null for what it does not say.

    Attributes:
        store (str): Its name, as offers have it.
        delivery_cost (float | None | Unset): What delivery of an order costs.
        delivery_days (int | None | Unset): Business days until delivery.
        free_delivery_from (float | None | Unset): The item price from which delivery is free.
        last_snapshot_at (datetime.datetime | None | Unset): When the prices that are served were seen there; null
            before its first feed.
        return_days (int | None | Unset): Days in which goods can be returned.
        seller_reviews (int | None | Unset): How many reviews are behind the rating.
        seller_score (float | None | Unset): Its rating, 0 to 5.
        url (None | str | Unset): Its own page.
        warranty_months (int | None | Unset): Months of warranty.
    """

    store: str
    delivery_cost: float | None | Unset = UNSET
    delivery_days: int | None | Unset = UNSET
    free_delivery_from: float | None | Unset = UNSET
    last_snapshot_at: datetime.datetime | None | Unset = UNSET
    return_days: int | None | Unset = UNSET
    seller_reviews: int | None | Unset = UNSET
    seller_score: float | None | Unset = UNSET
    url: None | str | Unset = UNSET
    warranty_months: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        store = self.store

        delivery_cost: float | None | Unset
        if isinstance(self.delivery_cost, Unset):
            delivery_cost = UNSET
        else:
            delivery_cost = self.delivery_cost

        delivery_days: int | None | Unset
        if isinstance(self.delivery_days, Unset):
            delivery_days = UNSET
        else:
            delivery_days = self.delivery_days

        free_delivery_from: float | None | Unset
        if isinstance(self.free_delivery_from, Unset):
            free_delivery_from = UNSET
        else:
            free_delivery_from = self.free_delivery_from

        last_snapshot_at: None | str | Unset
        if isinstance(self.last_snapshot_at, Unset):
            last_snapshot_at = UNSET
        elif isinstance(self.last_snapshot_at, datetime.datetime):
            last_snapshot_at = self.last_snapshot_at.isoformat()
        else:
            last_snapshot_at = self.last_snapshot_at

        return_days: int | None | Unset
        if isinstance(self.return_days, Unset):
            return_days = UNSET
        else:
            return_days = self.return_days

        seller_reviews: int | None | Unset
        if isinstance(self.seller_reviews, Unset):
            seller_reviews = UNSET
        else:
            seller_reviews = self.seller_reviews

        seller_score: float | None | Unset
        if isinstance(self.seller_score, Unset):
            seller_score = UNSET
        else:
            seller_score = self.seller_score

        url: None | str | Unset
        if isinstance(self.url, Unset):
            url = UNSET
        else:
            url = self.url

        warranty_months: int | None | Unset
        if isinstance(self.warranty_months, Unset):
            warranty_months = UNSET
        else:
            warranty_months = self.warranty_months

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "store": store,
            }
        )
        if delivery_cost is not UNSET:
            field_dict["delivery_cost"] = delivery_cost
        if delivery_days is not UNSET:
            field_dict["delivery_days"] = delivery_days
        if free_delivery_from is not UNSET:
            field_dict["free_delivery_from"] = free_delivery_from
        if last_snapshot_at is not UNSET:
            field_dict["last_snapshot_at"] = last_snapshot_at
        if return_days is not UNSET:
            field_dict["return_days"] = return_days
        if seller_reviews is not UNSET:
            field_dict["seller_reviews"] = seller_reviews
        if seller_score is not UNSET:
            field_dict["seller_score"] = seller_score
        if url is not UNSET:
            field_dict["url"] = url
        if warranty_months is not UNSET:
            field_dict["warranty_months"] = warranty_months

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        store = d.pop("store")

        def _parse_delivery_cost(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        delivery_cost = _parse_delivery_cost(d.pop("delivery_cost", UNSET))

        def _parse_delivery_days(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        delivery_days = _parse_delivery_days(d.pop("delivery_days", UNSET))

        def _parse_free_delivery_from(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        free_delivery_from = _parse_free_delivery_from(
            d.pop("free_delivery_from", UNSET)
        )

        def _parse_last_snapshot_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_snapshot_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_snapshot_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        last_snapshot_at = _parse_last_snapshot_at(d.pop("last_snapshot_at", UNSET))

        def _parse_return_days(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        return_days = _parse_return_days(d.pop("return_days", UNSET))

        def _parse_seller_reviews(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        seller_reviews = _parse_seller_reviews(d.pop("seller_reviews", UNSET))

        def _parse_seller_score(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        seller_score = _parse_seller_score(d.pop("seller_score", UNSET))

        def _parse_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url = _parse_url(d.pop("url", UNSET))

        def _parse_warranty_months(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        warranty_months = _parse_warranty_months(d.pop("warranty_months", UNSET))

        store = cls(
            store=store,
            delivery_cost=delivery_cost,
            delivery_days=delivery_days,
            free_delivery_from=free_delivery_from,
            last_snapshot_at=last_snapshot_at,
            return_days=return_days,
            seller_reviews=seller_reviews,
            seller_score=seller_score,
            url=url,
            warranty_months=warranty_months,
        )

        store.additional_properties = d
        return store

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
