//! A workspace whose watches of one product all fire at once, with as many webhooks as it may have: what
//! that adds to an import, and how long others wait meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::clients::{Clients, RATE};
use super::rows::Plan;
use super::shop::{Level, Shop};
use super::stores::{Run, Store};
use crate::load::{Spread, latencies};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::receiver::{Answer, Receiver};
use crate::table::Row;
use crate::tenants::{Client, Tenant};

/// How much longer publishing may take with webhooks than without.
const GOAL: Duration = Duration::from_secs(2);

/// What others may wait, in milliseconds.
const P99_MS: f64 = 50.0;

/// How long others are looked at after the import, while workers make deliveries.
const AFTER: Duration = Duration::from_secs(30);

/// What others do.
const KINDS: [&str; 3] = [
    "POST watchlists",
    "PATCH watchlists",
    "GET uncached products",
];

/// The workspace of [`Plan::Crowd`].
const CROWD: &str = "watching-0";

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let run = Run {
        common,
        backend,
        folder: temporary.path(),
    };
    let (watches, webhooks) = if common.is_quick() {
        (1000, 20)
    } else {
        (10_000, 100)
    };
    say(&format!(
        "{watches} watches of one product and {webhooks} webhooks on {}",
        backend.shown()
    ));
    let loaded = run.load()?;
    let quiet = Crowd::fill(&run, &loaded, "alone", watches)?.import(0)?;
    let busy = Crowd::fill(&run, &loaded, "crowd", watches)?.import(webhooks)?;
    let shown = |spread: &Spread| format!("p50 {:.1} ms, p99 {:.1} ms", spread.p50, spread.p99);
    let more = busy.seconds - quiet.seconds;
    let mut rows = vec![Row {
        what: format!(
            "import that fires {watches} watches, {webhooks} webhooks, {}",
            backend.shown()
        ),
        measured: format!("{:.2} s", busy.seconds),
        limit: format!("no webhooks: {:.2} s", quiet.seconds),
        ratio: format!("{more:+.2} s"),
        goal: Some(("< 2 s more", more < GOAL.as_secs_f64())),
    }];
    for ((kind, busy), quiet) in KINDS.iter().zip(&busy.others).zip(&quiet.others) {
        rows.push(Row {
            what: format!(
                "{kind} of others at {RATE:.0}/s meanwhile and {} s after it",
                AFTER.as_secs()
            ),
            measured: shown(busy),
            limit: format!("no webhooks: {}", shown(quiet)),
            ratio: format!("p99 excess {:.1} ms", busy.p99 - quiet.p99),
            goal: Some(("p99 < 50 ms", busy.p99 < P99_MS)),
        });
    }
    Ok(rows)
}

/// A store with the crowd's watches.
struct Crowd<'a> {
    run: &'a Run<'a>,
    store: Store,
    watches: u64,
}

/// How an import went.
struct Imported {
    seconds: f64,
    /// How long others waited for each of the [`KINDS`].
    others: [Spread; 3],
}

impl<'a> Crowd<'a> {
    fn fill(run: &'a Run<'a>, loaded: &Store, label: &str, watches: u64) -> Outcome<Self> {
        let store = run.copy(loaded, label)?;
        store.fill(Plan::Crowd, watches, run.offers())?;
        Ok(Self {
            run,
            store,
            watches,
        })
    }

    /// Registers webhooks and lowers all prices, while others create and change watches and read pages.
    fn import(&self, webhooks: usize) -> Outcome<Imported> {
        let receiver = Receiver::open(self.run.folder, |_| Answer::Success)?;
        let crowd = Tenant::create(&self.store.api, CROWD)?;
        let settings = receiver.settings(webhooks.max(1));
        let mut clients = Clients::start(&self.store, self.run.common.products(), &settings)?;
        let mut client = Client::new(clients.address());
        for endpoint in 0..webhooks {
            crowd.subscribe(&mut client, endpoint)?;
        }
        let low = Shop::Cheap.file(self.run.folder, Level::Low, self.run.offers())?;
        let kinds = [clients.creations(), clients.changes()?, clients.pages()];
        let is_over = AtomicBool::new(false);
        let goes_on = |_| !is_over.load(Ordering::Relaxed);
        let (others, done) = thread::scope(|scope| {
            let asked = kinds
                .each_ref()
                .map(|kind| scope.spawn(move || latencies(kind, RATE, goes_on)));
            let done = self.store.api.import(&low, Shop::Cheap.name());
            crate::clock::sleep(AFTER);
            is_over.store(true, Ordering::Relaxed);
            (asked.map(thread::ScopedJoinHandle::join), done)
        });
        let done = done?;
        if done.triggered != self.watches {
            return Err(format!("{} of {} watches fired", done.triggered, self.watches).into());
        }
        say(&format!(
            "  {webhooks} webhooks: {:.2} s, {} requests arrived",
            done.seconds,
            receiver.take().len()
        ));
        let [creations, changes, pages] = others;
        let spread = |asked: thread::Result<Outcome<Vec<f64>>>| {
            let latencies = asked.map_err(|_| "a client's thread panicked")??;
            Outcome::Ok(Spread::of(&latencies))
        };
        let others = [spread(creations)?, spread(changes)?, spread(pages)?];
        for (kind, spread) in KINDS.iter().zip(&others) {
            say(&format!(
                "    {kind}: p50 {:.1}, p99 {:.1}, longest {:.1} ms",
                spread.p50, spread.p99, spread.max
            ));
        }
        Ok(Imported {
            seconds: done.seconds,
            others,
        })
    }
}
