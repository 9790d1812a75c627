# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.attempt_durations import AttemptDurations
    from ..models.deliveries_by_status import DeliveriesByStatus
    from ..models.webhook_metrics_by_error_code import WebhookMetricsByErrorCode


T = TypeVar("T", bound="WebhookMetrics")


@_attrs_define
class WebhookMetrics:
    """A summary of the deliveries that are kept.

    Attributes:
        attempts (int): Attempts that ended.
        by_error_code (WebhookMetricsByErrorCode): Deliveries by what went wrong last; codes without any are left out.
        by_status (DeliveriesByStatus): Deliveries by how they stand.
        duration_ms (AttemptDurations | None):
        generated_at (datetime.datetime): When this was counted.
        oldest_pending_seconds (int | None): Age of the oldest delivery that is pending or sending; null when there is
            none.
        open_incidents (int): Incidents that are not resolved.
        success_rate (float | None): Delivered ones of those that ended delivered or failed, 0 to 1; null when none has.
        total (int): Deliveries in all.
        window_days (int): For how many days deliveries are kept.
    """

    attempts: int
    by_error_code: WebhookMetricsByErrorCode
    by_status: DeliveriesByStatus
    duration_ms: AttemptDurations | None
    generated_at: datetime.datetime
    oldest_pending_seconds: int | None
    open_incidents: int
    success_rate: float | None
    total: int
    window_days: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.attempt_durations import AttemptDurations

        attempts = self.attempts

        by_error_code = self.by_error_code.to_dict()

        by_status = self.by_status.to_dict()

        duration_ms: dict[str, Any] | None
        if isinstance(self.duration_ms, AttemptDurations):
            duration_ms = self.duration_ms.to_dict()
        else:
            duration_ms = self.duration_ms

        generated_at = self.generated_at.isoformat()

        oldest_pending_seconds: int | None
        oldest_pending_seconds = self.oldest_pending_seconds

        open_incidents = self.open_incidents

        success_rate: float | None
        success_rate = self.success_rate

        total = self.total

        window_days = self.window_days

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempts": attempts,
                "by_error_code": by_error_code,
                "by_status": by_status,
                "duration_ms": duration_ms,
                "generated_at": generated_at,
                "oldest_pending_seconds": oldest_pending_seconds,
                "open_incidents": open_incidents,
                "success_rate": success_rate,
                "total": total,
                "window_days": window_days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.attempt_durations import AttemptDurations
        from ..models.deliveries_by_status import DeliveriesByStatus
        from ..models.webhook_metrics_by_error_code import WebhookMetricsByErrorCode

        d = dict(src_dict)
        attempts = d.pop("attempts")

        by_error_code = WebhookMetricsByErrorCode.from_dict(d.pop("by_error_code"))

        by_status = DeliveriesByStatus.from_dict(d.pop("by_status"))

        def _parse_duration_ms(data: object) -> AttemptDurations | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                duration_ms_type_0 = AttemptDurations.from_dict(data)

                return duration_ms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AttemptDurations | None, data)

        duration_ms = _parse_duration_ms(d.pop("duration_ms"))

        generated_at = datetime.datetime.fromisoformat(d.pop("generated_at"))

        def _parse_oldest_pending_seconds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        oldest_pending_seconds = _parse_oldest_pending_seconds(
            d.pop("oldest_pending_seconds")
        )

        open_incidents = d.pop("open_incidents")

        def _parse_success_rate(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        success_rate = _parse_success_rate(d.pop("success_rate"))

        total = d.pop("total")

        window_days = d.pop("window_days")

        webhook_metrics = cls(
            attempts=attempts,
            by_error_code=by_error_code,
            by_status=by_status,
            duration_ms=duration_ms,
            generated_at=generated_at,
            oldest_pending_seconds=oldest_pending_seconds,
            open_incidents=open_incidents,
            success_rate=success_rate,
            total=total,
            window_days=window_days,
        )

        webhook_metrics.additional_properties = d
        return webhook_metrics

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
