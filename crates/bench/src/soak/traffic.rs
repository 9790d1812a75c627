//! Clients that search, look products up, compare, read histories, and create watches that they remove again.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use reference_model::Random;
use serde_json::Value;

use crate::catalogue::product;
use crate::clock;
use crate::load::{Answer, Blocking, Spread};
use crate::numbers::float;
use crate::outcome::Outcome;
use crate::phones::{self, PHONES};
use crate::queries::{encoded, queries};

const CONNECTIONS: u64 = 32;

/// Products that are asked for.
const HOT: u64 = 5000;

/// Different searches.
const SEARCHES: u64 = 2000;

/// One in so many latencies is kept.
const SAMPLED: u64 = 20;

/// What clients ask for.
pub struct Traffic {
    address: SocketAddr,
    head: String,
    searches: Vec<String>,
    products: u64,
    /// Watches created so far: each has a client and an idempotency key of its own.
    watches: AtomicU64,
    /// Requests that are due at a rate.
    next: AtomicU64,
    tally: Mutex<Tally>,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Requests without an answer.
    pub broken: u64,
    latencies: Vec<f64>,
}

impl Tally {
    /// All answers.
    pub fn answers(&self) -> u64 {
        self.statuses.values().sum()
    }

    /// Answers that say that something is wrong, and requests without any.
    pub fn failures(&self) -> u64 {
        let is_bad = |(status, _): &(&u16, &u64)| **status >= 400;
        let bad = self.statuses.iter().filter(is_bad);
        bad.map(|(_, count)| count).sum::<u64>() + self.broken
    }

    /// From when requests were due to their answers, in milliseconds; of some.
    pub fn latency(&self) -> Spread {
        Spread::of(&self.latencies)
    }
}

/// How fast clients ask.
#[derive(Debug, Clone, Copy)]
pub enum Pace {
    /// Each as soon as it has its answer.
    AtOnce,
    /// All of them together so many times a second.
    PerSecond(f64),
}

/// When clients ask.
#[derive(Debug, Clone, Copy)]
struct Shift {
    pace: Pace,
    began: Instant,
    lasting: Duration,
}

impl Traffic {
    /// Of the holder of a key, about so many products.
    pub fn new(address: SocketAddr, key: &str, products: u64) -> Self {
        Self {
            address,
            head: format!("Host: {address}\r\nAuthorization: Bearer {key}\r\n"),
            searches: queries(SEARCHES, products),
            products,
            watches: AtomicU64::new(0),
            next: AtomicU64::new(0),
            tally: Mutex::default(),
        }
    }

    /// Asks for a while.
    pub fn run(&self, pace: Pace, lasting: Duration) -> Outcome<Tally> {
        self.next.store(0, Ordering::Relaxed);
        *self.tally.lock().unwrap_or_else(PoisonError::into_inner) = Tally::default();
        let shift = Shift {
            pace,
            began: clock::now(),
            lasting,
        };
        thread::scope(|scope| {
            let clients: Vec<_> = (0..CONNECTIONS)
                .map(|number| scope.spawn(move || self.client(number, shift)))
                .collect();
            for client in clients {
                client.join().map_err(|_| "a client panicked")??;
            }
            Outcome::Ok(())
        })?;
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut tally))
    }

    fn client(&self, number: u64, shift: Shift) -> Outcome<()> {
        let Shift {
            pace,
            began,
            lasting,
        } = shift;
        let mut random = Random::new(number ^ (7 << 40));
        let mut line = None;
        loop {
            let due = match pace {
                Pace::AtOnce => clock::now(),
                Pace::PerSecond(rate) => {
                    let next = self.next.fetch_add(1, Ordering::Relaxed);
                    let due = began + Duration::from_secs_f64(float(next) / rate);
                    clock::sleep_until(due.min(began + lasting));
                    due
                }
            };
            if began.elapsed() >= lasting {
                return Ok(());
            }
            match random.below(100) {
                0..62 => drop(self.get(&mut line, &self.product(&mut random), due)),
                62..82 => drop(self.get(&mut line, &self.search(&mut random)?, due)),
                82..90 => drop(self.get(&mut line, &compare(&mut random), due)),
                90..98 => drop(self.get(&mut line, &history(&mut random), due)),
                _ => self.watch(&mut line, &mut random, due)?,
            }
        }
    }

    fn product(&self, random: &mut Random) -> String {
        let number = random.below(HOT.min(self.products));
        format!("/v1/products/{}", product(number).id)
    }

    fn search(&self, random: &mut Random) -> Outcome<String> {
        let query = self.searches.get(random.place(self.searches.len()));
        Ok(format!(
            "/v1/search?q={}",
            encoded(query.ok_or("no query")?)
        ))
    }

    fn get(&self, line: &mut Option<Blocking>, path: &str, due: Instant) -> Option<Answer> {
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\n", self.head);
        self.ask(line, &request, due)
    }

    /// Creates a watch that never fires, and removes it.
    fn watch(&self, line: &mut Option<Blocking>, random: &mut Random, due: Instant) -> Outcome<()> {
        let number = self.watches.fetch_add(1, Ordering::Relaxed);
        let client = format!("X-Service-Client-Id: soak-client-{number}\r\n");
        let id = product(random.below(self.products)).id;
        let body = format!(
            "{{\"canonical_product_id\":\"{id}\",\"target_price\":1,\"channel\":\"email\",\
             \"destination\":\"reader@mail.example\"}}"
        );
        let create = format!(
            "POST /v1/watchlists HTTP/1.1\r\n{}{client}Idempotency-Key: soak-create-{number}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.head,
            body.len()
        );
        let created = self.ask(line, &create, due).filter(|it| it.status == 201);
        let Some(answer) = created else {
            return Ok(());
        };
        let made: Value = serde_json::from_slice(&answer.body)?;
        let id = made.get("id").and_then(Value::as_str).ok_or("no id")?;
        let remove = format!(
            "DELETE /v1/watchlists/{id} HTTP/1.1\r\n{}{client}\r\n",
            self.head
        );
        drop(self.ask(line, &remove, clock::now()));
        Ok(())
    }

    /// The answer to a request that was due at an instant, which is counted; a connection that broke is made anew.
    fn ask(&self, line: &mut Option<Blocking>, request: &str, due: Instant) -> Option<Answer> {
        let connected = line.take().or_else(|| Blocking::connect(self.address).ok());
        let answered = connected.and_then(|mut connection| {
            let answer = connection.fetch(request.as_bytes()).ok()?;
            *line = Some(connection);
            Some(answer)
        });
        let latency = due.elapsed().as_secs_f64() * 1000.0;
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match &answered {
            Some(answer) => *tally.statuses.entry(answer.status).or_default() += 1,
            None => tally.broken += 1,
        }
        if tally.answers().is_multiple_of(SAMPLED) {
            tally.latencies.push(latency);
        }
        answered
    }
}

fn compare(random: &mut Random) -> String {
    let first = random.below(PHONES);
    let ids = (0..4).map(|place| phones::id((first + place * 37) % PHONES));
    let ids: Vec<String> = ids.collect();
    let goal = random.pick(&["overall", "best-price", "travel", "max-battery", "camera"]);
    format!("/v1/compare?ids={}&goal={goal}", ids.join(","))
}

fn history(random: &mut Random) -> String {
    let id = phones::id(random.below(PHONES));
    format!("/v1/products/{id}/history?range=1y")
}
