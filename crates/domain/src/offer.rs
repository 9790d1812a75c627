//! One shop's offer of one product.

use time::{Date, OffsetDateTime};

use crate::availability::{Availability, Condition};
use crate::freshness::Freshness;
use crate::gtin::Gtin;
use crate::ids::{OfferNo, ProductNo, StoreNo};
use crate::money::Amount;
use crate::placement::{Confidence, MatchRung};
use crate::product::Spec;
use crate::store::Rating;

/// What names the product in an offer: everything that matching may look at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferIdentity {
    /// The shop's title of the offer; may be empty when a GTIN or a pinned id names the product.
    pub title: String,
    /// Brand or maker.
    pub brand: String,
    /// Model name.
    pub model: String,
    /// Colour, size, storage and the like.
    pub variant: String,
    /// The shop's category text.
    pub category: String,
    /// Manufacturer part number.
    pub mpn: String,
    /// Trade item numbers with a valid check digit.
    pub gtins: Vec<Gtin>,
    /// How many pieces one offer holds; above 1 it never matches the single item.
    pub pack_size: u16,
    /// A bundle of different products; never matches the single item.
    pub is_bundle: bool,
}

/// What a shop states about an offer, after validation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferFacts {
    /// The shop's own stable id of the offer, 1 to 200 characters.
    pub offer_id: String,
    /// The offer's page, http or https.
    pub url: String,
    /// Picture of the product.
    pub image_url: Option<String>,
    /// Price of the item with taxes, above 0.
    pub item_price: Amount,
    /// Delivery cost; `None` when the shop does not state it in the feed.
    pub delivery_cost: Option<Amount>,
    /// Stock.
    pub availability: Availability,
    /// Pieces in stock.
    pub stock_quantity: Option<u32>,
    /// Business days until delivery, the upper end.
    pub delivery_days: Option<u16>,
    /// Day of delivery.
    pub delivery_estimate: Option<Date>,
    /// Condition of the goods.
    pub condition: Condition,
    /// Rating of the seller, over the store's.
    pub seller_score: Option<Rating>,
    /// Days for returning, over the store's.
    pub return_days: Option<u16>,
    /// Months of warranty, over the store's.
    pub warranty_months: Option<u16>,
    /// When the shop says that it last changed the offer.
    pub stated_updated_at: Option<OffsetDateTime>,
}

/// One row of a feed that passed validation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedOffer {
    /// Line or item number in the file, from 1.
    pub line: u64,
    /// A canonical product id given by the shop: pins the product.
    pub pinned: Option<crate::ids::CanonicalProductId>,
    /// What names the product.
    pub identity: OfferIdentity,
    /// Price, stock and terms.
    pub facts: OfferFacts,
    /// Properties of the product.
    pub specs: Vec<Spec>,
    /// What the shop says about the product, as plain text; searched, not shown. At most
    /// [`FeedOffer::MAX_DESCRIPTION`] characters.
    pub description: String,
}

impl FeedOffer {
    /// The most characters of a description that are kept.
    pub const MAX_DESCRIPTION: usize = 4000;
}

/// An offer as the store database holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its number; a changed offer gets a new one.
    pub no: OfferNo,
    /// The shop.
    pub store: StoreNo,
    /// The product it was matched to.
    pub product: ProductNo,
    /// The shop's title.
    pub title: String,
    /// Price, stock and terms.
    pub facts: OfferFacts,
    /// When its content last changed: the time the shop states, else the time of the snapshot that
    /// brought the change.
    pub updated_at: OffsetDateTime,
    /// When its price, delivery cost and availability last changed.
    pub price_since: OffsetDateTime,
    /// When a snapshot last named it.
    pub last_seen_at: OffsetDateTime,
    /// Set while its price is held back as implausible.
    pub quarantined: bool,
    /// Its price is held back with the whole feed it came with: no other store confirms it.
    pub held_with_feed: bool,
    /// How it came to its product.
    pub rung: MatchRung,
    /// How sure that is.
    pub confidence: Confidence,
}

/// How sure it is that offers are of their product: as sure as the weakest match of those that are not stale; `None` when
/// all are.
pub fn weakest_match(offers: &[Offer], freshness: Freshness) -> Option<Confidence> {
    let fresh = offers.iter().filter(|o| freshness.is_fresh(o.last_seen_at));
    fresh.map(|offer| offer.confidence).min()
}
