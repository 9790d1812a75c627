# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.watch_status import WatchStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceWatchPatch")


@_attrs_define
class PriceWatchPatch:
    """A change of a price watch: at least one member.

    Attributes:
        destination (str | Unset): The new address.
        percent (int | Unset): By how many percent the price has to fall from now on.
        status (WatchStatus | Unset): Whether a watch may fire.
        target_price (float | Unset): The new target.
    """

    destination: str | Unset = UNSET
    percent: int | Unset = UNSET
    status: WatchStatus | Unset = UNSET
    target_price: float | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        destination = self.destination

        percent = self.percent

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value

        target_price = self.target_price

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if destination is not UNSET:
            field_dict["destination"] = destination
        if percent is not UNSET:
            field_dict["percent"] = percent
        if status is not UNSET:
            field_dict["status"] = status
        if target_price is not UNSET:
            field_dict["target_price"] = target_price

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        destination = d.pop("destination", UNSET)

        percent = d.pop("percent", UNSET)

        _status = d.pop("status", UNSET)
        status: WatchStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = WatchStatus(_status)

        target_price = d.pop("target_price", UNSET)

        price_watch_patch = cls(
            destination=destination,
            percent=percent,
            status=status,
            target_price=target_price,
        )

        return price_watch_patch
