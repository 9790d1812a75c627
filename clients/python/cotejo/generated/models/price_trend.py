# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.trend_direction import TrendDirection

T = TypeVar("T", bound="PriceTrend")


@_attrs_define
class PriceTrend:
    """Where the price is going.

    Attributes:
        direction (TrendDirection): Where a price is going.
        percent_per_30_days (float): Change in 30 days in percent of the mean.
    """

    direction: TrendDirection
    percent_per_30_days: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        direction = self.direction.value

        percent_per_30_days = self.percent_per_30_days

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "direction": direction,
                "percent_per_30_days": percent_per_30_days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        direction = TrendDirection(d.pop("direction"))

        percent_per_30_days = d.pop("percent_per_30_days")

        price_trend = cls(
            direction=direction,
            percent_per_30_days=percent_per_30_days,
        )

        price_trend.additional_properties = d
        return price_trend

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
