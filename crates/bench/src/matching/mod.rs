//! New offers beside a large catalogue: how long matching them takes, and how often it is right.

mod files;
mod kinds;
mod market;
mod naming;
mod truth;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use self::truth::{Tally, share};
use crate::bulk::Scratch;
use crate::numbers::{float, percentile};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::process;
use crate::service::Api;
use crate::table::Row;

/// The most milliseconds that matching a new offer may take on average.
const GOAL: f64 = 0.3;

/// The store that is imported.
const STORE: &str = "Bench Store";

/// What is measured.
#[derive(Debug, Clone, Args)]
pub struct MatchingArgs {
    #[command(flatten)]
    common: Common,
    /// New offers.
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(100..1_000_000))]
    offers: u64,
}

impl MatchingArgs {
    /// As a part of everything.
    pub fn of(common: &Common) -> Self {
        Self {
            common: common.clone(),
            offers: 50_000,
        }
    }

    /// What all measurements share.
    pub fn common(&self) -> &Common {
        &self.common
    }

    fn offers(&self) -> u64 {
        if self.common.is_quick() {
            self.offers.min(5_000)
        } else {
            self.offers
        }
    }
}

/// Measures on one store.
pub fn measure(args: &MatchingArgs, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let bench = Bench::new(args, backend, temporary.path())?;
    let (offers, products) = (args.offers(), args.common.products());
    let shown = backend.shown();
    say(&format!(
        "matching on {shown}: {offers} new offers, {products} products"
    ));
    let catalogue = temporary.path().join("catalogue.jsonl");
    files::write_catalogue(&catalogue, products)?;
    let loaded = bench.api.import_catalogue(&catalogue)?;
    say(&format!("  catalogue: {:.1} s", loaded.seconds));
    let feed = temporary.path().join("offers.csv");
    files::write_offers(&feed, offers, products)?;
    let mut rows = Vec::new();
    if bench.knows("learn") {
        let seconds = bench.rerun("learn")?;
        rows.push(plain(&format!("match learn, {shown}"), seconds, products));
    }
    rows.extend(bench.import(&feed)?);
    rows.extend(bench.judged(offers, products)?);
    if bench.knows("rerun") {
        let seconds = bench.rerun("rerun")?;
        let all = bench.products()?;
        rows.push(plain(&format!("match rerun, {shown}"), seconds, all));
    }
    Ok(rows)
}

struct Bench {
    api: Api,
    backend: Backend,
    file: PathBuf,
    scratch: Option<Scratch>,
}

impl Bench {
    fn new(args: &MatchingArgs, backend: Backend, folder: &Path) -> Outcome<Self> {
        let scratch = match backend {
            Backend::Sqlite => None,
            Backend::Postgres => Some(Scratch::create(args.common.postgres()?, "matching")?),
        };
        let file = folder.join("store.sqlite");
        let url = scratch.as_ref().map_or_else(
            || format!("sqlite://{}", file.display()),
            |scratch| scratch.url.clone(),
        );
        let api = Api::new(&args.common.binary()?, url, folder);
        api.key()?;
        Ok(Self {
            api,
            backend,
            file,
            scratch,
        })
    }

    /// Whether `api match` has a command.
    fn knows(&self, command: &str) -> bool {
        let mut help = self.api.command();
        process::run(help.args(["match", command, "--help"])).is_ok()
    }

    /// How many seconds a command of `api match` takes.
    fn rerun(&self, command: &str) -> Outcome<f64> {
        let mut run = self.api.command();
        let (done, seconds) =
            crate::clock::timed(|| process::run(run.args(["--json", "match", command])));
        say(&format!(
            "  match {command}: {seconds:.1} s: {}",
            done?.stdout.trim()
        ));
        Ok(seconds)
    }

    /// Imports the new offers, which logs how long the matching of each batch takes.
    fn import(&self, feed: &Path) -> Outcome<Vec<Row>> {
        let shown = self.backend.shown();
        let (said, batches) = imported_by_batches(&self.api, STORE, feed)?;
        let number = |name: &str| said.get(name).and_then(Value::as_u64).unwrap_or(0);
        if number("rejected") > 0 {
            return Err(format!("rows of the benchmark were rejected: {said}").into());
        }
        let seconds = said.get("seconds").and_then(Value::as_f64).unwrap_or(0.0);
        let whole = 1e3 * seconds / float(number("read"));
        let offers: u64 = batches.iter().map(|(offers, _)| offers).sum();
        if offers != number("read") {
            return Err(format!("{offers} offers were matched of {said}").into());
        }
        let micros: u64 = batches.iter().map(|(_, micros)| micros).sum();
        let mean = float(micros) / float(offers) / 1e3;
        let each: Vec<f64> = batches
            .iter()
            .map(|(offers, micros)| float(*micros) / float(*offers) / 1e3)
            .collect();
        Ok(vec![Row {
            what: format!("matching a new offer, {shown}"),
            measured: format!(
                "{mean:.3} ms; batches of 1,000: p50 {:.3} ms, p99 {:.3} ms",
                percentile(&each, 50.0),
                percentile(&each, 99.0)
            ),
            limit: format!("the whole import: {whole:.3} ms"),
            ratio: format!("{:.0} % of it", 100.0 * mean / whole),
            goal: Some(("< 0.3 ms", mean < GOAL)),
        }])
    }

