//! The past of the sample's prices.

use std::collections::BTreeMap;
use std::io::Cursor;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::importing::import_history::{CHUNK, HistoryImporter, HistoryRequest};
use ports_net::FeedReader;
use ports_system::Clock;
use time::{Date, Duration};

use crate::failure::Failure;
use crate::feed_options;
use crate::settings::Settings;
use crate::stores::Stores;
use crate::{output, sample};
use adapter_sources::ThreadBatches;

/// Imports the past of all shops as if each had been watched daily until yesterday.
pub async fn load(stores: &Stores, settings: &Settings) -> Result<(), Failure> {
    let system = System::new();
    let mut days = 0;
    for (store, points) in by_store(system.now().date())? {
        let request = HistoryRequest {
            store: super::super::store::name("NAME", &store)?,
            offer_ttl: settings.offer_ttl,
            dry_run: false,
        };
        let options = feed_options::plain_options(settings, system.now());
        let opened = Feeds.open_history(Box::new(Cursor::new(points)), &options)?;
        let importer = HistoryImporter {
            history: &*stores.history,
            clock: &system,
            currency: settings.currency,
            chunk: CHUNK,
        };
        let mut batches = ThreadBatches::start(opened.items);
        days += importer
            .import(&request, &mut batches, &mut ())
            .await?
            .accepted;
    }
    output::note(&format!("price history: {days} days of offers"));
    Ok(())
}

/// Files of daily points, by store.
fn by_store(today: Date) -> Result<BTreeMap<String, String>, Failure> {
    let broken = || Failure::other("the sample: history.csv cannot be read".to_owned());
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for line in sample::HISTORY.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [store, product, from, to, price, in_stock] = fields[..] else {
            return Err(broken());
        };
        let from: i64 = from.parse().map_err(|_| broken())?;
        let to: i64 = to.parse().map_err(|_| broken())?;
        let file = files
            .entry(store.to_owned())
            .or_insert_with(|| "canonical_product_id,date,price,in_stock\n".to_owned());
        for ago in (to..=from).rev() {
            let date = today.checked_sub(Duration::days(ago)).ok_or_else(broken)?;
            file.push_str(&format!("{product},{date},{price},{in_stock}\n"));
        }
    }
    Ok(files)
}
