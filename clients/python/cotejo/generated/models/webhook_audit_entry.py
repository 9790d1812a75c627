# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.audit_action import AuditAction
from ..models.audit_outcome import AuditOutcome
from ..models.audit_target_type import AuditTargetType

T = TypeVar("T", bound="WebhookAuditEntry")


@_attrs_define
class WebhookAuditEntry:
    """One of them.

    Attributes:
        action (AuditAction): What was done.
        actor (str): By whom: a one-way reference to an API key, or `system`.
        at (datetime.datetime): When.
        id (UUID): Its id.
        outcome (AuditOutcome): `succeeded`, or the code of the error with which it was refused.
        target_id (None | str): To which one; null when it was not known yet.
        target_type (AuditTargetType | None):
    """

    action: AuditAction
    actor: str
    at: datetime.datetime
    id: UUID
    outcome: AuditOutcome
    target_id: None | str
    target_type: AuditTargetType | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action.value

        actor = self.actor

        at = self.at.isoformat()

        id = str(self.id)

        outcome = self.outcome.value

        target_id: None | str
        target_id = self.target_id

        target_type: None | str
        if isinstance(self.target_type, AuditTargetType):
            target_type = self.target_type.value
        else:
            target_type = self.target_type

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "actor": actor,
                "at": at,
                "id": id,
                "outcome": outcome,
                "target_id": target_id,
                "target_type": target_type,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = AuditAction(d.pop("action"))

        actor = d.pop("actor")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        id = UUID(d.pop("id"))

        outcome = AuditOutcome(d.pop("outcome"))

        def _parse_target_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        target_id = _parse_target_id(d.pop("target_id"))

        def _parse_target_type(data: object) -> AuditTargetType | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                target_type_type_0 = AuditTargetType(data)

                return target_type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AuditTargetType | None, data)

        target_type = _parse_target_type(d.pop("target_type"))

        webhook_audit_entry = cls(
            action=action,
            actor=actor,
            at=at,
            id=id,
            outcome=outcome,
            target_id=target_id,
            target_type=target_type,
        )

        webhook_audit_entry.additional_properties = d
        return webhook_audit_entry

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