    fn judged(&self, offers: u64, products: u64) -> Outcome<Vec<Row>> {
        let assigned = match &self.scratch {
            None => truth::of_sqlite(&self.file)?,
            Some(scratch) => truth::of_postgres(&scratch.url)?,
        };
        let tallies = truth::judge(&assigned, offers, products)?;
        let shown = self.backend.shown();
        let known = tallies.iter().filter(|(kind, _)| kind.is_known());
        let known = known.fold(Tally::default(), |all, (_, tally)| all.and(*tally));
        let wrong = tallies.iter().map(|(_, tally)| tally.wrong).sum::<u64>();
        let mut rows: Vec<Row> = tallies
            .iter()
            .map(|(kind, tally)| {
                let what = format!("right, {}, {shown}", kind.shown());
                judgement(what, *tally, kind.is_known())
            })
            .collect();
        let all = format!("right, all with a product, {shown}");
        rows.push(Row {
            measured: format!(
                "precision {:.4} (all offers), recall {:.4}",
                share(known.right, known.right + wrong),
                known.recall()
            ),
            ..judgement(all, known, true)
        });
        Ok(rows)
    }

    /// How many products there are.
    fn products(&self) -> Outcome<u64> {
        match &self.scratch {
            None => truth::count_sqlite(&self.file),
            Some(scratch) => truth::count_postgres(&scratch.url),
        }
    }
}

fn judgement(what: String, tally: Tally, is_known: bool) -> Row {
    let asked = 100.0 * share(tally.asked, tally.offers);
    let measured = if is_known {
        format!(
            "precision {:.4}, recall {:.4}, asked {asked:.1} %",
            tally.precision(),
            tally.recall()
        )
    } else {
        format!(
            "{:.2} % to a product of the catalogue, asked {asked:.1} %",
            100.0 * share(tally.wrong, tally.offers)
        )
    };
    say(&format!("  {what}: {measured}"));
    Row {
        what,
        measured,
        limit: format!("{} offers", tally.offers),
        ratio: "-".to_owned(),
        goal: None,
    }
}

fn plain(what: &str, seconds: f64, products: u64) -> Row {
    Row {
        what: what.to_owned(),
        measured: format!(
            "{seconds:.1} s, {:.0} products/s",
            float(products) / seconds
        ),
        limit: "-".to_owned(),
        ratio: "-".to_owned(),
        goal: None,
    }
}

/// Imports offers of a shop beside those that it has; what the import says, and offers and microseconds of each batch
/// that was matched.
pub fn imported_by_batches(
    api: &Api,
    store: &str,
    feed: &Path,
) -> Outcome<(Value, Vec<(u64, u64)>)> {
    let mut command = api.command();
    command.env("PCS_LOG", "warn,app::importing::import_snapshot=debug");
    command.env("PCS_LOG_FORMAT", "json");
    command.args(["--json", "import", "--format", "offers"]);
    command.args(["--snapshot", "delta", "--store", store]);
    let finished = process::run(command.arg(feed))?;
    let said = serde_json::from_str(finished.stdout.trim())?;
    Ok((said, batches(&finished.stderr)))
}

/// Offers and microseconds of each batch that was matched.
fn batches(log: &str) -> Vec<(u64, u64)> {
    let lines = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let batch = |line: Value| {
        let said = line.get("message").and_then(Value::as_str);
        said.filter(|said| *said == "a batch was matched")?;
        let number = |name: &str| line.get(name).and_then(Value::as_u64);
        Some((
            number("offers").filter(|offers| *offers > 0)?,
            number("micros")?,
        ))
    };
    lines.filter_map(batch).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn batches_are_read_from_the_log() {
        let log = "{\"level\":\"DEBUG\",\"message\":\"a batch was matched\",\"offers\":7,\"micros\":12}\n\
            no json\n{\"message\":\"else\",\"offers\":1,\"micros\":1}\n";
        assert_eq!(super::batches(log), [(7, 12)]);
    }
}
