# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="IncidentAcknowledgement")


@_attrs_define
class IncidentAcknowledgement:
    """Names the incident.

    Attributes:
        incident_id (str): Its id.
    """

    incident_id: str

    def to_dict(self) -> dict[str, Any]:
        incident_id = self.incident_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "incident_id": incident_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        incident_id = d.pop("incident_id")

        incident_acknowledgement = cls(
            incident_id=incident_id,
        )

        return incident_acknowledgement
