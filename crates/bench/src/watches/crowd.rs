//! A workspace whose watches of one product all fire at once, with as many webhooks as it may have: what
//! that adds to an import, and how long others wait meanwhile.

use std::thread;
use std::time::Duration;

use super::creating::{Clients, RATE};
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
    Ok(vec![
        Row {
            what: format!(
                "import that fires {watches} watches, {webhooks} webhooks, {}",
                backend.shown()
            ),
            measured: format!("{:.2} s", busy.seconds),
            limit: format!("no webhooks: {:.2} s", quiet.seconds),
            ratio: format!("{more:+.2} s"),
            goal: Some(("< 2 s more", more < GOAL.as_secs_f64())),
        },
        Row {
            what: format!(
                "POST watchlists of others at {RATE:.0}/s meanwhile and {} s after it",
                AFTER.as_secs()
            ),
            measured: shown(&busy.others),
            limit: format!("no webhooks: {}", shown(&quiet.others)),
            ratio: format!("p99 excess {:.1} ms", busy.others.p99 - quiet.others.p99),
            goal: Some(("p99 < 50 ms", busy.others.p99 < P99_MS)),
        },
    ])
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
    /// How long others waited for a watch.
    others: Spread,
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

    /// Registers webhooks and lowers all prices, while others create watches.
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
        let target = clients.target();
        let (others, done) = thread::scope(|scope| {
            let import = scope.spawn(|| {
                let done = self.store.api.import(&low, Shop::Cheap.name());
                crate::clock::sleep(AFTER);
                done
            });
            let others = latencies(&target, RATE, |_| !import.is_finished());
            let done = import.join().map_err(|_| "the import's thread panicked")?;
            Outcome::Ok((others?, done?))
        })?;
        if done.triggered != self.watches {
            return Err(format!("{} of {} watches fired", done.triggered, self.watches).into());
        }
        let others = Spread::of(&others);
        say(&format!(
            "  {webhooks} webhooks: {:.2} s, others wait p50 {:.1}, p99 {:.1}, longest {:.1} ms; {} requests arrived",
            done.seconds,
            others.p50,
            others.p99,
            others.max,
            receiver.take().len()
        ));
        Ok(Imported {
            seconds: done.seconds,
            others,
        })
    }
}
