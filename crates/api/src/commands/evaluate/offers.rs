//! `api evaluate offers`

mod shown;

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;

use adapter_feeds::Feeds;
use adapter_system::System;
use app::catalogue::scales::Occasion;
use app::importing::import_catalogue::import_catalogue;
use app::importing::import_runs::RunObserver;
use app::importing::import_snapshot::SnapshotRequest;
use app::matching::rematch::Rematcher;
use domain::num::f64_from_usize;
use domain::snapshot::{MaxShrink, SnapshotKind};
use evaluate::matching::ListedOffer;
use evaluate::offers::{
    Market, OfferFigures, PlacedOffer, fit, fit_links, markets, placed_otherwise,
};
use ports_net::FeedReader;
use ports_store::DoubtfulMatch;
use ports_system::Clock;

use super::matching::{reading, refused};
use crate::after_import::after_import;
use crate::cli::EvaluateOffersArgs;
use crate::commands::{import, store};
use crate::failure::Failure;
use crate::feed_options;
use crate::settings::{DatabaseUrl, Settings};
use crate::stores::{self, Stores};
use adapter_sources::ThreadBatches;

/// How many products or doubts are read at a time.
const PAGE: u32 = 1000;

/// How many labelled offers a model is fitted on at least: with fewer its trees learn them by heart.
const LEAST_FITTED: usize = 100;

/// What an offer without a price is offered for: every feed states one, and the same price says nothing.
const ANY_PRICE: f64 = 100.0;

/// Imports each source into a throwaway store and counts where its offers went.
pub async fn run(
    given: &EvaluateOffersArgs,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let (markets, others) = wanted(given)?;
    if given.fit || given.fit_links {
        let option = if given.fit { "--fit" } else { "--fit-links" };
        let labelled: usize = markets.iter().map(|market| market.offers.len()).sum();
        if labelled < LEAST_FITTED {
            return Err(Failure::refused(format!(
                "{option}: {labelled} labelled offers are too few: {LEAST_FITTED} at least"
            )));
        }
        if given.fit {
            shown::fitted(&fit(&markets, &others));
        } else {
            shown::fitted_links(&fit_links(&markets, &others));
        }
        return Ok(());
    }
    for market in &markets {
        let catalogue = catalogue(market, given.catalogue);
        let first = import_all(market, &catalogue, given.order, given.rerun, settings).await?;
        let figures = OfferFigures::of(market, &catalogue, &first);
        let mut shares = Vec::new();
        for order in 1..given.orders {
            let order = given.order.saturating_add(order);
            let other = import_all(market, &catalogue, order, given.rerun, settings).await?;
            let otherwise = placed_otherwise(|id| catalogue.contains_key(id), &first, &other);
            let share = if first.is_empty() {
                0.0
            } else {
                f64_from_usize(otherwise) / f64_from_usize(first.len())
            };
            shares.push(share);
        }
        shown::print(&market.source, &figures, &shares, json);
    }
    Ok(())
}

/// The markets of all folders, or those of them that were named; and the others.
fn wanted(given: &EvaluateOffersArgs) -> Result<(Vec<Market>, Vec<Market>), Failure> {
    let mut all = Vec::new();
    for dir in std::iter::once(&given.dir).chain(&given.with) {
        let data = reading::read(dir)?;
        all.extend(markets(&data).map_err(|error| refused(dir, &error))?);
    }
    let names: Vec<String> = all.iter().map(|market| market.source.clone()).collect();
    if let Some(unknown) = given.sources.iter().find(|name| !names.contains(name)) {
        return Err(Failure::refused(format!(
            "--source {unknown}: no offers of it; there are {}",
            names.join(", ")
        )));
    }
    let is_wanted =
        |market: &Market| given.sources.is_empty() || given.sources.contains(&market.source);
    Ok(all.into_iter().partition(is_wanted))
}

/// The public ids of what the catalogue has, with their places among the market's products.
fn catalogue(market: &Market, percent: u64) -> HashMap<String, usize> {
    let entries = market.catalogue(percent).into_iter();
    entries.map(|place| (catalogue_id(place), place)).collect()
}

/// Imports the catalogue, then all shops in an order, matches anew if that is wanted, and tells where the offers went.
async fn import_all(
    market: &Market,
    catalogue: &HashMap<String, usize>,
    order: u64,
    rerun: bool,
    settings: &Settings,
) -> Result<Vec<PlacedOffer>, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::other(error.to_string()))?;
    let mut settings = settings.clone();
    settings.database = DatabaseUrl::Sqlite(folder.path().join("offers.db"));
    let stores = stores::open(&settings).await?;
    let entries: BTreeSet<usize> = catalogue.values().copied().collect();
    list_catalogue(&stores, market, &entries, &settings).await?;
    for (shop, offers) in market.shops(order) {
        import_shop(&stores, market, shop, &offers, &settings).await?;
    }
    if rerun {
        let rematcher = Rematcher {
            stores: stores.lexicon(),
            groups: &*stores.groups,
            clock: &System::new(),
            offer_ttl: settings.offer_ttl,
            dry_run: false,
        };
        rematcher.rematch(&mut |_| ()).await?;
    }
    placed(&stores, market).await
}

