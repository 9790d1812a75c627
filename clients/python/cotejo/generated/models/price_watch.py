# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.watch_channel import WatchChannel
from ..models.watch_condition import WatchCondition
from ..models.watch_status import WatchStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.product_summary import ProductSummary


T = TypeVar("T", bound="PriceWatch")


@_attrs_define
class PriceWatch:
    """A price watch.

    Attributes:
        canonical_product_id (str): The product.
        channel (WatchChannel): How a client is told.
        created_at (datetime.datetime): When it was created; a replacement keeps it.
        destination (None | str): Where to; null for a webhook watch that was created without one.
        id (UUID): Its id; a replacement keeps it.
        status (WatchStatus): Whether a watch may fire.
        target_price (float | None): The client is told when the price moves below this; four decimals are kept. Null
            where another condition is waited
            for.
        updated_at (datetime.datetime): When its client changed it last; later after each change.
        condition (WatchCondition | Unset): What a watch waits for: `target_price`, a price below the target;
            `back_in_stock`, that the product can be had again; `price_fall`, a fall of the price by `percent`; `new_low`, a
            price below those of 90 days.
        current_price (float | None | Unset): The product's lowest delivered price, or that of the shop that alone is
            looked at; null when nobody, or that shop,
            does not sell it now.
        percent (int | Unset): By how many percent the price has to fall; there with the condition `price_fall`.
        product (None | ProductSummary | Unset):
        reference_price (float | Unset): What a fall is counted from: the highest price since the watch began or told
            last. Not there without one.
        store (str | Unset): The shop whose price alone is looked at; not there when it is the lowest of all shops.
        target_reached (bool | Unset): The current price is below the target, not equal to it; of stock, that there is a
            current price; of a fall, that it is
            complete and not told yet; of a low always false.
    """

    canonical_product_id: str
    channel: WatchChannel
    created_at: datetime.datetime
    destination: None | str
    id: UUID
    status: WatchStatus
    target_price: float | None
    updated_at: datetime.datetime
    condition: WatchCondition | Unset = UNSET
    current_price: float | None | Unset = UNSET
    percent: int | Unset = UNSET
    product: None | ProductSummary | Unset = UNSET
    reference_price: float | Unset = UNSET
    store: str | Unset = UNSET
    target_reached: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.product_summary import ProductSummary

        canonical_product_id = self.canonical_product_id

        channel = self.channel.value

        created_at = self.created_at.isoformat()

        destination: None | str
        destination = self.destination

        id = str(self.id)

        status = self.status.value

        target_price: float | None
        target_price = self.target_price

        updated_at = self.updated_at.isoformat()

        condition: str | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.value

        current_price: float | None | Unset
        if isinstance(self.current_price, Unset):
            current_price = UNSET
        else:
            current_price = self.current_price

        percent = self.percent

        product: dict[str, Any] | None | Unset
        if isinstance(self.product, Unset):
            product = UNSET
        elif isinstance(self.product, ProductSummary):
            product = self.product.to_dict()
        else:
            product = self.product

        reference_price = self.reference_price

        store = self.store

        target_reached = self.target_reached

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "channel": channel,
                "created_at": created_at,
                "destination": destination,
                "id": id,
                "status": status,
                "target_price": target_price,
                "updated_at": updated_at,
            }
        )
        if condition is not UNSET:
            field_dict["condition"] = condition
        if current_price is not UNSET:
            field_dict["current_price"] = current_price
        if percent is not UNSET:
            field_dict["percent"] = percent
        if product is not UNSET:
            field_dict["product"] = product
        if reference_price is not UNSET:
            field_dict["reference_price"] = reference_price
        if store is not UNSET:
            field_dict["store"] = store
        if target_reached is not UNSET:
            field_dict["target_reached"] = target_reached

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_summary import ProductSummary

        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        channel = WatchChannel(d.pop("channel"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_destination(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        destination = _parse_destination(d.pop("destination"))

        id = UUID(d.pop("id"))

        status = WatchStatus(d.pop("status"))

        def _parse_target_price(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        target_price = _parse_target_price(d.pop("target_price"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        _condition = d.pop("condition", UNSET)
        condition: WatchCondition | Unset
        if isinstance(_condition, Unset):
            condition = UNSET
        else:
            condition = WatchCondition(_condition)

        def _parse_current_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        current_price = _parse_current_price(d.pop("current_price", UNSET))

        percent = d.pop("percent", UNSET)

        def _parse_product(data: object) -> None | ProductSummary | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                product_type_0 = ProductSummary.from_dict(data)

                return product_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProductSummary | Unset, data)

        product = _parse_product(d.pop("product", UNSET))

        reference_price = d.pop("reference_price", UNSET)

        store = d.pop("store", UNSET)

        target_reached = d.pop("target_reached", UNSET)

        price_watch = cls(
            canonical_product_id=canonical_product_id,
            channel=channel,
            created_at=created_at,
            destination=destination,
            id=id,
            status=status,
            target_price=target_price,
            updated_at=updated_at,
            condition=condition,
            current_price=current_price,
            percent=percent,
            product=product,
            reference_price=reference_price,
            store=store,
            target_reached=target_reached,
        )

        price_watch.additional_properties = d
        return price_watch

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
