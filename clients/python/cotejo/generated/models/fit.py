# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.property_code import PropertyCode
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.fit_part import FitPart


T = TypeVar("T", bound="Fit")


@_attrs_define
class Fit:
    """How well the properties fit the goal.

    Attributes:
        coverage (float): Share of the weight whose properties are stated, 0 to 1; below 0.6 there are no points.
        missing (list[PropertyCode]): Codes of the properties that are not stated.
        notes (list[str]): What a buyer should know besides.
        parts (list[FitPart]): The stated properties.
        value_utility (float): 1 at the cheapest of the compared, 0 from twice its price on.
        points (float | None | Unset): 0 to 100 by properties alone; null when too little is known or the price alone
            decides.
    """

    coverage: float
    missing: list[PropertyCode]
    notes: list[str]
    parts: list[FitPart]
    value_utility: float
    points: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        coverage = self.coverage

        missing = []
        for missing_item_data in self.missing:
            missing_item = missing_item_data.value
            missing.append(missing_item)

        notes = self.notes

        parts = []
        for parts_item_data in self.parts:
            parts_item = parts_item_data.to_dict()
            parts.append(parts_item)

        value_utility = self.value_utility

        points: float | None | Unset
        if isinstance(self.points, Unset):
            points = UNSET
        else:
            points = self.points

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "coverage": coverage,
                "missing": missing,
                "notes": notes,
                "parts": parts,
                "value_utility": value_utility,
            }
        )
        if points is not UNSET:
            field_dict["points"] = points

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fit_part import FitPart

        d = dict(src_dict)
        coverage = d.pop("coverage")

        missing = []
        _missing = d.pop("missing")
        for missing_item_data in _missing:
            missing_item = PropertyCode(missing_item_data)

            missing.append(missing_item)

        notes = cast(list[str], d.pop("notes"))

        parts = []
        _parts = d.pop("parts")
        for parts_item_data in _parts:
            parts_item = FitPart.from_dict(parts_item_data)

            parts.append(parts_item)

        value_utility = d.pop("value_utility")

        def _parse_points(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        points = _parse_points(d.pop("points", UNSET))

        fit = cls(
            coverage=coverage,
            missing=missing,
            notes=notes,
            parts=parts,
            value_utility=value_utility,
            points=points,
        )

        fit.additional_properties = d
        return fit

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
