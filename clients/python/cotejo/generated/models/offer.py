# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.availability import Availability
from ..types import UNSET, Unset

T = TypeVar("T", bound="Offer")


@_attrs_define
class Offer:
    """One shop's offer.

    Attributes:
        availability (Availability): What a shop says about its stock.
        delivered_price (float): Item price plus delivery cost.
        delivery_cost (float): Delivery cost; an assumption when `delivery_label` says so.
        item_price (float): Price of the item, with taxes.
        store (str): Name of the shop.
        updated_at (datetime.datetime): When the content of the offer last changed.
        url (str): The offer's page.
        availability_label (str | Unset): Availability in words.
        badge (str | Unset): What is special about the offer.
        data_quality (float | Unset): Share of the facts a buyer needs that are stated, 0 to 1.
        decision_score (int | Unset): 0 to 100; absent for an offer that cannot be recommended.
        delivery_estimate (datetime.date | None | Unset): Day of delivery.
        delivery_label (str | Unset): Cost and time of delivery in words.
        is_lowest_item_price (bool | Unset): No offer that can be recommended has a lower item price.
        is_recommended (bool | Unset): The one that is recommended.
        price (float | Unset): The same as `item_price`.
        return_days (int | None | Unset): Days for returning.
        seller_score (float | None | Unset): Rating of the seller, 0 to 5.
        stock_quantity (int | None | Unset): Pieces in stock.
        warranty_months (int | None | Unset): Months of warranty.
    """

    availability: Availability
    delivered_price: float
    delivery_cost: float
    item_price: float
    store: str
    updated_at: datetime.datetime
    url: str
    availability_label: str | Unset = UNSET
    badge: str | Unset = UNSET
    data_quality: float | Unset = UNSET
    decision_score: int | Unset = UNSET
    delivery_estimate: datetime.date | None | Unset = UNSET
    delivery_label: str | Unset = UNSET
    is_lowest_item_price: bool | Unset = UNSET
    is_recommended: bool | Unset = UNSET
    price: float | Unset = UNSET
    return_days: int | None | Unset = UNSET
    seller_score: float | None | Unset = UNSET
    stock_quantity: int | None | Unset = UNSET
    warranty_months: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        availability = self.availability.value

        delivered_price = self.delivered_price

        delivery_cost = self.delivery_cost

        item_price = self.item_price

        store = self.store

        updated_at = self.updated_at.isoformat()

        url = self.url

        availability_label = self.availability_label

        badge = self.badge

        data_quality = self.data_quality

        decision_score = self.decision_score

        delivery_estimate: None | str | Unset
        if isinstance(self.delivery_estimate, Unset):
            delivery_estimate = UNSET
        elif isinstance(self.delivery_estimate, datetime.date):
            delivery_estimate = self.delivery_estimate.isoformat()
        else:
            delivery_estimate = self.delivery_estimate

        delivery_label = self.delivery_label

        is_lowest_item_price = self.is_lowest_item_price

        is_recommended = self.is_recommended

        price = self.price

        return_days: int | None | Unset
        if isinstance(self.return_days, Unset):
            return_days = UNSET
        else:
            return_days = self.return_days

        seller_score: float | None | Unset
        if isinstance(self.seller_score, Unset):
            seller_score = UNSET
        else:
            seller_score = self.seller_score

        stock_quantity: int | None | Unset
        if isinstance(self.stock_quantity, Unset):
            stock_quantity = UNSET
        else:
            stock_quantity = self.stock_quantity

        warranty_months: int | None | Unset
        if isinstance(self.warranty_months, Unset):
            warranty_months = UNSET
        else:
            warranty_months = self.warranty_months

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "availability": availability,
                "delivered_price": delivered_price,
                "delivery_cost": delivery_cost,
                "item_price": item_price,
                "store": store,
                "updated_at": updated_at,
                "url": url,
            }
        )
        if availability_label is not UNSET:
            field_dict["availability_label"] = availability_label
        if badge is not UNSET:
            field_dict["badge"] = badge
        if data_quality is not UNSET:
            field_dict["data_quality"] = data_quality
        if decision_score is not UNSET:
            field_dict["decision_score"] = decision_score
        if delivery_estimate is not UNSET:
            field_dict["delivery_estimate"] = delivery_estimate
        if delivery_label is not UNSET:
            field_dict["delivery_label"] = delivery_label
        if is_lowest_item_price is not UNSET:
            field_dict["is_lowest_item_price"] = is_lowest_item_price
        if is_recommended is not UNSET:
            field_dict["is_recommended"] = is_recommended
        if price is not UNSET:
            field_dict["price"] = price
        if return_days is not UNSET:
            field_dict["return_days"] = return_days
        if seller_score is not UNSET:
            field_dict["seller_score"] = seller_score
        if stock_quantity is not UNSET:
            field_dict["stock_quantity"] = stock_quantity
        if warranty_months is not UNSET:
            field_dict["warranty_months"] = warranty_months

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        availability = Availability(d.pop("availability"))

        delivered_price = d.pop("delivered_price")

        delivery_cost = d.pop("delivery_cost")

        item_price = d.pop("item_price")

        store = d.pop("store")

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        url = d.pop("url")

        availability_label = d.pop("availability_label", UNSET)

        badge = d.pop("badge", UNSET)

        data_quality = d.pop("data_quality", UNSET)

        decision_score = d.pop("decision_score", UNSET)

        def _parse_delivery_estimate(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivery_estimate_type_0 = datetime.date.fromisoformat(data)

                return delivery_estimate_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        delivery_estimate = _parse_delivery_estimate(d.pop("delivery_estimate", UNSET))

        delivery_label = d.pop("delivery_label", UNSET)

        is_lowest_item_price = d.pop("is_lowest_item_price", UNSET)

        is_recommended = d.pop("is_recommended", UNSET)

        price = d.pop("price", UNSET)

        def _parse_return_days(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        return_days = _parse_return_days(d.pop("return_days", UNSET))

        def _parse_seller_score(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        seller_score = _parse_seller_score(d.pop("seller_score", UNSET))

        def _parse_stock_quantity(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        stock_quantity = _parse_stock_quantity(d.pop("stock_quantity", UNSET))

        def _parse_warranty_months(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        warranty_months = _parse_warranty_months(d.pop("warranty_months", UNSET))

        offer = cls(
            availability=availability,
            delivered_price=delivered_price,
            delivery_cost=delivery_cost,
            item_price=item_price,
            store=store,
            updated_at=updated_at,
            url=url,
            availability_label=availability_label,
            badge=badge,
            data_quality=data_quality,
            decision_score=decision_score,
            delivery_estimate=delivery_estimate,
            delivery_label=delivery_label,
            is_lowest_item_price=is_lowest_item_price,
            is_recommended=is_recommended,
            price=price,
            return_days=return_days,
            seller_score=seller_score,
            stock_quantity=stock_quantity,
            warranty_months=warranty_months,
        )

        offer.additional_properties = d
        return offer

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
