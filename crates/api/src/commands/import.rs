//! `api import`

use std::sync::Arc;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::import_snapshot::{Counts, ImportObserver, SnapshotImporter, SnapshotRequest};
use app::scales::Occasion;
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use ports_net::{
    AvailabilityFeed, DecimalMark, FeedFormat, FeedInput, FeedOptions, FeedReader, WantedFormat,
};
use ports_system::Clock;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::batches::ThreadBatches;
use crate::cli::ImportArgs;
use crate::failure::Failure;
use crate::progress::Reporter;
use crate::settings::Settings;
use crate::stores::Stores;
use crate::{output, source, stores};

/// Imports one snapshot.
pub async fn run(args: &ImportArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let system = System::new();
    let began = system.now();
    let observed_at = args.observed_at.as_deref().map(instant).transpose()?;
    let request = SnapshotRequest {
        store: super::store::name(&args.store)?,
        kind: if args.snapshot == "delta" {
            SnapshotKind::Delta
        } else {
            SnapshotKind::Full
        },
        observed_at,
        offer_ttl: settings.offer_ttl,
        max_shrink: max_shrink(&args.max_shrink)?,
        dry_run: args.dry_run,
    };
    let mut options = options(args, settings, observed_at.unwrap_or(began))?;
    if let Some(second) = &args.availability {
        if second == "-" && args.source == "-" {
            let reason = "--availability and SOURCE cannot both be standard input";
            return Err(Failure::usage(reason));
        }
        options.availability = Some(Arc::new(availability(second, &options, settings).await?));
    }
    let input = source::open(&args.source, settings).await?;
    let mut reporter = Reporter::new(args.report.as_deref(), &args.source, &system)?;
    let stores = stores::open(settings).await?;
    let imported = import(&stores, &request, input, options, &mut reporter).await;
    let reported = reporter.finish();
    let (format, counts) = imported?;
    if counts.created > 0 && !args.dry_run {
        super::after_import(&stores, Occasion::ProductsCame).await;
    }
    print(
        format,
        &counts,
        (system.now() - began).as_seconds_f64(),
        json,
    );
    reported
}

