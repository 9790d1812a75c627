# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.watchlist_triggered_event_mode import WatchlistTriggeredEventMode
from ..models.watchlist_triggered_event_type import WatchlistTriggeredEventType

if TYPE_CHECKING:
    from ..models.watchlist_triggered import WatchlistTriggered


T = TypeVar("T", bound="WatchlistTriggeredEvent")


@_attrs_define
class WatchlistTriggeredEvent:
    """The event of a watch: a price moved below its target or fell, or its product can be had again.

    Attributes:
        created_at (datetime.datetime): When it happened; an attempt may be much later.
        data (WatchlistTriggered): A price that a watch waited for.
        id (UUID): The event; what receivers deduplicate by.
        mode (WatchlistTriggeredEventMode): Only events of live mode are sent.
        type_ (WatchlistTriggeredEventType): A watch fired.
    """

    created_at: datetime.datetime
    data: WatchlistTriggered
    id: UUID
    mode: WatchlistTriggeredEventMode
    type_: WatchlistTriggeredEventType
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
        from ..models.watchlist_triggered import WatchlistTriggered

        d = dict(src_dict)
        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        data = WatchlistTriggered.from_dict(d.pop("data"))

        id = UUID(d.pop("id"))

        mode = WatchlistTriggeredEventMode(d.pop("mode"))

        type_ = WatchlistTriggeredEventType(d.pop("type"))

        watchlist_triggered_event = cls(
            created_at=created_at,
            data=data,
            id=id,
            mode=mode,
            type_=type_,
        )

        watchlist_triggered_event.additional_properties = d
        return watchlist_triggered_event

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
