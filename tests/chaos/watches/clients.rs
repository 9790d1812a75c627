//! Clients that create and change watches while the service is killed.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use reference_model::{Random, WaitsFor, Watch};
use serde_json::{Value, json};
use tests::watching::{Client, WATCHES};
use tests::{Answer, Deployment, let_pass};
use uuid::Uuid;

use super::sink::Sink;
use super::snapshot::{DELIVERIES, usual_euros};
use super::{Sizes, rows};
use crate::fleet::Fleet;
use crate::offers::product_id;
use crate::report::{Moment, Report};

pub const EMAIL: &str = "email";
pub const WEBHOOK: &str = "webhook";

const WORKSPACES: [&str; 3] = ["north", "south", "west"];

const THREADS: usize = 4;

/// The service, which is killed and started again, and the mails that died with it.
pub struct Mortal<'a> {
    pub deployment: &'a Deployment,
    pub fleet: &'a Fleet<'a>,
    sink: &'a Sink,
    cut: Mutex<Cut>,
}

/// Attempts at mails that died with their process, and the mails by the start that died.
#[derive(Default)]
struct Cut {
    attempts: HashSet<[String; 2]>,
    mails: BTreeMap<u64, HashSet<String>>,
}

impl<'a> Mortal<'a> {
    pub fn new(deployment: &'a Deployment, fleet: &'a Fleet<'a>, sink: &'a Sink) -> Self {
        Self {
            deployment,
            fleet,
            sink,
            cut: Mutex::default(),
        }
    }

    /// Kills it and starts it again; whether it died sending mails.
    pub fn kill(&self) -> bool {
        self.fleet.kill();
        let attempts = rows::attempts(self.deployment);
        let mut cut = self.cut.lock().unwrap();
        let new = attempts.difference(&cut.attempts);
        let mails: HashSet<String> = new.map(|[mail, _]| mail.clone()).collect();
        let is_sending = !mails.is_empty();
        cut.mails
            .insert(self.sink.starts.load(Ordering::SeqCst), mails);
        cut.attempts.extend(attempts);
        drop(cut);
        self.fleet.replace();
        is_sending
    }

    /// Whether a mail was under way when this start of the service was killed.
    pub fn was_cut(&self, start: u64, mail: &str) -> bool {
        let cut = self.cut.lock().unwrap();
        cut.mails
            .get(&start)
            .is_some_and(|mails| mails.contains(mail))
    }
}

/// What is asked for with a watch, beside what the model knows.
#[derive(Debug, Clone)]
pub struct Asked {
    pub client: usize,
    /// How it is told: [`EMAIL`] or [`WEBHOOK`].
    pub channel: &'static str,
    /// Where to; empty: nowhere.
    pub destination: String,
}

/// All clients, and what they asked for, by the number of the watch.
pub struct Clients {
    pub products: usize,
    pub all: Vec<Client>,
    are_test: Vec<bool>,
    pub asked: Vec<Asked>,
}

impl Clients {
    /// Nobody who asked for this.
    pub const fn of(asked: Vec<Asked>) -> Self {
        Self {
            products: 1,
            all: Vec::new(),
            are_test: Vec::new(),
            asked,
        }
    }

    /// Enough for so many different watches: the same identifiers in each workspace and mode.
    pub fn new(deployment: &Deployment, sizes: Sizes) -> Self {
        let of_each = 2 + 2 * sizes.watches / (3 * sizes.products);
        let (mut all, mut are_test) = (Vec::new(), Vec::new());
        for workspace in WORKSPACES {
            for mode in ["live", "test"] {
                let scopes = ["watchlists:read", "watchlists:write"];
                let key = deployment.key_in(workspace, mode, &scopes).client("");
                let clients = (0..of_each).map(|no| key.named(&format!("chaos-client-{no}")));
                all.extend(clients);
                are_test.resize(all.len(), mode == "test");
            }
        }
        Self {
            products: sizes.products,
            all,
            are_test,
            asked: Vec::new(),
        }
    }

    /// Different watches that look random.
    pub fn draw_watches(&mut self, wanted: usize, random: &mut Random) -> Vec<Watch> {
        let mut watches = Vec::new();
        let mut taken = HashSet::new();
        while watches.len() < wanted {
            let client = random.place(self.all.len());
            let is_test = self.are_test[client];
            // few in test mode
            let is_refused = is_test && random.below(100) >= 15;
            let channel = if random.below(100) < 15 {
                WEBHOOK
            } else {
                EMAIL
            };
            let product = random.place(self.products);
            if is_refused || !taken.insert((client, product, channel)) {
                continue;
            }
            let is_silent = channel == WEBHOOK && random.below(2) == 0;
            let destination = format!("watch{}@client{client}.example", watches.len());
            self.asked.push(Asked {
                client,
                channel,
                destination: if is_silent {
                    String::new()
                } else {
                    destination
                },
            });
            watches.push(Watch {
                product,
                target: draw_target(product, random),
                waits_for: match random.below(100) {
                    0..10 => WaitsFor::Stock,
                    10..20 => WaitsFor::Fall(random.pick(&[3, 5, 10])),
                    20..30 => WaitsFor::Low,
                    _ => WaitsFor::Target,
                },
                is_test,
                is_paused: random.below(100) < 8,
                ..Watch::default()
            });
        }
        watches
    }

