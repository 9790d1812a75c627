# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PriceStatistics")


@_attrs_define
class PriceStatistics:
    """Statistics of the lowest price over the range, weighted by the time for which each price stood.

    Attributes:
        average (float): Time-weighted mean.
        max_ (float): The highest that the lowest price was.
        max_date (datetime.date): The first day of it.
        max_store (str): Who asked it.
        median (float): Time-weighted median.
        min_ (float): The lowest price.
        min_date (datetime.date): The first day of it.
        min_store (str): Who asked it.
        observed_hours (float): Hours of the range for which there was a price.
        p10 (float): The price that was undercut for at most a tenth of the time.
        volatility (float): Time-weighted standard deviation as a share of the mean.
    """

    average: float
    max_: float
    max_date: datetime.date
    max_store: str
    median: float
    min_: float
    min_date: datetime.date
    min_store: str
    observed_hours: float
    p10: float
    volatility: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        average = self.average

        max_ = self.max_

        max_date = self.max_date.isoformat()

        max_store = self.max_store

        median = self.median

        min_ = self.min_

        min_date = self.min_date.isoformat()

        min_store = self.min_store

        observed_hours = self.observed_hours

        p10 = self.p10

        volatility = self.volatility

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "average": average,
                "max": max_,
                "max_date": max_date,
                "max_store": max_store,
                "median": median,
                "min": min_,
                "min_date": min_date,
                "min_store": min_store,
                "observed_hours": observed_hours,
                "p10": p10,
                "volatility": volatility,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        average = d.pop("average")

        max_ = d.pop("max")

        max_date = datetime.date.fromisoformat(d.pop("max_date"))

        max_store = d.pop("max_store")

        median = d.pop("median")

        min_ = d.pop("min")

        min_date = datetime.date.fromisoformat(d.pop("min_date"))

        min_store = d.pop("min_store")

        observed_hours = d.pop("observed_hours")

        p10 = d.pop("p10")

        volatility = d.pop("volatility")

        price_statistics = cls(
            average=average,
            max_=max_,
            max_date=max_date,
            max_store=max_store,
            median=median,
            min_=min_,
            min_date=min_date,
            min_store=min_store,
            observed_hours=observed_hours,
            p10=p10,
            volatility=volatility,
        )

        price_statistics.additional_properties = d
        return price_statistics

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
