//! `api history import`

use std::path::Path;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::importing::import_history::{CHUNK, HistoryCounts, HistoryImporter, HistoryRequest};
use domain::import_run::Rejections;
use ports_net::{DecimalMark, FeedOptions, FeedReader};
use ports_system::Clock;
use serde_json::json;

use crate::cli::HistoryImportArgs;
use crate::failure::Failure;
use crate::feed_options;
use crate::own_files::OwnFiles;
use crate::progress::Reporter;
use crate::rejections;
use crate::settings::Settings;
use crate::{output, source, stores};
use adapter_sources::ThreadBatches;

/// Imports past price points of one store.
pub async fn run(args: &HistoryImportArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let system = System::new();
    let began = system.now();
    let request = HistoryRequest {
        store: super::store::name("--store", &args.store)?,
        offer_ttl: settings.offer_ttl,
        dry_run: args.dry_run,
    };
    let options = FeedOptions {
        decimal_mark: DecimalMark::named(&args.decimal_mark),
        charset: args.charset.clone(),
        ..feed_options::plain_options(settings, began)
    };
    let input = source::open("FILE", &args.file, settings).await?;
    let own = OwnFiles::of(settings).and("the source itself", Path::new(&args.file));
    let mut reporter = Reporter::to(args.report.as_deref(), &own, &system)?;
    let opened = tokio::task::spawn_blocking(move || Feeds.open_history(input, &options)).await;
    let opened = opened.map_err(|error| Failure::other(error.to_string()))??;
    let stores = stores::open(settings).await?;
    let mut batches = ThreadBatches::start(opened.items);
    let importer = HistoryImporter {
        history: &*stores.history,
        clock: &system,
        currency: settings.currency,
        chunk: CHUNK,
    };
    let imported = importer.import(&request, &mut batches, &mut reporter).await;
    let rejected = reporter.take_rejections();
    let reported = reporter.finish();
    let counts = imported.map_err(|error| rejections::explain(&rejected, error))?;
    if !json {
        rejections::tell(&rejected);
    }
    let seconds = (system.now() - began).as_seconds_f64();
    print(counts, seconds, json.then_some(&rejected));
    reported
}

/// For machines with why rows were rejected.
fn print(counts: HistoryCounts, seconds: f64, json: Option<&Rejections>) {
    let HistoryCounts {
        read,
        accepted,
        rejected,
        offers,
        segments,
        quarantined,
    } = counts;
    output::line(&if let Some(rejected_rows) = json {
        json!({
            "read": read,
            "accepted": accepted,
            "rejected": rejected,
            "offers": offers,
            "segments": segments,
            "quarantined": quarantined,
            "seconds": seconds,
            "rejections": rejections::listed(rejected_rows),
        })
        .to_string()
    } else {
        format!(
            "read={read} accepted={accepted} rejected={rejected} offers={offers} \
             segments={segments} quarantined={quarantined} seconds={seconds:.3}"
        )
    });
}
