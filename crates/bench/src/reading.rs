//! Product reads while an import runs.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::catalogue::product;
use crate::import::STORE;
use crate::load::{Spread, Target, fetch_all, open};
use crate::numbers::{float, median, percentile};
use crate::options::Common;
use crate::outcome::{Outcome, say};
use crate::service::Api;
use crate::table::Row;

/// Reads of a second.
const RATE: f64 = 200.0;

/// How long each look is.
const LOOK: Duration = Duration::from_secs(1);

/// Reads at a low fixed rate, alone and then while this file is imported.
pub fn while_importing(api: &Api, file: &Path, common: &Common) -> Outcome<Row> {
    let key = api.key()?;
    let serving = api.serve("info", &[])?;
    let hot = common.products().min(5000);
    let paths = (0..hot).map(|n| format!("/v1/products/{}", product(n).id));
    let target = Target::new(serving.address, paths.collect(), Some(&key));
    fetch_all(&target, |_| ())?;
    let look = || open(&target, RATE, LOOK);
    let alone = (0..3).map(|_| look()).collect::<Outcome<Vec<_>>>()?;
    let (during, seconds) = thread::scope(|scope| {
        let import = scope.spawn(|| api.import(file, STORE));
        let mut during = Vec::new();
        while !import.is_finished() {
            during.push(look()?);
        }
        let done = import
            .join()
            .map_err(|_| "the import's thread panicked")??;
        Outcome::Ok((during, done.seconds))
    })?;
    let p99 = |spreads: &[Spread]| spreads.iter().map(|s| s.p99).collect::<Vec<_>>();
    let (alone, during) = (p99(&alone), p99(&during));
    say(&format!(
        "  reads during an import of {seconds:.1} s: p99 of each second, ms {during:.1?}, alone \
         {alone:.1?}"
    ));
    let rows = float(common.products());
    Ok(Row {
        what: format!(
            "GET product at {RATE:.0}/s during an import, SQLite ({:.0} rows/s)",
            rows / seconds
        ),
        measured: format!(
            "p99 of a second: {:.1} ms, worst second {:.1} ms",
            median(&during),
            percentile(&during, 100.0)
        ),
        limit: format!("no import: {:.1} ms", median(&alone)),
        ratio: format!("excess {:.1} ms", median(&during) - median(&alone)),
        goal: None,
    })
}
