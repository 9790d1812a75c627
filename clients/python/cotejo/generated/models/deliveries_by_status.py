# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeliveriesByStatus")


@_attrs_define
class DeliveriesByStatus:
    """Deliveries by how they stand.

    Attributes:
        cancelled (int): Not to be delivered any more.
        delivered (int): Acknowledged.
        failed (int): Given up.
        pending (int): They wait for an attempt.
        sending (int): An attempt runs.
    """

    cancelled: int
    delivered: int
    failed: int
    pending: int
    sending: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cancelled = self.cancelled

        delivered = self.delivered

        failed = self.failed

        pending = self.pending

        sending = self.sending

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cancelled": cancelled,
                "delivered": delivered,
                "failed": failed,
                "pending": pending,
                "sending": sending,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cancelled = d.pop("cancelled")

        delivered = d.pop("delivered")

        failed = d.pop("failed")

        pending = d.pop("pending")

        sending = d.pop("sending")

        deliveries_by_status = cls(
            cancelled=cancelled,
            delivered=delivered,
            failed=failed,
            pending=pending,
            sending=sending,
        )

        deliveries_by_status.additional_properties = d
        return deliveries_by_status

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
