//! What is learned of a catalogue after something was imported.

use adapter_system::System;
use app::catalogue::scales::{self, Occasion};
use app::matching::lexicon;
use app::matching::rematch::{Followed, Rematcher};
use time::Duration;

use crate::stores::Stores;

/// Learns from the catalogue what has to be learned anew after an import: the scales of properties and
/// the words of names; what shops offer is matched anew when much of it came. `offer_ttl` is how long an offer that is not
/// seen again stays true. The import is done: a failure is told, and made good by the next import; matching anew by workers, too.
pub async fn after_import(stores: &Stores, occasion: Occasion, offer_ttl: Duration) {
    let system = System::new();
    match scales::rescale(&*stores.scales, &system, occasion).await {
        Ok(None) => {}
        Ok(Some(version)) => {
            tracing::info!(version = version.0, "products are scored by new scales");
        }
        Err(error) => {
            tracing::warn!(%error, "scales of properties are made anew by the next import");
        }
    }
    match occasion {
        Occasion::ProductsCame => {
            follow_growth(stores, offer_ttl).await;
        }
        Occasion::CatalogueChanged => match lexicon::relearn(stores.lexicon(), &system).await {
            Ok(false) => {}
            Ok(true) => tell_learned(),
            Err(error) => {
                tracing::warn!(%error, "the words of names are learned anew by the next import");
            }
        },
    }
}

/// Does what is due because the catalogue has grown, or was due before and did not come to its end; whether nothing is left
/// to do.
pub async fn follow_growth(stores: &Stores, offer_ttl: Duration) -> bool {
    let rematcher = Rematcher {
        stores: stores.lexicon(),
        groups: &*stores.groups,
        clock: &System::new(),
        offer_ttl,
        dry_run: false,
    };
    let followed = rematcher.follow_growth().await;
    let is_done = !matches!(followed, Err(_) | Ok(Followed::Elsewhere));
    match followed {
        Ok(Followed::Nothing | Followed::Elsewhere) => {}
        Ok(Followed::Learned) => tell_learned(),
        Ok(Followed::Matched(counts)) => tracing::info!(
            merged = counts.merged,
            moved = counts.moved,
            doubts = counts.doubts,
            "the catalogue has grown by half and was matched anew"
        ),
        Err(error) => {
            tracing::warn!(%error, "what came is not matched anew: a worker, the next import or `api match rerun` does it");
        }
    }
    is_done
}

fn tell_learned() {
    tracing::info!("matching has learned the catalogue's words anew");
}
