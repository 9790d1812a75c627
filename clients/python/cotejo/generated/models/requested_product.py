# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.product_comparison import ProductComparison


T = TypeVar("T", bound="RequestedProduct")


@_attrs_define
class RequestedProduct:
    """A product that was asked for.

    Attributes:
        requested (str): The id or the number that was asked for; a number without padding.
        found (None | ProductComparison | Unset):
    """

    requested: str
    found: None | ProductComparison | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.product_comparison import ProductComparison

        requested = self.requested

        found: dict[str, Any] | None | Unset
        if isinstance(self.found, Unset):
            found = UNSET
        elif isinstance(self.found, ProductComparison):
            found = self.found.to_dict()
        else:
            found = self.found

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "requested": requested,
            }
        )
        if found is not UNSET:
            field_dict["found"] = found

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_comparison import ProductComparison

        d = dict(src_dict)
        requested = d.pop("requested")

        def _parse_found(data: object) -> None | ProductComparison | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                found_type_0 = ProductComparison.from_dict(data)

                return found_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProductComparison | Unset, data)

        found = _parse_found(d.pop("found", UNSET))

        requested_product = cls(
            requested=requested,
            found=found,
        )

        requested_product.additional_properties = d
        return requested_product

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
