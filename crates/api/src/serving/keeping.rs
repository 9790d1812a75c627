//! The index and the rows beside it, kept from one run to the next.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use adapter_system::{System, file_sha256};
use adapter_tantivy::{KeptRows, TantivyIndex, open_kept};
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use domain::money::Amount;
use tokio::time::{Instant, MissedTickBehavior};

use crate::cli::Role;
use crate::failure::Failure;
use crate::settings::{DatabaseUrl, Settings};
use crate::stores::Stores;

/// How often it is looked whether the catalogue is loaded.
const LOOKS: Duration = Duration::from_secs(1);

/// How long changes are gathered before they are kept.
const GATHERING: Duration = Duration::from_mins(10);

/// The running program.
const PROGRAM: &str = "/proc/self/exe";

/// What searches are answered from.
struct Served {
    index: TantivyIndex,
    /// Where rows are kept.
    rows: Option<KeptRows>,
}

/// The catalogue that is served, empty.
pub(super) fn catalogue(
    stores: &Stores,
    settings: &Settings,
    system: &Arc<System>,
    roles: &[Role],
) -> Result<Catalogue, Failure> {
    let Served { index, rows } = open(settings, roles)?;
    let catalogue = Catalogue::new(
        CatalogueStores {
            reader: Arc::clone(&stores.reader),
            history: Arc::clone(&stores.history),
            scales: Arc::clone(&stores.scales),
        },
        Arc::new(index),
        Arc::<System>::clone(system),
        CatalogueSettings {
            currency: settings.currency,
            offer_ttl: settings.offer_ttl,
            assumed_delivery: settings.assumed_delivery()?,
        },
    );
    Ok(match rows {
        Some(rows) => catalogue.keeping_rows(Arc::new(rows)),
        None => catalogue,
    })
}

/// Opens the folder of the settings. Where it cannot be used, the index is in memory, and the log says why.
fn open(settings: &Settings, roles: &[Role]) -> Result<Served, Failure> {
    if let Some(folder) = folder(settings, roles) {
        let assumed_delivery = settings.assumed_delivery()?;
        let made_by = made_by(settings, assumed_delivery).map_err(|error| error.to_string());
        let opened = made_by
            .and_then(|made_by| open_kept(&folder, made_by).map_err(|error| error.to_string()));
        match opened {
            Ok((index, rows)) => {
                return Ok(Served {
                    index,
                    rows: Some(rows),
                });
            }
            Err(cause) => tracing::warn!(
                cause,
                "the index is not kept: it is in memory, and every start reads the whole catalogue"
            ),
        }
    }
    let index = TantivyIndex::in_memory().map_err(|e| Failure::other(e.to_string()))?;
    Ok(Served { index, rows: None })
}

/// The folder of the index beside a database.
pub fn beside(database: &Path) -> PathBuf {
    let mut path = OsString::from(database);
    path.push(".index");
    PathBuf::from(path)
}

/// The folder of the settings; a process that answers nobody leaves the one beside the database to one that does.
fn folder(settings: &Settings, roles: &[Role]) -> Option<PathBuf> {
    settings.index_dir.clone().or(match &settings.database {
        DatabaseUrl::Sqlite(path) => roles.contains(&Role::Http).then(|| beside(path)),
        DatabaseUrl::Postgres(_) => None,
    })
}

/// What index and rows depend on beside the store: the program, whose rules they were made by, the words that were
/// added to its own, and the settings that prices depend on.
fn made_by(settings: &Settings, assumed_delivery: Amount) -> io::Result<String> {
    let program = digest(Path::new(PROGRAM))?;
    let words = settings.words_file.as_deref().map(digest).transpose()?;
    Ok(format!(
        "{program} {} {} {} {}",
        words.unwrap_or_default(),
        settings.currency.code(),
        settings.offer_ttl,
        assumed_delivery.minor(),
    ))
}

/// Not by the hash of the standard library: a program made for development has it unoptimised, and `ring` not
/// (`profile.dev`).
fn digest(path: &Path) -> io::Result<String> {
    Ok(file_sha256(path)?
        .map(|byte| format!("{byte:02x}"))
        .concat())
}

/// Keeps what is served when it is loaded, and from time to time what has changed since.
pub(super) async fn keep(catalogue: Arc<Catalogue>) {
    let mut tick = tokio::time::interval(LOOKS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut kept: Option<Instant> = None;
    loop {
        let now = tick.tick().await;
        let is_due = kept.is_none_or(|kept| now.duration_since(kept) >= GATHERING);
        if is_due && catalogue.status().covered.is_some() {
            keep_now(&catalogue).await;
            kept = Some(now);
        }
    }
}

/// Keeps what has changed. That it cannot be kept costs the next start time, and nothing else.
pub(super) async fn keep_now(catalogue: &Arc<Catalogue>) {
    let state = match catalogue.to_be_kept().await {
        Ok(Some(state)) => state,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(cause = ?error.cause, "what is served is not kept");
            return;
        }
    };
    let kept = Arc::clone(catalogue);
    match tokio::task::spawn_blocking(move || kept.keep(state)).await {
        Ok(Ok(())) => tracing::info!(revision = state.revision, "what is served is kept"),
        Ok(Err(error)) => tracing::warn!(cause = ?error.cause, "what is served is not kept"),
        Err(error) => tracing::warn!(%error, "what is served is not kept"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;

    use super::digest;

    #[test]
    fn files_of_other_content_have_other_digests() {
        let of = |content: &[u8]| {
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            file.write_all(content).expect("written");
            digest(file.path()).expect("a digest")
        };
        assert_eq!(of(b"lamp"), of(b"lamp"));
        assert_ne!(of(b"lamp"), of(b"lamps"));
        assert_eq!(of(b"").len(), 64);
        assert!(digest(Path::new("no such file")).is_err());
    }
}
