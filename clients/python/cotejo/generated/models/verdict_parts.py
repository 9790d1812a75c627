# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="VerdictParts")


@_attrs_define
class VerdictParts:
    """What the points of a verdict are made of, each 0 to 1.

    Attributes:
        below_median (float): Weight 30: how far below the median of 90 days.
        near_low (float): Weight 20: how near to the low of 180 days.
        percentile (float): Weight 50: mid-rank of the price in 180 days.
    """

    below_median: float
    near_low: float
    percentile: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        below_median = self.below_median

        near_low = self.near_low

        percentile = self.percentile

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "below_median": below_median,
                "near_low": near_low,
                "percentile": percentile,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        below_median = d.pop("below_median")

        near_low = d.pop("near_low")

        percentile = d.pop("percentile")

        verdict_parts = cls(
            below_median=below_median,
            near_low=near_low,
            percentile=percentile,
        )

        verdict_parts.additional_properties = d
        return verdict_parts

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