fn catalogue_id(place: usize) -> String {
    format!("catalogued_{place}")
}

async fn list_catalogue(
    stores: &Stores,
    market: &Market,
    entries: &BTreeSet<usize>,
    settings: &Settings,
) -> Result<(), Failure> {
    if entries.is_empty() {
        return Ok(());
    }
    let header = [
        "canonical_product_id",
        "product_name",
        "brand",
        "model",
        "mpn",
        "eans",
    ];
    let rows = entries.iter().filter_map(|place| {
        let entry = market.products.get(*place)?.entry.as_ref()?;
        let (brand, model) = (entry.brand.clone(), entry.model.clone());
        let (title, mpn, ean) = (entry.title.clone(), entry.mpn.clone(), entry.ean.clone());
        Some(vec![catalogue_id(*place), title, brand, model, mpn, ean])
    });
    let file = csv_file(&header, rows)?;
    let options = feed_options::plain_options(settings, System::new().now());
    let opened = Feeds.open_catalogue(Box::new(Cursor::new(file)), &options)?;
    let mut batches = ThreadBatches::start(opened.items);
    let (writer, matches) = (&*stores.writer, &*stores.matches);
    import_catalogue(writer, matches, &mut batches, &mut |_, _| {}).await?;
    after_import(stores, Occasion::CatalogueChanged, settings.offer_ttl).await;
    Ok(())
}

async fn import_shop(
    stores: &Stores,
    market: &Market,
    shop: &str,
    offers: &[usize],
    settings: &Settings,
) -> Result<(), Failure> {
    let header = [
        "offer_id", "title", "brand", "model", "mpn", "ean", "price", "url",
    ];
    let listed = offers
        .iter()
        .filter_map(|place| Some((*place, market.offers.get(*place)?)));
    let are_priced = market.offers.iter().all(|offer| offer.price.is_some());
    let file = csv_file(
        &header,
        listed.map(|(place, offer)| row(place, offer, are_priced)),
    )?;
    let now = System::new().now();
    let request = SnapshotRequest {
        store: store::name("store", shop)?,
        kind: SnapshotKind::Full,
        observed_at: None,
        offer_ttl: settings.offer_ttl,
        max_shrink: MaxShrink::ALL,
        dry_run: false,
    };
    let options = feed_options::plain_options(settings, now);
    let input = Box::new(Cursor::new(file));
    let mut nobody = ();
    let mut observer = RunObserver::new(&mut nobody);
    let imported = import::import(stores, &request, now, input, options, &mut observer);
    let (_, counts) = imported.await?;
    if counts.created > 0 {
        after_import(stores, Occasion::ProductsCame, settings.offer_ttl).await;
    }
    Ok(())
}

fn row(place: usize, offer: &ListedOffer, are_priced: bool) -> Vec<String> {
    let price = offer.price.as_ref().filter(|_| are_priced);
    let price = price.map_or(ANY_PRICE, |(_, price)| *price);
    vec![
        place.to_string(),
        offer.title.clone(),
        offer.brand.clone(),
        offer.model.clone(),
        offer.mpn.clone(),
        offer.ean.clone(),
        format!("{price:.2}"),
        format!("https://shop.example/{place}"),
    ]
}

fn csv_file(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>, Failure> {
    let failed = |error: csv::Error| Failure::other(error.to_string());
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(header).map_err(failed)?;
    for row in rows {
        file.write_record(&row).map_err(failed)?;
    }
    file.into_inner()
        .map_err(|error| Failure::other(error.to_string()))
}

/// Where each offer is now.
async fn placed(stores: &Stores, market: &Market) -> Result<Vec<PlacedOffer>, Failure> {
    let doubts = doubts(stores).await?;
    let mut placed = Vec::with_capacity(market.offers.len());
    let mut after = None;
    loop {
        let page = stores.reader.list(after, PAGE).await?;
        let Some(last) = page.last() else {
            placed.sort_by_key(|offer: &PlacedOffer| offer.offer);
            return Ok(placed);
        };
        after = Some(last.product.no);
        for record in &page {
            let id = record.product.draft.id.as_str();
            let doubt = doubts
                .get(id)
                .map(|doubt| (doubt.candidate.id.as_str().to_owned(), doubt.reason.clone()));
            for offer in &record.offers {
                if let Ok(place) = offer.facts.offer_id.parse() {
                    placed.push(PlacedOffer {
                        offer: place,
                        product: id.to_owned(),
                        product_name: record.product.draft.name.clone(),
                        rung: offer.rung,
                        doubt: doubt.clone(),
                    });
                }
            }
        }
    }
}

/// The first doubt about each product, by its public id.
async fn doubts(stores: &Stores) -> Result<HashMap<String, DoubtfulMatch>, Failure> {
    let mut doubts = HashMap::new();
    for doubt in stores.matches.list_doubts(u32::MAX).await?.doubts {
        let id = doubt.product.id.as_str().to_owned();
        doubts.entry(id).or_insert(doubt);
    }
    Ok(doubts)
}
