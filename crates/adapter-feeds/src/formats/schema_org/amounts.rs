//! The amount that one offer states: beside its name, in a specification, or in a range of one.

use ports_net::FeedOptions;
use product_knowledge::price_text::Money;
use time::OffsetDateTime;

use super::item::{Item, Value, local_name};
use super::price::{self, Price};
use crate::offer::codes;
use crate::offer::money::shown;

/// The most specifications of an offer that are looked at.
const MAX_SPECIFICATIONS: usize = 1_000;
/// Kinds of prices that are not what is paid.
const NOT_PAID: [&str; 7] = [
    "listprice",
    "strikethroughprice",
    "srp",
    "msrp",
    "regularprice",
    "minimumadvertisedprice",
    "invoiceprice",
];
/// Properties that make a price one of another thing: per kilo, per month, for members, for many.
const CONDITIONED: [&str; 7] = [
    "referencequantity",
    "validformembertier",
    "billingduration",
    "billingincrement",
    "membershippointsearned",
    "eligibletransactionvolume",
    "minpurchasequantity",
];
/// The price of an offer that is paid for one piece, with the currency stated beside it or by its
/// list. The error is a reason.
pub(super) fn of_offer(
    offer: &Item,
    list: Option<&Item>,
    options: &FeedOptions,
) -> Result<(Price, String), String> {
    let stated = |item: &Item| item.first(&["pricecurrency", "currency"]);
    let mut currency = stated(offer);
    if let (true, Some(list)) = (currency.is_empty(), list) {
        currency = stated(list);
    }
    let mut price = prices(offer.all("price"), &currency, options)?;
    if price.is_none()
        && let Some((specified, stated)) = specification(offer, &currency, options)?
    {
        (price, currency) = (Some(specified), stated);
    }
    let price = match price {
        Some(price) => price,
        None => one_of_range(offer, &currency, options)?,
    };
    if let (Some(code), Some(money)) = (price::currency(&currency), &price.currency)
        && !money.may_be(code.code())
    {
        return Err(format!(
            "the price is in {}, beside it stands {code}",
            shown(money.written())
        ));
    }
    let currency = currency_of(&currency, &price, options);
    Ok((price, currency))
}

/// The one price that some values state; `None` without values.
fn prices<'a>(
    values: impl Iterator<Item = &'a Value>,
    currency: &str,
    options: &FeedOptions,
) -> Result<Option<Price>, String> {
    let mut found: Option<Price> = None;
    let mut refused = None;
    for value in values.filter(|value| !value.said().is_empty()) {
        match price::read(value, options.decimal_mark, currency) {
            Ok(price) => match &found {
                Some(known) if !same_amount(&known.amount, &price.amount) => {
                    return Err(format!(
                        "two prices in one offer: {} and {}",
                        known.amount, price.amount
                    ));
                }
                Some(_) => {}
                None => found = Some(price),
            },
            Err(reason) => refused = Some(reason),
        }
    }
    match (found, refused) {
        (Some(price), _) => Ok(Some(price)),
        (None, Some(reason)) => Err(reason),
        (None, None) => Ok(None),
    }
}

/// Whether two plain decimals are the same amount.
pub(super) fn same_amount(a: &str, b: &str) -> bool {
    let plain = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    plain(a) == plain(b)
}

/// The price of a specification that is paid for one piece, now and by everybody, with the currency
/// stated beside it. A sale price wins over one without a kind.
fn specification(
    offer: &Item,
    currency: &str,
    options: &FeedOptions,
) -> Result<Option<(Price, String)>, String> {
    let mut best: Option<(bool, Price, String)> = None;
    for specification in offer.items("pricespecification").take(MAX_SPECIFICATIONS) {
        if !is_paid(specification, options.observed_at) {
            continue;
        }
        let own = specification.first(&["pricecurrency", "currency"]);
        let stated = if own.is_empty() {
            currency.to_owned()
        } else {
            own
        };
        let Some(price) = prices(specification.all("price"), &stated, options)? else {
            continue;
        };
        let sale = local_name(&specification.text("pricetype")) == "saleprice";
        match &best {
            Some((true, _, _)) if !sale => {}
            Some((known, price_before, _))
                if *known == sale && !same_amount(&price_before.amount, &price.amount) =>
            {
                return Err(format!(
                    "two prices in one offer: {} and {}",
                    price_before.amount, price.amount
                ));
            }
            Some((known, _, _)) if *known == sale => {}
            _ => best = Some((sale, price, stated)),
        }
    }
    Ok(best.map(|(_, price, stated)| (price, stated)))
}

fn is_paid(specification: &Item, now: OffsetDateTime) -> bool {
    let kind = local_name(&specification.text("pricetype"));
    let part = specification.text("pricecomponenttype");
    let is_part = !part.is_empty() && local_name(&part) != "saleprice";
    let other = ["deliverychargespecification", "paymentchargespecification"];
    let net = specification.text("valueaddedtaxincluded");
    let begun =
        codes::google_instant(&specification.text("validfrom")).is_none_or(|from| from <= now);
    let over = is_over(&specification.text("validthrough"), now);
    let conditioned = CONDITIONED.iter().any(|name| specification.has(name));
    let many = specification
        .items("eligiblequantity")
        .map(|quantity| quantity.first(&["minvalue", "value"]))
        .any(|least| !matches!(least.as_str(), "" | "0" | "1" | "1.0"));
    !NOT_PAID.contains(&kind.as_str())
        && !is_part
        && !specification.is(&other)
        && !net.eq_ignore_ascii_case("false")
        && begun
        && !over
        && !conditioned
        && !many
}

/// Whether a day or instant lies in the past; a day ends with its midnight.
pub(super) fn is_over(text: &str, now: OffsetDateTime) -> bool {
    codes::last_instant(text).is_some_and(|until| until < now)
}

/// The price of a range that holds one price only.
fn one_of_range(offer: &Item, currency: &str, options: &FeedOptions) -> Result<Price, String> {
    let low = prices(offer.all("lowprice"), currency, options)?;
    let Some(low) = low else {
        return Err(if offer.is(&["aggregateoffer"]) {
            "a range of prices, not a price".to_owned()
        } else {
            "required, and empty".to_owned()
        });
    };
    let high = prices(offer.all("highprice"), currency, options)?;
    let one = offer.text("offercount") == "1";
    match high {
        Some(high) if same_amount(&high.amount, &low.amount) => Ok(low),
        None if one => Ok(low),
        Some(high) => Err(format!(
            "a range from {} to {}, not a price",
            low.amount, high.amount
        )),
        None => Err(format!("a range from {}, not a price", low.amount)),
    }
}

/// The code of the currency: what is stated, else what the price's text says. A sign that means
/// several is read as the usual currency where that is one of them.
fn currency_of(stated: &str, price: &Price, options: &FeedOptions) -> String {
    let usual = options.default_currency;
    let meant = |money: &Money| {
        let one = money.code().map(str::to_owned);
        one.or_else(|| money.may_be(usual.code()).then(|| usual.to_string()))
    };
    if !stated.is_empty() {
        let known = price::currency(stated).map(|code| code.to_string());
        let by_sign = || price::money(stated).as_ref().and_then(meant);
        return known.or_else(by_sign).unwrap_or_else(|| stated.to_owned());
    }
    match &price.currency {
        None => String::new(),
        Some(money) => meant(money).unwrap_or_else(|| money.written().to_owned()),
    }
}
