# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.low_days import LowDays
from ..models.price_basis import PriceBasis
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.missing_figure import MissingFigure
    from ..models.price_statistics import PriceStatistics
    from ..models.price_trend import PriceTrend
    from ..models.price_verdict import PriceVerdict


T = TypeVar("T", bound="PriceSummary")


@_attrs_define
class PriceSummary:
    """What the days of a range amount to. Prices are the lowest price of the product on `price_basis`
    unless their name says otherwise.

        Attributes:
            as_of (datetime.datetime): The instant to which statistics reach: the end of the hour.
            coverage (float): Share of the range in which offers of the product were known, 0 to 1.
            from_ (datetime.date): The first day of the range.
            missing (list[MissingFigure]): Why figures above are null.
            points (int): Days in the series.
            price_basis (PriceBasis): `delivered`: at the door, with stated delivery costs; `item`: without delivery.
            watched_days (int): For how many days the product is watched altogether.
            average (float | None | Unset): Time-weighted mean.
            change (float | None | Unset): The current price less the first one of the range.
            change_percent (float | None | Unset): The same in percent of the first one.
            current (float | None | Unset): The lowest price now; null when no shop offers the product.
            current_delivered_price (float | None | Unset): The lowest price at the door now, with a stated delivery cost.
            current_item_price (float | None | Unset): The lowest item price now.
            current_store (None | str | Unset): Who asks it.
            delivered (None | PriceStatistics | Unset):
            first_date (datetime.date | None | Unset): The first day of the series.
            item (None | PriceStatistics | Unset):
            last_date (datetime.date | None | Unset): The last day of the series.
            lowest_in_days (LowDays | None | Unset):
            max_ (float | None | Unset): The highest that the lowest price was.
            max_date (datetime.date | None | Unset): The first day of it.
            max_store (None | str | Unset): Who asked it.
            median (float | None | Unset): Time-weighted median.
            min_ (float | None | Unset): The lowest price of the range.
            min_date (datetime.date | None | Unset): The first day of it.
            min_store (None | str | Unset): Who asked it.
            out_of_stock_share (float | None | Unset): Share of that in which none could be bought; null when nothing was
                known.
            p10 (float | None | Unset): The price that was undercut for at most a tenth of the time.
            percentile (float | None | Unset): Percent of the time of the range for which the product was dearer, times at
                the same price
                counted half: 100 is the lowest, 50 a price that never moved.
            trend (None | PriceTrend | Unset):
            verdict (None | PriceVerdict | Unset):
            volatility (float | None | Unset): Time-weighted standard deviation as a share of the mean.
    """

    as_of: datetime.datetime
    coverage: float
    from_: datetime.date
    missing: list[MissingFigure]
    points: int
    price_basis: PriceBasis
    watched_days: int
    average: float | None | Unset = UNSET
    change: float | None | Unset = UNSET
    change_percent: float | None | Unset = UNSET
    current: float | None | Unset = UNSET
    current_delivered_price: float | None | Unset = UNSET
    current_item_price: float | None | Unset = UNSET
    current_store: None | str | Unset = UNSET
    delivered: None | PriceStatistics | Unset = UNSET
    first_date: datetime.date | None | Unset = UNSET
    item: None | PriceStatistics | Unset = UNSET
    last_date: datetime.date | None | Unset = UNSET
    lowest_in_days: LowDays | None | Unset = UNSET
    max_: float | None | Unset = UNSET
    max_date: datetime.date | None | Unset = UNSET
    max_store: None | str | Unset = UNSET
    median: float | None | Unset = UNSET
    min_: float | None | Unset = UNSET
    min_date: datetime.date | None | Unset = UNSET
    min_store: None | str | Unset = UNSET
    out_of_stock_share: float | None | Unset = UNSET
    p10: float | None | Unset = UNSET
    percentile: float | None | Unset = UNSET
    trend: None | PriceTrend | Unset = UNSET
    verdict: None | PriceVerdict | Unset = UNSET
    volatility: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price_statistics import PriceStatistics
        from ..models.price_trend import PriceTrend
        from ..models.price_verdict import PriceVerdict

        as_of = self.as_of.isoformat()

        coverage = self.coverage

        from_ = self.from_.isoformat()

        missing = []
        for missing_item_data in self.missing:
            missing_item = missing_item_data.to_dict()
            missing.append(missing_item)

        points = self.points

        price_basis = self.price_basis.value

        watched_days = self.watched_days

        average: float | None | Unset
        if isinstance(self.average, Unset):
            average = UNSET
        else:
            average = self.average

        change: float | None | Unset
        if isinstance(self.change, Unset):
            change = UNSET
        else:
            change = self.change

        change_percent: float | None | Unset
        if isinstance(self.change_percent, Unset):
            change_percent = UNSET
        else:
            change_percent = self.change_percent

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

        current_item_price: float | None | Unset
        if isinstance(self.current_item_price, Unset):
            current_item_price = UNSET
        else:
            current_item_price = self.current_item_price

        current_store: None | str | Unset
        if isinstance(self.current_store, Unset):
            current_store = UNSET
        else:
            current_store = self.current_store

        delivered: dict[str, Any] | None | Unset
        if isinstance(self.delivered, Unset):
            delivered = UNSET
        elif isinstance(self.delivered, PriceStatistics):
            delivered = self.delivered.to_dict()
        else:
            delivered = self.delivered

        first_date: None | str | Unset
        if isinstance(self.first_date, Unset):
            first_date = UNSET
        elif isinstance(self.first_date, datetime.date):
            first_date = self.first_date.isoformat()
        else:
            first_date = self.first_date

        item: dict[str, Any] | None | Unset
        if isinstance(self.item, Unset):
            item = UNSET
        elif isinstance(self.item, PriceStatistics):
            item = self.item.to_dict()
        else:
            item = self.item

        last_date: None | str | Unset
        if isinstance(self.last_date, Unset):
            last_date = UNSET
        elif isinstance(self.last_date, datetime.date):
            last_date = self.last_date.isoformat()
        else:
            last_date = self.last_date

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

        max_date: None | str | Unset
        if isinstance(self.max_date, Unset):
            max_date = UNSET
        elif isinstance(self.max_date, datetime.date):
            max_date = self.max_date.isoformat()
        else:
            max_date = self.max_date

        max_store: None | str | Unset
        if isinstance(self.max_store, Unset):
            max_store = UNSET
        else:
            max_store = self.max_store

        median: float | None | Unset
        if isinstance(self.median, Unset):
            median = UNSET
        else:
            median = self.median

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

        min_store: None | str | Unset
        if isinstance(self.min_store, Unset):
            min_store = UNSET
        else:
            min_store = self.min_store

        out_of_stock_share: float | None | Unset
        if isinstance(self.out_of_stock_share, Unset):
            out_of_stock_share = UNSET
        else:
            out_of_stock_share = self.out_of_stock_share

        p10: float | None | Unset
        if isinstance(self.p10, Unset):
            p10 = UNSET
        else:
            p10 = self.p10

        percentile: float | None | Unset
        if isinstance(self.percentile, Unset):
            percentile = UNSET
        else:
            percentile = self.percentile

        trend: dict[str, Any] | None | Unset
        if isinstance(self.trend, Unset):
            trend = UNSET
        elif isinstance(self.trend, PriceTrend):
            trend = self.trend.to_dict()
        else:
            trend = self.trend

        verdict: dict[str, Any] | None | Unset
        if isinstance(self.verdict, Unset):
            verdict = UNSET
        elif isinstance(self.verdict, PriceVerdict):
            verdict = self.verdict.to_dict()
        else:
            verdict = self.verdict

        volatility: float | None | Unset
        if isinstance(self.volatility, Unset):
            volatility = UNSET
        else:
            volatility = self.volatility

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "as_of": as_of,
                "coverage": coverage,
                "from": from_,
                "missing": missing,
                "points": points,
                "price_basis": price_basis,
                "watched_days": watched_days,
            }
        )
        if average is not UNSET:
            field_dict["average"] = average
        if change is not UNSET:
            field_dict["change"] = change
        if change_percent is not UNSET:
            field_dict["change_percent"] = change_percent
        if current is not UNSET:
            field_dict["current"] = current
        if current_delivered_price is not UNSET:
            field_dict["current_delivered_price"] = current_delivered_price
        if current_item_price is not UNSET:
            field_dict["current_item_price"] = current_item_price
        if current_store is not UNSET:
            field_dict["current_store"] = current_store
        if delivered is not UNSET:
            field_dict["delivered"] = delivered
        if first_date is not UNSET:
            field_dict["first_date"] = first_date
        if item is not UNSET:
            field_dict["item"] = item
        if last_date is not UNSET:
            field_dict["last_date"] = last_date
        if lowest_in_days is not UNSET:
            field_dict["lowest_in_days"] = lowest_in_days
        if max_ is not UNSET:
            field_dict["max"] = max_
        if max_date is not UNSET:
            field_dict["max_date"] = max_date
        if max_store is not UNSET:
            field_dict["max_store"] = max_store
        if median is not UNSET:
            field_dict["median"] = median
        if min_ is not UNSET:
            field_dict["min"] = min_
        if min_date is not UNSET:
            field_dict["min_date"] = min_date
        if min_store is not UNSET:
            field_dict["min_store"] = min_store
        if out_of_stock_share is not UNSET:
            field_dict["out_of_stock_share"] = out_of_stock_share
        if p10 is not UNSET:
            field_dict["p10"] = p10
        if percentile is not UNSET:
            field_dict["percentile"] = percentile
        if trend is not UNSET:
            field_dict["trend"] = trend
        if verdict is not UNSET:
            field_dict["verdict"] = verdict
        if volatility is not UNSET:
            field_dict["volatility"] = volatility

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.missing_figure import MissingFigure
        from ..models.price_statistics import PriceStatistics
        from ..models.price_trend import PriceTrend
        from ..models.price_verdict import PriceVerdict

        d = dict(src_dict)
        as_of = datetime.datetime.fromisoformat(d.pop("as_of"))

        coverage = d.pop("coverage")

        from_ = datetime.date.fromisoformat(d.pop("from"))

        missing = []
        _missing = d.pop("missing")
        for missing_item_data in _missing:
            missing_item = MissingFigure.from_dict(missing_item_data)

            missing.append(missing_item)

        points = d.pop("points")

        price_basis = PriceBasis(d.pop("price_basis"))

        watched_days = d.pop("watched_days")

        def _parse_average(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        average = _parse_average(d.pop("average", UNSET))

        def _parse_change(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        change = _parse_change(d.pop("change", UNSET))

        def _parse_change_percent(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        change_percent = _parse_change_percent(d.pop("change_percent", UNSET))

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

        def _parse_current_item_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        current_item_price = _parse_current_item_price(
            d.pop("current_item_price", UNSET)
        )

        def _parse_current_store(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        current_store = _parse_current_store(d.pop("current_store", UNSET))

        def _parse_delivered(data: object) -> None | PriceStatistics | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                delivered_type_0 = PriceStatistics.from_dict(data)

                return delivered_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceStatistics | Unset, data)

        delivered = _parse_delivered(d.pop("delivered", UNSET))

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

        def _parse_item(data: object) -> None | PriceStatistics | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                item_type_0 = PriceStatistics.from_dict(data)

                return item_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceStatistics | Unset, data)

        item = _parse_item(d.pop("item", UNSET))

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

        def _parse_max_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                max_date_type_0 = datetime.date.fromisoformat(data)

                return max_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        max_date = _parse_max_date(d.pop("max_date", UNSET))

        def _parse_max_store(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        max_store = _parse_max_store(d.pop("max_store", UNSET))

        def _parse_median(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        median = _parse_median(d.pop("median", UNSET))

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

        def _parse_min_store(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        min_store = _parse_min_store(d.pop("min_store", UNSET))

        def _parse_out_of_stock_share(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        out_of_stock_share = _parse_out_of_stock_share(
            d.pop("out_of_stock_share", UNSET)
        )

        def _parse_p10(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        p10 = _parse_p10(d.pop("p10", UNSET))

        def _parse_percentile(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        percentile = _parse_percentile(d.pop("percentile", UNSET))

        def _parse_trend(data: object) -> None | PriceTrend | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                trend_type_0 = PriceTrend.from_dict(data)

                return trend_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceTrend | Unset, data)

        trend = _parse_trend(d.pop("trend", UNSET))

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

        def _parse_volatility(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        volatility = _parse_volatility(d.pop("volatility", UNSET))

        price_summary = cls(
            as_of=as_of,
            coverage=coverage,
            from_=from_,
            missing=missing,
            points=points,
            price_basis=price_basis,
            watched_days=watched_days,
            average=average,
            change=change,
            change_percent=change_percent,
            current=current,
            current_delivered_price=current_delivered_price,
            current_item_price=current_item_price,
            current_store=current_store,
            delivered=delivered,
            first_date=first_date,
            item=item,
            last_date=last_date,
            lowest_in_days=lowest_in_days,
            max_=max_,
            max_date=max_date,
            max_store=max_store,
            median=median,
            min_=min_,
            min_date=min_date,
            min_store=min_store,
            out_of_stock_share=out_of_stock_share,
            p10=p10,
            percentile=percentile,
            trend=trend,
            verdict=verdict,
            volatility=volatility,
        )

        price_summary.additional_properties = d
        return price_summary

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
