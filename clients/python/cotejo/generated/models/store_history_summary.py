# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.history_range import HistoryRange
from ..models.price_basis import PriceBasis
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.store_price import StorePrice


T = TypeVar("T", bound="StoreHistorySummary")


@_attrs_define
class StoreHistorySummary:
    """What a store's points amount to. Every price is an item price unless its name says otherwise.

    Attributes:
        as_of (datetime.datetime): The instant to which statistics reach.
        points (int): How many points there are.
        price_basis (PriceBasis): `delivered`: at the door, with stated delivery costs; `item`: without delivery.
        range_ (HistoryRange): Days that are looked at; they end today.
        average (float | None | Unset): Mean of the points.
        current (float | None | Unset): What it asks now; null when it does not sell the product.
        current_delivered_price (float | None | Unset): What it asks now at the door; null when its delivery cost is not
            stated.
        first_date (datetime.date | None | Unset): The first point's day.
        highest (None | StorePrice | Unset):
        last_date (datetime.date | None | Unset): The last point's day.
        lowest (None | StorePrice | Unset):
        max_ (float | None | Unset): The highest point.
        min_ (float | None | Unset): The lowest point.
    """

    as_of: datetime.datetime
    points: int
    price_basis: PriceBasis
    range_: HistoryRange
    average: float | None | Unset = UNSET
    current: float | None | Unset = UNSET
    current_delivered_price: float | None | Unset = UNSET
    first_date: datetime.date | None | Unset = UNSET
    highest: None | StorePrice | Unset = UNSET
    last_date: datetime.date | None | Unset = UNSET
    lowest: None | StorePrice | Unset = UNSET
    max_: float | None | Unset = UNSET
    min_: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.store_price import StorePrice

        as_of = self.as_of.isoformat()

        points = self.points

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

        current_delivered_price: float | None | Unset
        if isinstance(self.current_delivered_price, Unset):
            current_delivered_price = UNSET
        else:
            current_delivered_price = self.current_delivered_price

        first_date: None | str | Unset
        if isinstance(self.first_date, Unset):
            first_date = UNSET
        elif isinstance(self.first_date, datetime.date):
            first_date = self.first_date.isoformat()
        else:
            first_date = self.first_date

        highest: dict[str, Any] | None | Unset
        if isinstance(self.highest, Unset):
            highest = UNSET
        elif isinstance(self.highest, StorePrice):
            highest = self.highest.to_dict()
        else:
            highest = self.highest

        last_date: None | str | Unset
        if isinstance(self.last_date, Unset):
            last_date = UNSET
        elif isinstance(self.last_date, datetime.date):
            last_date = self.last_date.isoformat()
        else:
            last_date = self.last_date

        lowest: dict[str, Any] | None | Unset
        if isinstance(self.lowest, Unset):
            lowest = UNSET
        elif isinstance(self.lowest, StorePrice):
            lowest = self.lowest.to_dict()
        else:
            lowest = self.lowest

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

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "as_of": as_of,
                "points": points,
                "price_basis": price_basis,
                "range": range_,
            }
        )
        if average is not UNSET:
            field_dict["average"] = average
        if current is not UNSET:
            field_dict["current"] = current
        if current_delivered_price is not UNSET:
            field_dict["current_delivered_price"] = current_delivered_price
        if first_date is not UNSET:
            field_dict["first_date"] = first_date
        if highest is not UNSET:
            field_dict["highest"] = highest
        if last_date is not UNSET:
            field_dict["last_date"] = last_date
        if lowest is not UNSET:
            field_dict["lowest"] = lowest
        if max_ is not UNSET:
            field_dict["max"] = max_
        if min_ is not UNSET:
            field_dict["min"] = min_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.store_price import StorePrice

        d = dict(src_dict)
        as_of = datetime.datetime.fromisoformat(d.pop("as_of"))

        points = d.pop("points")

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

        def _parse_current_delivered_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        current_delivered_price = _parse_current_delivered_price(
            d.pop("current_delivered_price", UNSET)
        )

        def _parse_first_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                first_date_type_0 = datetime.date.fromisoformat(data)

                return first_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        first_date = _parse_first_date(d.pop("first_date", UNSET))

        def _parse_highest(data: object) -> None | StorePrice | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                highest_type_0 = StorePrice.from_dict(data)

                return highest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StorePrice | Unset, data)

        highest = _parse_highest(d.pop("highest", UNSET))

        def _parse_last_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_date_type_0 = datetime.date.fromisoformat(data)

                return last_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        last_date = _parse_last_date(d.pop("last_date", UNSET))

        def _parse_lowest(data: object) -> None | StorePrice | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                lowest_type_0 = StorePrice.from_dict(data)

                return lowest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StorePrice | Unset, data)

        lowest = _parse_lowest(d.pop("lowest", UNSET))

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

        store_history_summary = cls(
            as_of=as_of,
            points=points,
            price_basis=price_basis,
            range_=range_,
            average=average,
            current=current,
            current_delivered_price=current_delivered_price,
            first_date=first_date,
            highest=highest,
            last_date=last_date,
            lowest=lowest,
            max_=max_,
            min_=min_,
        )

        store_history_summary.additional_properties = d
        return store_history_summary

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
