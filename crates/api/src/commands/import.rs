//! `api import`

mod counted;

use std::path::Path;
use std::sync::Arc;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::catalogue::scales::Occasion;
use app::importing::import_runs::{BegunRun, RunObserver, SeenRun, fault_of};
use app::importing::import_snapshot::{Counts, ImportError, SnapshotImporter, SnapshotRequest};
use app::matching::lexicon;
use domain::snapshot::SnapshotKind;
use domain::source::{Fault, FaultClass};
use ports_net::{
    AvailabilityFeed, FeedError, FeedFormat, FeedInput, FeedOptions, FeedReader, OpenFeed,
    Rereadable,
};
use ports_system::Clock;
use serde_json::json;
use time::OffsetDateTime;

use crate::after_import::after_import;
use crate::cli::ImportArgs;
use crate::failure::Failure;
use crate::own_files::OwnFiles;
use crate::progress::Reporter;
use crate::settings::Settings;
use crate::stores::Stores;
use crate::{output, rejections, source, stores};
use adapter_sources::ThreadBatches;

use crate::feed_options::options;

pub use counted::{count_line, counted, counted_rows};

/// Imports one snapshot.
pub async fn run(args: &ImportArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let system = System::new();
    let began = system.now();
    let observed_at = args.observed_at;
    let request = SnapshotRequest {
        store: super::store::name("--store", &args.store)?,
        kind: SnapshotKind::from_code(&args.snapshot)
            .ok_or_else(|| Failure::usage("--snapshot", "accepts full or delta"))?,
        observed_at,
        offer_ttl: settings.offer_ttl,
        max_shrink: args.max_shrink,
        dry_run: args.dry_run,
    };
    let mut options = options(args, settings, observed_at.unwrap_or(began))?;
    if let Some(second) = &args.availability {
        if second == "-" && args.source == "-" {
            let message = "--availability and SOURCE cannot both be standard input";
            return Err(Failure::usage("--availability", message));
        }
        options.availability = Some(Arc::new(availability(second, &options, settings).await?));
    }
    let input = match source::open("SOURCE", &args.source, settings).await {
        Ok(input) => input,
        Err(failure) => {
            keep_unopened(&request, began, &failure, settings).await;
            return Err(failure);
        }
    };
    let mut reporter = Reporter::to(args.report.as_deref(), &files_of(args, settings), &system)?;
    let stores = stores::open(settings).await?;
    let mut observer = RunObserver::new(&mut reporter);
    let imported = import(&stores, &request, began, input, options, &mut observer).await;
    let rejected = observer.seen.rejections;
    let reported = reporter.finish();
    let (format, counts) = imported.map_err(|failure| rejections::explain(&rejected, failure))?;
    if !json {
        rejections::tell(&rejected);
    }
    if counts.created > 0 && !args.dry_run {
        after_import(&stores, Occasion::ProductsCame, settings.offer_ttl).await;
    }
    let seconds = (system.now() - began).as_seconds_f64();
    if json {
        let mut line = counted(&counts, seconds);
        if let Some(line) = line.as_object_mut() {
            line.insert("format".to_owned(), json!(format.to_string()));
            line.insert("rejections".to_owned(), rejections::listed(&rejected));
        }
        output::line(&line.to_string());
    } else {
        output::note(&format!("read as {format}"));
        output::line(&count_line(&counts, seconds));
    }
    reported
}

/// What no report may be written over.
fn files_of<'a>(args: &ImportArgs, settings: &'a Settings) -> OwnFiles<'a> {
    let own = OwnFiles::of(settings).and("the source itself", Path::new(&args.source));
    match &args.availability {
        Some(second) => own.and("the file of --availability", Path::new(second)),
        None => own,
    }
}

