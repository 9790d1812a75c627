# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.comparison_category import ComparisonCategory
from ..models.comparison_goal import ComparisonGoal
from ..models.comparison_result import ComparisonResult
from ..types import UNSET, Unset

T = TypeVar("T", bound="ComparisonPreference")


@_attrs_define
class ComparisonPreference:
    """The goal, what was weighed, and the result.

    Attributes:
        attributes_weight (float): Share of the properties.
        category (ComparisonCategory): Categories in which products are compared.
        explanation (str): Goal, weights, result and what is missing, in words.
        goal (ComparisonGoal): What a buyer is after.
        price_weight (float): Share of the price in `fit_score`, 0 to 1.
        result (ComparisonResult): How a comparison ended.
        scale_version (int): Version of the scales by which properties are scored; 0: built in.
        margin (float | None | Unset): Points between the first and the second; null when not all have a score.
        winner (None | str | Unset): The better choice; null when there is none.
    """

    attributes_weight: float
    category: ComparisonCategory
    explanation: str
    goal: ComparisonGoal
    price_weight: float
    result: ComparisonResult
    scale_version: int
    margin: float | None | Unset = UNSET
    winner: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attributes_weight = self.attributes_weight

        category = self.category.value

        explanation = self.explanation

        goal = self.goal.value

        price_weight = self.price_weight

        result = self.result.value

        scale_version = self.scale_version

        margin: float | None | Unset
        if isinstance(self.margin, Unset):
            margin = UNSET
        else:
            margin = self.margin

        winner: None | str | Unset
        if isinstance(self.winner, Unset):
            winner = UNSET
        else:
            winner = self.winner

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attributes_weight": attributes_weight,
                "category": category,
                "explanation": explanation,
                "goal": goal,
                "price_weight": price_weight,
                "result": result,
                "scale_version": scale_version,
            }
        )
        if margin is not UNSET:
            field_dict["margin"] = margin
        if winner is not UNSET:
            field_dict["winner"] = winner

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        attributes_weight = d.pop("attributes_weight")

        category = ComparisonCategory(d.pop("category"))

        explanation = d.pop("explanation")

        goal = ComparisonGoal(d.pop("goal"))

        price_weight = d.pop("price_weight")

        result = ComparisonResult(d.pop("result"))

        scale_version = d.pop("scale_version")

        def _parse_margin(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        margin = _parse_margin(d.pop("margin", UNSET))

        def _parse_winner(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        winner = _parse_winner(d.pop("winner", UNSET))

        comparison_preference = cls(
            attributes_weight=attributes_weight,
            category=category,
            explanation=explanation,
            goal=goal,
            price_weight=price_weight,
            result=result,
            scale_version=scale_version,
            margin=margin,
            winner=winner,
        )

        comparison_preference.additional_properties = d
        return comparison_preference

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
