//! What answers about products of very many offers are made of.

use std::sync::Arc;
use std::time::Duration;

use app::catalogue::Catalogue;
use tokio::time::MissedTickBehavior;

use crate::cli::Role;

/// How often it is looked whether something is to be made.
const LOOKS: Duration = Duration::from_millis(250);

/// How long the store is left alone after it could not be read.
const PAUSE: Duration = Duration::from_secs(1);

/// Only a process that answers requests keeps them.
pub(super) fn kept_by(catalogue: Catalogue, roles: &[Role]) -> Arc<Catalogue> {
    Arc::new(if roles.contains(&Role::Http) {
        catalogue.keeping_digests()
    } else {
        catalogue
    })
}

/// Makes them one after the other, beside the loop that follows the store. Ends at once where none are kept.
pub(super) async fn make(catalogue: Arc<Catalogue>) {
    if !catalogue.keeps_digests() {
        return;
    }
    let mut tick = tokio::time::interval(LOOKS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let ended = loop {
            match catalogue.make_next_digest().await {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        if let Err(error) = ended {
            tracing::error!(cause = ?error.cause, "a product of very many offers cannot be read; trying again");
            tick.reset_after(PAUSE);
        }
    }
}
