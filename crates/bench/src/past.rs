//! Price history and comparison over HTTP.

use std::path::Path;

use crate::bare;
use crate::clock;
use crate::http::{self, LOG, costed, load, typical};
use crate::load::{Target, closed};
use crate::numbers::median;
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::phones::{self, PHONES, SHOPS};
use crate::service::{Api, Serving};
use crate::table::{Most, Row};
use reference_model::Random;

/// Connections of the rounds.
const CONNECTIONS: u64 = 16;

/// Comparisons that are asked for, each of four phones.
const COMPARISONS: u64 = 2000;

/// What is asked for.
struct Question {
    name: &'static str,
    /// How far its answers that are made anew may exceed the limit's.
    made_anew_most: Most,
    target: Target,
}

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let scratch = http::scratch(common, backend, "past")?;
    let url = http::url(scratch.as_ref(), folder);
    let api = Api::new(&common.binary()?, url, folder);
    let products = common.products();
    say(&format!(
        "past on {}: {products} products, {PHONES} phones",
        backend.shown()
    ));
    load(&api, products, folder)?;
    load_phones(&api, folder)?;
    let key = api.key()?;
    let cached = api.serve(LOG, &[])?;
    let uncached = api.serve(LOG, &[("PCS_ANSWER_CACHE", "0")])?;
    let mut rows = Vec::new();
    for question in questions(&cached, &key) {
        let shown = backend.shown();
        rows.extend(rows_of(
            &question, &cached, &uncached, common, folder, shown,
        )?);
    }
    Ok(rows)
}

/// Loads the phones, and a year of prices of ten shops.
pub fn load_phones(api: &Api, folder: &Path) -> Outcome<()> {
    let file = folder.join("phones.jsonl");
    phones::write_phones(&file)?;
    api.import_catalogue(&file)?;
    let (mut segments, mut seconds) = (0, 0.0);
    for shop in 0..SHOPS {
        let name = format!("Phone Shop {shop}");
        let past = folder.join("past.csv");
        phones::write_past(&past, shop, clock::today())?;
        let imported = api.import_past(&past, &name)?;
        segments += imported.accepted;
        seconds += imported.seconds;
        let offers = folder.join("phones.csv");
        phones::write_offers(&offers, shop)?;
        api.import(&offers, &name)?;
    }
    say(&format!(
        "  past: {segments} points of {SHOPS} shops in {seconds:.1} s"
    ));
    Ok(())
}

fn questions(serving: &Serving, key: &str) -> [Question; 2] {
    let history = (0..PHONES).map(|n| {
        let id = phones::id(n);
        format!("/v1/products/{id}/history?range=1y")
    });
    let compare = (0..COMPARISONS).map(|n| {
        let first = Random::new(n).below(PHONES);
        let ids = (0..4).map(|place| phones::id((first + place * 37) % PHONES));
        let goals = ["overall", "best-price", "travel", "max-battery", "camera"];
        let goal = Random::new(n ^ 9).pick(&goals).to_owned();
        let ids: Vec<String> = ids.collect();
        format!("/v1/compare?ids={}&goal={goal}", ids.join(","))
    });
    let target = |paths| Target::new(serving.address, paths, Some(key));
    [
        Question {
            name: "GET history, 1y",
            made_anew_most: Most {
                said: "< 20 ms",
                figure: 20.0,
            },
            target: target(history.collect()),
        },
        Question {
            name: "GET compare of four",
            made_anew_most: Most {
                said: "< 10 ms",
                figure: 10.0,
            },
            target: target(compare.collect()),
        },
    ]
}

fn rows_of(
    question: &Question,
    cached: &Serving,
    uncached: &Serving,
    common: &Common,
    folder: &Path,
    store: &str,
) -> Outcome<Vec<Row>> {
    let Question {
        name,
        made_anew_most,
        target,
    } = question;
    let (body, content_type) = typical(target)?;
    say(&format!(
        "  {name}: {} questions, {} bytes in the middle",
        target.len(),
        body.len()
    ));
    let bare = bare::start(&body, &content_type, folder, "past")?;
    let bare_target = target.at(bare.address);
    let mut figures = [const { Vec::new() }; 4];
    for _ in 0..common.rounds() {
        let limit = closed(&bare_target, CONNECTIONS, common.round())?.per_second;
        let (ours, us) = costed(&cached.server, target, CONNECTIONS, common.round())?;
        let ours = ours.per_second;
        say(&format!(
            "  bare {limit:.0}/s, api {ours:.0}/s, {us:.1} us of CPU"
        ));
        for (list, figure) in figures.iter_mut().zip([limit, ours, ours / limit, us]) {
            list.push(figure);
        }
    }
    let [limit, ours, ratio, _] = figures.map(|list| median(&list));
    let made_anew = target.at(uncached.address);
    let peaks: Outcome<Vec<f64>> = (0..common.rounds().div_ceil(2))
        .map(|_| Ok(closed(&made_anew, CONNECTIONS, common.round())?.per_second))
        .collect();
    let peak = median(&peaks?);
    let spreads = http::spreads(&made_anew, &bare_target, peak / 2.0, common)?;
    let what = format!("{name}, made anew, open loop at half the peak of {peak:.0}/s, {store}");
    Ok(vec![
        Row {
            what: format!("{name}, from cache, {store}"),
            measured: format!("{ours:.0}/s"),
            limit: format!("bare actix, same bytes: {limit:.0}/s"),
            ratio: format!("{ratio:.2}"),
            goal: Some((">= 0.85", ratio >= 0.85)),
        },
        http::latency_row(what, &spreads, *made_anew_most),
    ])
}
