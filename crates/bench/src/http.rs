//! Product and search over HTTP.

use std::path::Path;
use std::time::Duration;

use crate::bare;
use crate::bulk::Scratch;
use crate::catalogue::{self, offer, product};
use crate::load::{Round, Spread, Target, closed, fetch_all, open};
use crate::numbers::{float, median};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::pages;
use crate::process::Server;
use crate::queries;
use crate::service::{Api, Serving};
use crate::table::{Most, Row};
use crate::traced;

/// Connections of the product rounds.
pub const PRODUCT_CONNECTIONS: u64 = 32;

/// Connections of the search rounds that look for the peak.
const SEARCH_CONNECTIONS: u64 = 16;

/// Products that are asked for.
pub const HOT: u64 = 5000;

/// One product in so many has offers of three stores; the others have one.
pub const COMPARED: u64 = 10;

/// The log as it is without settings: a line for each request.
pub const LOG: &str = "info";

/// The log without a line for each request.
const QUIET: &str = "http=warn,info";

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let scratch = scratch(common, backend, "http")?;
    let url = url(scratch.as_ref(), folder);
    let api = Api::new(&common.binary()?, url, folder);
    let products = common.products();
    say(&format!("http on {}: {products} products", backend.shown()));
    load(&api, products, folder)?;
    let key = api.key()?;
    let serving = api.serve(LOG, &[])?;
    say(&format!("  ready after {:.1} s", serving.ready_seconds));
    let mut rows = product_rows(&api, &serving, &key, common, folder)?;
    rows.push(traced::row(&api, &serving, &key, common, folder)?);
    rows.extend(search_rows(&serving, &key, common, folder)?);
    rows.extend(pages::rows(&api, common, folder)?);
    rows.push(plain_row(
        format!("serve: start to ready, {products} products"),
        format!("{:.1} s", serving.ready_seconds),
    ));
    rows.push(plain_row(
        format!("serve: peak memory, {products} products"),
        format!("{:.0} MB", megabytes(serving.server.peak_rss_bytes())),
    ));
    Ok(rows)
}

/// A database on the server, when that is the store.
pub fn scratch(common: &Common, backend: Backend, name: &str) -> Outcome<Option<Scratch>> {
    Ok(match backend {
        Backend::Sqlite => None,
        Backend::Postgres => Some(Scratch::create(common.postgres()?, name)?),
    })
}

/// The URL of a measurement's store.
pub fn url(scratch: Option<&Scratch>, folder: &Path) -> String {
    scratch.map_or_else(
        || format!("sqlite://{}", folder.join("http.sqlite").display()),
        |scratch| scratch.url.clone(),
    )
}

/// Loads the catalogue and the offers of three stores.
pub fn load(api: &Api, products: u64, folder: &Path) -> Outcome<()> {
    let file = folder.join("catalogue.jsonl");
    catalogue::write_products(&file, products)?;
    let done = api.import_catalogue(&file)?;
    say(&format!("  catalogue: {:.1} s", done.seconds));
    for store in 0..3 {
        let file = folder.join(format!("offers{store}.csv"));
        let step = if store == 0 { 1 } else { COMPARED };
        let numbers = (0..products).filter(|number| number % step == 0);
        catalogue::write_offers(&file, numbers.map(|number| offer(store, 0, number)))?;
        let done = api.import(&file, &format!("Bench Store {store}"))?;
        say(&format!(
            "  store {store}: {} offers, {:.1} s",
            done.accepted, done.seconds
        ));
    }
    Ok(())
}

/// Answers of each of the requests: the middle one by length, and its type.
pub fn typical(target: &Target) -> Outcome<(Vec<u8>, String)> {
    let mut bodies: Vec<(Vec<u8>, String)> = Vec::new();
    let mut bad = None;
    fetch_all(target, |answer| {
        if answer.status == 200 {
            let content_type = answer.header("content-type").unwrap_or_default().to_owned();
            bodies.push((answer.body, content_type));
        } else {
            bad = Some(answer.status);
        }
    })?;
    if let Some(status) = bad {
        return Err(format!("an answer of status {status}").into());
    }
    bodies.sort_by_key(|(body, _)| body.len());
    let middle = bodies.len() / 2;
    Ok(bodies.into_iter().nth(middle).ok_or("no answers")?)
}

/// A round with the server's processor time of one answer, in microseconds.
pub fn costed(
    server: &Server,
    target: &Target,
    connections: u64,
    duration: Duration,
) -> Outcome<(Round, f64)> {
    let before = server.cpu_seconds();
    let round = closed(target, connections, duration)?;
    let spent = server.cpu_seconds() - before;
    Ok((round, spent * 1e6 / float(round.answers)))
}

