# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.history_range import HistoryRange

if TYPE_CHECKING:
    from ..models.price_day import PriceDay
    from ..models.price_summary import PriceSummary


T = TypeVar("T", bound="PriceIntelligence")


@_attrs_define
class PriceIntelligence:
    """What a product cost, all shops together.

    Attributes:
        canonical_product_id (str): Public id.
        range_ (HistoryRange): Days that are looked at; they end today.
        series (list[PriceDay]): The days on which it could be bought, oldest first.
        summary (PriceSummary): What the days of a range amount to. Prices are the lowest price of the product on
            `price_basis`
            unless their name says otherwise.
    """

    canonical_product_id: str
    range_: HistoryRange
    series: list[PriceDay]
    summary: PriceSummary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canonical_product_id = self.canonical_product_id

        range_ = self.range_.value

        series = []
        for series_item_data in self.series:
            series_item = series_item_data.to_dict()
            series.append(series_item)

        summary = self.summary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "range": range_,
                "series": series,
                "summary": summary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.price_day import PriceDay
        from ..models.price_summary import PriceSummary

        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        range_ = HistoryRange(d.pop("range"))

        series = []
        _series = d.pop("series")
        for series_item_data in _series:
            series_item = PriceDay.from_dict(series_item_data)

            series.append(series_item)

        summary = PriceSummary.from_dict(d.pop("summary"))

        price_intelligence = cls(
            canonical_product_id=canonical_product_id,
            range_=range_,
            series=series,
            summary=summary,
        )

        price_intelligence.additional_properties = d
        return price_intelligence

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
