//! `api import`

use std::io::Read;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::import_snapshot::{Counts, ImportObserver, SnapshotImporter, SnapshotRequest};
use app::scales::Occasion;
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use ports_net::{DecimalMark, FeedFormat, FeedOptions, FeedReader, WantedFormat};
use ports_system::Clock;
use serde_json::json;
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
    let options = options(args, settings, observed_at.unwrap_or(began))?;
    let input = source::open(&args.source).await?;
    let mut reporter = Reporter::new(args.report.as_deref(), &args.source, &system)?;
    let stores = stores::open(settings).await?;
    let imported = import(&stores, &request, input, options, &mut reporter).await;
    let reported = reporter.finish();
    let (format, counts) = imported?;
    if counts.created > 0 && !args.dry_run {
        super::rescale(&stores, Occasion::ProductsCame).await;
    }
    print(
        format,
        &counts,
        (system.now() - began).as_seconds_f64(),
        json,
    );
    reported
}

/// Reads a feed and imports it.
pub async fn import(
    stores: &Stores,
    request: &SnapshotRequest,
    input: Box<dyn Read + Send>,
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
        ..plain_options(settings, observed_at)
    })
}

/// The decimal mark of a name that the command line accepted.
pub fn decimal_mark(name: &str) -> DecimalMark {
    match name {
        "dot" => DecimalMark::Dot,
        "comma" => DecimalMark::Comma,
        _ => DecimalMark::Auto,
    }
}

fn format(name: &str) -> Result<WantedFormat, Failure> {
    match name {
        "auto" => Ok(WantedFormat::Auto),
        "google" => Ok(WantedFormat::Google),
        "offers" => Ok(WantedFormat::Offers),
        "heureka" | "idealo" | "awin" | "ceneo" | "skroutz" | "schemaorg" => Err(Failure::usage(
            format!("--format {name} is not read by this version yet; it reads google and offers"),
        )),
        _ => Err(Failure::usage("--format accepts auto, google or offers")),
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

fn max_shrink(text: &str) -> Result<MaxShrink, Failure> {
    let number = text.strip_suffix('%').unwrap_or(text);
    number
        .parse()
        .ok()
        .and_then(MaxShrink::from_percent)
        .ok_or_else(|| Failure::usage("--max-shrink accepts whole percent from 0% to 100%"))
}

fn print(format: FeedFormat, counts: &Counts, seconds: f64, json: bool) {
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
    if json {
        let counts = json!({
            "format": format.to_string(),
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
        });
        output::line(&counts.to_string());
        return;
    }
    output::note(&format!("read as {format}"));
    output::line(&format!(
        "read={read} accepted={accepted} rejected={rejected} created={created} changed={changed} \
         unchanged={unchanged} gone={gone} quarantined={quarantined} triggered={triggered} \
         seconds={seconds:.3}"
    ));
}
