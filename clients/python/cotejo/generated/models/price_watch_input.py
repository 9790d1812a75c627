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
        target_price (float): Tell the client when the price moves below this.
        channel (WatchChannel | Unset): How a client is told.
        condition (WatchCondition | Unset): What a watch waits for.
        destination (str | Unset): Where to; required for the email channel.
    """

    canonical_product_id: str
    target_price: float
    channel: WatchChannel | Unset = UNSET
    condition: WatchCondition | Unset = UNSET
    destination: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        canonical_product_id = self.canonical_product_id

        target_price = self.target_price

        channel: str | Unset = UNSET
        if not isinstance(self.channel, Unset):
            channel = self.channel.value

        condition: str | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.value

        destination = self.destination

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "canonical_product_id": canonical_product_id,
                "target_price": target_price,
            }
        )
        if channel is not UNSET:
            field_dict["channel"] = channel
        if condition is not UNSET:
            field_dict["condition"] = condition
        if destination is not UNSET:
            field_dict["destination"] = destination

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        canonical_product_id = d.pop("canonical_product_id")

        target_price = d.pop("target_price")

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

        price_watch_input = cls(
            canonical_product_id=canonical_product_id,
            target_price=target_price,
            channel=channel,
            condition=condition,
            destination=destination,
        )

        return price_watch_input