    /// Creates all of them, pauses those that are to be paused, and kills the service each time when so
    /// many are done.
    pub fn create(
        &self,
        watches: &mut [Watch],
        mortal: &Mortal<'_>,
        kills: &[usize],
        report: &mut Report,
    ) {
        let share = watches.len().div_ceil(THREADS);
        let (done, is_over) = (&AtomicUsize::new(0), &AtomicBool::new(false));
        let mut replayed = 0;
        thread::scope(|scope| {
            let killer = scope.spawn(move || {
                let mut hits = 0;
                for kill in kills {
                    let is_due = || done.load(Ordering::Relaxed) >= *kill;
                    while !is_due() && !is_over.load(Ordering::Relaxed) {
                        let_pass(Duration::from_micros(300));
                    }
                    if !is_over.load(Ordering::Relaxed) {
                        mortal.kill();
                        hits += 1;
                    }
                }
                hits
            });
            let parts = watches.chunks_mut(share).zip(self.asked.chunks(share));
            let create = |(part, asked)| {
                scope.spawn(move || self.create_part(part, asked, mortal.fleet, done))
            };
            let creators: Vec<_> = parts.map(create).collect();
            let parts: Vec<_> = creators.into_iter().map(|it| it.join()).collect();
            is_over.store(true, Ordering::Relaxed);
            replayed = parts.into_iter().map(|part| part.expect("a client")).sum();
            for _ in 0..killer.join().expect("the killer") {
                report.killed(Moment::Creating);
            }
        });
        let counted = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let fleet = mortal.fleet;
        report.figure(
            "  requests sent again, their answers lost",
            counted(&fleet.lost),
        );
        report.figure("    of those: had taken effect", replayed);
        report.figure("  answers that put off", counted(&fleet.put_off));
    }

    /// How many had been created by a request whose answer was lost.
    fn create_part(
        &self,
        watches: &mut [Watch],
        asked: &[Asked],
        fleet: &Fleet<'_>,
        done: &AtomicUsize,
    ) -> u64 {
        let mut replayed = 0;
        for (watch, asked) in watches.iter_mut().zip(asked) {
            let client = &self.all[asked.client];
            let body = body(watch, asked);
            let key = format!("{}-{}-{}", asked.client, watch.product, asked.channel);
            let headers = [("Idempotency-Key", key.as_str())];
            let answer = fleet.ask(client, "POST", WATCHES, &headers, Some(&body));
            watch.id = created(&answer);
            replayed += u64::from(answer.header("idempotent-replayed") == Some("true"));
            if watch.is_paused {
                self.change(watch, asked, r#"{"status":"paused"}"#, fleet);
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        replayed
    }

    pub fn change(&self, watch: &Watch, asked: &Asked, body: &str, fleet: &Fleet<'_>) {
        let path = format!("{WATCHES}/{}", watch.id);
        let client = &self.all[asked.client];
        let answer = fleet.ask(client, "PATCH", &path, &[], Some(body));
        assert_eq!(answer.status, 200, "{body}: {}", answer.text());
    }
}

fn created(answer: &Answer) -> Uuid {
    let shown = answer.json();
    let id = shown["id"].as_str().unwrap_or_default();
    let location = answer.header("location").unwrap_or_default();
    let is_created = answer.status == 201 && location.ends_with(&format!("/{id}"));
    assert!(
        is_created,
        "no watch was created: {} {shown}",
        answer.status
    );
    Uuid::parse_str(id).expect("an id")
}

fn body(watch: &Watch, asked: &Asked) -> String {
    let mut body = json!({
        "canonical_product_id": product_id(watch.product),
        "channel": asked.channel,
    });
    match watch.waits_for {
        WaitsFor::Target => body["target_price"] = target(watch),
        WaitsFor::Stock => body["condition"] = "back_in_stock".into(),
        WaitsFor::Fall(percent) => {
            body["condition"] = "price_fall".into();
            body["percent"] = percent.into();
        }
        WaitsFor::Low => body["condition"] = "new_low".into(),
    }
    if !asked.destination.is_empty() {
        body["destination"] = asked.destination.clone().into();
    }
    body.to_string()
}

/// The target as JSON has it.
pub fn target(watch: &Watch) -> Value {
    let decimal = format!("{}.{:04}", watch.target / 10_000, watch.target % 10_000);
    serde_json::from_str(&decimal).expect("a number")
}

/// A target near to prices that occur, often equal to one or a ten-thousandth beside it; some that are
/// never or almost always reached.
pub fn draw_target(product: usize, random: &mut Random) -> i64 {
    let level = match random.below(100) {
        0..4 => 50,
        4..8 => 130,
        _ => 87 + random.below(14) as i64,
    };
    let cents = usual_euros(product) * level + random.pick(&DELIVERIES);
    cents * 100 + random.pick(&[0, 0, 0, 1, -1, 100, -100])
}
