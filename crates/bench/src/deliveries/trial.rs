//! One run on one store.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver as Receiving, Sender};
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::DeliveriesArgs;
use super::cluster::{Cluster, Stop};
use super::fleet::Fleet;
use super::ledger::{Books, Watched};
use super::manner::{ENDPOINTS, Role, manner, workspaces};
use super::shop::{self, Shop};
use super::store;
use crate::bulk::on_postgres;
use crate::chaos::{Database, Moment, Report, write_products};
use crate::cli::Backend;
use crate::clock;
use crate::numbers::count;
use crate::outcome::{Outcome, kept, say};
use crate::random::Random;
use crate::receiver::{Receiver, id};
use crate::service::Api;
use crate::tenants::{Client, Tenant};

/// How many clients create watches at the same time.
const THREADS: usize = 4;

/// How long an import is tried again while the database is away, and the last deliveries may take.
const PATIENCE: Duration = Duration::from_mins(10);

/// How long a kill waits for attempts that run.
const LOOKING: Duration = Duration::from_secs(10);

const POLL: Duration = Duration::from_millis(2);

/// Runs it; keeps files and logs when it fails.
pub fn run(args: &DeliveriesArgs, backend: Backend) -> Outcome<Report> {
    let folder = tempfile::tempdir()?;
    let mut report = Report::default();
    let ran = in_folder(args, backend, (folder.path(), &mut report));
    if ran.is_err() || !report.faults.is_empty() {
        say(&format!(
            "files and logs are kept: {}",
            kept(folder)?.display()
        ));
    }
    let seed = args.seed;
    match ran {
        Ok(()) => Ok(report),
        Err(error) => Err(format!("{} (seed {seed}): {error}", backend.shown()).into()),
    }
}

fn in_folder(
    args: &DeliveriesArgs,
    backend: Backend,
    (folder, report): (&Path, &mut Report),
) -> Outcome<()> {
    let cluster = match backend {
        Backend::Sqlite => None,
        Backend::Postgres => Some(Cluster::start()?),
    };
    let file = folder.join("deliveries.sqlite");
    let (url, database) = cluster.as_ref().map_or_else(
        || {
            let url = format!("sqlite://{}", file.display());
            (url, Database::Sqlite(file.clone()))
        },
        |cluster| (cluster.url(), Database::Postgres(cluster.url())),
    );
    let api = Api::new(&args.places.binary()?, url, folder);
    let is_mended = Arc::new(AtomicBool::new(false));
    let receiver = Receiver::open(folder, manner(args.seed, Arc::clone(&is_mended)))?;
    let replicas = cluster.as_ref().map_or(1, |_| 2);
    let trial = Trial {
        args,
        api: &api,
        cluster: cluster.as_ref(),
        database: &database,
        receiver: &receiver,
        folder,
        is_mended: &is_mended,
        plan: Plan::of(args),
    };
    say(&format!(
        "deliveries on {}, seed {}",
        backend.shown(),
        args.seed
    ));
    let (ran, seconds) = clock::timed(|| trial.run(replicas, report));
    ran?;
    report.figure("seconds in all", Duration::from_secs_f64(seconds).as_secs());
    Ok(())
}

struct Trial<'a> {
    args: &'a DeliveriesArgs,
    api: &'a Api,
    cluster: Option<&'a Cluster>,
    database: &'a Database,
    receiver: &'a Receiver,
    folder: &'a Path,
    is_mended: &'a AtomicBool,
    plan: Plan,
}

/// Which workspaces watch what. Prices fall block by block, and a block is watched by the workspaces of
/// one class: what a kill holds up for the time of a lease are not all endpoints.
#[derive(Debug, Clone, Copy)]
struct Plan {
    classes: u64,
    block: u64,
    blocks: u64,
}

