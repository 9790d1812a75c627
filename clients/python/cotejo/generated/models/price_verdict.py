# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.verdict_confidence import VerdictConfidence
from ..models.verdict_label import VerdictLabel

if TYPE_CHECKING:
    from ..models.verdict_parts import VerdictParts


T = TypeVar("T", bound="PriceVerdict")


@_attrs_define
class PriceVerdict:
    """Whether the current price is a good one, by the last 180 days; the same for every range.

    Attributes:
        confidence (VerdictConfidence): How much a verdict rests on.
        label (VerdictLabel): How good a price is.
        low_180d (float): The lowest price of 180 days.
        median_90d (float): Time-weighted median of 90 days.
        parts (VerdictParts): What the points of a verdict are made of, each 0 to 1.
        reason (str): Why, in words.
        score (int): 0 to 100; 50 when the price never moved.
        since (datetime.date): The first day that was looked at.
        wait (bool): Waiting is the better advice.
    """

    confidence: VerdictConfidence
    label: VerdictLabel
    low_180d: float
    median_90d: float
    parts: VerdictParts
    reason: str
    score: int
    since: datetime.date
    wait: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence = self.confidence.value

        label = self.label.value

        low_180d = self.low_180d

        median_90d = self.median_90d

        parts = self.parts.to_dict()

        reason = self.reason

        score = self.score

        since = self.since.isoformat()

        wait = self.wait

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence": confidence,
                "label": label,
                "low_180d": low_180d,
                "median_90d": median_90d,
                "parts": parts,
                "reason": reason,
                "score": score,
                "since": since,
                "wait": wait,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.verdict_parts import VerdictParts

        d = dict(src_dict)
        confidence = VerdictConfidence(d.pop("confidence"))

        label = VerdictLabel(d.pop("label"))

        low_180d = d.pop("low_180d")

        median_90d = d.pop("median_90d")

        parts = VerdictParts.from_dict(d.pop("parts"))

        reason = d.pop("reason")

        score = d.pop("score")

        since = datetime.date.fromisoformat(d.pop("since"))

        wait = d.pop("wait")

        price_verdict = cls(
            confidence=confidence,
            label=label,
            low_180d=low_180d,
            median_90d=median_90d,
            parts=parts,
            reason=reason,
            score=score,
            since=since,
            wait=wait,
        )

        price_verdict.additional_properties = d
        return price_verdict

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
