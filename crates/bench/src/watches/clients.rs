//! What clients do while an import runs: they create and change watches, and read pages that nobody has read yet.

use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::catalogue::product;
use crate::load::{Single, Spread, Target, fetch_all, latencies};
use crate::numbers::count;
use crate::outcome::{Outcome, say};
use crate::service::{Imported, Serving};
use reference_model::Random;
use serde_json::Value;

use super::shop::{Level, Shop};
use super::stores::Store;

/// Requests of each kind in a second.
pub const RATE: f64 = 20.0;

/// More requests than one measurement makes.
const ENOUGH: u64 = 10_000;

/// Watches that are changed in turns.
const CHANGED: u64 = 200;

/// How long it is measured without an import.
const ALONE: Duration = Duration::from_secs(5);

/// A service on a store, and its clients.
pub struct Clients<'a> {
    store: &'a Store,
    serving: Serving,
    key: String,
    products: u64,
    looks: u64,
}

/// How long creations took, in milliseconds, without an import and during imports.
#[derive(Default)]
pub struct Waits {
    alone: Vec<f64>,
    during: Vec<f64>,
}

impl Waits {
    /// How they spread: alone, and during imports.
    pub fn spreads(&self) -> [Spread; 2] {
        [&self.alone, &self.during].map(|latencies| Spread::of(latencies))
    }
}

impl<'a> Clients<'a> {
    /// Starts the service on a store with so many products, with these settings as well.
    pub fn start(store: &'a Store, products: u64, settings: &[(String, String)]) -> Outcome<Self> {
        let key = store
            .api
            .key_of("creating", "live", &["watchlists:write", "catalog:read"])?;
        let mut all = vec![("PCS_QUOTA_WATCHES", "1000000")];
        all.extend(
            settings
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        );
        let serving = store.api.serve("info", &all)?;
        Ok(Self {
            store,
            serving,
            key,
            products,
            looks: 0,
        })
    }

    /// Creates watches, alone for a while and then while this file is imported.
    pub fn look(&mut self, file: &Path, shop: Shop, waits: &mut Waits) -> Outcome<Imported> {
        let target = self.creations();
        let alone = latencies(&target, RATE, |after| after <= ALONE)?;
        let target = self.creations();
        let (during, done) = thread::scope(|scope| {
            let import = scope.spawn(|| self.store.api.import(file, shop.name()));
            let during = latencies(&target, RATE, |_| !import.is_finished());
            let done = import.join().map_err(|_| "the import's thread panicked")?;
            Outcome::Ok((during?, done?))
        })?;
        let [quiet, busy] = [&alone, &during].map(|latencies| Spread::of(latencies));
        say(&format!(
            "    {} creations in {:.1} s: p50 {:.1}, p99 {:.1}, longest {:.1} ms; alone {:.1}, {:.1}, {:.1}",
            during.len(),
            done.seconds,
            busy.p50,
            busy.p99,
            busy.max,
            quiet.p50,
            quiet.p99,
            quiet.max
        ));
        waits.alone.extend(alone);
        waits.during.extend(during);
        Ok(done)
    }

    /// Where the service listens.
    pub fn address(&self) -> SocketAddr {
        self.serving.address
    }

    /// New watches, each of a client that was not there before.
    pub fn creations(&mut self) -> Target {
        self.creating(ENOUGH)
    }

    fn creating(&mut self, requests: u64) -> Target {
        self.looks += 1;
        let (look, products) = (self.looks, self.products);
        // an idempotency key belongs to the API key that used it first
        let ours = self
            .key
            .get(self.key.len().saturating_sub(8)..)
            .unwrap_or_default();
        let creation = |number: u64| {
            let watched = Random::new(number ^ (look << 32)).below(products);
            let price = Shop::Cheap.delivered(Level::Low, watched);
            let (id, target) = (product(watched).id, price / 2);
            Single {
                method: "POST",
                path: "/v1/watchlists".to_owned(),
                headers: format!(
                    "X-Service-Client-Id: creator-{look}-{number}\r\n\
                     Idempotency-Key: create-{ours}-{look}-{number}\r\n"
                ),
                body: format!(
                    "{{\"canonical_product_id\":\"{id}\",\"target_price\":{}.{:02},\
                     \"channel\":\"email\",\"destination\":\"reader@mail.example\"}}",
                    target / 100,
                    target % 100
                ),
            }
        };
        let creations = (0..requests).map(creation);
        Target::once(self.serving.address, &self.key, 201, creations)
    }

    /// Changes of a few watches in turns, which are created for it: other target prices, none of them reached.
    pub fn changes(&mut self) -> Outcome<Target> {
        let creations = self.creating(CHANGED);
        let look = self.looks;
        let mut watches = Vec::new();
        fetch_all(&creations, |answer| {
            let made: Option<Value> = serde_json::from_slice(&answer.body).ok();
            watches.extend(made.and_then(|made| Some(made.get("id")?.as_str()?.to_owned())));
        })?;
        if count(watches.len()) != CHANGED {
            return Err(format!("{} of {CHANGED} watches were created", watches.len()).into());
        }
        let change = |(number, watch): (u64, &String)| Single {
            method: "PATCH",
            path: format!("/v1/watchlists/{watch}"),
            headers: format!(
                "X-Service-Client-Id: creator-{look}-{}\r\n",
                number % CHANGED
            ),
            body: format!("{{\"target_price\":1.{:02}}}", number % 100),
        };
        let changes = (0..ENOUGH).zip(watches.iter().cycle()).map(change);
        Ok(Target::once(self.serving.address, &self.key, 200, changes))
    }

    /// Pages of products, each of another one as long as there are some.
    pub fn pages(&self) -> Target {
        let page = |number: u64| Single {
            method: "GET",
            // a prime above all numbers of products: each comes once before any comes again
            path: format!(
                "/v1/products/{}",
                product(number * 7_368_787 % self.products).id
            ),
            headers: String::new(),
            body: String::new(),
        };
        let pages = (0..ENOUGH).map(page);
        Target::once(self.serving.address, &self.key, 200, pages)
    }
}
