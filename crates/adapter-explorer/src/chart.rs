//! The curve of a price: an SVG that is drawn here, so that it has a title, values on each day and dashes instead of
//! colours alone, and needs no script; and the same as a table.

use app::catalogue::history::{PriceIntelligence, StoreHistory};
use domain::history::{Basis, Range, StoreDay};
use domain::money::Amount;
use domain::num;
use maud::{Markup, html};
use time::Date;
use url::form_urlencoded;

use crate::product;
use crate::reader::Reader;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
/// Room for the prices on the left.
const LEFT: f64 = 78.0;
/// Room for the days below.
const BELOW: f64 = 28.0;
const ABOVE: f64 = 14.0;
const RIGHT: f64 = 12.0;

/// Half the width of a dot.
const DOT: f64 = 2.0;

/// About so many lines across.
const STEPS: f64 = 4.0;

/// A fall of the lowest price from one day to the next that is marked: a tenth.
const SALE: i64 = 10;

/// What is drawn.
pub struct Curves<'a> {
    /// For whom.
    pub reader: &'a Reader,
    /// The product.
    pub id: &'a str,
    /// The market.
    pub past: &'a PriceIntelligence,
    /// One shop, if it was asked for.
    pub store: Option<&'a StoreHistory>,
    /// The shops that can be asked for.
    pub stores: &'a [&'a str],
}

/// Where days and prices lie.
struct Scale {
    from: Date,
    days: f64,
    low: f64,
    high: f64,
}

type Point = (Date, Amount);

impl Scale {
    fn of(from: Date, to: Date, prices: impl Iterator<Item = Amount> + Clone) -> Option<Self> {
        let low = num::f64_from_i64(prices.clone().min()?.minor());
        let high = num::f64_from_i64(prices.max()?.minor());
        let room = ((high - low) * 0.1).max(high * 0.02).max(1.0);
        Some(Self {
            from,
            days: num::f64_from_i64((to - from).whole_days().max(1)),
            low: (low - room).max(0.0),
            high: high + room,
        })
    }

    fn x(&self, day: Date) -> f64 {
        let days = num::f64_from_i64((day - self.from).whole_days());
        LEFT + days / self.days * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, price: Amount) -> f64 {
        self.height(num::f64_from_i64(price.minor()))
    }

    fn height(&self, price: f64) -> f64 {
        let share = (price - self.low) / (self.high - self.low);
        HEIGHT - BELOW - share * (HEIGHT - BELOW - ABOVE)
    }

    /// Round prices in the range, a few: multiples of 1, 2 or 5 times a power of ten, of minor units where whole ones
    /// are too coarse.
    fn lines(&self, units: i64) -> Vec<Amount> {
        let wanted = num::i64_from_f64((self.high - self.low) / STEPS).max(1);
        let steps = std::iter::successors(Some(1_i64), |ten| ten.checked_mul(10));
        let steps = steps.flat_map(|ten| [1, 2, 5].map(|times| ten.saturating_mul(times)));
        let is_wide = |step: &i64| *step >= wanted;
        let step = steps
            .clone()
            .find(|step| is_wide(step) && step % units == 0);
        let few = step.filter(|step| num::f64_from_i64(*step) * 2.0 <= self.high - self.low);
        let step = few
            .or_else(|| steps.clone().find(is_wide))
            .unwrap_or(wanted);
        let first = num::i64_from_f64((self.low / num::f64_from_i64(step)).ceil());
        let all = (first..).map(|n| n.saturating_mul(step));
        let inside = all.take_while(|price| num::f64_from_i64(*price) <= self.high);
        inside.filter_map(Amount::from_minor).collect()
    }

    /// A line through prices, broken where days are missing.
    fn path(&self, points: &[Point]) -> String {
        let mut path = String::new();
        for days in points.chunk_by(|(day, _), (next, _)| day.next_day() == Some(*next)) {
            if let [(day, price)] = days {
                // a day alone is seen as a dot
                let (x, y) = (self.x(*day) - DOT, self.y(*price));
                path.push_str(&format!(
                    "M{x:.1} {y:.1}a{DOT} {DOT} 0 1 0 {0} 0a{DOT} {DOT} 0 1 0 -{0} 0",
                    DOT * 2.0
                ));
                continue;
            }
            for (place, (day, price)) in days.iter().enumerate() {
                let command = if place == 0 { 'M' } else { 'L' };
                let (x, y) = (self.x(*day), self.y(*price));
                path.push_str(&format!("{command}{x:.1} {y:.1}"));
            }
        }
        path
    }
}

