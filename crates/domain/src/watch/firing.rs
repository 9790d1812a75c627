//! What is known when a watch fires.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::ids::{CanonicalProductId, ProductNo};
use crate::money::{Amount, Currency};
use crate::num;
use crate::offer::Offer;
use crate::scoring::AssessedOffer;
use crate::store::{Store, StoreName};
use crate::watch::{CurrentPrice, Side, WatchCondition};

/// The price that moves watches, with the offer that asks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedMinimum {
    /// The lowest stated delivered price.
    pub price: Amount,
    /// Item price of the offer.
    pub item: Amount,
    /// Its delivery cost.
    pub delivery: Amount,
    /// The shop's name.
    pub store: String,
    /// The offer's page.
    pub url: String,
}

impl StatedMinimum {
    /// The minimum that this offer sets.
    pub(super) fn asked_by(offer: &AssessedOffer) -> Self {
        Self {
            price: offer.delivered.total(),
            item: offer.delivered.item,
            delivery: offer.delivered.delivery,
            store: offer.store_name.clone(),
            url: offer.offer.facts.url.clone(),
        }
    }
}

/// One firing of a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firing {
    /// The watch.
    pub watch: Uuid,
    /// The product.
    pub product: CanonicalProductId,
    /// Its name.
    pub product_name: String,
    /// What it waited for.
    pub condition: WatchCondition,
    /// The store that alone the watch looks at, if it is of one.
    pub watched_store: Option<StoreName>,
    /// The price at which it was so.
    pub minimum: StatedMinimum,
    /// Which evidence it rests on ([`source_revision`]).
    pub source_revision: Uuid,
    /// When the catalogue took the price in.
    pub observed_at: OffsetDateTime,
}

/// What an event tells of a price, as deliveries are judged by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// [`source_revision`] of the product; `None` of an event that tells of no product.
    pub source_revision: Option<Uuid>,
    /// The lowest stated delivered price; `None` when there is none.
    pub price: Option<Amount>,
    /// The store whose price it is, of a watch of one store; `None`: the lowest of all.
    pub store: Option<StoreName>,
}

impl Firing {
    /// What it rests on.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            source_revision: Some(self.source_revision),
            price: Some(self.minimum.price),
            store: self.watched_store.clone(),
        }
    }

    /// Whether a price of now is as good as what was told: below the target or fallen by so much, as the condition judges
    /// any price ([`WatchCondition::side`]); of a low no higher than that low, since whether it is one of its own only the
    /// past knows. Of stock none is: that is no matter of price.
    pub fn is_as_good(&self, now: Option<Amount>, currency: Currency) -> bool {
        match self.condition {
            WatchCondition::BelowTarget { .. } | WatchCondition::PriceFall(_) => {
                self.condition.side(CurrentPrice::shown(now, currency)) == Side::Below
            }
            WatchCondition::NewLow(_) => now.is_some_and(|now| now <= self.minimum.price),
            WatchCondition::BackInStock => false,
        }
    }
}

/// The revision of a product's price evidence (D-28): a digest of what its current offers, and the terms
/// of their stores, say about price, delivery and availability, in whatever order they come. A snapshot
/// that says the same again does not change it.
pub fn source_revision(product: ProductNo, offers: &[Offer], stores: &[Store]) -> Uuid {
    let of_store = |offer: &Offer| stores.iter().find(|store| store.no == offer.store);
    let mut statements: Vec<Vec<u8>> = offers
        .iter()
        .map(|offer| statement(offer, of_store(offer)))
        .collect();
    // the order of offers is that of their numbers, which a confirmation changes
    statements.sort_unstable();
    let mut evidence = product.0.to_be_bytes().to_vec();
    evidence.extend(statements.into_iter().flatten());
    Uuid::new_v5(&Uuid::NAMESPACE_OID, &evidence)
}

/// What one offer says. Each part has a fixed length or begins with its length, so that different
/// statements never join to the same bytes.
fn statement(offer: &Offer, store: Option<&Store>) -> Vec<u8> {
    let facts = &offer.facts;
    let mut statement = offer.store.0.to_be_bytes().to_vec();
    for text in [
        facts.offer_id.as_str(),
        facts.availability.code(),
        facts.condition.code(),
    ] {
        statement.extend_from_slice(&num::u64_from_usize(text.len()).to_be_bytes());
        statement.extend_from_slice(text.as_bytes());
    }
    let by_offer = facts.delivery_cost;
    let delivery = store.map_or(by_offer, |store| {
        store.terms.stated_delivery(facts.item_price, by_offer)
    });
    // no amount is negative
    let delivery = delivery.map_or(-1, Amount::minor);
    statement.extend_from_slice(&facts.item_price.minor().to_be_bytes());
    statement.extend_from_slice(&delivery.to_be_bytes());
    // what is held back with its feed is confirmed by nobody
    statement.push(u8::from(offer.quarantined) + u8::from(offer.held_with_feed));
    statement
}
