# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.comparison_goal import ComparisonGoal
from ..models.history_range import HistoryRange

if TYPE_CHECKING:
    from ..models.comparison_preference import ComparisonPreference
    from ..models.comparison_product import ComparisonProduct


T = TypeVar("T", bound="ComparisonResponse")


@_attrs_define
class ComparisonResponse:
    """Products compared for a goal.

    Attributes:
        goal (ComparisonGoal): What a buyer is after.
        preference (ComparisonPreference): The goal, what was weighed, and the result.
        products (list[ComparisonProduct]): The products in the order asked for.
        range_ (HistoryRange): Days that are looked at; they end today.
    """

    goal: ComparisonGoal
    preference: ComparisonPreference
    products: list[ComparisonProduct]
    range_: HistoryRange
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        goal = self.goal.value

        preference = self.preference.to_dict()

        products = []
        for products_item_data in self.products:
            products_item = products_item_data.to_dict()
            products.append(products_item)

        range_ = self.range_.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "goal": goal,
                "preference": preference,
                "products": products,
                "range": range_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.comparison_preference import ComparisonPreference
        from ..models.comparison_product import ComparisonProduct

        d = dict(src_dict)
        goal = ComparisonGoal(d.pop("goal"))

        preference = ComparisonPreference.from_dict(d.pop("preference"))

        products = []
        _products = d.pop("products")
        for products_item_data in _products:
            products_item = ComparisonProduct.from_dict(products_item_data)

            products.append(products_item)

        range_ = HistoryRange(d.pop("range"))

        comparison_response = cls(
            goal=goal,
            preference=preference,
            products=products,
            range_=range_,
        )

        comparison_response.additional_properties = d
        return comparison_response

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