/// Reads a store's second file; rows of it that are not accepted are counted on the way.
async fn availability(
    source: &str,
    options: &FeedOptions,
    settings: &Settings,
) -> Result<AvailabilityFeed, Failure> {
    let input = source::open("--availability", source, settings).await?;
    let options = FeedOptions {
        charset: None,
        ..options.clone()
    };
    let read = tokio::task::spawn_blocking(move || Feeds.read_availability(input, &options)).await;
    let feed = read.map_err(|error| Failure::other(error.to_string()))??;
    if let Some(first) = feed.rejected.first() {
        output::note(&format!(
            "{source}: {} items are not used; the first: item {}, {}: {}",
            feed.rejected.len(),
            first.line,
            first.field,
            first.reason
        ));
    }
    Ok(feed)
}

/// Reads a feed and imports it; what it did is kept, unless it was to change nothing.
pub async fn import(
    stores: &Stores,
    request: &SnapshotRequest,
    began: OffsetDateTime,
    input: Box<dyn FeedInput>,
    options: FeedOptions,
    observer: &mut RunObserver<'_>,
) -> Result<(FeedFormat, Counts), Failure> {
    let imported = read_and_import(stores, request, input, options, observer).await?;
    let fault = match &imported {
        Ok(_) => None,
        Err(error) => match fault_of(error) {
            // nothing is wrong with the feed
            None => return Ok(imported?),
            fault => fault,
        },
    };
    if !request.dry_run {
        let begun = begun(request, began);
        stores
            .import_runs()
            .keep(begun, &observer.seen, fault)
            .await;
    }
    Ok(imported?)
}

/// The same, and nothing is kept. The inner failure is that of the feed or the store.
async fn read_and_import(
    stores: &Stores,
    request: &SnapshotRequest,
    input: Box<dyn FeedInput>,
    options: FeedOptions,
    observer: &mut RunObserver<'_>,
) -> Result<Result<(FeedFormat, Counts), ImportError>, Failure> {
    let currency = options.catalogue_currency;
    let system = System::new();
    let input = Rereadable::new(input);
    let mut opened = match open(&input, &options).await? {
        Ok(opened) => opened,
        Err(error) => return Ok(Err(error.into())),
    };
    if !request.dry_run && lexicon::is_catalogue_empty(&*stores.matches).await? {
        let mut ahead = ThreadBatches::start(opened.items);
        lexicon::learn_ahead(stores.lexicon(), &system, &mut ahead).await?;
        opened = match open(&input, &options).await? {
            Ok(opened) => opened,
            Err(error) => return Ok(Err(error.into())),
        };
    }
    observer.seen.format = Some(opened.format.to_string());
    let importer = SnapshotImporter {
        snapshots: &*stores.snapshots,
        evidence: &*stores.evidence,
        matches: &*stores.matches,
        currency,
        clock: &system,
        digester: &system,
    };
    let mut batches = ThreadBatches::start(opened.items);
    let imported = importer.import(request, &mut batches, observer).await;
    Ok(imported.map(|counts| {
        observer.seen.counts = counts.of_rows();
        (opened.format, counts)
    }))
}

/// A feed from its beginning. What was opened before must not be read any more.
async fn open(
    input: &Rereadable,
    options: &FeedOptions,
) -> Result<Result<OpenFeed, FeedError>, Failure> {
    let (input, options) = (input.clone(), options.clone());
    let opened = tokio::task::spawn_blocking(move || Feeds.open(Box::new(input), &options)).await;
    opened.map_err(|error| Failure::other(error.to_string()))
}

/// An import by command.
fn begun(request: &SnapshotRequest, at: OffsetDateTime) -> BegunRun {
    BegunRun {
        store: request.store.clone(),
        source: None,
        at,
    }
}

/// Keeps that there was nothing to read, if there is a store by now.
async fn keep_unopened(
    request: &SnapshotRequest,
    began: OffsetDateTime,
    failure: &Failure,
    settings: &Settings,
) {
    if request.dry_run || !failure.is_refused() {
        return;
    }
    if let Ok(Some(stores)) = stores::open_unchanged(settings, &[]).await {
        let fault = Fault::new(FaultClass::Unreadable, &failure.to_string());
        let (begun, seen) = (begun(request, began), SeenRun::default());
        stores.import_runs().keep(begun, &seen, Some(fault)).await;
    }
}
