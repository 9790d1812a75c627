//! Imports, beside a plain copy of the same rows.

use std::path::Path;

use crate::bulk::{Scratch, copy_postgres, copy_sqlite};
use crate::catalogue::{self, Offer, offer};
use crate::numbers::{count, float};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::reading;
use crate::service::{Api, Imported};
use crate::table::{Most, Row};

/// The store that is imported.
pub const STORE: &str = "Bench Store";

/// How many times slower than the plain copy an import may be: on SQLite, on PostgreSQL.
type Goals = [Most; 2];

const fn times(said: &'static str, figure: f64) -> Most {
    Most { said, figure }
}

const FIRST: Goals = [times("<= 5 times", 5.0), times("<= 6 times", 6.0)];
const SAME: Goals = [times("<= 1.5 times", 1.5), times("<= 2.5 times", 2.5)];
const CHANGED: Goals = [times("<= 3 times", 3.0); 2];

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let bench = Bench {
        common,
        backend,
        folder: temporary.path(),
    };
    let rows = common.products();
    say(&format!("import on {}: {rows} rows", backend.shown()));
    let catalogue = bench.folder.join("catalogue.jsonl");
    catalogue::write_products(&catalogue, rows)?;
    let mut figures = Vec::new();

    let store = bench.store("empty")?;
    figures.push(
        bench.figure("first feed, no catalogue", FIRST, &store, 0, |done| {
            done.created == rows
        })?,
    );
    drop(store);

    let store = bench.store("full")?;
    store.api.import_catalogue(&catalogue)?;
    figures.push(
        bench.figure("first feed, catalogue there", FIRST, &store, 0, |done| {
            done.created == rows
        })?,
    );
    figures.push(
        bench.figure("the same feed again", SAME, &store, 0, |done| {
            done.created + done.changed == 0
        })?,
    );
    figures.push(
        bench.figure("10 % of the prices changed", CHANGED, &store, 1, |done| {
            done.changed > rows / 20 && done.changed < rows / 5
        })?,
    );
    if backend == Backend::Sqlite {
        let file = bench.folder.join("offers2.csv");
        bench.write(&file, 2)?;
        figures.push(reading::while_importing(&store.api, &file, common)?);
    }
    Ok(figures)
}

struct Bench<'a> {
    common: &'a Common,
    backend: Backend,
    folder: &'a Path,
}

/// A store of the service and where the plain copies go.
struct Store {
    api: Api,
    scratch: Option<Scratch>,
}

impl Bench<'_> {
    fn store(&self, label: &str) -> Outcome<Store> {
        let scratch = match self.backend {
            Backend::Sqlite => None,
            Backend::Postgres => Some(Scratch::create(self.common.postgres()?, label)?),
        };
        let file = self.folder.join(format!("{label}.sqlite"));
        let url = scratch.as_ref().map_or_else(
            || format!("sqlite://{}", file.display()),
            |scratch| scratch.url.clone(),
        );
        let api = Api::new(&self.common.binary()?, url, self.folder);
        // makes the schema, so that no import is charged with it
        api.key()?;
        Ok(Store { api, scratch })
    }

    fn offers(&self, edition: u64) -> impl Iterator<Item = Offer> {
        (0..self.common.products()).map(move |number| offer(0, edition, number))
    }

    fn write(&self, file: &Path, edition: u64) -> Outcome<()> {
        catalogue::write_offers(file, self.offers(edition))
    }

    /// One import between two copies of the same rows.
    fn figure(
        &self,
        what: &str,
        [on_sqlite, on_postgres]: Goals,
        store: &Store,
        edition: u64,
        is_right: impl Fn(&Imported) -> bool,
    ) -> Outcome<Row> {
        let file = self.folder.join("offers.csv");
        self.write(&file, edition)?;
        let rows: Vec<Offer> = self.offers(edition).collect();
        let copy = || match &store.scratch {
            None => copy_sqlite(&rows, self.folder),
            Some(scratch) => copy_postgres(&rows, &scratch.url),
        };
        let before = copy()?;
        let done = store.api.import(&file, STORE)?;
        let after = copy()?;
        if !is_right(&done) {
            return Err(format!(
                "{what}: {} created, {} changed, which is not what the feed holds",
                done.created, done.changed
            )
            .into());
        }
        let rows = float(count(rows.len()));
        let limit = f64::midpoint(before, after);
        let times = done.seconds / limit;
        let memory = float(done.peak_rss_bytes) / 1e6;
        say(&format!(
            "  {what}: {:.2} s, plain copy {before:.2} s and {after:.2} s, peak {memory:.0} MB",
            done.seconds
        ));
        let most = match self.backend {
            Backend::Sqlite => on_sqlite,
            Backend::Postgres => on_postgres,
        };
        Ok(Row {
            what: format!("import, {}: {what}", self.backend.shown()),
            measured: format!("{:.0} rows/s, {memory:.0} MB", rows / done.seconds),
            limit: format!("plain copy: {:.0} rows/s", rows / limit),
            ratio: format!("{times:.1} times slower"),
            goal: Some((most.said, times <= most.figure)),
        })
    }
}
