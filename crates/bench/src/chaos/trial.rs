//! One run on one store.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crate::bulk::Scratch;
use crate::chaos::ChaosArgs;
use crate::chaos::creating;
use crate::chaos::database::Database;
use crate::chaos::importing::{Blow, Importing, Tally};
use crate::chaos::ledger::{self, Expected};
use crate::chaos::living::{Deployment, Living};
use crate::chaos::market::{self, Market, SHOPS, shop_name};
use crate::chaos::report::{Moment, Report};
use crate::chaos::sink::Sink;
use crate::chaos::watch::{Owner, Watch, owners};
use crate::cli::Backend;
use crate::clock;
use crate::numbers::{count, float};
use crate::outcome::{Outcome, kept, say};
use crate::random::Random;
use crate::service::Api;

/// How long the last mails may take: the leases of a killed service last a minute, and what the mail
/// server did not answer waits half a minute more.
const DRAIN: Duration = Duration::from_mins(3);

/// Runs it; keeps files and logs when it fails.
pub fn run(args: &ChaosArgs, backend: Backend) -> Outcome<Report> {
    let folder = tempfile::tempdir()?;
    let ran = in_folder(args, backend, folder.path());
    if ran
        .as_ref()
        .map_or(true, |report| !report.faults.is_empty())
    {
        say(&format!(
            "files and logs are kept: {}",
            kept(folder)?.display()
        ));
    }
    let seed = args.seed;
    ran.map_err(|error| format!("{} (seed {seed}): {error}", backend.shown()).into())
}

fn in_folder(args: &ChaosArgs, backend: Backend, folder: &Path) -> Outcome<Report> {
    let scratch = match backend {
        Backend::Sqlite => None,
        Backend::Postgres => Some(Scratch::create(args.places.postgres()?, "chaos")?),
    };
    let file = folder.join("prices.sqlite");
    let (url, database) = scratch.as_ref().map_or_else(
        || {
            (
                format!("sqlite://{}", file.display()),
                Database::Sqlite(file.clone()),
            )
        },
        |scratch| (scratch.url.clone(), Database::Postgres(scratch.url.clone())),
    );
    let api = Api::new(&args.places.binary()?, url, folder);
    let mut random = Random::new(args.seed);
    let start = Arc::new(AtomicU64::new(0));
    let sink = Sink::open(Arc::clone(&start), args.hang_ups, args.seed)?;
    let market = opened(&api, args.products, folder, &mut random)?;
    let owners = owners(&api, args.watches, args.products)?;
    let deployment = Deployment {
        api: &api,
        database: &database,
        folder,
        sink: &sink,
    };
    let living = Living::begin(&deployment, start)?;
    let trial = Trial {
        args,
        deployment: &deployment,
        living: &living,
        owners: &owners,
    };
    let mut report = Report::default();
    say(&format!("chaos on {}, seed {}", backend.shown(), args.seed));
    let (done, seconds) = clock::timed(|| trial.run(market, random, &mut report));
    done?;
    report.figure("seconds in all", whole(seconds));
    Ok(report)
}

/// Products that all shops sell.
fn opened(api: &Api, products: u64, folder: &Path, random: &mut Random) -> Outcome<Market> {
    let file = folder.join("products.jsonl");
    market::write_products(&file, products)?;
    api.import_catalogue(&file)?;
    let mut market = Market::empty(products);
    for shop in 0..SHOPS {
        let file = folder.join("opening.csv");
        let opening = market.opening(shop, random);
        opening.write(&file)?;
        api.import(&file, &shop_name(shop))?;
        market.take(&opening);
    }
    Ok(market)
}

/// What all parts of a run need.
struct Trial<'a> {
    args: &'a ChaosArgs,
    deployment: &'a Deployment<'a>,
    living: &'a Living<'a>,
    owners: &'a [Owner],
}

/// A kill of the service beside an import.
struct Order {
    delay: Duration,
    /// It waits until mails are under way.
    sending: bool,
}

