# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceDay")


@_attrs_define
class PriceDay:
    """A UTC day on which the product could be bought. Prices are on the summary's `price_basis` unless
    their name says otherwise.

        Attributes:
            avg_price (float): Mean over the stores of the last price that each asked.
            date (datetime.date): The day.
            max_price (float): The highest price of any store at any time of the day.
            median_price (float): Median of the same.
            min_item_price (float): The lowest item price of the day.
            min_price (float): The lowest price at any time of the day.
            min_store (str): Who asked the lowest price.
            store_count (int): Stores that asked a price.
            min_delivered_price (float | None | Unset): The lowest price at the door of the day; null when no delivery cost
                was stated.
    """

    avg_price: float
    date: datetime.date
    max_price: float
    median_price: float
    min_item_price: float
    min_price: float
    min_store: str
    store_count: int
    min_delivered_price: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        avg_price = self.avg_price

        date = self.date.isoformat()

        max_price = self.max_price

        median_price = self.median_price

        min_item_price = self.min_item_price

        min_price = self.min_price

        min_store = self.min_store

        store_count = self.store_count

        min_delivered_price: float | None | Unset
        if isinstance(self.min_delivered_price, Unset):
            min_delivered_price = UNSET
        else:
            min_delivered_price = self.min_delivered_price

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "avg_price": avg_price,
                "date": date,
                "max_price": max_price,
                "median_price": median_price,
                "min_item_price": min_item_price,
                "min_price": min_price,
                "min_store": min_store,
                "store_count": store_count,
            }
        )
        if min_delivered_price is not UNSET:
            field_dict["min_delivered_price"] = min_delivered_price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        avg_price = d.pop("avg_price")

        date = datetime.date.fromisoformat(d.pop("date"))

        max_price = d.pop("max_price")

        median_price = d.pop("median_price")

        min_item_price = d.pop("min_item_price")

        min_price = d.pop("min_price")

        min_store = d.pop("min_store")

        store_count = d.pop("store_count")

        def _parse_min_delivered_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        min_delivered_price = _parse_min_delivered_price(
            d.pop("min_delivered_price", UNSET)
        )

        price_day = cls(
            avg_price=avg_price,
            date=date,
            max_price=max_price,
            median_price=median_price,
            min_item_price=min_item_price,
            min_price=min_price,
            min_store=min_store,
            store_count=store_count,
            min_delivered_price=min_delivered_price,
        )

        price_day.additional_properties = d
        return price_day

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
