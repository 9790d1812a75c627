//! What goes on beside the traffic: a shop whose prices go down and up again, watches that fire each time, and their
//! deliveries.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::catalogue::{self, product};
use crate::clock;
use crate::numbers::count;
use crate::outcome::{Outcome, say};
use crate::receiver::Receiver;
use crate::service::{Api, Serving};
use crate::tenants::{Client, Tenant};
use crate::watches::shop::{Level, Shop};

/// Products whose prices change.
const CHANGING: u64 = 1000;

/// Workspaces that watch them, each with an endpoint.
pub const TENANTS: usize = 10;

/// From the end of an import to the next one.
const PAUSE: Duration = Duration::from_secs(8);

/// How long deliveries may take after the last import.
const PATIENCE: Duration = Duration::from_mins(1);

/// A shop with its two price lists.
pub struct Background<'a> {
    api: &'a Api,
    receiver: &'a Receiver,
    low: PathBuf,
    high: PathBuf,
}

/// What happened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Happened {
    /// Imports.
    pub imports: u64,
    /// Watches that fired.
    pub triggered: u64,
    /// Requests at the receivers.
    pub arrived: u64,
}

impl<'a> Background<'a> {
    /// Writes the price lists of a shop of so many offers, and imports the high one.
    pub fn new(api: &'a Api, receiver: &'a Receiver, folder: &Path, offers: u64) -> Outcome<Self> {
        let file = |level: Level| {
            let path = folder.join(format!("soak-{level:?}.csv"));
            let of = move |number| match number {
                0..CHANGING => Shop::Cheap.offer(level, number),
                _ => Shop::Cheap.offer(Level::High, number),
            };
            catalogue::write_offers(&path, (0..offers).map(of))?;
            Outcome::Ok(path)
        };
        let (low, high) = (file(Level::Low)?, file(Level::High)?);
        api.import(&high, Shop::Cheap.name())?;
        Ok(Self {
            api,
            receiver,
            low,
            high,
        })
    }

    /// Imports one list after the other until it is told to stop, and waits for the last deliveries.
    pub fn run(&self, is_over: &AtomicBool) -> Outcome<Happened> {
        let mut happened = Happened::default();
        self.receiver.take();
        loop {
            for file in [&self.low, &self.high] {
                let done = self.api.import(file, Shop::Cheap.name())?;
                happened.imports += 1;
                happened.triggered += done.triggered;
                let until = clock::now() + PAUSE;
                while clock::now() < until {
                    happened.arrived += count(self.receiver.take().len());
                    if is_over.load(Ordering::Relaxed) {
                        self.settle(&mut happened);
                        return Ok(happened);
                    }
                    clock::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    fn settle(&self, happened: &mut Happened) {
        let until = clock::now() + PATIENCE;
        while happened.arrived < happened.triggered && clock::now() < until {
            clock::sleep(Duration::from_millis(100));
            happened.arrived += count(self.receiver.take().len());
        }
        say(&format!("  {happened:?}"));
    }
}

/// Makes the watches, each of one of the tenants, and their subscriptions.
pub fn watch(serving: &Serving, tenants: &[Tenant]) -> Outcome<()> {
    let mut client = Client::new(serving.address);
    for (endpoint, tenant) in tenants.iter().enumerate() {
        tenant.subscribe(&mut client, endpoint)?;
    }
    for number in 0..CHANGING {
        let tenant = tenants.get(crate::numbers::place(number) % tenants.len().max(1));
        let (low, high) = (
            Shop::Cheap.delivered(Level::Low, number),
            Shop::Cheap.delivered(Level::High, number),
        );
        let target = low.midpoint(high).max(low);
        let body = json!({
            "canonical_product_id": product(number).id,
            "target_price": serde_json::from_str::<serde_json::Value>(&catalogue::decimal(target))?,
            "channel": "webhook",
        });
        let key = format!("soak-watch-{number}");
        client.create("/v1/watchlists", tenant.ok_or("no tenant")?, &key, &body)?;
    }
    Ok(())
}
