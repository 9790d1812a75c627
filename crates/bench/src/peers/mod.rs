//! Our search beside the full-text search of PostgreSQL, as it is usually set up: `tsvector` with weights for what is
//! searched, `pg_trgm` for what it does not find.

mod postgres;
mod rated;

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use self::postgres::{Document, Peer};
use crate::bulk::Scratch;
use crate::catalogue::product;
use crate::clock;
use crate::http::load;
use crate::load::{Blocking, Spread, Target};
use crate::numbers::{count, place};
use crate::options::Common;
use crate::outcome::{Outcome, say};
use crate::process;
use crate::queries;
use crate::service::Api;
use crate::table::Row;

/// Queries of a round.
const QUERIES: u64 = 2_000;

/// What is measured.
#[derive(Debug, Clone, Args)]
pub struct PeersArgs {
    #[command(flatten)]
    common: Common,
    /// Folders with rated queries (`catalog.jsonl`, `qrels.csv`), as `api evaluate search` reads them.
    #[arg(long, value_name = "DIR", default_values_os_t = [
        PathBuf::from("crates/api/tests/data/search"),
        PathBuf::from("crates/api/tests/data/search_qualified"),
    ])]
    rated: Vec<PathBuf>,
}

/// Measures both.
pub fn measure(args: &PeersArgs) -> Outcome<Vec<Row>> {
    args.common.postgres()?;
    let mut rows = latencies(&args.common)?;
    for folder in &args.rated {
        let ours = ours_rated(args, folder)?;
        let scratch = Scratch::create(args.common.postgres()?, "rated")?;
        let theirs = rated::ndcg(&scratch.url, folder)?;
        say(&format!(
            "  {}: ours {ours:.3}, PostgreSQL {theirs:.3}",
            folder.display()
        ));
        rows.push(Row {
            what: format!("search, nDCG@10, {}", folder.display()),
            measured: format!("{ours:.3}"),
            limit: format!("PostgreSQL, tsvector and pg_trgm: {theirs:.3}"),
            ratio: format!("{:+.3}", ours - theirs),
            goal: None,
        });
    }
    Ok(rows)
}

/// The nDCG@10 that the service's own measure finds.
fn ours_rated(args: &PeersArgs, folder: &PathBuf) -> Outcome<f64> {
    let mut command = std::process::Command::new(args.common.binary()?);
    command
        .args(["--json", "evaluate", "search"])
        .arg(std::path::absolute(folder)?);
    let said: Value = serde_json::from_str(process::run(&mut command)?.stdout.trim())?;
    let figure = said.get("ndcg_at_10").and_then(Value::as_f64);
    Ok(figure.ok_or_else(|| format!("no nDCG in {said}"))?)
}

/// One query after the other over one connection each, in turns: the whole answer of ours over HTTP beside the ids of
/// theirs over their own protocol.
fn latencies(common: &Common) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let products = common.products();
    let url = format!("sqlite://{}", folder.join("peers.sqlite").display());
    let api = Api::new(&common.binary()?, url, folder);
    let key = api.key()?;
    load(&api, products, folder)?;
    let serving = api.serve("http=warn,info", &[])?;
    let scratch = Scratch::create(common.postgres()?, "peers")?;
    let peer = Peer::fill(&scratch.url, (0..products).map(document))?;
    let texts = queries::queries(QUERIES, products);
    let path = |q: &String| format!("/v1/search?q={}", queries::encoded(q));
    let paths = texts.iter().map(path).collect();
    let target = Target::new(serving.address, paths, Some(&key));
    let mut connection = Blocking::connect(serving.address)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..common.rounds() {
        for (number, text) in texts.iter().enumerate() {
            let (answer, seconds) = clock::timed(|| connection.fetch(target.request(number)));
            if answer?.status != 200 {
                return Err(format!("no answer to {text}").into());
            }
            let (found, their_seconds) = clock::timed(|| peer.search(text));
            found?;
            // the first round warms both
            if round > 0 {
                ours.push(seconds * 1e3);
                theirs.push(their_seconds * 1e3);
            }
        }
    }
    let (ours, theirs) = (Spread::of(&ours), Spread::of(&theirs));
    let asked = place(QUERIES) * (common.rounds() - 1);
    say(&format!(
        "  {} queries, ms: ours {:.2}/{:.2}, PostgreSQL {:.2}/{:.2}",
        count(asked),
        ours.p50,
        ours.p99,
        theirs.p50,
        theirs.p99
    ));
    let row = |what: &str, ours: f64, theirs: f64| Row {
        what: format!("search, one connection, {what}, {products} products"),
        measured: format!("{ours:.2} ms"),
        limit: format!("PostgreSQL, tsvector and pg_trgm: {theirs:.2} ms"),
        ratio: format!("{:.2} of it", ours / theirs),
        goal: None,
    };
    Ok(vec![
        row("p50", ours.p50, theirs.p50),
        row("p99", ours.p99, theirs.p99),
    ])
}

fn document(number: u64) -> Document {
    let product = product(number);
    Document {
        words: format!(
            "{} {} {} {} {}",
            product.brand, product.model, product.variant, product.category, product.ean
        ),
        description: format!(
            "The {} of {}: a {} for every day.",
            product.line, product.brand, product.category
        ),
        id: product.id,
        name: product.name,
    }
}
