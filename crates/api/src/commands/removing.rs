//! `api store remove` and `api product remove`

use adapter_system::System;
use app::operating::removing::{StoreGone, StoreRemover, StoreRest};
use ports_store::ProductRemoval;
use serde_json::json;

use super::corrections::{no_product, product_id};
use super::store;
use crate::cli::{ProductRemoveArgs, StoreRemoveArgs};
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Shops that are named to somebody whose product they offer.
const NAMED: usize = 5;

/// Removes a store.
pub async fn store(args: &StoreRemoveArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let name = store::name("NAME", &args.name)?;
    let (stores, system) = (stores::open(settings).await?, System::new());
    let remover = StoreRemover {
        reader: &*stores.reader,
        snapshots: &*stores.snapshots,
        removals: &*stores.removals,
        sources: &*stores.sources,
        clock: &system,
        offer_ttl: settings.offer_ttl,
    };
    let rest = match remover.remove(&name, args.dry_run).await? {
        StoreGone::Unknown => return Err(store::unknown("NAME", &name)),
        StoreGone::Running => {
            return Err(Failure::refused(format!(
                "a source of {:?} is being run, which would bring it back: try again when it has ended, as api source list \
                 says",
                name.as_str()
            )));
        }
        StoreGone::Offered(offers) => {
            return Err(Failure::refused(format!(
                "another import put {offers} offers of {:?} in meanwhile: try again",
                name.as_str()
            )));
        }
        StoreGone::Done(rest) => rest,
    };
    output::line(&told(rest, args.dry_run, json));
    Ok(())
}

fn told(rest: StoreRest, dry_run: bool, json: bool) -> String {
    let StoreRest {
        sources,
        offers,
        past,
    } = rest;
    if json {
        let past = past.map(|past| json!({"prices": past.past_prices, "products": past.products}));
        return json!({"removed": !dry_run, "sources": sources, "offers": offers, "past": past})
            .to_string();
    }
    let past = past.map_or_else(String::new, |past| {
        format!(
            " past_prices={} past_products={}",
            past.past_prices, past.products
        )
    });
    let dry = if dry_run { " dry_run=true" } else { "" };
    format!("sources={sources} offers={offers}{past}{dry}")
}

/// Removes a product.
pub async fn product(
    args: &ProductRemoveArgs,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let id = product_id("PRODUCT", &args.product)?;
    let stores = stores::open(settings).await?;
    let removed = stores.removals.remove_product(&id, args.with_watches);
    match removed.await? {
        ProductRemoval::Unknown => Err(no_product("PRODUCT", &id)),
        ProductRemoval::Merged(into) => Err(Failure::refused(format!(
            "{id} was merged into {into}, and goes with that"
        ))),
        ProductRemoval::Offers(offers) => {
            let record = stores.reader.find(&id).await?;
            let shops = record.map_or_else(Vec::new, |record| record.stores);
            let named = shops.iter().take(NAMED).map(|shop| shop.name.as_str());
            let named: Vec<&str> = named.collect();
            Err(Failure::refused(format!(
                "{offers} offers belong to {id}, of {}: it can go when no store has it any more",
                named.join(", ")
            )))
        }
        ProductRemoval::Watched(watches) => Err(Failure::refused(format!(
            "{watches} watches look at {id}: --with-watches ends them, too"
        ))),
        ProductRemoval::Removed { watches } => {
            output::line(&if json {
                json!({"removed": id.as_str(), "watches": watches}).to_string()
            } else {
                format!("{id} is gone, watches={watches}")
            });
            Ok(())
        }
    }
}
