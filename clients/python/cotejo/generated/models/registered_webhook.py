# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_kind import EventKind
from ..models.mode import Mode

if TYPE_CHECKING:
    from ..models.incident import Incident
    from ..models.pending_rotation import PendingRotation


T = TypeVar("T", bound="RegisteredWebhook")


@_attrs_define
class RegisteredWebhook:
    """A subscription that was just registered.

    Attributes:
        cooldown_until (datetime.datetime | None): Until when its endpoint is left alone after failures; null when it is
            not.
        created_at (datetime.datetime): When it was registered.
        enabled (bool): Switched on or off by its owner; a cooldown does not change it.
        events (list[EventKind]): Which events go there. A test goes there in any case.
        id (str): Its id.
        incident (Incident | None):
        mode (Mode): Modes of keys.
        pending_rotation (None | PendingRotation):
        updated_at (datetime.datetime): When its owner changed it last; later after each change.
        url (str): Where events go, in its stored spelling.
        signing_secret (None | str): What its deliveries are signed with: shown here and never again. The same answer,
            sent again
            for its key, has it for 24 hours, then null.
    """

    cooldown_until: datetime.datetime | None
    created_at: datetime.datetime
    enabled: bool
    events: list[EventKind]
    id: str
    incident: Incident | None
    mode: Mode
    pending_rotation: None | PendingRotation
    updated_at: datetime.datetime
    url: str
    signing_secret: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.incident import Incident
        from ..models.pending_rotation import PendingRotation

        cooldown_until: None | str
        if isinstance(self.cooldown_until, datetime.datetime):
            cooldown_until = self.cooldown_until.isoformat()
        else:
            cooldown_until = self.cooldown_until

        created_at = self.created_at.isoformat()

        enabled = self.enabled

        events = []
        for events_item_data in self.events:
            events_item = events_item_data.value
            events.append(events_item)

        id = self.id

        incident: dict[str, Any] | None
        if isinstance(self.incident, Incident):
            incident = self.incident.to_dict()
        else:
            incident = self.incident

        mode = self.mode.value

        pending_rotation: dict[str, Any] | None
        if isinstance(self.pending_rotation, PendingRotation):
            pending_rotation = self.pending_rotation.to_dict()
        else:
            pending_rotation = self.pending_rotation

        updated_at = self.updated_at.isoformat()

        url = self.url

        signing_secret: None | str
        signing_secret = self.signing_secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cooldown_until": cooldown_until,
                "created_at": created_at,
                "enabled": enabled,
                "events": events,
                "id": id,
                "incident": incident,
                "mode": mode,
                "pending_rotation": pending_rotation,
                "updated_at": updated_at,
                "url": url,
                "signing_secret": signing_secret,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.incident import Incident
        from ..models.pending_rotation import PendingRotation

        d = dict(src_dict)

        def _parse_cooldown_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cooldown_until_type_0 = datetime.datetime.fromisoformat(data)

                return cooldown_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        cooldown_until = _parse_cooldown_until(d.pop("cooldown_until"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        enabled = d.pop("enabled")

        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = EventKind(events_item_data)

            events.append(events_item)

        id = d.pop("id")

        def _parse_incident(data: object) -> Incident | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                incident_type_0 = Incident.from_dict(data)

                return incident_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Incident | None, data)

        incident = _parse_incident(d.pop("incident"))

        mode = Mode(d.pop("mode"))

        def _parse_pending_rotation(data: object) -> None | PendingRotation:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                pending_rotation_type_0 = PendingRotation.from_dict(data)

                return pending_rotation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PendingRotation, data)

        pending_rotation = _parse_pending_rotation(d.pop("pending_rotation"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        url = d.pop("url")

        def _parse_signing_secret(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        signing_secret = _parse_signing_secret(d.pop("signing_secret"))

        registered_webhook = cls(
            cooldown_until=cooldown_until,
            created_at=created_at,
            enabled=enabled,
            events=events,
            id=id,
            incident=incident,
            mode=mode,
            pending_rotation=pending_rotation,
            updated_at=updated_at,
            url=url,
            signing_secret=signing_secret,
        )

        registered_webhook.additional_properties = d
        return registered_webhook

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
