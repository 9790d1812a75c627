//! Heureka's availability feed: a shop's second file with pieces and delivery times.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use domain::availability::Availability;
use domain::offer::FeedOffer;
use ports_net::{AvailabilityFeed, FeedError, FeedItem, FeedOptions, RowRemark, StockNews};
use time::{Date, Weekday};

use crate::Items;
use crate::formats::marketplace::pieces;
use crate::offer::codes;
use crate::offer::field::{Field, Note};
use crate::offer::money::shown;
use crate::offer::row;
use crate::offer::stock::Stock;
use crate::reading::charset::Text;
use crate::reading::xml::Xml;
use crate::reading::xml_item::{self, Item};

/// The most offers of one file.
const MAX_OFFERS: usize = 2_000_000;
const MAX_REJECTED: usize = 1000;

/// Reads an availability feed whole. Of items with the same id the first counts.
pub(crate) fn read(text: Text, options: &FeedOptions) -> Result<AvailabilityFeed, FeedError> {
    let mut feed = AvailabilityFeed::default();
    let mut xml = Xml::with_attributes(text);
    let mut items = 0;
    let is_item = |depth, name: &str| depth > 1 && name.eq_ignore_ascii_case("item");
    while let Some(item) = xml_item::next(&mut xml, is_item, &mut items)? {
        if let Err(row) = add(&mut feed, &item, options)
            && feed.rejected.len() < MAX_REJECTED
        {
            feed.rejected.push(row);
        }
        if feed.offers.len() > MAX_OFFERS {
            return Err(FeedError::Broken {
                at: format!("item {items}"),
                problem: format!("more than {MAX_OFFERS} items in an availability feed"),
            });
        }
    }
    if items == 0 {
        let found = "an availability feed has item elements with stock_quantity or delivery_time";
        return Err(FeedError::NotAFeed(found.to_owned()));
    }
    Ok(feed)
}

fn add(feed: &mut AvailabilityFeed, item: &Item, options: &FeedOptions) -> Result<(), RowRemark> {
    let root = item.root();
    let id = root.attribute("id");
    let refused = |field, reason: &str| row::rejected(item.line, id, Note::new(field, reason));
    if id.is_empty() {
        return Err(refused("id", "required, and empty"));
    }
    row::within(id, "id", Field::OfferId.limit()).map_err(|note| refused("id", &note.reason))?;
    let (stock, time) = (root.first("stock_quantity"), root.first("delivery_time"));
    let quantity = pieces(stock);
    let days = days_until(time, options.observed_at.date());
    if quantity.is_none() && days.is_none() {
        let reason = format!(
            "{} is not accepted: a day that has not passed, as in 2025-01-31 13:00",
            shown(time)
        );
        return Err(match (stock, time) {
            ("", "") => refused("", "neither stock_quantity nor delivery_time"),
            (_, "") => refused("stock_quantity", "a whole number from 0 is accepted"),
            _ => refused("delivery_time", &reason),
        });
    }
    match feed.offers.entry(id.to_owned()) {
        Entry::Occupied(_) => Err(refused("id", "given twice: the first counts")),
        Entry::Vacant(place) => {
            place.insert(StockNews {
                stock_quantity: quantity,
                delivery_days: days,
            });
            Ok(())
        }
    }
}

/// Business days from one day until an instant in the shop's time; its hour is left out, which has
/// no zone.
fn days_until(time: &str, from: Date) -> Option<u16> {
    let until = codes::date(time.split([' ', 'T']).next()?)?;
    let calendar = (until - from).whole_days();
    if !(0..=i64::from(row::MAX_DELIVERY_DAYS)).contains(&calendar) {
        return None;
    }
    let mut days = 0;
    let mut day = from;
    while day < until {
        day = day.next_day()?;
        days += u16::from(!matches!(
            day.weekday(),
            Weekday::Saturday | Weekday::Sunday
        ));
    }
    Some(days.max(u16::from(calendar > 0)))
}

/// The offers with what the second file says about them.
pub(crate) fn joined(items: Items, news: Arc<AvailabilityFeed>) -> Items {
    Box::new(items.map(move |item| match item {
        Ok(FeedItem::Offer(mut offer, remarks)) => {
            if let Some(news) = news.offers.get(&offer.facts.offer_id) {
                apply(&mut offer, *news);
            }
            Ok(FeedItem::Offer(offer, remarks))
        }
        other => other,
    }))
}

fn apply(offer: &mut FeedOffer, news: StockNews) {
    let facts = &mut offer.facts;
    if let Some(days) = news.delivery_days {
        facts.delivery_days = Some(days);
        facts.delivery_estimate = None;
    }
    let promised = news.delivery_days.map(Stock::in_days);
    facts.availability = match news.stock_quantity {
        Some(0) => promised.map_or(Availability::OutOfStock, |stock| {
            stock.with_pieces(Some(0)).availability
        }),
        Some(_) => Availability::InStock,
        None => promised.map_or(facts.availability, |stock| stock.availability),
    };
    facts.stock_quantity = news.stock_quantity.or(facts.stock_quantity);
}
