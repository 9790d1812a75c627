//! Delivery, returns, warranty and the seller's rating.

use time::OffsetDateTime;

use super::item::{Item, Value, local_name};
use super::price;
use crate::offer::codes;

/// The most ways of delivery that are looked at.
const MAX_WAYS: usize = 500;
/// The longest time for returning that is stated as such.
const UNLIMITED_RETURN: u16 = 365;

/// A way of delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delivery {
    /// Its cost as a plain decimal.
    pub(super) cost: String,
    /// Days until delivery, the upper end.
    pub(super) days: Option<u16>,
}

/// The cheapest way of delivery in a currency; the error is a remark.
pub(super) fn delivery(offer: &Item, currency: &str) -> Result<Option<Delivery>, String> {
    let mut best: Option<(f64, Delivery)> = None;
    let mut remark = None;
    for way in offer.items("shippingdetails").take(MAX_WAYS) {
        if way.text("doesnotship").eq_ignore_ascii_case("true") {
            remark = Some("the page says that it is not sent there".to_owned());
            continue;
        }
        let Some(rate) = way.all("shippingrate").next() else {
            continue;
        };
        match cost(rate, currency) {
            Ok((value, cost)) => {
                if best.as_ref().is_none_or(|(lowest, _)| value < *lowest) {
                    best = Some((
                        value,
                        Delivery {
                            cost,
                            days: days(way),
                        },
                    ));
                }
            }
            Err(reason) => remark = Some(reason),
        }
    }
    match (best, remark) {
        (Some((_, delivery)), _) => Ok(Some(delivery)),
        (None, Some(remark)) => Err(remark),
        (None, None) => Ok(None),
    }
}

fn cost(rate: &Value, currency: &str) -> Result<(f64, String), String> {
    if let Value::Item(item) = rate {
        let own = item.first(&["currency", "pricecurrency"]);
        if !own.is_empty() && !currency.is_empty() && !own.eq_ignore_ascii_case(currency) {
            return Err(format!(
                "dropped: in {own:.20}, the price is in {currency:.20}"
            ));
        }
        if !item.has("value") && !item.has("price") {
            let most = item.all("maxvalue").next();
            return most.map_or_else(
                || Err("dropped: without a value".to_owned()),
                |most| cost(most, currency),
            );
        }
    }
    let read = price::read(rate, ports_net::DecimalMark::Auto, currency);
    let amount = read.map_err(|reason| format!("dropped: {reason}"))?.amount;
    let value = amount
        .parse()
        .map_err(|_| "dropped: not a number".to_owned())?;
    Ok((value, amount))
}

/// Handling and transit together; transit alone when handling is not stated.
fn days(way: &Item) -> Option<u16> {
    let time = way.items("deliverytime").next()?;
    let transit = time.items("transittime").next().and_then(days_of)?;
    match time.items("handlingtime").next() {
        Some(handling) => days_of(handling).map(|days| days.saturating_add(transit)),
        None => Some(transit),
    }
}

/// The upper end of a duration in days.
pub(super) fn days_of(quantity: &Item) -> Option<u16> {
    let number: f64 = quantity.first(&["maxvalue", "value"]).parse().ok()?;
    let factor = match unit(quantity).as_str() {
        "" | "day" | "days" | "d" => 1.0,
        "hur" | "hour" | "hours" | "h" => 1.0 / 24.0,
        "wee" | "week" | "weeks" => 7.0,
        "mon" | "month" | "months" => 30.0,
        _ => return None,
    };
    whole(number * factor)
}

fn unit(quantity: &Item) -> String {
    let unit = quantity.first(&["unitcode", "unittext"]);
    local_name(&unit)
}

/// A number rounded up.
fn whole(number: f64) -> Option<u16> {
    (0.0..=f64::from(u16::MAX))
        .contains(&number)
        .then(|| format!("{:.0}", number.ceil()).parse().ok())?
}

/// Days for returning: the fewest of all policies; a day is counted from now.
pub(super) fn return_days(things: &[&Item], now: OffsetDateTime) -> Option<u16> {
    let policies = things
        .iter()
        .flat_map(|thing| thing.items("hasmerchantreturnpolicy").take(MAX_WAYS));
    policies
        .filter_map(|policy| days_to_return(policy, now))
        .min()
}

fn days_to_return(policy: &Item, now: OffsetDateTime) -> Option<u16> {
    let category = local_name(&policy.text("returnpolicycategory"));
    match category.as_str() {
        "merchantreturnnotpermitted" => return Some(0),
        "merchantreturnunlimitedwindow" => return Some(UNLIMITED_RETURN),
        _ => {}
    }
    let days = policy.text("merchantreturndays");
    if let Ok(days) = days.trim_end_matches(".0").parse() {
        return Some(days);
    }
    let until = codes::google_instant(&days)?;
    u16::try_from((until.date() - now.date()).whole_days()).ok()
}

/// Months of warranty.
pub(super) fn warranty_months(things: &[&Item]) -> Option<u16> {
    let mut promises = things.iter().flat_map(|thing| thing.all("warranty"));
    promises.find_map(|promise| {
        let Value::Item(promise) = promise else {
            return None;
        };
        match promise.all("durationofwarranty").next()? {
            Value::Item(duration) => months_of(duration),
            Value::Text(text) | Value::Number(text) => months_of_iso(text),
        }
    })
}

fn months_of(duration: &Item) -> Option<u16> {
    let number: f64 = duration.first(&["value", "minvalue"]).parse().ok()?;
    let factor = match unit(duration).as_str() {
        "ann" | "year" | "years" | "y" => 12.0,
        "mon" | "month" | "months" | "m" => 1.0,
        "day" | "days" | "d" => 12.0 / 365.0,
        _ => return None,
    };
    whole((number * factor).round())
}

/// `P2Y`, `P24M`.
fn months_of_iso(text: &str) -> Option<u16> {
    let text = text.trim().to_uppercase();
    let rest = text.strip_prefix('P')?;
    if let Some(years) = rest.strip_suffix('Y') {
        return years.parse::<u16>().ok()?.checked_mul(12);
    }
    rest.strip_suffix('M')?.parse().ok()
}

/// The rating of the seller on our scale, as a text with a point.
pub(super) fn seller_score(offer: &Item) -> Option<String> {
    let rating = offer
        .items("seller")
        .chain(offer.items("offeredby"))
        .find_map(|seller| seller.items("aggregaterating").next())?;
    let number = |name: &str| rating.text(name).replace(',', ".").parse::<f64>().ok();
    let value = number("ratingvalue")?;
    let best = number("bestrating")
        .filter(|best| *best > 0.0)
        .unwrap_or(5.0);
    let score = value / best * 5.0;
    (0.0..=5.0).contains(&score).then(|| format!("{score:.2}"))
}
