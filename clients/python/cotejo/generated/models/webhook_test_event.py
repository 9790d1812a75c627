# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_test_event_mode import WebhookTestEventMode
from ..models.webhook_test_event_type import WebhookTestEventType

if TYPE_CHECKING:
    from ..models.webhook_test import WebhookTest


T = TypeVar("T", bound="WebhookTestEvent")


@_attrs_define
class WebhookTestEvent:
    """A test that somebody asked for. It has no effect on business.

    Attributes:
        created_at (datetime.datetime): When it was asked for.
        data (WebhookTest): Says that this is a test.
        id (UUID): The event; what receivers deduplicate by.
        mode (WebhookTestEventMode): Only events of live mode are sent.
        type_ (WebhookTestEventType): A test was asked for.
    """

    created_at: datetime.datetime
    data: WebhookTest
    id: UUID
    mode: WebhookTestEventMode
    type_: WebhookTestEventType
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        created_at = self.created_at.isoformat()

        data = self.data.to_dict()

        id = str(self.id)

        mode = self.mode.value

        type_ = self.type_.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "created_at": created_at,
                "data": data,
                "id": id,
                "mode": mode,
                "type": type_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.webhook_test import WebhookTest

        d = dict(src_dict)
        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        data = WebhookTest.from_dict(d.pop("data"))

        id = UUID(d.pop("id"))

        mode = WebhookTestEventMode(d.pop("mode"))

        type_ = WebhookTestEventType(d.pop("type"))

        webhook_test_event = cls(
            created_at=created_at,
            data=data,
            id=id,
            mode=mode,
            type_=type_,
        )

        webhook_test_event.additional_properties = d
        return webhook_test_event

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
