# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ProductSummary")


@_attrs_define
class ProductSummary:
    """A product in a list of matches.

    Attributes:
        brand (str): Brand, or empty.
        canonical_product_id (str): Public id.
        match_confidence (float): How sure it is that the offers are of this product, 0 to 1.
        min_price (float): The lowest delivered price.
        model (str): Model, or empty.
        product_name (str): Name.
        store_count (int): Shops that sell it now.
        variant (str): Variant, or empty.
        image_path (str | Unset): Path or URL of a picture.
        relevance_score (float | Unset): 1 for the best match of the text, less for others; absent outside answers of
            search.
    """

    brand: str
    canonical_product_id: str
    match_confidence: float
    min_price: float
    model: str
    product_name: str
    store_count: int
    variant: str
    image_path: str | Unset = UNSET
    relevance_score: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        brand = self.brand

        canonical_product_id = self.canonical_product_id

        match_confidence = self.match_confidence

        min_price = self.min_price

        model = self.model

        product_name = self.product_name

        store_count = self.store_count

        variant = self.variant

        image_path = self.image_path

        relevance_score = self.relevance_score

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "brand": brand,
                "canonical_product_id": canonical_product_id,
                "match_confidence": match_confidence,
                "min_price": min_price,
                "model": model,
                "product_name": product_name,
                "store_count": store_count,
                "variant": variant,
            }
        )
        if image_path is not UNSET:
            field_dict["image_path"] = image_path
        if relevance_score is not UNSET:
            field_dict["relevance_score"] = relevance_score

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        brand = d.pop("brand")

        canonical_product_id = d.pop("canonical_product_id")

        match_confidence = d.pop("match_confidence")

        min_price = d.pop("min_price")

        model = d.pop("model")

        product_name = d.pop("product_name")

        store_count = d.pop("store_count")

        variant = d.pop("variant")

        image_path = d.pop("image_path", UNSET)

        relevance_score = d.pop("relevance_score", UNSET)

        product_summary = cls(
            brand=brand,
            canonical_product_id=canonical_product_id,
            match_confidence=match_confidence,
            min_price=min_price,
            model=model,
            product_name=product_name,
            store_count=store_count,
            variant=variant,
            image_path=image_path,
            relevance_score=relevance_score,
        )

        product_summary.additional_properties = d
        return product_summary

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
