//! Webhooks to fifty endpoints, some of which fail, hang or flap, while the service is killed and its
//! database restarted.
//!
//! Clients create watches over HTTP, a shop imports prices that cross their targets and changes some of
//! them again before their events are out. At the end the store's rows are held against the reference model and
//! what the receiver noted itself: every event was delivered or given up by rule to each subscription, or
//! replaced by one that was, and what came twice has its reason.

mod endpoints;
mod faults;
mod ledger;
mod probe;
mod rows;
mod shop;

use std::thread;
use std::time::Duration;

use reference_model::Random;
use serde_json::Value;
use tests::watching::{self, Client, WATCHES};
use tests::webhooks::{WEBHOOKS, input, owning};
use tests::{Backend, Deployment, let_pass, now, wait_at_most};
use uuid::Uuid;

use crate::cluster::Cluster;
use crate::fleet::Fleet;
use crate::kept_when_it_fails;
use crate::offers::import_products;
use crate::report::Report;
use endpoints::{Endpoints, Role, workspaces};
use faults::{Breaker, Fault};
use ledger::{Books, Watched};
use probe::Probe;
use shop::Shop;

const THREADS: usize = 4;

/// How long an import is tried again while the database is away, and the last deliveries may take.
const PATIENCE: Duration = Duration::from_mins(10);

#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// About so many events.
    pub events: usize,
    /// Imports in which they happen.
    pub imports: usize,
    /// Kills that must hit the service while it delivers.
    pub kills: usize,
    pub restarts: usize,
    /// How often the primary is killed and its standby takes its place; not 0: there is one.
    pub fail_overs: usize,
    /// How often all sessions of the service are ended, and a backup goes on beside an import.
    pub interruptions: usize,
    /// Otherwise the leases of what was killed end when everything is done.
    pub waits_for_leases: bool,
}

impl Sizes {
    /// One run on one store. The seed decides about prices, answers and moments.
    pub fn trial(self) -> impl Fn(Backend, u64) -> Report {
        move |store, seed| {
            let cluster = (store == Backend::Postgres).then(|| match self.fail_overs {
                0 => Cluster::start(),
                _ => Cluster::with_standby(),
            });
            let endpoints = Endpoints::open(seed);
            let deployment = match &cluster {
                Some(cluster) => watching::unlimited(Deployment::on(cluster.url())),
                None => watching::deployment(store),
            };
            // what is short in small is long in the run of thousands
            let pause = if self.waits_for_leases { "1s" } else { "200ms" };
            let timeout = format!("{}s", self.timeout().as_secs());
            let deployment = endpoints
                .reached_by(deployment)
                .with("PCS_LOG", "http=warn,info")
                .with("PCS_QUOTA_WATCHES", "0")
                .with("PCS_QUOTA_SUBSCRIPTIONS", "0")
                .with("PCS_WEBHOOK_TIMEOUT", &timeout)
                .with("PCS_WEBHOOK_RETRY_BASE", "200ms")
                .with("PCS_WEBHOOK_RETRY_CAP", "2s")
                .with("PCS_WEBHOOK_COOLDOWN_TRANSIENT", pause)
                .with("PCS_WEBHOOK_COOLDOWN_PERMANENT", pause);
            kept_when_it_fails(deployment, |deployment, report| {
                let trial = Trial {
                    sizes: self,
                    seed,
                    deployment,
                    cluster: cluster.as_ref(),
                    endpoints: &endpoints,
                    plan: Plan::of(self),
                };
                trial.run(report);
            })
        }
    }

    const fn timeout(self) -> Duration {
        Duration::from_secs(if self.waits_for_leases { 2 } else { 1 })
    }
}

struct Trial<'a> {
    sizes: Sizes,
    seed: u64,
    deployment: &'a Deployment,
    /// The PostgreSQL server, if that is the store.
    cluster: Option<&'a Cluster>,
    endpoints: &'a Endpoints,
    plan: Plan,
}

/// Which workspaces watch what. Prices fall block by block, and a block is watched by the workspaces of
/// one class: what a kill holds up for the time of a lease are not all endpoints.
#[derive(Debug, Clone, Copy)]
struct Plan {
    classes: usize,
    block: usize,
    blocks: usize,
}

impl Plan {
    fn of(sizes: Sizes) -> Self {
        let classes = (sizes.imports / 2).clamp(1, 17);
        let products = sizes.events * classes / workspaces().len();
        Self {
            classes,
            block: products.div_ceil(sizes.imports),
            // some in reserve, for kills that found nothing to hit
            blocks: sizes.imports + sizes.imports.div_ceil(4),
        }
    }

