//! `api source run`

use adapter_system::System;
use app::catalogue::scales::Occasion;
use app::importing::import_snapshot::Counts;
use app::importing::run_source::{Finished, Hindrance, SourceRunner};
use domain::source::{Outcome, RENEWAL, SourceId};
use ports_store::{StoreError, StoredSource};
use serde_json::json;
use tokio::sync::watch;

use super::{id, unknown};
use crate::after_import::after_import;
use crate::cli::SourceRunArgs;
use crate::commands::import;
use crate::failure::Failure;
use crate::output;
use crate::progress::Reporter;
use crate::rejections;
use crate::schedule::{Plan, keep_renewed};
use crate::settings::Settings;
use crate::stores::{self, Stores};

/// How often a source is tried whose store was changed by another import meanwhile.
const TRIES: u8 = 2;

/// What a run in the foreground needs.
struct Foreground {
    runner: SourceRunner,
    stores: Stores,
    anew: bool,
    json: bool,
}

/// Runs one source, or all of them; of those that fail the first one's failure.
pub async fn run(args: &SourceRunArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let wanted = args.id.as_deref().map(id).transpose()?;
    let stores = stores::open(settings).await?;
    // nobody stops it but the end of the process
    let (_running, stop) = watch::channel(false);
    let foreground = Foreground {
        runner: Plan::new(&stores, settings)?.runner(stop),
        stores,
        anew: args.anew,
        json,
    };
    if let Some(id) = wanted {
        return foreground.run(id).await;
    }
    let mut failure = None;
    let sources = foreground.stores.sources.list_sources().await?;
    for StoredSource { source, .. } in &sources {
        if let Err(error) = foreground.run(source.id).await {
            output::note(&format!(
                "{} ({}): {error}",
                source.id,
                source.store.as_str()
            ));
            failure.get_or_insert(error);
        }
    }
    failure.map_or(Ok(()), Err)
}

impl Foreground {
    async fn run(&self, id: SourceId) -> Result<(), Failure> {
        let began = self.runner.clock.now();
        let mut finished = self.run_once(id).await?;
        for _ in 1..TRIES {
            if finished.outcome == Outcome::Overtaken {
                finished = self.run_once(id).await?;
            }
        }
        let seconds = (self.runner.clock.now() - began).as_seconds_f64();
        if finished
            .imported
            .is_some_and(|(_, counts)| counts.created > 0)
        {
            after_import(&self.stores, Occasion::ProductsCame, self.runner.offer_ttl).await;
        }
        self.tell(id, &finished, seconds)
    }

    async fn run_once(&self, id: SourceId) -> Result<Finished, Failure> {
        let leased = self.runner.lease_now(id).await?;
        let Some(leased) = leased else {
            let found = self.stores.sources.find_source(id).await?;
            return Err(found.map_or_else(
                || unknown(id),
                |_| Failure::other("the source is being run by another process; try again later"),
            ));
        };
        let renew = || async {
            if let Err(error) = self.runner.renew(&leased).await {
                tracing::warn!(%error, "the lease of the source is not renewed");
            }
        };
        let finished = keep_renewed(RENEWAL.unsigned_abs(), renew, self.finish(&leased)).await;
        self.runner.record(&leased, &finished).await?;
        Ok(finished)
    }

    async fn finish(&self, leased: &StoredSource) -> Finished {
        let arrived = match self.runner.fetch(leased, self.anew).await {
            Ok(arrived) => arrived,
            Err(finished) => return finished,
        };
        let system = System::new();
        let mut reporter = Reporter::new(&system);
        let finished = self.runner.settle(leased, arrived, &mut reporter).await;
        if let Err(error) = reporter.finish() {
            tracing::debug!(%error, "the progress is not shown to its end");
        }
        rejections::tell(&finished.seen.rejections);
        finished
    }

    fn tell(&self, id: SourceId, finished: &Finished, seconds: f64) -> Result<(), Failure> {
        let (format, counts, outcome) = match (&finished.outcome, &finished.imported) {
            (Outcome::Imported { .. }, Some((format, counts))) => {
                (Some(format.to_string()), *counts, "imported")
            }
            (Outcome::Unchanged { observed_at, .. }, _) => {
                output::note(if observed_at.is_some() {
                    "unchanged; the store's offers count as seen"
                } else {
                    "unchanged; a delta is imported once"
                });
                (None, Counts::default(), "unchanged")
            }
            (Outcome::Failed(fault), _) => return Err(Failure::refused(fault.text.clone())),
            _ => return Err(hindered(finished.hindrance.as_ref())),
        };
        if self.json {
            let mut line = import::counted(&counts, seconds);
            if let Some(line) = line.as_object_mut() {
                line.insert("id".to_owned(), json!(id.to_string()));
                line.insert("outcome".to_owned(), json!(outcome));
                line.insert("format".to_owned(), json!(format));
            }
            output::line(&line.to_string());
        } else {
            if let Some(format) = format {
                output::note(&format!("read as {format}"));
            }
            output::line(&import::count_line(&counts, seconds));
        }
        Ok(())
    }
}

fn hindered(hindrance: Option<&Hindrance>) -> Failure {
    match hindrance {
        Some(Hindrance::Store(error)) => match error {
            StoreError::Unreachable(words) => StoreError::Unreachable(words.clone()).into(),
            StoreError::TimedOut(words) => StoreError::TimedOut(words.clone()).into(),
            StoreError::NotWritable(words) => StoreError::NotWritable(words.clone()).into(),
            other => Failure::other(other.to_string()),
        },
        Some(Hindrance::NotHeld) => Failure::refused(
            "the source was removed or changed while it was fetched; nothing was imported",
        ),
        Some(Hindrance::Outdated) => Failure::refused(
            "a later observation of the store was imported meanwhile; nothing was imported",
        ),
        Some(Hindrance::Stopped) | None => {
            Failure::other("the source could not be run now; try again later")
        }
    }
}
