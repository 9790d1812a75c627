//! Offers for the tests of the parts.

use domain::availability::{Availability, Condition};
use domain::ids::{OfferNo, ProductNo};
use domain::money::Amount;
use domain::offer::{FeedOffer, OfferFacts, OfferIdentity};
use domain::placement::{Confidence, MatchRung};
use ports_net::RowRemark;
use ports_store::KnownOffer;
use time::OffsetDateTime;
use time::macros::datetime;

use super::report::{Counts, ImportObserver};
use super::rows::Row;

/// When every test is.
pub(super) const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

/// A new thing in stock, at ten units of currency, delivered for nothing.
pub(crate) fn offer(id: &str) -> FeedOffer {
    FeedOffer {
        line: 2,
        pinned: None,
        identity: OfferIdentity {
            title: format!("Lamp {id}"),
            category: "lamps".to_owned(),
            pack_size: 1,
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: id.to_owned(),
            url: format!("https://shop.example/{id}"),
            image_url: None,
            item_price: Amount::from_minor(1000).unwrap(),
            delivery_cost: Some(Amount::ZERO),
            availability: Availability::InStock,
            stock_quantity: None,
            delivery_days: None,
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        specs: Vec::new(),
        description: String::new(),
    }
}

/// The same, admitted.
pub(super) fn row(id: &str) -> Row {
    Row {
        offer: offer(id),
        content: [1; 16],
        identity: [1; 16],
    }
}

/// What the store has of such a row: the same, of product 1.
pub(super) fn known(row: &Row) -> KnownOffer {
    let facts = &row.offer.facts;
    KnownOffer {
        no: OfferNo(1),
        offer_id: facts.offer_id.clone(),
        product: ProductNo(1),
        content: row.content,
        identity: row.identity,
        rung: MatchRung::Gtin,
        confidence: Confidence::FULL,
        item_price: facts.item_price,
        delivery_cost: facts.delivery_cost,
        can_be_ordered: facts.availability.can_be_ordered(),
        condition: facts.condition,
        quarantine: None,
        updated_at: NOW,
        price_since: NOW,
        last_seen_at: NOW,
    }
}

/// What was told of rows: whether each was accepted, its field and the reason.
#[derive(Default)]
pub(super) struct Told(pub(super) Vec<(bool, String, String)>);

impl ImportObserver for Told {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        let (field, reason) = (row.field.clone(), row.reason.clone());
        self.0.push((accepted, field, reason));
    }

    fn progress(&mut self, _: &Counts) {}
}
