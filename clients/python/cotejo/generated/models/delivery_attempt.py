# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_error_code import DeliveryErrorCode

T = TypeVar("T", bound="DeliveryAttempt")


@_attrs_define
class DeliveryAttempt:
    """An attempt that ended.

    Attributes:
        duration_ms (int): How long it took.
        error_code (DeliveryErrorCode | None):
        finished_at (datetime.datetime): When it ended.
        http_status (int | None): What the receiver answered; null when it did not.
        next_retry_at (datetime.datetime | None): When the next attempt was planned; null when none was.
        number (int): Its number, from 1.
        started_at (datetime.datetime): When it began.
    """

    duration_ms: int
    error_code: DeliveryErrorCode | None
    finished_at: datetime.datetime
    http_status: int | None
    next_retry_at: datetime.datetime | None
    number: int
    started_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        duration_ms = self.duration_ms

        error_code: None | str
        if isinstance(self.error_code, DeliveryErrorCode):
            error_code = self.error_code.value
        else:
            error_code = self.error_code

        finished_at = self.finished_at.isoformat()

        http_status: int | None
        http_status = self.http_status

        next_retry_at: None | str
        if isinstance(self.next_retry_at, datetime.datetime):
            next_retry_at = self.next_retry_at.isoformat()
        else:
            next_retry_at = self.next_retry_at

        number = self.number

        started_at = self.started_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "duration_ms": duration_ms,
                "error_code": error_code,
                "finished_at": finished_at,
                "http_status": http_status,
                "next_retry_at": next_retry_at,
                "number": number,
                "started_at": started_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        duration_ms = d.pop("duration_ms")

        def _parse_error_code(data: object) -> DeliveryErrorCode | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                error_code_type_0 = DeliveryErrorCode(data)

                return error_code_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeliveryErrorCode | None, data)

        error_code = _parse_error_code(d.pop("error_code"))

        finished_at = datetime.datetime.fromisoformat(d.pop("finished_at"))

        def _parse_http_status(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        http_status = _parse_http_status(d.pop("http_status"))

        def _parse_next_retry_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_retry_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_retry_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_retry_at = _parse_next_retry_at(d.pop("next_retry_at"))

        number = d.pop("number")

        started_at = datetime.datetime.fromisoformat(d.pop("started_at"))

        delivery_attempt = cls(
            duration_ms=duration_ms,
            error_code=error_code,
            finished_at=finished_at,
            http_status=http_status,
            next_retry_at=next_retry_at,
            number=number,
            started_at=started_at,
        )

        delivery_attempt.additional_properties = d
        return delivery_attempt

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
