# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.property_code import PropertyCode
from ..types import UNSET, Unset

T = TypeVar("T", bound="FitPart")


@_attrs_define
class FitPart:
    """One property's part in the fit.

    Attributes:
        attribute (PropertyCode): Properties that products are compared by; the unit is in the name.
        contribution (float): Points that it adds to the fit.
        utility (float): 0 (worst of the catalogue) to 1 (best).
        value (str): What the product has, in words.
        weight (float): Points of 100 that the goal gives the property.
        scale_high (float | None | Unset): The upper one.
        scale_low (float | None | Unset): The lower of the two values between which the property is scored, in its unit;
            null for yes
            or no and for fixed curves.
    """

    attribute: PropertyCode
    contribution: float
    utility: float
    value: str
    weight: float
    scale_high: float | None | Unset = UNSET
    scale_low: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attribute = self.attribute.value

        contribution = self.contribution

        utility = self.utility

        value = self.value

        weight = self.weight

        scale_high: float | None | Unset
        if isinstance(self.scale_high, Unset):
            scale_high = UNSET
        else:
            scale_high = self.scale_high

        scale_low: float | None | Unset
        if isinstance(self.scale_low, Unset):
            scale_low = UNSET
        else:
            scale_low = self.scale_low

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attribute": attribute,
                "contribution": contribution,
                "utility": utility,
                "value": value,
                "weight": weight,
            }
        )
        if scale_high is not UNSET:
            field_dict["scale_high"] = scale_high
        if scale_low is not UNSET:
            field_dict["scale_low"] = scale_low

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        attribute = PropertyCode(d.pop("attribute"))

        contribution = d.pop("contribution")

        utility = d.pop("utility")

        value = d.pop("value")

        weight = d.pop("weight")

        def _parse_scale_high(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        scale_high = _parse_scale_high(d.pop("scale_high", UNSET))

        def _parse_scale_low(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        scale_low = _parse_scale_low(d.pop("scale_low", UNSET))

        fit_part = cls(
            attribute=attribute,
            contribution=contribution,
            utility=utility,
            value=value,
            weight=weight,
            scale_high=scale_high,
            scale_low=scale_low,
        )

        fit_part.additional_properties = d
        return fit_part

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
