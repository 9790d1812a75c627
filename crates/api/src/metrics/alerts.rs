//! What operators were told, for metrics.

use adapter_actix::Registry;
use adapter_hyper::AlarmAddresses;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    channel: String,
    outcome: &'static str,
}

/// Messages by channel and by what became of them.
#[derive(Debug, Clone)]
pub struct AlertMetrics(Family<Labels, Counter>);

impl AlertMetrics {
    /// At zero for every format, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self(Family::default());
        for format in AlarmAddresses::FORMATS {
            metrics.known(format);
        }
        let about = "Messages to channels of operators by what became of them: sent, or failed and tried again";
        registry.register("alerts_sent", about, metrics.0.clone());
        metrics
    }

    /// Rates need the zero before the first one.
    pub fn known(&self, channel: &str) {
        for outcome in ["sent", "failed"] {
            drop(self.of(channel, outcome));
        }
    }

    /// An attempt ended.
    pub fn attempted(&self, channel: &str, is_sent: bool) {
        let outcome = if is_sent { "sent" } else { "failed" };
        self.of(channel, outcome).inc();
    }

    fn of(&self, channel: &str, outcome: &'static str) -> Counter {
        let channel = channel.to_owned();
        self.0.get_or_create(&Labels { channel, outcome }).clone()
    }
}
