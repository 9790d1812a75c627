//! The worker's loop that thins the price history.

use std::sync::Arc;
use std::time::Duration;

use adapter_system::System;
use app::catalogue::keep_history::HistoryMaintenance;
use tokio::time::MissedTickBehavior;

use crate::settings::Settings;
use crate::stores::Stores;

/// How often the history is gone through.
const EVERY: Duration = Duration::from_hours(24);

/// Between two steps: other writers get their turn, and a pass takes little of the machine.
const PAUSE: Duration = Duration::from_millis(200);

/// What thins the history of these stores as the settings say.
pub fn keeper(stores: &Stores, settings: &Settings) -> HistoryMaintenance {
    HistoryMaintenance {
        history: Arc::clone(&stores.history),
        clock: Arc::new(System::new()),
        retention: settings.history_retention,
        detail: settings.history_detail,
    }
}

/// Goes through the history at once and then every day, in small steps.
pub async fn keep(keeper: HistoryMaintenance) {
    let mut day = tokio::time::interval(EVERY);
    let mut pause = tokio::time::interval(PAUSE);
    day.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        day.tick().await;
        let mut after = None;
        loop {
            pause.tick().await;
            match keeper.step(after).await {
                Ok(Some(product)) => after = Some(product),
                Ok(None) => {
                    tracing::debug!("the price history is thinned");
                    break;
                }
                Err(error) => {
                    tracing::warn!(%error, "the price history is not thinned; again tomorrow");
                    break;
                }
            }
        }
    }
}
