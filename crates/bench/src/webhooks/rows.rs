//! Events and deliveries as a revision queues them.

use std::fmt::Write;

use reference_model::Random;

/// A subscription.
#[derive(Debug, Clone, Copy)]
pub struct Subscribed {
    /// Its number in the store.
    pub no: i64,
    /// The number of its workspace.
    pub workspace: i64,
}

/// Rows to be inserted, as JSON.
#[derive(Debug)]
pub struct Batch {
    /// Ids of the events.
    pub ids: Vec<u128>,
    /// `[id, workspace, watch, source, payload, product]` of each event.
    pub events: String,
    /// `[id, subscription, workspace, event, product]` of each delivery.
    pub deliveries: String,
    /// How many deliveries there are.
    pub count: u64,
}

/// Makes events.
pub struct Maker {
    random: Random,
    next: usize,
    product: u64,
}

impl Maker {
    /// Those of this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            next: 0,
            product: 0,
        }
    }

    /// So many events; each goes to the next of these workspaces, that is to all of its subscriptions.
    pub fn batch(&mut self, events: u64, workspaces: &[Vec<Subscribed>]) -> Batch {
        let mut batch = Batch {
            ids: Vec::new(),
            events: String::new(),
            deliveries: String::new(),
            count: 0,
        };
        for _ in 0..events {
            let place = self.next.checked_rem(workspaces.len()).unwrap_or(0);
            self.next += 1;
            if let Some(receivers) = workspaces.get(place) {
                self.add(&mut batch, receivers);
            }
        }
        batch.events = format!("[{}]", batch.events.trim_start_matches(','));
        batch.deliveries = format!("[{}]", batch.deliveries.trim_start_matches(','));
        batch
    }

    fn add(&mut self, batch: &mut Batch, receivers: &[Subscribed]) {
        let Some(Subscribed { workspace, .. }) = receivers.first() else {
            return;
        };
        let (id, event) = self.uuid();
        let (_, watch) = self.uuid();
        let (_, source) = self.uuid();
        self.product += 1;
        let product = self.product;
        let payload = serde_json::Value::from(payload(&event, &watch, &source)).to_string();
        batch.ids.push(id);
        // writing to a text does not fail
        write!(
            batch.events,
            r#",["{event}",{workspace},"{watch}","{source}",{payload},{product}]"#
        )
        .unwrap_or_default();
        for Subscribed { no, .. } in receivers {
            let (_, delivery) = self.uuid();
            write!(
                batch.deliveries,
                r#",["{delivery}",{no},{workspace},"{event}",{product}]"#
            )
            .unwrap_or_default();
            batch.count += 1;
        }
    }

    fn uuid(&mut self) -> (u128, String) {
        let id = u128::from(self.random.draw()) << 64 | u128::from(self.random.draw());
        let hex = format!("{id:032x}");
        let part = |from, to| hex.get(from..to).unwrap_or_default();
        let text = [
            part(0, 8),
            part(8, 12),
            part(12, 16),
            part(16, 20),
            part(20, 32),
        ]
        .join("-");
        (id, text)
    }
}

/// An envelope with what events of watches tell.
pub fn payload(event: &str, watch: &str, source: &str) -> String {
    format!(
        r#"{{"id":"{event}","type":"watchlist.triggered","created_at":"2026-11-21T21:10:28.621996Z","mode":"live","data":{{"watchlist_item_id":"{watch}","client_id":"client-00017","canonical_product_id":"bench_product_17","product_name":"Bench Speaker 17 Pro","target_price":949.0,"price":899.99,"currency":"EUR","store":"Bench Store","offer_url":"https://store.example/p/17","observed_at":"2026-11-21T21:10:28.000000Z","source_revision":"{source}"}}}}"#
    )
}
