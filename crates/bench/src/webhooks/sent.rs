//! Which events of a long run are on their way, and how long they took.

use std::collections::HashMap;

use crate::numbers::float;
use crate::receiver::Arrival;

/// One in so many latencies is kept.
const SAMPLED: u64 = 10;

/// Events on their way.
#[derive(Debug, Default)]
pub struct Sent {
    committed: HashMap<u128, i64>,
    /// From commit to arrival, in milliseconds; of some.
    pub latencies: Vec<f64>,
    arrived: u64,
}

impl Sent {
    /// Notes events that were committed at an instant.
    pub fn commit(&mut self, ids: Vec<u128>, at: i64) {
        self.committed.extend(ids.into_iter().map(|id| (id, at)));
    }

    /// Notes arrivals; how many are the first of their event.
    pub fn arrive(&mut self, arrivals: &[Arrival]) -> u64 {
        let mut first = 0;
        for arrival in arrivals {
            let Some(at) = self.committed.remove(&arrival.event) else {
                continue;
            };
            first += 1;
            self.arrived += 1;
            if self.arrived.is_multiple_of(SAMPLED) {
                let micros = u64::try_from(arrival.at - at).unwrap_or_default();
                self.latencies.push(float(micros) / 1000.0);
            }
        }
        first
    }
}
