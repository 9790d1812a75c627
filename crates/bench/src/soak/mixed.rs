//! Mixed traffic at four fifths of its peak, beside imports, watches that fire and deliveries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::SoakArgs;
use super::background::{Background, Happened, TENANTS, watch};
use super::samples::Samples;
use super::traffic::{Pace, Tally, Traffic};
use crate::clock;
use crate::http::load;
use crate::numbers::float;
use crate::options::Backend;
use crate::outcome::{Outcome, say};
use crate::past::load_phones;
use crate::receiver::{Answer, Receiver};
use crate::service::{Api, Serving};
use crate::table::Row;
use crate::tenants::Tenant;
use crate::webhooks::{Place, Queue};

/// How much of the peak is asked for.
const SHARE: f64 = 0.8;

/// How long the peak is looked for, at most.
const PEAK: Duration = Duration::from_secs(20);

const SCOPES: [&str; 4] = [
    "catalog:read",
    "comparison:read",
    "watchlists:read",
    "watchlists:write",
];

/// Measures on one store.
pub fn measure(args: &SoakArgs, backend: Backend) -> Outcome<Vec<Row>> {
    let common = args.common();
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let postgres = match backend {
        Backend::Sqlite => None,
        Backend::Postgres => Some(common.postgres()?),
    };
    let place = Place::create(postgres, folder)?;
    let api = Api::new(&common.binary()?, place.url(), folder);
    let products = common.products();
    say(&format!("soak on {}: {products} products", backend.shown()));
    load(&api, products, folder)?;
    load_phones(&api, folder)?;
    let receiver = Receiver::open(folder, |_| Answer::Success)?;
    let background = Background::new(&api, &receiver, folder, products)?;
    let tenant = |number: usize| Tenant::create(&api, &format!("soak-{number}"));
    let tenants: Vec<Tenant> = (0..TENANTS).map(tenant).collect::<Outcome<_>>()?;
    let key = api.key_of("soak", "live", &SCOPES)?;
    let serving = serve(args, &api, &receiver)?;
    watch(&serving, &tenants)?;
    let run = Run {
        args,
        store: backend.shown(),
        traffic: Traffic::new(serving.address, &key, products),
        background,
        place,
        serving,
    };
    run.rows()
}

fn serve(args: &SoakArgs, api: &Api, receiver: &Receiver) -> Outcome<Serving> {
    let mut settings = receiver.settings(TENANTS);
    settings.extend(args.keeping());
    settings.push(("PCS_QUOTA_WATCHES".to_owned(), "0".to_owned()));
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    api.serve("http=warn,info", &settings)
}

struct Run<'a> {
    args: &'a SoakArgs,
    store: &'static str,
    traffic: Traffic,
    background: Background<'a>,
    place: Place,
    serving: Serving,
}

impl Run<'_> {
    fn rows(&self) -> Outcome<Vec<Row>> {
        let lasting = self.args.lasting();
        let (found, _) = self.beside(Pace::AtOnce, PEAK.min(lasting), || Ok(()))?;
        let peak = float(found.answers()) / PEAK.min(lasting).as_secs_f64();
        let rate = SHARE * peak;
        say(&format!("  peak {peak:.0}/s: {:?}", found.statuses));
        let pid = self.serving.server.pid();
        let mut samples = Samples::new(Queue::open(&self.place)?, pid, lasting);
        let (tally, happened) = self.beside(Pace::PerSecond(rate), lasting, || samples.look())?;
        say(&format!("  {:?}", tally.statuses));
        let of = |what: &str| format!("soak, {}: {what}", self.store);
        let (spread, bad) = (tally.latency(), tally.failures());
        let arrived = float(happened.arrived) / float(happened.triggered);
        let answered = float(tally.answers()) / lasting.as_secs_f64();
        let mut rows = vec![
            Row {
                what: of("answers"),
                measured: format!(
                    "{answered:.0}/s, p50 {:.1} ms, p99 {:.1} ms",
                    spread.p50, spread.p99
                ),
                limit: format!("peak {peak:.0}/s"),
                ratio: format!("{:.2}", answered / peak),
                goal: None,
            },
            Row {
                what: of("answers of 4xx and 5xx, requests without one"),
                measured: bad.to_string(),
                limit: format!("{} answers", tally.answers()),
                ratio: "-".to_owned(),
                goal: Some(("0", bad == 0)),
            },
            Row {
                what: of(&format!("deliveries, {} imports", happened.imports)),
                measured: format!("{} arrived", happened.arrived),
                limit: format!("{} watches fired", happened.triggered),
                ratio: format!("{arrived:.3}"),
                goal: Some(("1", happened.arrived == happened.triggered)),
            },
        ];
        rows.extend(samples.rows(&of));
        Ok(rows)
    }

    /// Asks at a pace while imports go on, and does something else again and again.
    fn beside(
        &self,
        pace: Pace,
        lasting: Duration,
        mut between: impl FnMut() -> Outcome<()>,
    ) -> Outcome<(Tally, Happened)> {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let happening = scope.spawn(|| self.background.run(&is_over));
            let asking = scope.spawn(|| self.traffic.run(pace, lasting));
            let mut looked = Ok(());
            while !asking.is_finished() && looked.is_ok() {
                looked = between();
                clock::sleep(Duration::from_millis(100));
            }
            let asked = asking.join().map_err(|_| "a client panicked");
            is_over.store(true, Ordering::Relaxed);
            let happened = happening.join().map_err(|_| "an import panicked");
            looked?;
            Outcome::Ok((asked??, happened??))
        })
    }
}
