//! What is learned of a catalogue after something was imported.

use adapter_system::System;
use app::catalogue::scales::{self, Occasion};
use app::matching::lexicon;
use app::matching::rematch::{Followed, Rematcher};
use time::Duration;

use crate::stores::Stores;

/// Learns from the catalogue what has to be learned anew after an import: the scales of properties and
/// the words of names; what shops offer is matched anew when much of it came. `offer_ttl` is how long an offer that is not
/// seen again stays true. The import is done: a failure is told; scales and words are made
/// good by the next import, matching anew by `api match rerun`.
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
    let followed = match occasion {
        Occasion::ProductsCame => rematcher(stores, &system, offer_ttl).follow_growth().await,
        Occasion::CatalogueChanged => {
            let learned = lexicon::relearn(stores.lexicon(), &system).await;
            learned.map(|learned| {
                if learned {
                    Followed::Learned
                } else {
                    Followed::Nothing
                }
            })
        }
    };
    match followed {
        Ok(Followed::Nothing) => {}
        Ok(Followed::Learned) => tracing::info!("matching has learned the catalogue's words anew"),
        Ok(Followed::Matched(counts)) => tracing::info!(
            merged = counts.merged,
            moved = counts.moved,
            doubts = counts.doubts,
            "the catalogue has grown by half and was matched anew"
        ),
        Err(error) => {
            tracing::warn!(%error, "what came is not matched anew: `api match rerun` does it");
        }
    }
}

fn rematcher<'a>(stores: &'a Stores, system: &'a System, offer_ttl: Duration) -> Rematcher<'a> {
    Rematcher {
        stores: stores.lexicon(),
        groups: &*stores.groups,
        clock: system,
        offer_ttl,
        dry_run: false,
    }
}
