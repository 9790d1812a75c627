# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.availability_count import AvailabilityCount
    from ..models.price_range import PriceRange
    from ..models.value_count import ValueCount


T = TypeVar("T", bound="SearchFacets")


@_attrs_define
class SearchFacets:
    """What could be chosen. Each part is counted as if nothing were chosen of it and everything of the others.

    Attributes:
        availability (list[AvailabilityCount]): How offers can be had.
        brands (list[ValueCount]): Brands, the most products first.
        categories (list[ValueCount]): Categories, the most products first.
        price (None | PriceRange | Unset):
    """

    availability: list[AvailabilityCount]
    brands: list[ValueCount]
    categories: list[ValueCount]
    price: None | PriceRange | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price_range import PriceRange

        availability = []
        for availability_item_data in self.availability:
            availability_item = availability_item_data.to_dict()
            availability.append(availability_item)

        brands = []
        for brands_item_data in self.brands:
            brands_item = brands_item_data.to_dict()
            brands.append(brands_item)

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        price: dict[str, Any] | None | Unset
        if isinstance(self.price, Unset):
            price = UNSET
        elif isinstance(self.price, PriceRange):
            price = self.price.to_dict()
        else:
            price = self.price

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "availability": availability,
                "brands": brands,
                "categories": categories,
            }
        )
        if price is not UNSET:
            field_dict["price"] = price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.availability_count import AvailabilityCount
        from ..models.price_range import PriceRange
        from ..models.value_count import ValueCount

        d = dict(src_dict)
        availability = []
        _availability = d.pop("availability")
        for availability_item_data in _availability:
            availability_item = AvailabilityCount.from_dict(availability_item_data)

            availability.append(availability_item)

        brands = []
        _brands = d.pop("brands")
        for brands_item_data in _brands:
            brands_item = ValueCount.from_dict(brands_item_data)

            brands.append(brands_item)

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = ValueCount.from_dict(categories_item_data)

            categories.append(categories_item)

        def _parse_price(data: object) -> None | PriceRange | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                price_type_0 = PriceRange.from_dict(data)

                return price_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceRange | Unset, data)

        price = _parse_price(d.pop("price", UNSET))

        search_facets = cls(
            availability=availability,
            brands=brands,
            categories=categories,
            price=price,
        )

        search_facets.additional_properties = d
        return search_facets

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