impl Trial<'_> {
    fn run(&self, market: Market, mut random: Random, report: &mut Report) -> Outcome<()> {
        let Deployment { database, sink, .. } = self.deployment;
        let mut watches = self.watched(&mut random, report)?;
        for watch in &mut watches {
            watch.settle(market.lowest(watch.product));
        }
        let mut importing = Importing {
            deployment: self.deployment,
            living: self.living,
            owners: self.owners,
            watches,
            market,
            firings: Vec::new(),
            usual: Duration::ZERO,
            publishes_at: 0.8,
            random,
            tally: Tally::default(),
        };
        self.imported(&mut importing, report)?;
        sink.answer_all();
        let (drained, seconds) = clock::timed(|| self.drained());
        drained?;
        let expected = Expected {
            watches: &importing.watches,
            firings: &importing.firings,
        };
        expected.lists(self.owners, self.living, report)?;
        let mails = expected.events(&database.events()?, report);
        let was_cut = |start, mail: &str| self.living.was_cut(start, mail);
        ledger::mails(&mails, &sink.arrivals(), was_cut, report);
        ledger::outbox(&mails, &database.mails()?, report);
        report.figure(
            "  seconds from the last import to the last mail",
            whole(seconds),
        );
        self.living.check()
    }

    /// Creates the watches while the service is killed.
    fn watched(&self, random: &mut Random, report: &mut Report) -> Outcome<Vec<Watch>> {
        let ChaosArgs {
            watches: wanted,
            products,
            ..
        } = self.args;
        say(&format!("  creating {wanted} watches"));
        let mut watches = Watch::draw_all(self.owners, *products, *wanted, random);
        let kills = (self.args.kills * 3 / 20).max(1);
        let done = creating::create(&mut watches, self.owners, self.living, (kills, random))?;
        for _ in 0..done.kills {
            report.killed(Moment::Creating);
        }
        report.figure("watches created", self.deployment.database.watches()?);
        report.figure("  requests sent again, their answers lost", done.repeated);
        report.figure("    of those: had taken effect", done.replayed);
        report.figure("  answers that put off", done.put_off);
        Ok(watches)
    }

    /// Imports one snapshot after the other; imports and service are killed.
    fn imported(&self, importing: &mut Importing<'_>, report: &mut Report) -> Outcome<()> {
        let (sender, receiver) = mpsc::channel::<Order>();
        let hits = thread::scope(|scope| {
            let killer = scope.spawn(move || {
                let kill = |order: Order| {
                    self.wait_for(&order)?;
                    self.living.kill()
                };
                receiver
                    .into_iter()
                    .map(kill)
                    .collect::<Outcome<Vec<bool>>>()
            });
            let imported = self.sequence(importing, &sender, report);
            drop(sender);
            let hits = killer.join().map_err(|_| "the killer panicked")?;
            imported.and(hits)
        })?;
        for is_sending in hits {
            report.killed(if is_sending {
                Moment::Sending
            } else {
                Moment::Serving
            });
        }
        // what came too late is made good
        while report.kills() < self.args.kills {
            self.living.kill()?;
            report.killed(Moment::Serving);
        }
        let tally = &importing.tally;
        report.figure("imports", self.args.imports);
        report.figure("  ended before they were killed", tally.late);
        report.figure("  runs that found their snapshot published", tally.needless);
        report.figure("  two at the same time", tally.twins);
        report.figure("  run once more", tally.replays);
        report.fault("  that say something else", &tally.otherwise);
        report.figure("changes of watches by clients", tally.touched);
        Ok(())
    }

    fn sequence(
        &self,
        importing: &mut Importing<'_>,
        orders: &Sender<Order>,
        report: &mut Report,
    ) -> Outcome<()> {
        let imports = self.args.imports;
        let beside = (self.args.kills / 4).max(1);
        let kills = (self.args.kills - beside).saturating_sub(report.kills());
        let mut random = Random::new(self.args.seed ^ (5 << 50));
        let mut hits = 0;
        let mut tries = 0;
        say(&format!("  {imports} imports"));
        for number in 1..=imports {
            let ordered = |n: u64, of: u64| of * n / (imports - 1).max(1);
            for order in ordered(number - 1, beside)..ordered(number, beside).min(beside) {
                let most = importing.usual.mul_f64(1.5) + Duration::from_millis(50);
                let order = Order {
                    delay: most.mul_f64(random.fraction()),
                    sending: order % 2 == 0,
                };
                orders
                    .send(order)
                    .map_err(|_| "the service cannot be killed any more")?;
            }
            // the first one is left alone: it tells how long an import takes
            let wanted = if number == 1 {
                0
            } else {
                ordered(number, kills).min(kills)
            };
            let mut blows = Vec::new();
            while hits + count(blows.len()) < wanted && blows.len() < 3 {
                blows.push(blow((tries, kills), &mut random));
                tries += 1;
            }
            hits += importing.next(number, &blows, report)?;
            self.living.check()?;
        }
        Ok(())
    }

    fn wait_for(&self, order: &Order) -> Outcome<()> {
        clock::sleep(order.delay);
        let began = clock::now();
        let patience = Duration::from_secs(5);
        while order.sending && began.elapsed() < patience {
            if !self.deployment.database.attempts()?.is_empty() {
                break;
            }
            clock::sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    /// Waits until every mail is out.
    fn drained(&self) -> Outcome<()> {
        say("  waiting for the last mails");
        let began = clock::now();
        loop {
            let unsent = self.deployment.database.unsent()?;
            if unsent == 0 {
                return Ok(());
            }
            if began.elapsed() > DRAIN {
                return Err(format!("{unsent} mails are not sent").into());
            }
            self.living.check()?;
            clock::sleep(Duration::from_millis(100));
        }
    }
}

/// Every other blow is aimed at the publication, the others are spread evenly over the whole import.
fn blow((no, of): (u64, u64), random: &mut Random) -> Blow {
    if no % 2 == 1 {
        return Blow::Publishing;
    }
    let of = of.max(1);
    Blow::At((float(no % of) + 2.0 * random.fraction()) / float(of))
}

fn whole(seconds: f64) -> u64 {
    Duration::from_secs_f64(seconds).as_secs()
}
