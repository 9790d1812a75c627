# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Decision")


@_attrs_define
class Decision:
    """The recommendation.

    Attributes:
        delivered_price (float): What it costs at the door.
        evaluated_offer_count (int): How many offers were compared.
        label (str): How good the offer is, in words.
        rationale (str): Why this one, how the price stands in its history, and whether waiting is better.
        score (int): Its points, 0 to 100.
        store (str): Its shop.
        updated_at (datetime.datetime): When the newest of them last changed.
        url (str): Its page.
        lowest_item_price (float | Unset): The lowest item price among them.
        lowest_item_store (str | Unset): Who has it.
    """

    delivered_price: float
    evaluated_offer_count: int
    label: str
    rationale: str
    score: int
    store: str
    updated_at: datetime.datetime
    url: str
    lowest_item_price: float | Unset = UNSET
    lowest_item_store: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        delivered_price = self.delivered_price

        evaluated_offer_count = self.evaluated_offer_count

        label = self.label

        rationale = self.rationale

        score = self.score

        store = self.store

        updated_at = self.updated_at.isoformat()

        url = self.url

        lowest_item_price = self.lowest_item_price

        lowest_item_store = self.lowest_item_store

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "delivered_price": delivered_price,
                "evaluated_offer_count": evaluated_offer_count,
                "label": label,
                "rationale": rationale,
                "score": score,
                "store": store,
                "updated_at": updated_at,
                "url": url,
            }
        )
        if lowest_item_price is not UNSET:
            field_dict["lowest_item_price"] = lowest_item_price
        if lowest_item_store is not UNSET:
            field_dict["lowest_item_store"] = lowest_item_store

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        delivered_price = d.pop("delivered_price")

        evaluated_offer_count = d.pop("evaluated_offer_count")

        label = d.pop("label")

        rationale = d.pop("rationale")

        score = d.pop("score")

        store = d.pop("store")

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        url = d.pop("url")

        lowest_item_price = d.pop("lowest_item_price", UNSET)

        lowest_item_store = d.pop("lowest_item_store", UNSET)

        decision = cls(
            delivered_price=delivered_price,
            evaluated_offer_count=evaluated_offer_count,
            label=label,
            rationale=rationale,
            score=score,
            store=store,
            updated_at=updated_at,
            url=url,
            lowest_item_price=lowest_item_price,
            lowest_item_store=lowest_item_store,
        )

        decision.additional_properties = d
        return decision

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
