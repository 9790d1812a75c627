# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.watch_channel import WatchChannel
from ..models.watch_condition import WatchCondition
from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceWatchInput")


@_attrs_define
class PriceWatchInput:
    """A price watch that is wanted.

    Attributes:
        canonical_product_id (str): The product.
        channel (WatchChannel | Unset): How a client is told.
        condition (WatchCondition | Unset): What a watch waits for: `target_price`, a price below the target;
            `back_in_stock`, that the product can be had again; `price_fall`, a fall of the price by `percent`; `new_low`, a
            price below those of 90 days.
        destination (str | Unset): Where to; required for the email channel.
        percent (int | Unset): By how many percent the price has to fall; required for the condition `price_fall`, and
            only there.
        store (str | Unset): Look at the price of this shop alone, named as answers show it; without it at the lowest of
            all shops.
        target_price (float | Unset): Tell the client when the price moves below this; required for the condition
            `target_price`, and only there.
    """

    canonical_product_id: str
    channel: WatchChannel | Unset = UNSET
    condition: WatchCondition | Unset = UNSET
    destination: str | Unset = UNSET
    percent: int | Unset = UNSET
    store: str | Unset = UNSET
    target_price: float | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        canonical_product_id = self.canonical_product_id

        channel: str | Unset = UNSET
        if not isinstance(self.channel, Unset):
            channel = self.channel.value

        condition: str | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.value

        destination = self.destination

        percent = self.percent

        store = self.store

        target_price = self.target_price

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
            }
        )
        if channel is not UNSET:
            field_dict["channel"] = channel
        if condition is not UNSET:
            field_dict["condition"] = condition
        if destination is not UNSET:
            field_dict["destination"] = destination
        if percent is not UNSET:
            field_dict["percent"] = percent
        if store is not UNSET:
            field_dict["store"] = store
        if target_price is not UNSET:
            field_dict["target_price"] = target_price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        _channel = d.pop("channel", UNSET)
        channel: WatchChannel | Unset
        if isinstance(_channel, Unset):
            channel = UNSET
        else:
            channel = WatchChannel(_channel)

        _condition = d.pop("condition", UNSET)
        condition: WatchCondition | Unset
        if isinstance(_condition, Unset):
            condition = UNSET
        else:
            condition = WatchCondition(_condition)

        destination = d.pop("destination", UNSET)

        percent = d.pop("percent", UNSET)

        store = d.pop("store", UNSET)

        target_price = d.pop("target_price", UNSET)

        price_watch_input = cls(
            canonical_product_id=canonical_product_id,
            channel=channel,
            condition=condition,
            destination=destination,
            percent=percent,
            store=store,
            target_price=target_price,
        )

        return price_watch_input
