//! What is learned of a catalogue after something was imported.

use adapter_system::System;
use app::catalogue::scales::{self, Occasion};
use app::matching::lexicon;

use crate::stores::Stores;

/// Learns from the catalogue what has to be learned anew after an import: the scales of properties and
/// the words of names. The import is done: a failure is told, and made good by the next import.
pub async fn after_import(stores: &Stores, occasion: Occasion) {
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
    match lexicon::relearn(stores.lexicon(), &system).await {
        Ok(false) => {}
        Ok(true) => tracing::info!("matching has learned the catalogue's words anew"),
        Err(error) => {
            tracing::warn!(%error, "the catalogue's words are learned by the next import");
        }
    }
}
