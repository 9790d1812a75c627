//! `api catalog import`

use std::path::Path;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::catalogue::scales::Occasion;
use app::importing::import_catalogue::{CatalogueCounts, import_catalogue};
use app::matching::lexicon;
use domain::import_run::Rejections;
use ports_net::{FeedOptions, FeedReader, OpenCatalogue, Rereadable};
use ports_system::Clock;
use serde_json::json;

use crate::after_import::after_import;
use crate::failure::Failure;
use crate::feed_options;
use crate::own_files::OwnFiles;
use crate::progress::Reporter;
use crate::rejections;
use crate::settings::Settings;
use crate::source;
use crate::{output, stores};
use adapter_sources::ThreadBatches;

/// How many products are named that went to another one than their id says; a report names all.
const NAMED: usize = 10;

/// Imports canonical products.
pub async fn run(
    file: &str,
    report: Option<&Path>,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let system = System::new();
    let began = system.now();
    let input = source::open("FILE", file, settings).await?;
    let own = OwnFiles::of(settings).and("the source itself", Path::new(file));
    let mut reporter = Reporter::to(report, &own, &system)?;
    let options = feed_options::plain_options(settings, began);
    let input = Rereadable::new(input);
    let mut opened = open(&input, &options).await?;
    let stores = stores::open(settings).await?;
    if lexicon::is_catalogue_empty(&*stores.matches).await? {
        let mut ahead = ThreadBatches::start(opened.items);
        lexicon::learn_ahead(stores.lexicon(), &system, &mut ahead).await?;
        opened = open(&input, &options).await?;
    }
    let mut batches = ThreadBatches::start(opened.items);
    let mut report = |row: &ports_net::RowRemark, accepted: bool| reporter.write(row, accepted);
    let counts =
        import_catalogue(&*stores.writer, &*stores.matches, &mut batches, &mut report).await;
    let rejected = reporter.take_rejections();
    let reported = reporter.finish();
    let counts = counts.map_err(|error| rejections::explain(&rejected, error))?;
    if !json {
        rejections::tell(&rejected);
    }
    if counts.saved.created + counts.saved.changed > 0 {
        after_import(&stores, Occasion::CatalogueChanged, settings.offer_ttl).await;
    }
    for (id, target) in counts.saved.merged.iter().take(NAMED) {
        output::note(&format!(
            "{id} was merged into {target}; its row went to that product"
        ));
    }
    let seconds = (system.now() - began).as_seconds_f64();
    print(&counts, seconds, json.then_some(&rejected));
    reported
}

/// A catalogue from its beginning. What was opened before must not be read any more.
async fn open(input: &Rereadable, options: &FeedOptions) -> Result<OpenCatalogue, Failure> {
    let (input, options) = (input.clone(), options.clone());
    let opening = move || Feeds.open_catalogue(Box::new(input), &options);
    let opened = tokio::task::spawn_blocking(opening).await;
    Ok(opened.map_err(|error| Failure::other(error.to_string()))??)
}

/// For machines with why rows were rejected.
fn print(counts: &CatalogueCounts, seconds: f64, json: Option<&Rejections>) {
    let CatalogueCounts {
        read,
        rejected,
        saved,
    } = counts;
    let merged = saved.merged.len();
    output::line(&if let Some(rejected_rows) = json {
        json!({
            "read": read,
            "accepted": read - rejected,
            "rejected": rejected,
            "created": saved.created,
            "changed": saved.changed,
            "unchanged": saved.unchanged,
            "merged": merged,
            "seconds": seconds,
            "rejections": rejections::listed(rejected_rows),
        })
        .to_string()
    } else {
        format!(
            "read={read} accepted={} rejected={rejected} created={} changed={} unchanged={} \
             merged={merged} seconds={seconds:.3}",
            read - rejected,
            saved.created,
            saved.changed,
            saved.unchanged
        )
    });
}