impl Plan {
    fn of(args: &DeliveriesArgs) -> Self {
        let classes = (args.imports / 2).clamp(1, 17);
        let products = args.events * classes / count(workspaces().len());
        Self {
            classes,
            block: products.div_ceil(args.imports),
            // some in reserve, for kills that found nothing to hit
            blocks: args.imports + args.imports.div_ceil(4),
        }
    }

    const fn products(self) -> u64 {
        self.block * self.blocks
    }

    /// The products that a workspace with such an endpoint watches.
    fn watched(self, workspace: u64, role: Role) -> impl Iterator<Item = u64> {
        let is_of_class =
            move |product: &u64| product / self.block % self.classes == workspace % self.classes;
        (0..self.products())
            .filter(is_of_class)
            .filter(move |product| role.watches(*product))
    }
}

/// What is broken.
#[derive(Debug, Clone, Copy)]
enum Blow {
    Kill,
    Restart(Stop),
}

impl Blow {
    /// Both ways in turns.
    const fn restart(number: u64) -> Self {
        Self::Restart(if number.is_multiple_of(2) {
            Stop::Immediate
        } else {
            Stop::Fast
        })
    }
}

/// A workspace with the subscriptions and endpoints of its receivers.
struct Owner {
    number: u64,
    tenant: Tenant,
    receivers: Vec<(u128, usize)>,
}

/// Something to be broken a while from now.
struct Order {
    blow: Blow,
    delay: Duration,
    /// Closed when it is done.
    done: Sender<()>,
}

