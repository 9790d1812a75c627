# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.event_kind import EventKind

T = TypeVar("T", bound="WebhookInput")


@_attrs_define
class WebhookInput:
    """A subscription that is wanted.

    Attributes:
        events (list[EventKind]): Which events; one that comes twice counts once.
        url (str): Where events go: a public HTTPS URL on port 443 with a host name in the public DNS.
    """

    events: list[EventKind]
    url: str

    def to_dict(self) -> dict[str, Any]:
        events = []
        for events_item_data in self.events:
            events_item = events_item_data.value
            events.append(events_item)

        url = self.url

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "events": events,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = EventKind(events_item_data)

            events.append(events_item)

        url = d.pop("url")

        webhook_input = cls(
            events=events,
            url=url,
        )

        return webhook_input
