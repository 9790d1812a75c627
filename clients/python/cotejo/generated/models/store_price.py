# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="StorePrice")


@_attrs_define
class StorePrice:
    """A store's prices of a day in a summary.

    Attributes:
        date (datetime.date): The day.
        item_price (float): Item price.
        delivered_price (float | None | Unset): Price at the door; null when the delivery cost was not stated.
    """

    date: datetime.date
    item_price: float
    delivered_price: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        item_price = self.item_price

        delivered_price: float | None | Unset
        if isinstance(self.delivered_price, Unset):
            delivered_price = UNSET
        else:
            delivered_price = self.delivered_price

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "item_price": item_price,
            }
        )
        if delivered_price is not UNSET:
            field_dict["delivered_price"] = delivered_price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        item_price = d.pop("item_price")

        def _parse_delivered_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        delivered_price = _parse_delivered_price(d.pop("delivered_price", UNSET))

        store_price = cls(
            date=date,
            item_price=item_price,
            delivered_price=delivered_price,
        )

        store_price.additional_properties = d
        return store_price

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
