//! Looking which shops go stale.

use std::sync::Arc;

use adapter_system::System;
use app::operating::overview::going_stale_before;
use ports_store::SuspectStore;
use ports_system::Clock;
use time::Duration;
use tokio::time::MissedTickBehavior;

use crate::metrics::ShopMetrics;

/// How often.
const EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// How many are told of.
const MOST: u32 = 1000;

/// Reads the metrics, in every process.
pub async fn keep(suspects: Arc<dyn SuspectStore>, metrics: ShopMetrics, offer_ttl: Duration) {
    let mut tick = tokio::time::interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let clock = System::new();
    loop {
        tick.tick().await;
        let now = clock.now();
        let before = going_stale_before(now, offer_ttl);
        match suspects.list_unseen(before, MOST).await {
            Ok(shops) => metrics.stand(&shops, now, offer_ttl),
            Err(error) => tracing::debug!(%error, "shops cannot be read"),
        }
    }
}
