//! Pages of the explorer over HTTP.

use std::path::Path;

use crate::bare;
use crate::catalogue::product;
use crate::http::{COMPARED, HOT, LOG, costed, typical};
use crate::load::Target;
use crate::numbers::median;
use crate::options::Common;
use crate::outcome::{Outcome, say};
use crate::queries;
use crate::service::Api;
use crate::table::Row;

const CONNECTIONS: u64 = 16;

/// The explorer as it is without settings, but for the limit of each address.
const SETTINGS: [(&str, &str); 2] = [("PCS_EXPLORER", "on"), ("PCS_EXPLORER_RATE_LIMIT", "0")];

/// A product's page that was made before, and pages of searches, which are made anew.
pub fn rows(api: &Api, common: &Common, folder: &Path) -> Outcome<Vec<Row>> {
    let products = common.products();
    let ids = (0..HOT.min(products / COMPARED)).map(|n| product(n * COMPARED).id);
    let texts = queries::queries(500, products);
    let search = |q: &String| format!("/?q={}", queries::encoded(q));
    Ok(vec![
        row(
            api,
            common,
            folder,
            Page {
                what: "explorer: product page, from cache",
                paths: ids.map(|id| format!("/product/{id}")).collect(),
                goal: Some((">= 0.5", 0.5)),
            },
        )?,
        row(
            api,
            common,
            folder,
            Page {
                what: "explorer: search page",
                paths: texts.iter().map(search).collect(),
                goal: None,
            },
        )?,
    ])
}

struct Page {
    what: &'static str,
    paths: Vec<String>,
    goal: Option<(&'static str, f64)>,
}

fn row(api: &Api, common: &Common, folder: &Path, page: Page) -> Outcome<Row> {
    let serving = api.serve(LOG, &SETTINGS)?;
    let target = Target::new(serving.address, page.paths, None);
    let (body, content_type) = typical(&target)?;
    let bare = bare::start(&body, &content_type, folder, "page")?;
    let bare_target = target.at(bare.address);
    let mut figures = [const { Vec::new() }; 4];
    for _ in 0..common.rounds().div_ceil(2) {
        let (limit, limit_us) = costed(&bare.server, &bare_target, CONNECTIONS, common.round())?;
        let (ours, us) = costed(&serving.server, &target, CONNECTIONS, common.round())?;
        say(&format!(
            "  {}: bare {:.0}/s, {:.0}/s, {us:.0} us of CPU, {} bytes",
            page.what,
            limit.per_second,
            ours.per_second,
            body.len()
        ));
        let row = [ours.per_second, limit.per_second, us, limit_us];
        for (list, figure) in figures.iter_mut().zip(row) {
            list.push(figure);
        }
    }
    let [ours, limit, us, limit_us] = figures.map(|list| median(&list));
    let (ratio, cpu) = (ours / limit, limit_us / us);
    Ok(Row {
        what: page.what.to_owned(),
        measured: format!("{ours:.0}/s, {us:.0} us"),
        limit: format!("bare actix, same bytes: {limit:.0}/s"),
        ratio: format!("{ratio:.2} (CPU of an answer: {cpu:.2})"),
        goal: page.goal.map(|(goal, least)| (goal, ratio >= least)),
    })
}
