# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.history_range import HistoryRange
from ..models.low_days import LowDays
from ..models.price_basis import PriceBasis
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.price_verdict import PriceVerdict


T = TypeVar("T", bound="HistoricalSignal")


@_attrs_define
class HistoricalSignal:
    """What the product cost over the range; prices on `price_basis`.

    Attributes:
        price_basis (PriceBasis): `delivered`: at the door, with stated delivery costs; `item`: without delivery.
        range_ (HistoryRange): Days that are looked at; they end today.
        average (float | None | Unset): Time-weighted mean.
        current (float | None | Unset): The lowest price now.
        lowest_in_days (LowDays | None | Unset):
        max_ (float | None | Unset): The highest that the lowest price was.
        min_ (float | None | Unset): The lowest price of the range.
        min_date (datetime.date | None | Unset): The first day of it.
        percentile (float | None | Unset): Percent of the time of the range for which it was dearer; equal prices count
            half.
        verdict (None | PriceVerdict | Unset):
        verdict_missing (str | Unset): Why there is no verdict.
    """

    price_basis: PriceBasis
    range_: HistoryRange
    average: float | None | Unset = UNSET
    current: float | None | Unset = UNSET
    lowest_in_days: LowDays | None | Unset = UNSET
    max_: float | None | Unset = UNSET
    min_: float | None | Unset = UNSET
    min_date: datetime.date | None | Unset = UNSET
    percentile: float | None | Unset = UNSET
    verdict: None | PriceVerdict | Unset = UNSET
    verdict_missing: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price_verdict import PriceVerdict

        price_basis = self.price_basis.value

        range_ = self.range_.value

        average: float | None | Unset
        if isinstance(self.average, Unset):
            average = UNSET
        else:
            average = self.average

        current: float | None | Unset
        if isinstance(self.current, Unset):
            current = UNSET
        else:
            current = self.current

        lowest_in_days: int | None | Unset
        if isinstance(self.lowest_in_days, Unset):
            lowest_in_days = UNSET
        elif isinstance(self.lowest_in_days, LowDays):
            lowest_in_days = self.lowest_in_days.value
        else:
            lowest_in_days = self.lowest_in_days

        max_: float | None | Unset
        if isinstance(self.max_, Unset):
            max_ = UNSET
        else:
            max_ = self.max_

        min_: float | None | Unset
        if isinstance(self.min_, Unset):
            min_ = UNSET
        else:
            min_ = self.min_

        min_date: None | str | Unset
        if isinstance(self.min_date, Unset):
            min_date = UNSET
        elif isinstance(self.min_date, datetime.date):
            min_date = self.min_date.isoformat()
        else:
            min_date = self.min_date

        percentile: float | None | Unset
        if isinstance(self.percentile, Unset):
            percentile = UNSET
        else:
            percentile = self.percentile

        verdict: dict[str, Any] | None | Unset
        if isinstance(self.verdict, Unset):
            verdict = UNSET
        elif isinstance(self.verdict, PriceVerdict):
            verdict = self.verdict.to_dict()
        else:
            verdict = self.verdict

        verdict_missing = self.verdict_missing

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "price_basis": price_basis,
                "range": range_,
            }
        )
        if average is not UNSET:
            field_dict["average"] = average
        if current is not UNSET:
            field_dict["current"] = current
        if lowest_in_days is not UNSET:
            field_dict["lowest_in_days"] = lowest_in_days
        if max_ is not UNSET:
            field_dict["max"] = max_
        if min_ is not UNSET:
            field_dict["min"] = min_
        if min_date is not UNSET:
            field_dict["min_date"] = min_date
        if percentile is not UNSET:
            field_dict["percentile"] = percentile
        if verdict is not UNSET:
            field_dict["verdict"] = verdict
        if verdict_missing is not UNSET:
            field_dict["verdict_missing"] = verdict_missing

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.price_verdict import PriceVerdict

        d = dict(src_dict)
        price_basis = PriceBasis(d.pop("price_basis"))

        range_ = HistoryRange(d.pop("range"))

        def _parse_average(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        average = _parse_average(d.pop("average", UNSET))

        def _parse_current(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        current = _parse_current(d.pop("current", UNSET))

        def _parse_lowest_in_days(data: object) -> LowDays | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, int):
                    raise TypeError()
                lowest_in_days_type_0 = LowDays(data)

                return lowest_in_days_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LowDays | None | Unset, data)

        lowest_in_days = _parse_lowest_in_days(d.pop("lowest_in_days", UNSET))

        def _parse_max_(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        max_ = _parse_max_(d.pop("max", UNSET))

        def _parse_min_(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        min_ = _parse_min_(d.pop("min", UNSET))

        def _parse_min_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                min_date_type_0 = datetime.date.fromisoformat(data)

                return min_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        min_date = _parse_min_date(d.pop("min_date", UNSET))

        def _parse_percentile(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        percentile = _parse_percentile(d.pop("percentile", UNSET))

        def _parse_verdict(data: object) -> None | PriceVerdict | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                verdict_type_0 = PriceVerdict.from_dict(data)

                return verdict_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceVerdict | Unset, data)

        verdict = _parse_verdict(d.pop("verdict", UNSET))

        verdict_missing = d.pop("verdict_missing", UNSET)

        historical_signal = cls(
            price_basis=price_basis,
            range_=range_,
            average=average,
            current=current,
            lowest_in_days=lowest_in_days,
            max_=max_,
            min_=min_,
            min_date=min_date,
            percentile=percentile,
            verdict=verdict,
            verdict_missing=verdict_missing,
        )

        historical_signal.additional_properties = d
        return historical_signal

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
