//! Price watches, while imports and the service are killed.
//!
//! Clients create watches over HTTP, shops import snapshots whose prices cross the targets, the worker
//! sends mails; each of these processes is killed on the way and started again. What must have happened
//! the reference model works out from the prices that were written. At the end every event stands in the
//! store once, every mail came in at least once, and every one that came again has its reason.

mod clients;
mod importing;
mod ledger;
mod rows;
mod sink;
mod snapshot;

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use reference_model::{Model, Random};
use tests::watching::deployment;
use tests::{Backend, Deployment, let_pass, now, wait_at_most};
use time::Duration as Span;

use crate::fleet::Fleet;
use crate::kept_when_it_fails;
use crate::offers::{decimal, import_products, product_id};
use crate::report::{Moment, Report};
use clients::{Clients, Mortal};
use importing::{Blow, Importing, Tally};
use ledger::Expected;
use sink::Sink;
use snapshot::{SHOPS, Snapshot, shop_name, usual_euros};

/// How long the last mails may take: the leases of a killed service last a minute, and what the mail
/// server did not answer waits half a minute more.
const DRAIN: Duration = Duration::from_mins(3);

#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Products; three shops sell them.
    pub products: usize,
    pub watches: usize,
    pub imports: u64,
    /// Kills that must hit a running process.
    pub kills: u64,
    /// Of how many mails in a thousand the mail server hangs up instead of answering.
    pub hang_ups: u64,
}

impl Sizes {
    /// One run on one store. The seed decides about prices, watches and moments.
    pub fn trial(self) -> impl Fn(Backend, u64) -> Report {
        move |store, seed| {
            let sink = Sink::open(self.hang_ups, seed);
            let deployment = deployment(store)
                .with("PCS_LOG", "http=warn,info")
                .with("PCS_QUOTA_WATCHES", "0")
                .with("PCS_MAIL_FROM", "Prices <prices@shop.example>")
                .with("PCS_SMTP_URL", &sink.url());
            kept_when_it_fails(deployment, |deployment, report| {
                self.run(deployment, &sink, seed, report);
            })
        }
    }

    fn run(self, deployment: &Deployment, sink: &Sink, seed: u64, report: &mut Report) {
        let mut random = Random::new(seed);
        let mut model = self.opened(deployment, &mut random);
        let mut clients = Clients::new(deployment, self);
        let fleet = Fleet::start(deployment, 1, sink.starts.clone());
        let mortal = Mortal::new(deployment, &fleet, sink);
        eprintln!("  creating {} watches", self.watches);
        model.watches = clients.draw_watches(self.watches, &mut random);
        let kills = (self.kills as usize * 3 / 20).max(1);
        // one kill in each stretch of the work
        let within = self.watches * 8 / 10 + 1;
        let stretch = |kill| (kill * self.watches + random.place(within)) / kills;
        let moments: Vec<usize> = (0..kills).map(stretch).collect();
        clients.create(&mut model.watches, &mortal, &moments, report);
        let created = deployment.number("SELECT CAST(count(*) AS text) AS line FROM watches");
        report.figure("watches created", created);
        for no in 0..model.watches.len() {
            let price = model.price(model.watches[no].product);
            model.watches[no].settle(price);
        }
        let mut importing = Importing {
            deployment,
            mortal: &mortal,
            clients: &clients,
            model,
            usual: Duration::ZERO,
            publishes_at: 0.8,
            random,
            tally: Tally::default(),
        };
        self.imported(&mut importing, seed, report);
        sink.answer_all();
        let began = now();
        self.drained(deployment, &fleet);
        let seconds = (now() - began).whole_seconds();
        let expected = Expected {
            model: &importing.model,
            clients: &clients,
        };
        expected.lists(&fleet, report);
        let mails = expected.events(&rows::events(deployment), report);
        let was_cut = |start, mail: &str| mortal.was_cut(start, mail);
        ledger::mails(&mails, &sink.arrivals(), was_cut, report);
        ledger::outbox(&mails, &rows::mails(deployment), report);
        let name = "  seconds from the last import to the last mail";
        report.figure(name, seconds.try_into().unwrap());
        fleet.check();
    }

    /// Products that all shops sell.
    fn opened(self, deployment: &Deployment, random: &mut Random) -> Model {
        import_products(deployment, self.products);
        let mut model = Model::new(now(), Span::hours(72));
        for shop in 0..SHOPS {
            let opening = Snapshot::opening(&model, shop, self.products, random);
            let file = deployment.folder.path().join("opening.csv");
            opening.write(&file);
            deployment.import(
                file.to_str().unwrap(),
                &shop_name(shop),
                &["--format", "offers"],
            );
            model.now = now();
            opening.publish(&mut model);
        }
        self.past(deployment, &mut model);
        model
    }

