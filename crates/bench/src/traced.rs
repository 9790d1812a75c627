//! What traces cost the answers about a product.

use std::path::Path;

use crate::bare;
use crate::catalogue::product;
use crate::http::{COMPARED, HOT, LOG, PRODUCT_CONNECTIONS, costed, typical};
use crate::load::Target;
use crate::numbers::median;
use crate::options::Common;
use crate::outcome::{Outcome, say};
use crate::service::{Api, Serving};
use crate::table::Row;

/// The same requests in turns to a service without traces and to one that sends each to a collector, which takes all and
/// has a process of its own.
pub fn row(
    api: &Api,
    serving: &Serving,
    key: &str,
    common: &Common,
    folder: &Path,
) -> Outcome<Row> {
    let compared = common.products() / COMPARED;
    let ids = (0..HOT.min(compared)).map(|n| product(n * COMPARED).id);
    let paths = ids.map(|id| format!("/v1/products/{id}")).collect();
    let target = Target::new(serving.address, paths, Some(key));
    let collector = bare::start(b"", "application/x-protobuf", folder, "collector")?;
    let endpoint = format!("http://{}", collector.address);
    let traced = api.serve(LOG, &[("PCS_OTLP_ENDPOINT", &endpoint)])?;
    let traced_target = target.at(traced.address);
    typical(&target)?;
    typical(&traced_target)?;
    let mut figures = [const { Vec::new() }; 4];
    for _ in 0..common.rounds() {
        let ask = |server, target| costed(server, target, PRODUCT_CONNECTIONS, common.round());
        let (without, without_us) = ask(&serving.server, &target)?;
        let (with, with_us) = ask(&traced.server, &traced_target)?;
        let (without, with) = (without.per_second, with.per_second);
        say(&format!(
            "  traces: without {without:.0}/s {without_us:.1} us, with {with:.0}/s {with_us:.1} us"
        ));
        let row = [without, with, with / without, without_us / with_us];
        for (list, figure) in figures.iter_mut().zip(row) {
            list.push(figure);
        }
    }
    let [without, with, ratio, cpu] = figures.map(|list| median(&list));
    Ok(Row {
        what: "GET product, hot, with traces".to_owned(),
        measured: format!("{with:.0}/s"),
        limit: format!("without traces: {without:.0}/s"),
        ratio: format!("{ratio:.2} (CPU of an answer: {cpu:.2})"),
        goal: Some((">= 0.9", ratio >= 0.9)),
    })
}