impl Trial<'_> {
    fn run(&self, replicas: usize, report: &mut Report) -> Outcome<()> {
        let mut shop = Shop::new(self.plan.products());
        write_products(&self.folder.join("products.jsonl"), self.plan.products())?;
        self.api
            .import_catalogue(&self.folder.join("products.jsonl"))?;
        self.import(&shop)?;
        // while nobody has to be told of keys
        let create = |number| Tenant::create(self.api, &format!("ledger-{number}"));
        let tenants = (0..workspaces().len())
            .map(create)
            .collect::<Outcome<_>>()?;
        let fleet = Fleet::start(self.api, replicas, self.settings())?;
        let mut watched = self.watched(fleet.address()?, tenants)?;
        report.figure("watches", count(watched.len()));
        let (orders, taken) = mpsc::channel();
        let hits = AtomicU64::new(0);
        let (imported, killed) = thread::scope(|scope| {
            let killer = scope.spawn(|| self.break_things(&fleet, taken, &hits));
            let imported = self.sequence(&mut shop, &orders, &hits);
            drop(orders);
            (imported, killer.join())
        });
        killed.map_err(|_| "the killer panicked")??;
        report.figure("products that changed again", imported?);
        for _ in 0..hits.load(Ordering::Relaxed) {
            report.killed(Moment::Delivering);
        }
        report.figure("restarts of PostgreSQL", self.restarts());
        watched.retain(|watched| watched.product < shop.fallen());
        self.finish(&fleet, report)?;
        let books = Books {
            watched,
            deliveries: store::deliveries(self.database)?,
            attempts: store::attempts(self.database)?,
            arrivals: self.receiver.take(),
            kills: fleet.kills(),
            timeout: self.timeout().as_micros().try_into()?,
        };
        books.close(report);
        Ok(())
    }

    fn settings(&self) -> Vec<(String, String)> {
        let mut settings = self.receiver.settings(ENDPOINTS);
        // what is short here is long in the run of thousands
        let pause = if self.args.end_leases { "200ms" } else { "1s" };
        let timeout = format!("{}s", self.timeout().as_secs());
        for (name, value) in [
            ("PCS_QUOTA_WATCHES", "0"),
            ("PCS_QUOTA_SUBSCRIPTIONS", "0"),
            ("PCS_WEBHOOK_TIMEOUT", timeout.as_str()),
            ("PCS_WEBHOOK_RETRY_BASE", "200ms"),
            ("PCS_WEBHOOK_RETRY_CAP", "2s"),
            ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", pause),
            ("PCS_WEBHOOK_COOLDOWN_PERMANENT", pause),
        ] {
            settings.push((name.to_owned(), value.to_owned()));
        }
        settings
    }

    fn timeout(&self) -> Duration {
        Duration::from_secs(if self.args.end_leases { 1 } else { 2 })
    }

    fn restarts(&self) -> u64 {
        self.cluster.map_or(0, |_| self.args.restarts)
    }

    /// Subscribes the endpoints and creates the watches.
    fn watched(&self, address: SocketAddr, tenants: Vec<Tenant>) -> Outcome<Vec<Watched>> {
        say("  subscriptions and watches");
        let mut client = Client::new(address);
        let mut owners = Vec::new();
        for (number, (tenant, endpoints)) in (0..).zip(tenants.into_iter().zip(workspaces())) {
            let mut receivers = Vec::new();
            for endpoint in endpoints {
                let made = tenant.subscribe(&mut client, endpoint, self.receiver)?;
                receivers.push((number_of(&made)?, endpoint));
            }
            owners.push(Owner {
                number,
                tenant,
                receivers,
            });
        }
        let share = owners.len().div_ceil(THREADS);
        let parts = owners.chunks(share);
        thread::scope(|scope| {
            let work = |part| scope.spawn(move || self.create(part, address));
            let working: Vec<_> = parts.map(work).collect();
            let mut watched = Vec::new();
            for part in working {
                watched.extend(part.join().map_err(|_| "a client panicked")??);
            }
            Ok(watched)
        })
    }

    fn create(&self, owners: &[Owner], address: SocketAddr) -> Outcome<Vec<Watched>> {
        let mut client = Client::new(address);
        let mut watched = Vec::new();
        for Owner {
            number,
            tenant,
            receivers,
        } in owners
        {
            let role = match receivers.as_slice() {
                [(_, endpoint)] => Role::of(*endpoint),
                _ => Role::Works,
            };
            for product in self.plan.watched(*number, role) {
                let key = format!("watch-{product}");
                let body = shop::watch(product);
                let made = client.create("/v1/watchlists", tenant, (&key, &body))?;
                let made = made.get("id").and_then(|id| id.as_str());
                watched.push(Watched {
                    id: number_of(made.unwrap_or_default())?,
                    product,
                    receivers: receivers.clone(),
                });
            }
        }
        Ok(watched)
    }

    /// Imports one price list after the other and orders what is broken beside them; how many products
    /// changed again. What found nothing to hit is made good beside further imports.
    fn sequence(&self, shop: &mut Shop, orders: &Sender<Order>, hits: &AtomicU64) -> Outcome<u64> {
        let DeliveriesArgs { imports, kills, .. } = *self.args;
        say(&format!("  {imports} imports"));
        let mut random = Random::new(self.args.seed);
        let mut again = 0;
        for number in 1..=self.plan.blocks {
            let due = |of: u64| of * (number - 1) / imports..of * number / imports;
            let mut blows = Vec::new();
            if number <= imports {
                blows.extend(due(kills).map(|_| Blow::Kill));
                blows.extend(due(self.restarts()).map(Blow::restart));
            } else if hits.load(Ordering::Relaxed) >= kills {
                break;
            } else {
                blows.push(Blow::Kill);
            }
            if number * 10 > imports * 7 {
                self.is_mended.store(true, Ordering::Relaxed);
            }
            again += shop.next(self.plan.block, &mut random);
            let (done, all_done) = mpsc::channel();
            for blow in blows {
                let delay = Duration::from_millis(random.below(400));
                let order = Order {
                    blow,
                    delay,
                    done: done.clone(),
                };
                orders
                    .send(order)
                    .map_err(|_| "nothing is killed any more")?;
            }
            drop(done);
            self.import(shop)?;
            // ends when every order was carried out
            while all_done.recv().is_ok() {}
        }
        Ok(again)
    }

    /// Imports the prices, again and again while the database is away.
    fn import(&self, shop: &Shop) -> Outcome<()> {
        let file = self.folder.join("prices.csv");
        shop.write(&file)?;
        let began = clock::now();
        loop {
            match self.api.import(&file, shop::NAME) {
                Ok(_) => return Ok(()),
                Err(error) if self.cluster.is_none() || began.elapsed() > PATIENCE => {
                    return Err(error);
                }
                Err(_) => clock::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Kills and restarts as ordered.
    fn break_things(
        &self,
        fleet: &Fleet<'_>,
        orders: Receiving<Order>,
        hits: &AtomicU64,
    ) -> Outcome<()> {
        for Order { blow, delay, done } in orders {
            clock::sleep(delay);
            match blow {
                Blow::Kill if hits.load(Ordering::Relaxed) >= self.args.kills => {}
                Blow::Kill => {
                    let hit = self.kill(fleet, delay / 16)?;
                    hits.fetch_add(u64::from(hit), Ordering::Relaxed);
                }
                Blow::Restart(stop) => {
                    fleet.note();
                    self.cluster.ok_or("no server")?.restart(stop)?;
                    fleet.note();
                }
            }
            fleet.check()?;
            drop(done);
        }
        let hits = hits.load(Ordering::Relaxed);
        if hits < self.args.kills {
            return Err(format!("{hits} kills hit").into());
        }
        Ok(())
    }

    /// Kills a process a moment after attempts began, and starts another; whether any began.
    fn kill(&self, fleet: &Fleet<'_>, delay: Duration) -> Outcome<bool> {
        let before = self.opened()?;
        let began = clock::now();
        while self.opened()? <= before {
            if began.elapsed() > LOOKING {
                return Ok(false);
            }
            clock::sleep(POLL);
        }
        // what began just now is this process's, or its twin's
        clock::sleep(delay);
        fleet.kill()?;
        fleet.replace()?;
        Ok(true)
    }

    /// How many attempts were begun so far.
    fn opened(&self) -> Outcome<u64> {
        let sql = "SELECT CAST(count(*) AS text) AS line FROM attempts";
        self.database.number(sql)
    }

    /// Waits until everything is delivered or given up.
    fn finish(&self, fleet: &Fleet<'_>, report: &mut Report) -> Outcome<()> {
        say("  waiting for the last deliveries");
        let began = clock::now();
        if self.args.end_leases {
            self.end_leases(fleet)?;
        }
        loop {
            let undone = store::undone(self.database)?;
            if undone == 0 {
                break;
            }
            if began.elapsed() > PATIENCE {
                return Err(format!("{undone} deliveries are not done").into());
            }
            fleet.check()?;
            clock::sleep(Duration::from_millis(100));
        }
        report.figure(
            "  seconds from the last kill to the last delivery",
            began.elapsed().as_secs(),
        );
        Ok(())
    }

    /// Kills all processes, so that nothing is being sent, and ends the leases of what was.
    fn end_leases(&self, fleet: &Fleet<'_>) -> Outcome<()> {
        let replicas = self.cluster.map_or(1, |_| 2);
        for _ in 0..replicas {
            fleet.kill()?;
        }
        let sql =
            |now: &str| format!("UPDATE deliveries SET due_at = {now} WHERE status = 'sending'");
        match self.database {
            Database::Sqlite(path) => {
                let path = path.to_str().ok_or("a path that is no text")?;
                let mut c = SqliteConnection::establish(path)?;
                c.batch_execute("PRAGMA busy_timeout = 10000")?;
                c.batch_execute(&sql(&clock::utc_micros().to_string()))?;
            }
            Database::Postgres(url) => on_postgres(url, async |client| {
                Ok(client.batch_execute(&sql("now()")).await?)
            })?,
        }
        for _ in 0..replicas {
            fleet.replace()?;
        }
        Ok(())
    }
}

/// The number of a public id, with or without a prefix.
fn number_of(public: &str) -> Outcome<u128> {
    let plain = public.rsplit('_').next().unwrap_or_default();
    Ok(id(plain).ok_or("an id that is none")?)
}
