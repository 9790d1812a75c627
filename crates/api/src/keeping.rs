//! The worker's loops that remove what is past its time, thin the price history, and finish what others began.

use std::sync::Arc;
use std::time::Duration;

use adapter_system::System;
use app::catalogue::keep_history::HistoryMaintenance;
use app::upkeep::{Forgetter, Turns};
use time::Duration as Span;
use tokio::time::MissedTickBehavior;

use crate::after_import::follow_growth;
use crate::metrics::DeliveryMetrics;
use crate::settings::Settings;
use crate::stores::Stores;

/// How often it is asked whether something is to be removed.
const LOOK: Duration = Duration::from_secs(5);

/// How often it is asked whether the history is to be gone through.
const PASS_LOOK: Duration = Duration::from_mins(1);

/// The power of two of the longest rest after a failure, in looks.
const LONGEST_REST: u32 = 6;

/// Between two steps: other writers get their turn, and a pass takes little of the machine.
const PAUSE: Duration = Duration::from_millis(200);

/// How the processes that share these stores take turns.
pub fn turns(stores: &Stores) -> Turns {
    Turns {
        store: Arc::clone(&stores.upkeep),
        clock: Arc::new(System::new()),
    }
}

/// What thins the history of these stores as the settings say.
pub fn keeper(stores: &Stores, settings: &Settings) -> HistoryMaintenance {
    HistoryMaintenance {
        history: Arc::clone(&stores.history),
        turns: turns(stores),
        retention: settings.history_retention,
        detail: settings.history_detail,
    }
}

/// Prepares the next quarters of the history, and goes through it whenever a pass is due, in small steps.
pub async fn keep(keeper: HistoryMaintenance) {
    let mut look = tokio::time::interval(PASS_LOOK);
    let mut pause = tokio::time::interval(PAUSE);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        if let Err(error) = keeper.prepare().await {
            tracing::warn!(%error, "the next quarters of the price history are not made; again soon");
        }
        let mut begun = keeper.begin().await;
        while let Ok(Some(turn)) = &mut begun {
            pause.tick().await;
            match keeper.step(turn).await {
                Ok(true) => {}
                Ok(false) => begun = Ok(None),
                Err(error) => begun = Err(error),
            }
        }
        if let Err(error) = begun {
            tracing::warn!(%error, "the price history is not thinned; again soon");
        }
    }
}

/// Matches anew whenever that has begun after an import, here or elsewhere, and was broken off, and does once what is due
/// because an import was killed before that began. What fails, or is begun elsewhere, is looked at again after two, four, and at last 64 minutes.
pub async fn finish_matching(stores: Stores, offer_ttl: Span) {
    let mut look = tokio::time::interval(PASS_LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut failures, mut rest) = (0_u32, 0_u32);
    let mut may_be_due = true;
    loop {
        look.tick().await;
        if rest > 0 {
            rest -= 1;
            continue;
        }
        let unfinished = stores.lexicon().lexicons.is_rematch_unfinished().await;
        match unfinished.map(|unfinished| unfinished || may_be_due) {
            Ok(true) if follow_growth(&stores, offer_ttl).await => {
                failures = 0;
                may_be_due = false;
            }
            Ok(true) => {
                failures = failures.saturating_add(1).min(LONGEST_REST);
                rest = 1 << failures;
            }
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "whether matching came to its end is not known; again soon");
            }
        }
    }
}

/// Removes what is past its time, whenever it is this process's turn.
pub async fn forget(forgetter: Forgetter, metrics: DeliveryMetrics) {
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        let passed = forgetter.pass().await;
        metrics.wrote(passed.as_ref().map(drop));
        match passed {
            Ok(Some(rounds)) => tracing::debug!(rounds, "nothing is left that is past its time"),
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "what is past its time is not removed; again soon");
            }
        }
    }
}
