# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="QueuedReplays")


@_attrs_define
class QueuedReplays:
    """What became of the failed deliveries that a request came to.

    Attributes:
        next_offset (int | None): The `offset` of the next request, to be passed back as received; null when there is
            nothing more.
        queued (int): Those that wait to be sent again; at most 100.
        refused (int): Those that cannot be replayed: their price is not the current one, URL or events were others, or
            they were replayed
            three times.
        subscription_id (str): The subscription.
    """

    next_offset: int | None
    queued: int
    refused: int
    subscription_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        next_offset: int | None
        next_offset = self.next_offset

        queued = self.queued

        refused = self.refused

        subscription_id = self.subscription_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "next_offset": next_offset,
                "queued": queued,
                "refused": refused,
                "subscription_id": subscription_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_next_offset(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_offset = _parse_next_offset(d.pop("next_offset"))

        queued = d.pop("queued")

        refused = d.pop("refused")

        subscription_id = d.pop("subscription_id")

        queued_replays = cls(
            next_offset=next_offset,
            queued=queued,
            refused=refused,
            subscription_id=subscription_id,
        )

        queued_replays.additional_properties = d
        return queued_replays

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
