//! The catalogue is kept in step with the store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::catalogue::Catalogue;
use tokio::time::MissedTickBehavior;

use crate::stores::Notices;

/// How often SQLite is asked whether another process wrote.
const SQLITE_POLL: Duration = Duration::from_millis(100);

/// How often the catalogue is asked for changes although nobody said that there are any.
const SAFETY_NET: Duration = Duration::from_secs(1);

/// How long expired summaries are gathered at least before they are looked at.
const GATHERING: Duration = Duration::from_millis(50);

/// Loads the catalogue, then keeps it in step with the store.
pub async fn follow(catalogue: Arc<Catalogue>, mut notices: Notices, answers: Arc<AtomicBool>) {
    let mut net = tokio::time::interval(SAFETY_NET);
    net.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while catalogue.status().covered.is_none()
        && let Err(error) = catalogue.load().await
    {
        answers.store(false, Ordering::Relaxed);
        tracing::error!(cause = ?error.cause, "the catalogue cannot be loaded; trying again");
        net.tick().await;
    }
    answers.store(true, Ordering::Relaxed);
    tracing::info!(
        products = catalogue.status().products,
        "the catalogue is loaded"
    );
    let mut refreshes = true;
    loop {
        tokio::select! {
            () = notices.changed() => {}
            _ = net.tick() => {}
            () = expiry(&catalogue), if refreshes => {}
        }
        // a part at a time: what is published meanwhile does not wait for all of them
        let refreshed = catalogue.refresh().await;
        refreshes = refreshed.is_ok();
        if let Err(error) = refreshed {
            tracing::error!(cause = ?error.cause, "expired answers cannot be looked at");
        }
        match catalogue.follow().await {
            Ok(followed) if followed.products > 0 => {
                tracing::info!(products = followed.products, "took in a new revision");
            }
            Ok(_) => {}
            Err(error) => {
                answers.store(false, Ordering::Relaxed);
                tracing::error!(cause = ?error.cause, "the store cannot be followed");
                continue;
            }
        }
        answers.store(true, Ordering::Relaxed);
    }
}

/// Returns when a summary has expired: at once if more of them wait than were looked at.
#[expect(
    clippy::disallowed_methods,
    reason = "an offer expires at an instant that is known before"
)]
async fn expiry(catalogue: &Catalogue) {
    let Some(at) = catalogue.next_expiry() else {
        return std::future::pending().await;
    };
    let until = Duration::try_from(at - catalogue.now()).unwrap_or_default();
    if !until.is_zero() {
        tokio::time::sleep(until.max(GATHERING)).await;
    }
}

impl Notices {
    /// Returns when somebody may have changed the catalogue.
    pub async fn changed(&mut self) {
        match self {
            Self::Postgres(receiver) => {
                if receiver.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            Self::Sqlite { store, seen } => {
                let mut tick = tokio::time::interval(SQLITE_POLL);
                loop {
                    tick.tick().await;
                    let version = store.data_version().ok();
                    if version != *seen {
                        *seen = version;
                        return;
                    }
                }
            }
        }
    }
}