fn product_rows(
    api: &Api,
    serving: &Serving,
    key: &str,
    common: &Common,
    folder: &Path,
) -> Outcome<Vec<Row>> {
    let compared = common.products() / COMPARED;
    let ids = (0..HOT.min(compared)).map(|n| product(n * COMPARED).id);
    let paths = ids.map(|id| format!("/v1/products/{id}")).collect();
    let target = Target::new(serving.address, paths, Some(key));
    let quiet = api.serve(QUIET, &[])?;
    let quiet_target = target.at(quiet.address);
    typical(&quiet_target)?;
    let (body, content_type) = typical(&target)?;
    let bare = bare::start(&body, &content_type, folder, "product")?;
    let bare_target = target.at(bare.address);
    say(&format!(
        "  product: {} ids, {} bytes of {content_type}",
        target.len(),
        body.len()
    ));
    let mut figures = [const { Vec::new() }; 7];
    for number in 1..=common.rounds() {
        let ask = |server, target| costed(server, target, PRODUCT_CONNECTIONS, common.round());
        let (limit, limit_us) = ask(&bare.server, &bare_target)?;
        let (ours, ours_us) = ask(&serving.server, &target)?;
        let (silent, silent_us) = ask(&quiet.server, &quiet_target)?;
        say(&format!(
            "  round {number}: bare {:.0}/s {limit_us:.1} us, api {:.0}/s {ours_us:.1} us, \
             without access log {:.0}/s {silent_us:.1} us",
            limit.per_second, ours.per_second, silent.per_second
        ));
        let row = [
            limit.per_second,
            ours.per_second,
            silent.per_second,
            ours.per_second / limit.per_second,
            silent.per_second / limit.per_second,
            limit_us / ours_us,
            limit_us / silent_us,
        ];
        for (list, figure) in figures.iter_mut().zip(row) {
            list.push(figure);
        }
    }
    let [limit, ours, silent, ratio, silent_ratio, cpu, silent_cpu] =
        figures.map(|list| median(&list));
    let rate_row = |what: &str, rate: f64, ratio: f64, cpu: f64| Row {
        what: format!("GET product, hot, {what}"),
        measured: format!("{rate:.0}/s"),
        limit: format!("bare actix, same bytes: {limit:.0}/s"),
        ratio: format!("{ratio:.2} (CPU of an answer: {cpu:.2})"),
        goal: Some((">= 0.85, CPU >= 0.7", ratio >= 0.85 && cpu >= 0.7)),
    };
    Ok(vec![
        rate_row("default settings", ours, ratio, cpu),
        rate_row("no access log", silent, silent_ratio, silent_cpu),
    ])
}

fn search_rows(serving: &Serving, key: &str, common: &Common, folder: &Path) -> Outcome<Vec<Row>> {
    let texts = queries::queries(2000, common.products());
    let path = |q: &String| format!("/v1/search?q={}", queries::encoded(q));
    let target = Target::new(serving.address, texts.iter().map(path).collect(), Some(key));
    let (body, content_type) = typical(&target)?;
    let bare = bare::start(&body, &content_type, folder, "search")?;
    let bare_target = target.at(bare.address);
    say(&format!(
        "  search: {} queries, {} bytes in the middle",
        target.len(),
        body.len()
    ));
    let mut peaks = [const { Vec::new() }; 3];
    let pairs = common.rounds().div_ceil(2);
    for _ in 0..pairs {
        let limit = closed(&bare_target, SEARCH_CONNECTIONS, common.round())?.per_second;
        let (ours, us) = costed(&serving.server, &target, SEARCH_CONNECTIONS, common.round())?;
        say(&format!(
            "  peak: bare {limit:.0}/s, api {:.0}/s, {us:.0} us of CPU",
            ours.per_second
        ));
        for (list, figure) in peaks.iter_mut().zip([ours.per_second, limit, us]) {
            list.push(figure);
        }
    }
    let [peak, limit_peak, cpu_us] = peaks.map(|list| median(&list));
    let share = peak / limit_peak;
    let spreads = spreads(&target, &bare_target, peak / 2.0, common)?;
    Ok(vec![
        Row {
            what: "GET search, mixed, peak".to_owned(),
            measured: format!("{peak:.0}/s, {cpu_us:.0} us of CPU"),
            limit: format!("bare actix, same bytes: {limit_peak:.0}/s"),
            ratio: format!("{share:.2}"),
            goal: Some((">= 0.2, < 150 us", share >= 0.2 && cpu_us < 150.0)),
        },
        latency_row(
            format!(
                "GET search, open loop at half the peak ({:.0}/s)",
                peak / 2.0
            ),
            &spreads,
            SEARCH_P99,
        ),
    ])
}

/// The same schedule for both, in turns: ours and the limit.
pub fn spreads(
    target: &Target,
    bare: &Target,
    rate: f64,
    common: &Common,
) -> Outcome<Vec<(Spread, Spread)>> {
    let mut spreads = Vec::new();
    for _ in 0..common.rounds() {
        let limit = open(bare, rate, common.round())?;
        let ours = open(target, rate, common.round())?;
        say(&format!(
            "  {rate:.0}/s, p50/p99/max ms: bare {:.2}/{:.2}/{:.1}, api {:.2}/{:.2}/{:.1}",
            limit.p50, limit.p99, limit.max, ours.p50, ours.p99, ours.max
        ));
        spreads.push((ours, limit));
    }
    Ok(spreads)
}

/// The most that the 99th percentile of a search may be above the bare handler's, in milliseconds.
const SEARCH_P99: Most = Most {
    said: "< 3 ms",
    figure: 3.0,
};

/// A row about the 99th percentile in milliseconds, above the bare handler's.
pub fn latency_row(what: String, spreads: &[(Spread, Spread)], most: Most) -> Row {
    let of = |figure: fn(&(Spread, Spread)) -> f64| {
        median(&spreads.iter().map(figure).collect::<Vec<_>>())
    };
    let excess = of(|(ours, limit)| ours.p99 - limit.p99);
    Row {
        what,
        measured: format!(
            "p50 {:.2} ms, p99 {:.2} ms",
            of(|(ours, _)| ours.p50),
            of(|(ours, _)| ours.p99)
        ),
        limit: format!(
            "bare actix: p50 {:.2} ms, p99 {:.2} ms",
            of(|(_, limit)| limit.p50),
            of(|(_, limit)| limit.p99)
        ),
        ratio: format!("p99 excess {excess:.2} ms"),
        goal: Some((most.said, excess < most.figure)),
    }
}

fn plain_row(what: String, measured: String) -> Row {
    Row {
        what,
        measured,
        limit: "-".to_owned(),
        ratio: "-".to_owned(),
        goal: None,
    }
}

fn megabytes(bytes: u64) -> f64 {
    float(bytes) / 1e6
}