    /// Before that the first shop asked more for each product than anybody does now, for a hundred days.
    fn past(self, deployment: &Deployment, model: &mut Model) {
        let midnight = model.now.replace_time(time::Time::MIDNIGHT);
        let mut csv = String::from("canonical_product_id,date,price,delivery_cost\n");
        for product in 0..self.products {
            let price = usual_euros(product) * 118;
            for ago in (2..=100).step_by(2) {
                let date = (midnight - Span::days(ago)).date();
                let (product, price) = (product_id(product), decimal(price));
                csv.push_str(&format!("{product},{date},{price},0\n"));
            }
            let from_until = [midnight - Span::days(100), midnight + Span::days(1)];
            model.market.import(0, product, price, from_until);
        }
        let file = deployment.file("past.csv", csv);
        deployment.ok(&["history", "import", &file, "--store", &shop_name(0)]);
    }

    /// Imports one snapshot after the other; imports and service are killed.
    fn imported(self, importing: &mut Importing<'_>, seed: u64, report: &mut Report) {
        let (sender, receiver) = mpsc::channel::<Order>();
        let mortal = importing.mortal;
        let hits: Vec<bool> = thread::scope(|scope| {
            let killer = scope.spawn(move || {
                let kill = |order: Order| {
                    order.wait(mortal.deployment);
                    mortal.kill()
                };
                receiver.into_iter().map(kill).collect()
            });
            self.sequence(importing, &sender, seed, report);
            drop(sender);
            killer.join().expect("the killer")
        });
        for is_sending in hits {
            report.killed(if is_sending {
                Moment::Sending
            } else {
                Moment::Serving
            });
        }
        // what came too late is made good
        while report.kills() < self.kills {
            mortal.kill();
            report.killed(Moment::Serving);
        }
        let tally = &importing.tally;
        report.figure("imports", self.imports);
        report.figure("  ended before they were killed", tally.late);
        report.figure("  runs that found their snapshot published", tally.needless);
        report.figure("  two at the same time", tally.twins);
        report.figure("  run once more", tally.replays);
        report.fault("  that say something else", &tally.otherwise);
        report.figure("changes of watches by clients", tally.touched);
    }

    fn sequence(
        self,
        importing: &mut Importing<'_>,
        orders: &Sender<Order>,
        seed: u64,
        report: &mut Report,
    ) {
        let imports = self.imports;
        let beside = (self.kills / 4).max(1);
        let kills = (self.kills - beside).saturating_sub(report.kills());
        let mut random = Random::new(seed ^ (5 << 50));
        let (mut hits, mut tries) = (0, 0);
        eprintln!("  {imports} imports");
        for number in 1..=imports {
            let ordered = |n: u64, of: u64| of * n / (imports - 1).max(1);
            for order in ordered(number - 1, beside)..ordered(number, beside).min(beside) {
                let most = importing.usual.mul_f64(1.5) + Duration::from_millis(50);
                let order = Order {
                    delay: most.mul_f64(random.fraction()),
                    sending: order % 2 == 0,
                };
                orders.send(order).expect("the killer");
            }
            // the first one is left alone: it tells how long an import takes
            let wanted = if number == 1 {
                0
            } else {
                ordered(number, kills).min(kills)
            };
            let mut blows = Vec::new();
            while hits + (blows.len() as u64) < wanted && blows.len() < 3 {
                blows.push(Blow::draw(tries, kills, &mut random));
                tries += 1;
            }
            hits += importing.next(number, &blows, report);
            importing.mortal.fleet.check();
        }
    }

    /// Waits until every mail is out.
    fn drained(self, deployment: &Deployment, fleet: &Fleet<'_>) {
        eprintln!("  waiting for the last mails");
        let drained = wait_at_most(DRAIN, || {
            // each look is a connection
            let_pass(Duration::from_millis(100));
            fleet.check();
            (rows::unsent(deployment) == 0).then_some(())
        });
        let unsent = rows::unsent(deployment);
        drained.unwrap_or_else(|| panic!("{unsent} mails are not sent"));
    }
}

/// A kill of the service beside an import.
struct Order {
    delay: Duration,
    /// It waits until mails are under way.
    sending: bool,
}

impl Order {
    fn wait(&self, deployment: &Deployment) {
        let_pass(self.delay);
        if self.sending {
            wait_at_most(Duration::from_secs(5), || {
                (!rows::attempts(deployment).is_empty()).then_some(())
            });
        }
    }
}
