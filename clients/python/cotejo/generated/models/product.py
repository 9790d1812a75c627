# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.match_status import MatchStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.product_spec import ProductSpec


T = TypeVar("T", bound="Product")


@_attrs_define
class Product:
    """A product of the catalogue.

    Attributes:
        brand (str): Brand, or empty.
        canonical_product_id (str): Public id.
        category (str): Category, or empty.
        ean (str): The primary trade item number, or empty.
        match_confidence (float): How sure it is that the offers are of this product, 0 to 1.
        model (str): Model, or empty.
        product_name (str): Name.
        variant (str): Variant, or empty.
        comparison_badge (str | Unset): What stands out.
        comparison_name (str | Unset): A short name that tells it from others.
        comparison_score (float | Unset): 0 to 100: how it stands in its category by its properties, all round; left out
            when too
            little is known, or when its category has no weights.
        comparison_summary (str | Unset): What the score is made of, or why there is none; left out when the product is
            of no
            comparable category.
        image_path (str | Unset): Path or URL of a picture.
        match_status (MatchStatus | Unset): How the offers of a product came to it: `confirmed` by the operator or a
            person, `matched` by their evidence, `unconfirmed` (one feed brought product and offers), or under `review` by a
            person.
        specs (list[ProductSpec] | Unset): Properties.
    """

    brand: str
    canonical_product_id: str
    category: str
    ean: str
    match_confidence: float
    model: str
    product_name: str
    variant: str
    comparison_badge: str | Unset = UNSET
    comparison_name: str | Unset = UNSET
    comparison_score: float | Unset = UNSET
    comparison_summary: str | Unset = UNSET
    image_path: str | Unset = UNSET
    match_status: MatchStatus | Unset = UNSET
    specs: list[ProductSpec] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        brand = self.brand

        canonical_product_id = self.canonical_product_id

        category = self.category

        ean = self.ean

        match_confidence = self.match_confidence

        model = self.model

        product_name = self.product_name

        variant = self.variant

        comparison_badge = self.comparison_badge

        comparison_name = self.comparison_name

        comparison_score = self.comparison_score

        comparison_summary = self.comparison_summary

        image_path = self.image_path

        match_status: str | Unset = UNSET
        if not isinstance(self.match_status, Unset):
            match_status = self.match_status.value

        specs: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.specs, Unset):
            specs = []
            for specs_item_data in self.specs:
                specs_item = specs_item_data.to_dict()
                specs.append(specs_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "brand": brand,
                "canonical_product_id": canonical_product_id,
                "category": category,
                "ean": ean,
                "match_confidence": match_confidence,
                "model": model,
                "product_name": product_name,
                "variant": variant,
            }
        )
        if comparison_badge is not UNSET:
            field_dict["comparison_badge"] = comparison_badge
        if comparison_name is not UNSET:
            field_dict["comparison_name"] = comparison_name
        if comparison_score is not UNSET:
            field_dict["comparison_score"] = comparison_score
        if comparison_summary is not UNSET:
            field_dict["comparison_summary"] = comparison_summary
        if image_path is not UNSET:
            field_dict["image_path"] = image_path
        if match_status is not UNSET:
            field_dict["match_status"] = match_status
        if specs is not UNSET:
            field_dict["specs"] = specs

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_spec import ProductSpec

        d = dict(src_dict)
        brand = d.pop("brand")

        canonical_product_id = d.pop("canonical_product_id")

        category = d.pop("category")

        ean = d.pop("ean")

        match_confidence = d.pop("match_confidence")

        model = d.pop("model")

        product_name = d.pop("product_name")

        variant = d.pop("variant")

        comparison_badge = d.pop("comparison_badge", UNSET)

        comparison_name = d.pop("comparison_name", UNSET)

        comparison_score = d.pop("comparison_score", UNSET)

        comparison_summary = d.pop("comparison_summary", UNSET)

        image_path = d.pop("image_path", UNSET)

        _match_status = d.pop("match_status", UNSET)
        match_status: MatchStatus | Unset
        if isinstance(_match_status, Unset):
            match_status = UNSET
        else:
            match_status = MatchStatus(_match_status)

        _specs = d.pop("specs", UNSET)
        specs: list[ProductSpec] | Unset = UNSET
        if _specs is not UNSET:
            specs = []
            for specs_item_data in _specs:
                specs_item = ProductSpec.from_dict(specs_item_data)

                specs.append(specs_item)

        product = cls(
            brand=brand,
            canonical_product_id=canonical_product_id,
            category=category,
            ean=ean,
            match_confidence=match_confidence,
            model=model,
            product_name=product_name,
            variant=variant,
            comparison_badge=comparison_badge,
            comparison_name=comparison_name,
            comparison_score=comparison_score,
            comparison_summary=comparison_summary,
            image_path=image_path,
            match_status=match_status,
            specs=specs,
        )

        product.additional_properties = d
        return product

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