/// Reads a store's second file; rows of it that are not accepted are counted on the way.
async fn availability(
    source: &str,
    options: &FeedOptions,
    settings: &Settings,
) -> Result<AvailabilityFeed, Failure> {
    let input = source::open(source, settings).await?;
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

/// Reads a feed and imports it.
pub async fn import(
    stores: &Stores,
    request: &SnapshotRequest,
    input: Box<dyn FeedInput>,
    options: FeedOptions,
    observer: &mut dyn ImportObserver,
) -> Result<(FeedFormat, Counts), Failure> {
    let currency = options.catalogue_currency;
    let opened = tokio::task::spawn_blocking(move || Feeds.open(input, &options)).await;
    let opened = opened.map_err(|error| Failure::other(error.to_string()))??;
    let system = System::new();
    let importer = SnapshotImporter {
        snapshots: &*stores.snapshots,
        evidence: &*stores.evidence,
        matches: &*stores.matches,
        currency,
        clock: &system,
        digester: &system,
    };
    let mut batches = ThreadBatches::start(opened.items);
    let counts = importer.import(request, &mut batches, observer).await?;
    Ok((opened.format, counts))
}

/// Options for our own files in the catalogue's currency.
pub fn plain_options(settings: &Settings, observed_at: OffsetDateTime) -> FeedOptions {
    FeedOptions {
        format: WantedFormat::Auto,
        catalogue_currency: settings.currency,
        default_currency: settings.currency,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        max_bytes: source::MAX_BYTES,
        observed_at,
        page_url: None,
        availability: None,
    }
}

fn options(
    args: &ImportArgs,
    settings: &Settings,
    observed_at: OffsetDateTime,
) -> Result<FeedOptions, Failure> {
    let currency = |code: &String| {
        Currency::parse(code)
            .ok_or_else(|| Failure::usage("--currency accepts a code of ISO 4217, as in EUR"))
    };
    let default_currency = args
        .currency
        .as_ref()
        .map_or(Ok(settings.currency), currency)?;
    Ok(FeedOptions {
        format: format(&args.format)?,
        default_currency,
        decimal_mark: decimal_mark(&args.decimal_mark),
        charset: args.charset.clone(),
        page_url: page_url(args)?,
        ..plain_options(settings, observed_at)
    })
}

/// The address of a page: what was given, else the source when it is one.
fn page_url(args: &ImportArgs) -> Result<Option<String>, Failure> {
    let Some(given) = &args.page_url else {
        let is_address = args.source.starts_with("https://");
        return Ok(is_address.then(|| args.source.clone()));
    };
    let is_address = ["http://", "https://"]
        .iter()
        .any(|scheme| given.starts_with(scheme));
    if is_address {
        Ok(Some(given.clone()))
    } else {
        Err(Failure::usage(
            "--page-url accepts an http:// or https:// address",
        ))
    }
}

/// The decimal mark of a name that the command line accepted.
pub fn decimal_mark(name: &str) -> DecimalMark {
    match name {
        "dot" => DecimalMark::Dot,
        "comma" => DecimalMark::Comma,
        _ => DecimalMark::Auto,
    }
}

/// The format of a name as the command line knows it.
pub fn format(name: &str) -> Result<WantedFormat, Failure> {
    match name {
        "auto" => Ok(WantedFormat::Auto),
        "google" => Ok(WantedFormat::Google),
        "heureka" => Ok(WantedFormat::Heureka),
        "idealo" => Ok(WantedFormat::Idealo),
        "awin" => Ok(WantedFormat::Awin),
        "ceneo" => Ok(WantedFormat::Ceneo),
        "skroutz" => Ok(WantedFormat::Skroutz),
        "schemaorg" => Ok(WantedFormat::SchemaOrg),
        "offers" => Ok(WantedFormat::Offers),
        _ => Err(Failure::usage(
            "--format accepts auto, google, heureka, idealo, awin, ceneo, skroutz, schemaorg or offers",
        )),
    }
}

fn instant(text: &str) -> Result<OffsetDateTime, Failure> {
    OffsetDateTime::parse(text, &Rfc3339)
        .ok()
        .map(|at| at.to_offset(time::UtcOffset::UTC))
        .and_then(|at| at.replace_nanosecond(at.microsecond() * 1000).ok())
        .filter(|at| (1970..=9999).contains(&at.year()))
        .ok_or_else(|| {
            Failure::usage("--observed-at accepts a time of RFC 3339, as in 2026-03-01T12:00:00Z")
        })
}

/// A share of offers in percent.
pub fn max_shrink(text: &str) -> Result<MaxShrink, Failure> {
    let number = text.strip_suffix('%').unwrap_or(text);
    number
        .parse()
        .ok()
        .and_then(MaxShrink::from_percent)
        .ok_or_else(|| Failure::usage("--max-shrink accepts whole percent from 0% to 100%"))
}

fn print(format: FeedFormat, counts: &Counts, seconds: f64, json: bool) {
    if json {
        let mut line = counted(counts, seconds);
        if let Some(line) = line.as_object_mut() {
            line.insert("format".to_owned(), json!(format.to_string()));
        }
        output::line(&line.to_string());
        return;
    }
    output::note(&format!("read as {format}"));
    output::line(&count_line(counts, seconds));
}

/// The counts for machines.
pub fn counted(counts: &Counts, seconds: f64) -> Value {
    let Counts {
        read,
        accepted,
        rejected,
        created,
        changed,
        unchanged,
        gone,
        quarantined,
        triggered,
    } = counts;
    json!({
        "read": read,
        "accepted": accepted,
        "rejected": rejected,
        "created": created,
        "changed": changed,
        "unchanged": unchanged,
        "gone": gone,
        "quarantined": quarantined,
        "triggered": triggered,
        "seconds": seconds,
    })
}

/// The counts in one line.
pub fn count_line(counts: &Counts, seconds: f64) -> String {
    let Counts {
        read,
        accepted,
        rejected,
        created,
        changed,
        unchanged,
        gone,
        quarantined,
        triggered,
    } = counts;
    format!(
        "read={read} accepted={accepted} rejected={rejected} created={created} changed={changed} \
         unchanged={unchanged} gone={gone} quarantined={quarantined} triggered={triggered} \
         seconds={seconds:.3}"
    )
}
