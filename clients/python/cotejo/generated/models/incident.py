# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_error_code import DeliveryErrorCode
from ..models.incident_state import IncidentState

T = TypeVar("T", bound="Incident")


@_attrs_define
class Incident:
    """An endpoint that fails, until a delivery arrives again.

    Attributes:
        acknowledged_at (datetime.datetime | None): When somebody acknowledged it.
        cause (DeliveryErrorCode): What went wrong.
        id (str): Its id.
        opened_at (datetime.datetime): When.
        reminders (int): Reminders so far.
        resolved_at (datetime.datetime | None): When a delivery arrived again.
        state (IncidentState): Where an incident stands.
        subscription_id (str): Of which subscription.
    """

    acknowledged_at: datetime.datetime | None
    cause: DeliveryErrorCode
    id: str
    opened_at: datetime.datetime
    reminders: int
    resolved_at: datetime.datetime | None
    state: IncidentState
    subscription_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        acknowledged_at: None | str
        if isinstance(self.acknowledged_at, datetime.datetime):
            acknowledged_at = self.acknowledged_at.isoformat()
        else:
            acknowledged_at = self.acknowledged_at

        cause = self.cause.value

        id = self.id

        opened_at = self.opened_at.isoformat()

        reminders = self.reminders

        resolved_at: None | str
        if isinstance(self.resolved_at, datetime.datetime):
            resolved_at = self.resolved_at.isoformat()
        else:
            resolved_at = self.resolved_at

        state = self.state.value

        subscription_id = self.subscription_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "acknowledged_at": acknowledged_at,
                "cause": cause,
                "id": id,
                "opened_at": opened_at,
                "reminders": reminders,
                "resolved_at": resolved_at,
                "state": state,
                "subscription_id": subscription_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_acknowledged_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                acknowledged_at_type_0 = datetime.datetime.fromisoformat(data)

                return acknowledged_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        acknowledged_at = _parse_acknowledged_at(d.pop("acknowledged_at"))

        cause = DeliveryErrorCode(d.pop("cause"))

        id = d.pop("id")

        opened_at = datetime.datetime.fromisoformat(d.pop("opened_at"))

        reminders = d.pop("reminders")

        def _parse_resolved_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                resolved_at_type_0 = datetime.datetime.fromisoformat(data)

                return resolved_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        resolved_at = _parse_resolved_at(d.pop("resolved_at"))

        state = IncidentState(d.pop("state"))

        subscription_id = d.pop("subscription_id")

        incident = cls(
            acknowledged_at=acknowledged_at,
            cause=cause,
            id=id,
            opened_at=opened_at,
            reminders=reminders,
            resolved_at=resolved_at,
            state=state,
            subscription_id=subscription_id,
        )

        incident.additional_properties = d
        return incident

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
