# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.decision import Decision
    from ..models.offer import Offer
    from ..models.product import Product


T = TypeVar("T", bound="ProductComparison")


@_attrs_define
class ProductComparison:
    """A product with its offers and a recommendation.

    Attributes:
        canonical_product_id (str): Public id.
        offers (list[Offer]): Its offers, best first; of more than 200, 200 of them. What is said of scores, lowest
            prices and the
            recommendation holds among all.
        product (Product): A product of the catalogue.
        product_name (str): Name.
        decision (Decision | None | Unset):
        offer_count (int | Unset): How many offers there are; only when `offers` does not have them all.
    """

    canonical_product_id: str
    offers: list[Offer]
    product: Product
    product_name: str
    decision: Decision | None | Unset = UNSET
    offer_count: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.decision import Decision

        canonical_product_id = self.canonical_product_id

        offers = []
        for offers_item_data in self.offers:
            offers_item = offers_item_data.to_dict()
            offers.append(offers_item)

        product = self.product.to_dict()

        product_name = self.product_name

        decision: dict[str, Any] | None | Unset
        if isinstance(self.decision, Unset):
            decision = UNSET
        elif isinstance(self.decision, Decision):
            decision = self.decision.to_dict()
        else:
            decision = self.decision

        offer_count = self.offer_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "offers": offers,
                "product": product,
                "product_name": product_name,
            }
        )
        if decision is not UNSET:
            field_dict["decision"] = decision
        if offer_count is not UNSET:
            field_dict["offer_count"] = offer_count

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.decision import Decision
        from ..models.offer import Offer
        from ..models.product import Product

        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        offers = []
        _offers = d.pop("offers")
        for offers_item_data in _offers:
            offers_item = Offer.from_dict(offers_item_data)

            offers.append(offers_item)

        product = Product.from_dict(d.pop("product"))

        product_name = d.pop("product_name")

        def _parse_decision(data: object) -> Decision | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                decision_type_0 = Decision.from_dict(data)

                return decision_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Decision | None | Unset, data)

        decision = _parse_decision(d.pop("decision", UNSET))

        offer_count = d.pop("offer_count", UNSET)

        product_comparison = cls(
            canonical_product_id=canonical_product_id,
            offers=offers,
            product=product,
            product_name=product_name,
            decision=decision,
            offer_count=offer_count,
        )

        product_comparison.additional_properties = d
        return product_comparison

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