    const fn products(self) -> usize {
        self.block * self.blocks
    }

    /// The products that a workspace with such an endpoint watches.
    fn watched(self, workspace: usize, role: Role) -> impl Iterator<Item = usize> {
        let is_of_class =
            move |product: &usize| product / self.block % self.classes == workspace % self.classes;
        (0..self.products())
            .filter(is_of_class)
            .filter(move |product| role.watches(*product))
    }
}

/// A workspace with the subscriptions and endpoints of its receivers.
struct Owner {
    number: usize,
    client: Client,
    receivers: Vec<(Uuid, usize)>,
}

impl Trial<'_> {
    fn run(&self, report: &mut Report) {
        let mut shop = Shop::new(self.plan.products());
        import_products(self.deployment, self.plan.products());
        self.import(&shop);
        // while nobody has to be told of keys
        let owner = |number| {
            let key = owning(self.deployment, &format!("ledger-{number}"));
            key.client("chaos-client")
        };
        let clients = (0..workspaces().len()).map(owner).collect();
        let visitor = owner(workspaces().len());
        let replicas = self.cluster.map_or(1, |_| 2);
        let urls = self.cluster.map(Cluster::urls);
        let urls = urls.unwrap_or_else(|| vec![self.deployment.url.clone()]);
        let fleet = Fleet::start_on(self.deployment, urls, replicas, Default::default());
        let mut watched = self.watched(&fleet, clients);
        report.count("watches", watched.len());
        let quiet = self.plan.products() - 1;
        let probe = (self.of_server(self.sizes.fail_overs) > 0)
            .then(|| Probe::new(self.deployment, &fleet, visitor, quiet));
        let breaker = Breaker::new(self, &fleet, probe.as_ref());
        let again = thread::scope(|scope| {
            let _asking = probe.as_ref().map(|probe| probe.start(scope, replicas));
            self.sequence(&mut shop, &breaker)
        });
        report.figure("products that changed again", again);
        breaker.report(report);
        watched.retain(|watched| watched.product < shop.fallen);
        self.finish(&fleet, replicas, report);
        let books = Books {
            watched,
            deliveries: rows::deliveries(self.deployment),
            attempts: rows::attempts(self.deployment),
            arrivals: self.endpoints.arrivals(),
            blows: fleet.blows(),
            timeout: self.sizes.timeout().try_into().unwrap(),
        };
        books.close(report);
    }

    /// So many where there is a server.
    fn of_server(&self, many: usize) -> usize {
        self.cluster.map_or(0, |_| many)
    }

    /// Subscribes the endpoints and creates the watches.
    fn watched(&self, fleet: &Fleet<'_>, clients: Vec<Client>) -> Vec<Watched> {
        eprintln!("  subscriptions and watches");
        let all = clients.into_iter().zip(workspaces()).enumerate();
        let owner = |(number, (client, endpoints)): (usize, (Client, Vec<usize>))| {
            let subscribe = |endpoint| (self.subscribe(fleet, &client, endpoint), endpoint);
            let receivers = endpoints.into_iter().map(subscribe).collect();
            Owner {
                number,
                client,
                receivers,
            }
        };
        let owners: Vec<Owner> = all.map(owner).collect();
        thread::scope(|scope| {
            let parts = owners.chunks(owners.len().div_ceil(THREADS));
            let create = |part| scope.spawn(move || self.create(fleet, part));
            let working: Vec<_> = parts.map(create).collect();
            let created = working
                .into_iter()
                .map(|part| part.join().expect("a client"));
            created.flatten().collect()
        })
    }

    /// Subscribes an endpoint, whose requests are then verified; the subscription's id.
    fn subscribe(&self, fleet: &Fleet<'_>, client: &Client, endpoint: usize) -> Uuid {
        let body = input(&Endpoints::url(endpoint));
        let made = create(fleet, client, WEBHOOKS, &format!("hook-{endpoint}"), &body);
        let secret = made["signing_secret"].as_str().expect("a secret");
        self.endpoints.verify(endpoint, secret);
        id(&made)
    }

    fn create(&self, fleet: &Fleet<'_>, owners: &[Owner]) -> Vec<Watched> {
        let mut watched = Vec::new();
        for owner in owners {
            let role = match owner.receivers.as_slice() {
                [(_, endpoint)] => Role::of(*endpoint),
                _ => Role::Works,
            };
            for product in self.plan.watched(owner.number, role) {
                let (key, body) = (format!("watch-{product}"), shop::watch(product));
                let made = create(fleet, &owner.client, WATCHES, &key, &body);
                watched.push(Watched {
                    id: id(&made),
                    product,
                    receivers: owner.receivers.clone(),
                });
            }
        }
        watched
    }

    /// Imports one price list after the other and breaks things beside them; how many products changed
    /// again. What found nothing to hit is made good beside further imports.
    fn sequence(&self, shop: &mut Shop, breaker: &Breaker<'_>) -> u64 {
        let Sizes { imports, kills, .. } = self.sizes;
        eprintln!("  {imports} imports");
        let mut random = Random::new(self.seed);
        let mut again = 0;
        for number in 1..=self.plan.blocks {
            let due = |of: usize| of * (number - 1) / imports..of * number / imports;
            let mut faults = Vec::new();
            if number <= imports {
                faults.extend(due(kills).map(|_| Fault::Kill));
                let of_server = |many| due(self.of_server(many));
                faults.extend(of_server(self.sizes.restarts).map(Fault::restart));
                faults.extend(of_server(self.sizes.fail_overs).map(Fault::fail_over));
                for _ in of_server(self.sizes.interruptions) {
                    faults.extend([Fault::EndSessions, Fault::Dump]);
                }
            } else if breaker.is_done() {
                break;
            } else {
                faults.push(Fault::Kill);
            }
            if number * 10 > imports * 7 {
                self.endpoints.mend();
            }
            again += shop.next(self.plan.block, &mut random);
            let delays = faults
                .iter()
                .map(|_| Duration::from_millis(random.below(400)));
            let delays: Vec<Duration> = delays.collect();
            thread::scope(|scope| {
                scope.spawn(|| breaker.strike(&faults, &delays));
                self.import(shop);
            });
            breaker.end_dumps();
        }
        again
    }

    /// Imports the prices, again and again while the database is away.
    fn import(&self, shop: &Shop) {
        let file = self.deployment.folder.path().join("prices.csv");
        shop.write(&file);
        let file = file.to_str().expect("a path");
        let import = ["import", file, "--format", "offers", "--store", shop::NAME];
        let patience = self.cluster.map_or(Duration::ZERO, |_| PATIENCE);
        let mut said = String::new();
        let imported = wait_at_most(patience, || {
            let ran = self.deployment.run(&import);
            said = ran.stderr;
            (ran.status == Some(0)).then_some(())
        });
        assert!(imported.is_some(), "{said}");
    }

    /// Waits until everything is delivered or given up.
    fn finish(&self, fleet: &Fleet<'_>, replicas: usize, report: &mut Report) {
        eprintln!("  waiting for the last deliveries");
        let began = now();
        if !self.sizes.waits_for_leases {
            // nothing is being sent while all processes are dead, and the leases of what was end
            (0..replicas).for_each(|_| fleet.kill());
            let over = "UPDATE delivery_queue SET due_at = created_at WHERE started_at IS NOT NULL";
            self.deployment.sql(over);
            (0..replicas).for_each(|_| fleet.replace());
        }
        let done = wait_at_most(PATIENCE, || {
            // each look is a connection
            let_pass(Duration::from_millis(100));
            fleet.check();
            (rows::undone(self.deployment) == 0).then_some(())
        });
        let undone = rows::undone(self.deployment);
        assert!(done.is_some(), "{undone} deliveries are not done");
        let seconds = (now() - began).whole_seconds();
        let name = "  seconds from the last kill to the last delivery";
        report.figure(name, seconds.try_into().unwrap());
    }
}

/// Creates something with an idempotency key; what is answered.
fn create(fleet: &Fleet<'_>, client: &Client, path: &str, key: &str, body: &Value) -> Value {
    let headers = [("Idempotency-Key", key)];
    let body = body.to_string();
    let answer = fleet.ask(client, "POST", path, &headers, Some(&body));
    assert_eq!(answer.status, 201, "{path}: {}", answer.text());
    answer.json()
}

/// Its public id, without the prefix.
fn id(made: &Value) -> Uuid {
    let public = made["id"].as_str().expect("an id");
    let plain = public.rsplit('_').next().unwrap_or_default();
    Uuid::parse_str(plain).expect("an id")
}
