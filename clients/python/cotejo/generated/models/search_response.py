# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.product_summary import ProductSummary
    from ..models.search_facets import SearchFacets


T = TypeVar("T", bound="SearchResponse")


@_attrs_define
class SearchResponse:
    """Products that match a query.

    Attributes:
        items (list[ProductSummary]): The best of them, at most 50; with `limit` at most so many.
        query (str): The query as it was sent; empty when none was.
        total (int): How many products match.
        facets (SearchFacets | Unset): What could be chosen. Each part is counted as if nothing were chosen of it and
            everything of the others.
        next_cursor (None | str | Unset): `cursor` of the next page, null on the last one; only when one of the
            parameters beside `q` was sent.
    """

    items: list[ProductSummary]
    query: str
    total: int
    facets: SearchFacets | Unset = UNSET
    next_cursor: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        query = self.query

        total = self.total

        facets: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facets, Unset):
            facets = self.facets.to_dict()

        next_cursor: None | str | Unset
        if isinstance(self.next_cursor, Unset):
            next_cursor = UNSET
        else:
            next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "query": query,
                "total": total,
            }
        )
        if facets is not UNSET:
            field_dict["facets"] = facets
        if next_cursor is not UNSET:
            field_dict["next_cursor"] = next_cursor

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_summary import ProductSummary
        from ..models.search_facets import SearchFacets

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ProductSummary.from_dict(items_item_data)

            items.append(items_item)

        query = d.pop("query")

        total = d.pop("total")

        _facets = d.pop("facets", UNSET)
        facets: SearchFacets | Unset
        if isinstance(_facets, Unset):
            facets = UNSET
        else:
            facets = SearchFacets.from_dict(_facets)

        def _parse_next_cursor(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor", UNSET))

        search_response = cls(
            items=items,
            query=query,
            total=total,
            facets=facets,
            next_cursor=next_cursor,
        )

        search_response.additional_properties = d
        return search_response

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
