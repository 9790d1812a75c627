//! Writing down when keys were used, apart from requests.

use std::sync::Arc;
use std::time::Duration;

use app::access::authenticate::Authenticator;
use ports_store::KeyUseStore;
use tokio::time::MissedTickBehavior;

/// How often the keys that are remembered are gone through.
const LOOK: Duration = Duration::from_secs(5);

/// What knows of the uses, and where they are written.
#[derive(Clone)]
pub struct KeyUses {
    /// What lets keys in.
    pub authenticator: Arc<Authenticator>,
    /// Where uses are kept.
    pub store: Arc<dyn KeyUseStore>,
}

impl KeyUses {
    /// Writes them now and then.
    pub async fn keep(self) {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_told = false;
        loop {
            look.tick().await;
            match self.authenticator.write_uses(&*self.store).await {
                Ok(_) => is_told = false,
                Err(error) if !is_told => {
                    is_told = true;
                    tracing::warn!(cause = ?error.cause, "when keys were used is not written down; again soon");
                }
                Err(_) => {}
            }
        }
    }

    /// Writes all that is not written yet, before the process ends.
    pub async fn finish(self) {
        let written = self.authenticator.write_last_uses(&*self.store);
        match tokio::time::timeout(LOOK, written).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::warn!(cause = ?error.cause, "when keys were used last is not written down");
            }
            Err(_) => tracing::warn!("when keys were used last is not written down in time"),
        }
    }
}
