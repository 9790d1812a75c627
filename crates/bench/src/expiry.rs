//! Searches while very many offers expire in the same second.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::catalogue::{self, offer, product};
use crate::clock;
use crate::http::{LOG, scratch, url};
use crate::load::{Spread, Target, closed, fetch, open};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::queries::{encoded, queries};
use crate::service::Api;
use crate::table::Row;

/// How long an offer stays true here, as the setting says it.
const OFFER_TTL: (&str, &str) = ("PCS_OFFER_TTL", "600s");

/// How old those that expire are when their feed is imported, in seconds, so that they are true for so much longer: for two
/// imports, the start, the search for the peak and the searches before.
const AGE: i64 = 360;
const LEFT: Duration = Duration::from_mins(4);

/// When, from that import on, searches are measured before offers expire, and how long then and from that second on.
const BEFORE: Duration = Duration::from_secs(220);
const WHILE: Duration = Duration::from_secs(9);

/// Connections that look for the peak.
const CONNECTIONS: u64 = 16;

/// How much slower a search may be while offers expire.
const TIMES: f64 = 2.0;

/// One of so many products whose offers expire has an offer that stays as well.
const BOTH: u64 = 10;

/// Products of which it is seen when their summaries are made anew.
const LOOKED_AT: u64 = 50;

/// How long is waited for that.
const PATIENCE: Duration = Duration::from_mins(5);

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let scratch = scratch(common, backend, "expiry")?;
    let url = url(scratch.as_ref(), folder);
    let api = Api::new(&common.binary()?, url, folder);
    let (products, expiring) = (common.products(), common.products() / 2);
    say(&format!(
        "{expiring} of {products} offers expire at once on {}",
        backend.shown()
    ));
    let imported = load(&api, folder, products, expiring)?;
    let serving = api.serve(LOG, &[OFFER_TTL])?;
    say(&format!("  ready after {:.1} s", serving.ready_seconds));
    let key = api.key()?;
    let target = |texts: &[String]| {
        let paths = texts
            .iter()
            .map(|q| format!("/v1/search?q={}", encoded(q)))
            .collect();
        Target::new(serving.address, paths, Some(&key))
    };
    let mixed = target(&queries(2000, products));
    let rate = closed(&mixed, CONNECTIONS, WHILE)?.per_second / 2.0;
    if imported.elapsed() > BEFORE {
        return Err("the machine is too slow: offers expire before searches are measured".into());
    }
    clock::sleep_until(imported + BEFORE);
    let before = open(&mixed, rate, WHILE)?;
    let sample = target(&sample(expiring));
    if !have_stores(&sample, 2)? {
        return Err("offers have expired before their time".into());
    }
    clock::sleep_until(imported + LEFT);
    let meanwhile = open(&mixed, rate, WHILE)?;
    let anew = made_anew(&sample, imported + LEFT)?;
    say(&format!(
        "  {rate:.0}/s, p50/p99/max ms: before {:.2}/{:.2}/{:.1}, from then on {:.2}/{:.2}/{:.1}; all summaries after {anew:.1} s",
        before.p50, before.p99, before.max, meanwhile.p50, meanwhile.p99, meanwhile.max
    ));
    let times = meanwhile.p99 / before.p99;
    let shown = |spread: &Spread| format!("p50 {:.2} ms, p99 {:.2} ms", spread.p50, spread.p99);
    Ok(vec![Row {
        what: format!(
            "GET search at half the peak ({rate:.0}/s) while {expiring} offers expire at once, {}; summaries of all after {anew:.1} s",
            backend.shown()
        ),
        measured: shown(&meanwhile),
        limit: format!("just before: {}", shown(&before)),
        ratio: format!("p99 {times:.2} times"),
        goal: Some(("<= 2 times", times <= TIMES)),
    }])
}

/// Loads products, the offers that expire, and those that stay; when the import of the former began.
fn load(api: &Api, folder: &Path, products: u64, expiring: u64) -> Outcome<Instant> {
    let file = folder.join("catalogue.jsonl");
    catalogue::write_products(&file, products)?;
    api.import_catalogue(&file)?;
    let file = folder.join("offers.csv");
    catalogue::write_offers(&file, (0..expiring).map(|number| offer(0, 0, number)))?;
    let (imported, observed_at) = (clock::now(), clock::utc_seconds() - AGE);
    api.import_as_of(&file, "Expiring Store", observed_at)?;
    let stays = |number: &u64| *number >= expiring || number.is_multiple_of(BOTH);
    let staying = (0..products).filter(stays);
    catalogue::write_offers(&file, staying.map(|number| offer(1, 0, number)))?;
    api.import(&file, "Staying Store")?;
    Ok(imported)
}

/// The numbers of some products, spread over those whose offers expire and of which another store has one that stays.
fn sample(expiring: u64) -> Vec<String> {
    let both = expiring / BOTH;
    (0..LOOKED_AT)
        .map(|place| product(place * both / LOOKED_AT * BOTH).ean)
        .collect()
}

/// Whether each of these searches finds a product with offers of so many stores.
fn have_stores(sample: &Target, wanted: u64) -> Outcome<bool> {
    for number in 0..sample.len() {
        let answer: Value = serde_json::from_slice(&fetch(sample, number)?.body)?;
        let stores = answer.pointer("/items/0/store_count");
        if stores.and_then(Value::as_u64) != Some(wanted) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// After how many seconds all of the sample are found with the offer that stays.
fn made_anew(sample: &Target, expires: Instant) -> Outcome<f64> {
    while !have_stores(sample, 1)? {
        if expires.elapsed() > PATIENCE {
            return Err("summaries are not made anew in time".into());
        }
        clock::sleep(Duration::from_millis(100));
    }
    Ok(expires.elapsed().as_secs_f64())
}
