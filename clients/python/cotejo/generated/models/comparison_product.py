# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.fit import Fit
    from ..models.historical_signal import HistoricalSignal
    from ..models.offer import Offer


T = TypeVar("T", bound="ComparisonProduct")


@_attrs_define
class ComparisonProduct:
    """One compared product.

    Attributes:
        best_offer (Offer): One shop's offer.
        canonical_product_id (str): Public id.
        comparison_name (str): A short name that tells it from the others.
        fit (Fit): How well the properties fit the goal.
        history (HistoricalSignal): What the product cost over the range; prices on `price_basis`.
        is_winner (bool): It is the better choice for the goal.
        not_enough_data (bool): Too little is known of its properties for a score.
        brand (str | Unset): Brand.
        fit_score (float | Unset): 0 to 100: the score for the goal, of properties and price; left out when too little
            is known.
        model (str | Unset): Model.
    """

    best_offer: Offer
    canonical_product_id: str
    comparison_name: str
    fit: Fit
    history: HistoricalSignal
    is_winner: bool
    not_enough_data: bool
    brand: str | Unset = UNSET
    fit_score: float | Unset = UNSET
    model: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        best_offer = self.best_offer.to_dict()

        canonical_product_id = self.canonical_product_id

        comparison_name = self.comparison_name

        fit = self.fit.to_dict()

        history = self.history.to_dict()

        is_winner = self.is_winner

        not_enough_data = self.not_enough_data

        brand = self.brand

        fit_score = self.fit_score

        model = self.model

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "best_offer": best_offer,
                "canonical_product_id": canonical_product_id,
                "comparison_name": comparison_name,
                "fit": fit,
                "history": history,
                "is_winner": is_winner,
                "not_enough_data": not_enough_data,
            }
        )
        if brand is not UNSET:
            field_dict["brand"] = brand
        if fit_score is not UNSET:
            field_dict["fit_score"] = fit_score
        if model is not UNSET:
            field_dict["model"] = model

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fit import Fit
        from ..models.historical_signal import HistoricalSignal
        from ..models.offer import Offer

        d = dict(src_dict)
        best_offer = Offer.from_dict(d.pop("best_offer"))

        canonical_product_id = d.pop("canonical_product_id")

        comparison_name = d.pop("comparison_name")

        fit = Fit.from_dict(d.pop("fit"))

        history = HistoricalSignal.from_dict(d.pop("history"))

        is_winner = d.pop("is_winner")

        not_enough_data = d.pop("not_enough_data")

        brand = d.pop("brand", UNSET)

        fit_score = d.pop("fit_score", UNSET)

        model = d.pop("model", UNSET)

        comparison_product = cls(
            best_offer=best_offer,
            canonical_product_id=canonical_product_id,
            comparison_name=comparison_name,
            fit=fit,
            history=history,
            is_winner=is_winner,
            not_enough_data=not_enough_data,
            brand=brand,
            fit_score=fit_score,
            model=model,
        )

        comparison_product.additional_properties = d
        return comparison_product

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
