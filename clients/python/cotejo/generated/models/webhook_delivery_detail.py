# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_error_code import DeliveryErrorCode
from ..models.delivery_status import DeliveryStatus
from ..models.event_kind import EventKind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.delivery_answer import DeliveryAnswer
    from ..models.delivery_attempt import DeliveryAttempt


T = TypeVar("T", bound="WebhookDeliveryDetail")


@_attrs_define
class WebhookDeliveryDetail:
    """A delivery with what is sent for it.

    Attributes:
        attempt_history (list[DeliveryAttempt]): Its attempts that ended, in order.
        attempts (int): Attempts in all, a running one included.
        created_at (datetime.datetime): When it was queued.
        delivered_at (datetime.datetime | None): When the receiver acknowledged it.
        event_id (UUID): The event: `id` in its envelope, and the `Idempotency-Key` of its requests.
        event_type (EventKind): Kinds of events.
        id (str): Its id; a replay keeps it.
        last_error_code (DeliveryErrorCode | None):
        manual_replays (int): How often it was replayed by hand.
        next_attempt_at (datetime.datetime | None): Before when there is no further attempt; null unless it is pending.
        status (DeliveryStatus): How a delivery stands.
        subscription_id (str): To which subscription.
        updated_at (datetime.datetime): When it changed last.
        payload (None | str): What is, or was, sent, byte for byte: JSON as a text; null when it is kept no more.
        answers (list[DeliveryAnswer] | Unset): How answers of failed attempts began; left out where none did.
    """

    attempt_history: list[DeliveryAttempt]
    attempts: int
    created_at: datetime.datetime
    delivered_at: datetime.datetime | None
    event_id: UUID
    event_type: EventKind
    id: str
    last_error_code: DeliveryErrorCode | None
    manual_replays: int
    next_attempt_at: datetime.datetime | None
    status: DeliveryStatus
    subscription_id: str
    updated_at: datetime.datetime
    payload: None | str
    answers: list[DeliveryAnswer] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempt_history = []
        for attempt_history_item_data in self.attempt_history:
            attempt_history_item = attempt_history_item_data.to_dict()
            attempt_history.append(attempt_history_item)

        attempts = self.attempts

        created_at = self.created_at.isoformat()

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        event_id = str(self.event_id)

        event_type = self.event_type.value

        id = self.id

        last_error_code: None | str
        if isinstance(self.last_error_code, DeliveryErrorCode):
            last_error_code = self.last_error_code.value
        else:
            last_error_code = self.last_error_code

        manual_replays = self.manual_replays

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        status = self.status.value

        subscription_id = self.subscription_id

        updated_at = self.updated_at.isoformat()

        payload: None | str
        payload = self.payload

        answers: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.answers, Unset):
            answers = []
            for answers_item_data in self.answers:
                answers_item = answers_item_data.to_dict()
                answers.append(answers_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempt_history": attempt_history,
                "attempts": attempts,
                "created_at": created_at,
                "delivered_at": delivered_at,
                "event_id": event_id,
                "event_type": event_type,
                "id": id,
                "last_error_code": last_error_code,
                "manual_replays": manual_replays,
                "next_attempt_at": next_attempt_at,
                "status": status,
                "subscription_id": subscription_id,
                "updated_at": updated_at,
                "payload": payload,
            }
        )
        if answers is not UNSET:
            field_dict["answers"] = answers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.delivery_answer import DeliveryAnswer
        from ..models.delivery_attempt import DeliveryAttempt

        d = dict(src_dict)
        attempt_history = []
        _attempt_history = d.pop("attempt_history")
        for attempt_history_item_data in _attempt_history:
            attempt_history_item = DeliveryAttempt.from_dict(attempt_history_item_data)

            attempt_history.append(attempt_history_item)

        attempts = d.pop("attempts")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = datetime.datetime.fromisoformat(data)

                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("delivered_at"))

        event_id = UUID(d.pop("event_id"))

        event_type = EventKind(d.pop("event_type"))

        id = d.pop("id")

        def _parse_last_error_code(data: object) -> DeliveryErrorCode | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_error_code_type_0 = DeliveryErrorCode(data)

                return last_error_code_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeliveryErrorCode | None, data)

        last_error_code = _parse_last_error_code(d.pop("last_error_code"))

        manual_replays = d.pop("manual_replays")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("next_attempt_at"))

        status = DeliveryStatus(d.pop("status"))

        subscription_id = d.pop("subscription_id")

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        def _parse_payload(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payload = _parse_payload(d.pop("payload"))

        _answers = d.pop("answers", UNSET)
        answers: list[DeliveryAnswer] | Unset = UNSET
        if _answers is not UNSET:
            answers = []
            for answers_item_data in _answers:
                answers_item = DeliveryAnswer.from_dict(answers_item_data)

                answers.append(answers_item)

        webhook_delivery_detail = cls(
            attempt_history=attempt_history,
            attempts=attempts,
            created_at=created_at,
            delivered_at=delivered_at,
            event_id=event_id,
            event_type=event_type,
            id=id,
            last_error_code=last_error_code,
            manual_replays=manual_replays,
            next_attempt_at=next_attempt_at,
            status=status,
            subscription_id=subscription_id,
            updated_at=updated_at,
            payload=payload,
            answers=answers,
        )

        webhook_delivery_detail.additional_properties = d
        return webhook_delivery_detail

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
