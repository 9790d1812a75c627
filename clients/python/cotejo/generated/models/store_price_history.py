# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.price_point import PricePoint
    from ..models.store_history_summary import StoreHistorySummary


T = TypeVar("T", bound="StorePriceHistory")


@_attrs_define
class StorePriceHistory:
    """What one store asked for a product.

    Attributes:
        canonical_product_id (str): Public id.
        points (list[PricePoint]): One point for each day on which it sold the product, oldest first.
        store (str): The store.
        summary (StoreHistorySummary): What a store's points amount to. Every price is an item price unless its name
            says otherwise.
    """

    canonical_product_id: str
    points: list[PricePoint]
    store: str
    summary: StoreHistorySummary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canonical_product_id = self.canonical_product_id

        points = []
        for points_item_data in self.points:
            points_item = points_item_data.to_dict()
            points.append(points_item)

        store = self.store

        summary = self.summary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "points": points,
                "store": store,
                "summary": summary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.price_point import PricePoint
        from ..models.store_history_summary import StoreHistorySummary

        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        points = []
        _points = d.pop("points")
        for points_item_data in _points:
            points_item = PricePoint.from_dict(points_item_data)

            points.append(points_item)

        store = d.pop("store")

        summary = StoreHistorySummary.from_dict(d.pop("summary"))

        store_price_history = cls(
            canonical_product_id=canonical_product_id,
            points=points,
            store=store,
            summary=summary,
        )

        store_price_history.additional_properties = d
        return store_price_history

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
