//! How many spans were sent, and how many were lost.

use adapter_actix::Registry;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Came {
    outcome: &'static str,
}

/// Spans by what became of them.
#[derive(Debug, Clone, Default)]
pub struct SpanCounts(Family<Came, Counter>);

impl SpanCounts {
    /// Registers them.
    pub fn register(&self, registry: &mut Registry) {
        for outcome in ["sent", "dropped", "failed"] {
            self.count(outcome, 0);
        }
        let about =
            "Spans of traces: sent, dropped because too many waited, or not taken by the collector";
        registry.register("trace_spans", about, self.0.clone());
    }

    /// The collector took them.
    pub fn sent(&self, spans: u64) {
        self.count("sent", spans);
    }

    /// Too many waited.
    pub fn dropped(&self, spans: u64) {
        self.count("dropped", spans);
    }

    /// The collector did not take them.
    pub fn failed(&self, spans: u64) {
        self.count("failed", spans);
    }

    fn count(&self, outcome: &'static str, spans: u64) {
        self.0.get_or_create(&Came { outcome }).inc_by(spans);
    }

    /// Sent, dropped, failed.
    #[cfg(test)]
    pub fn numbers(&self) -> [u64; 3] {
        ["sent", "dropped", "failed"].map(|outcome| self.0.get_or_create(&Came { outcome }).get())
    }
}