/// The curve with its choices, and the table.
pub fn show(curves: &Curves<'_>) -> Markup {
    let Curves { reader, past, .. } = *curves;
    let of_basis = |day: &StoreDay| asked(day, past.summary.basis).is_some();
    let is_priced = |store: &&StoreHistory| store.days.iter().any(of_basis);
    let priced = &Curves {
        store: curves.store.filter(is_priced),
        ..*curves
    };
    let unpriced = curves.store.filter(|store| !is_priced(store));
    let basis = match past.summary.basis {
        Basis::Delivered => reader.say("basis-delivered"),
        Basis::Item => reader.say("basis-item"),
    };
    html! {
        (choices(curves))
        @if let Some(store) = unpriced {
            p .notice { (reader.say_of("no-prices-of", &[("shop", store.store.as_str().into())])) }
        }
        @if past.days.is_empty() { p { (reader.say("no-history")) } }
        @else {
            figure {
                (drawing(priced))
                figcaption {
                    span .key.lowest { (reader.say("lowest-price")) } " "
                    span .key.median { (reader.say("median-price")) } " "
                    @if let Some(store) = priced.store { span .key.store { (store.store) } " " }
                    span .quiet { (basis) }
                }
            }
            (figures(priced))
        }
    }
}

fn choices(curves: &Curves<'_>) -> Markup {
    let Curves {
        reader,
        id,
        past,
        store,
        stores,
    } = curves;
    let chosen = store.map_or("", |store| store.store.as_str());
    html! {
        nav .ranges aria-label=(reader.say("range")) {
            @for range in Range::ALL {
                @let is_current = range == past.range;
                a href=(with(id, range, chosen)) aria-current=[is_current.then_some("true")] { (range_name(reader, range)) }
            }
        }
        form .ranges action=(product::address(id)) method="get" {
            input type="hidden" name="range" value=(past.range.code());
            label for="store" { (reader.say("one-shop")) } " "
            select #store name="store" {
                option value="" { (reader.say("no-shop")) }
                @for name in *stores { option value=(name) selected[*name == chosen] { (name) } }
            }
            " " button type="submit" { (reader.say("show")) }
        }
    }
}

fn with(id: &str, range: Range, store: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("range", range.code());
    if !store.is_empty() {
        query.append_pair("store", store);
    }
    format!("{}?{}", product::address(id), query.finish())
}

fn range_name(reader: &Reader, range: Range) -> String {
    match range {
        Range::Week => reader.say("range-week"),
        Range::Month => reader.say("range-month"),
        Range::Quarter => reader.say("range-quarter"),
        Range::Year => reader.say("range-year"),
    }
}

fn drawing(curves: &Curves<'_>) -> Markup {
    let Curves {
        reader,
        past,
        store,
        ..
    } = curves;
    let lowest: Vec<Point> = past.days.iter().map(|day| (day.date, day.min)).collect();
    let median: Vec<Point> = past.days.iter().map(|day| (day.date, day.median)).collect();
    let of_store = store.map_or(&[][..], |store| store.days.as_slice());
    let basis = past.summary.basis;
    let of_store = of_store
        .iter()
        .filter_map(|day| Some((day.date, asked(day, basis)?)));
    let of_store: Vec<Point> = of_store.collect();
    let all = lowest.iter().chain(&median).chain(&of_store);
    let (from, to) = (past.summary.from.date(), past.summary.as_of.date());
    let Some(scale) = Scale::of(from, to, all.map(|(_, price)| *price)) else {
        return html! {};
    };
    let about = [
        ("from", reader.day(from).into()),
        ("to", reader.day(to).into()),
    ];
    html! {
        svg .chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-labelledby="chart-title" {
            title #chart-title { (reader.say_of("chart-title", &about)) }
            (grid(reader, &scale, from, to))
            path .median d=(scale.path(&median)) {}
            @if !of_store.is_empty() { path .store d=(scale.path(&of_store)) {} }
            path .lowest d=(scale.path(&lowest)) {}
            (sales(reader, &scale, &lowest))
            (values(curves, &scale))
        }
    }
}

/// What a shop asked on a day, of the kind that the curve shows.
const fn asked(day: &StoreDay, basis: Basis) -> Option<Amount> {
    match basis {
        Basis::Delivered => day.delivered,
        Basis::Item => Some(day.item),
    }
}

fn grid(reader: &Reader, scale: &Scale, from: Date, to: Date) -> Markup {
    html! {
        g .grid aria-hidden="true" {
            @for price in scale.lines(reader.currency.units()) {
                @let y = scale.y(price);
                line x1=(LEFT) x2=(WIDTH - RIGHT) y1={ (format!("{y:.1}")) } y2={ (format!("{y:.1}")) } {}
                text x=(LEFT - 8.0) y={ (format!("{:.1}", y + 4.0)) } text-anchor="end" { (reader.price(price)) }
            }
            text x=(LEFT) y=(HEIGHT - 8.0) { (reader.day(from)) }
            text x=(WIDTH - RIGHT) y=(HEIGHT - 8.0) text-anchor="end" { (reader.day(to)) }
        }
    }
}

