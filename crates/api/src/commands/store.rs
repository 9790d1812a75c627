//! `api store`

use std::borrow::Cow;

use adapter_system::System;
use domain::freshness::Freshness;
use domain::link;
use domain::money::{Amount, Currency};
use domain::store::{Rating, Store, StoreName, StoreTerms};
use ports_store::StoreTermsChange;
use ports_system::Clock;
use serde_json::{Value, json};

use crate::cli::StoreSetArgs;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Reads a store's name, which this argument gives.
pub fn name(argument: &str, text: &str) -> Result<StoreName, Failure> {
    let accepted = "the name of a store: 2 to 120 characters, no controls";
    StoreName::parse(text).ok_or_else(|| Failure::not_accepted(argument, text, accepted))
}

/// No store has the name that this argument gives.
pub fn unknown(argument: &str, name: &StoreName) -> Failure {
    let message = format!(
        "there is no store named {:?}; api store list has them",
        name.as_str()
    );
    let accepted = "the name of a store that api store list has";
    Failure::missing(argument, name.as_str(), message, accepted)
}

/// Sets terms.
pub async fn set(args: &StoreSetArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let currency = settings.currency;
    let terms = StoreTerms {
        seller_score: args.seller_score.as_deref().map(rating).transpose()?,
        seller_reviews: args.seller_reviews,
        return_days: args.return_days,
        warranty_months: args.warranty_months,
        delivery_cost: amount("--delivery-cost", args.delivery_cost.as_deref(), currency)?,
        free_delivery_from: amount(
            "--free-delivery-from",
            args.free_delivery_from.as_deref(),
            currency,
        )?,
        delivery_days: args.delivery_days,
        url: args.url.as_deref().map(page).transpose()?,
    };
    let name = name("NAME", &args.name)?;
    let stores = stores::open(settings).await?;
    let freshness = Freshness {
        now: System::new().now(),
        offer_ttl: settings.offer_ttl,
    };
    let store = stores
        .writer
        .save_store(&name, &StoreTermsChange(terms), freshness)
        .await?;
    print(&store, json, currency);
    Ok(())
}

/// Lists the stores.
pub async fn list(json: bool, settings: &Settings) -> Result<(), Failure> {
    let stores = stores::open(settings).await?.reader.list_stores().await?;
    if json {
        let all: Vec<Value> = stores.iter().map(|s| shown(s, settings.currency)).collect();
        output::line(&Value::from(all).to_string());
    } else {
        for store in &stores {
            print(store, false, settings.currency);
        }
    }
    Ok(())
}

/// A rating from 0 to 5 with at most three decimals.
pub fn rating(text: &str) -> Result<Rating, Failure> {
    let refused = || {
        Failure::not_accepted(
            "--seller-score",
            text,
            "a number from 0 to 5 with at most three decimals, as in 4.6",
        )
    };
    // three decimals are those of a currency with three
    let three = Currency::parse("KWD").ok_or_else(|| Failure::other("no such currency"))?;
    let milli = three.parse_decimal(text).map_err(|_| refused())?.minor();
    u16::try_from(milli)
        .ok()
        .and_then(Rating::from_milli)
        .ok_or_else(refused)
}

fn amount(flag: &str, text: Option<&str>, currency: Currency) -> Result<Option<Amount>, Failure> {
    let read = |text| {
        currency.parse_decimal(text).map_err(|error| {
            let example = currency.decimal(Amount::from_minor(495).unwrap_or(Amount::ZERO));
            let accepted = format!("an amount of {currency} as in {example}, but: {error}");
            Failure::not_accepted(flag, text, &accepted)
        })
    };
    text.map(read).transpose()
}

/// Reads the address of the shop's page.
fn page(text: &str) -> Result<String, Failure> {
    const MOST: usize = 2048;
    if text.len() > MOST {
        let message = format!("--url accepts at most {MOST} bytes; it has {}", text.len());
        return Err(Failure::usage("--url", message));
    }
    let read = link::page(text).map(Cow::into_owned);
    read.map_err(|error| Failure::usage("--url", format!("--url: {text:?} {error}")))
}

fn shown(store: &Store, currency: Currency) -> Value {
    let terms = &store.terms;
    let money = |amount: Option<Amount>| amount.map(|a| currency.decimal(a));
    json!({
        "store": store.name.as_str(),
        "seller_score": terms.seller_score.map(Rating::value),
        "seller_reviews": terms.seller_reviews,
        "return_days": terms.return_days,
        "warranty_months": terms.warranty_months,
        "delivery_cost": money(terms.delivery_cost),
        "free_delivery_from": money(terms.free_delivery_from),
        "delivery_days": terms.delivery_days,
        "url": terms.url,
    })
}

fn print(store: &Store, json: bool, currency: Currency) {
    let shown = shown(store, currency);
    if json {
        output::line(&shown.to_string());
        return;
    }
    let words = shown
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null());
    let words: Vec<String> = words.map(|(key, value)| format!("{key}={value}")).collect();
    output::line(&words.join(" "));
}