/// Days on which the lowest price fell by a tenth or more.
fn sales(reader: &Reader, scale: &Scale, lowest: &[Point]) -> Markup {
    let falls = lowest.windows(2).filter_map(|two| {
        let [(day_before, before), (day, now)] = two else {
            return None;
        };
        (day_before.next_day() == Some(*day)).then_some(())?;
        let fall = before.minor() - now.minor();
        let percent = fall.saturating_mul(100).checked_div(before.minor())?;
        (percent >= SALE).then_some((*day, *now, percent))
    });
    html! {
        g .sales {
            @for (day, price, percent) in falls {
                @let (x, y) = (scale.x(day), scale.y(price) + 6.0);
                path d={ (format!("M{x:.1} {y:.1}l5 9h-10z")) } {
                    title { (reader.day(day)) ": −" (percent) " %" }
                }
            }
        }
    }
}

/// Each day's prices, shown when somebody points there.
fn values(curves: &Curves<'_>, scale: &Scale) -> Markup {
    let reader = curves.reader;
    let width = (WIDTH - LEFT - RIGHT) / scale.days;
    html! {
        g .values {
            @for day in &curves.past.days {
                rect x={ (format!("{:.1}", scale.x(day.date) - width / 2.0)) } y=(ABOVE) width={ (format!("{width:.1}")) }
                    height=(HEIGHT - ABOVE - BELOW) {
                    title {
                        (reader.day(day.date)) ": " (reader.price(day.min)) " (" (curves.past.store_name(day.min_store)) "), "
                        (reader.say("median-price")) " " (reader.price(day.median))
                    }
                }
            }
        }
    }
}

/// The same as a table.
fn figures(curves: &Curves<'_>) -> Markup {
    let Curves {
        reader,
        past,
        store,
        ..
    } = curves;
    let of_store = |date: Date| {
        let mut days = store.iter().flat_map(|store| &store.days);
        asked(days.find(|day| day.date == date)?, past.summary.basis)
    };
    html! {
        details {
            summary { (reader.say("as-table")) }
            div .wide.tall tabindex="0" role="group" aria-label=(reader.say("as-table")) {
                table {
                    thead { tr {
                        th scope="col" { (reader.say("day")) }
                        th scope="col" { (reader.say("lowest-price")) }
                        th scope="col" { (reader.say("shop")) }
                        th scope="col" { (reader.say("median-price")) }
                        @if let Some(store) = store { th scope="col" { (store.store) } }
                    } }
                    tbody {
                        @for day in past.days.iter().rev() {
                            tr {
                                th scope="row" { (reader.day(day.date)) }
                                td .amount { (reader.price(day.min)) }
                                td { (past.store_name(day.min_store)) }
                                td .amount { (reader.price(day.median)) }
                                @if store.is_some() {
                                    td .amount { (of_store(day.date).map_or_else(|| "–".to_owned(), |price| reader.price(price))) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::money::Amount;
    use time::macros::date;

    use super::Scale;

    #[test]
    fn a_line_breaks_where_days_are_missing() {
        let price = |minor| Amount::from_minor(minor).unwrap();
        let points = [
            (date!(2026 - 01 - 01), price(1000)),
            (date!(2026 - 01 - 02), price(2000)),
            (date!(2026 - 01 - 05), price(1000)),
        ];
        let prices = points.iter().map(|(_, price)| *price);
        let scale = Scale::of(points[0].0, points[2].0, prices).unwrap();
        let path = scale.path(&points);
        assert_eq!(path.matches('M').count(), 2, "{path}");
        assert!(
            path.ends_with(" 0a2 2 0 1 0 -4 0"),
            "a day alone is a dot: {path}"
        );
        assert_eq!(path.matches('L').count(), 1, "{path}");
        assert!(
            scale.y(price(2000)) < scale.y(price(1000)),
            "dearer is higher"
        );
    }

    #[test]
    fn lines_lie_at_round_prices() {
        for (low, high, expected) in [
            (101_300, 112_300, &[105_000, 110_000][..]),
            (0, 100_000, &[0, 50_000, 100_000]),
            (990, 1020, &[990, 1000, 1010, 1020]),
        ] {
            let scale = Scale {
                from: date!(2026 - 01 - 01),
                days: 1.0,
                low: f64::from(low),
                high: f64::from(high),
            };
            let lines: Vec<i64> = scale.lines(100).iter().map(|it| it.minor()).collect();
            assert_eq!(lines, expected);
        }
    }

    #[test]
    fn one_price_on_one_day_has_a_place() {
        let price = Amount::from_minor(0).unwrap();
        let day = date!(2026 - 01 - 01);
        let scale = Scale::of(day, day, [price].into_iter()).unwrap();
        assert!(scale.x(day).is_finite() && scale.y(price).is_finite());
    }
}
