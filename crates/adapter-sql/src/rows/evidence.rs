use diesel::prelude::*;
use domain::availability::{Availability, Condition};
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, StoreNo};
use domain::plausibility::Quarantine;
use domain::store::StoreName;
use ports_store::{CompetingOffer, HeldOffer, OfferTraits, StoreError};

use super::offer::{held_feed, last_seen};
use super::{amount, corrupt};
use crate::types::DbTs;

/// Another store's current offer.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct CompetingRow {
    pub product_no: i64,
    pub store_no: i64,
    pub item_minor: i64,
    pub availability: String,
    pub condition: String,
    pub seen_at: DbTs,
    pub full_seen_at: Option<DbTs>,
    pub quarantined: bool,
}

impl TryFrom<CompetingRow> for CompetingOffer {
    type Error = StoreError;

    fn try_from(row: CompetingRow) -> Result<Self, StoreError> {
        let CompetingRow {
            product_no,
            store_no,
            item_minor,
            availability,
            condition,
            seen_at,
            full_seen_at,
            quarantined,
        } = row;
        let availability = Availability::from_code(&availability);
        let condition = Condition::from_code(&condition);
        Ok(Self {
            product: ProductNo(product_no),
            store: StoreNo(store_no),
            item_price: amount(item_minor, "offers.item_minor")?,
            availability: availability.ok_or_else(|| corrupt("offers.availability"))?,
            condition: condition.ok_or_else(|| corrupt("offers.condition"))?,
            last_seen_at: last_seen(seen_at, full_seen_at),
            is_quarantined: quarantined,
        })
    }
}

/// What tells which goods an offer is.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct TraitsRow {
    pub product_no: i64,
    pub condition: String,
    pub url: String,
    pub title: String,
    pub item_minor: i64,
}

impl TryFrom<TraitsRow> for OfferTraits {
    type Error = StoreError;

    fn try_from(row: TraitsRow) -> Result<Self, StoreError> {
        let TraitsRow {
            product_no,
            condition,
            url,
            title,
            item_minor,
        } = row;
        let condition = Condition::from_code(&condition);
        Ok(Self {
            product: ProductNo(product_no),
            condition: condition.ok_or_else(|| corrupt("offers.condition"))?,
            url,
            title,
            item_price: amount(item_minor, "offers.item_minor")?,
        })
    }
}

/// A current offer that is held back, with the names of its store and product.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct HeldRow {
    pub no: i64,
    pub store: String,
    pub offer_id: String,
    pub product: String,
    pub title: String,
    pub item_minor: i64,
    pub price_since: DbTs,
    pub reason: Option<String>,
    pub by_person: bool,
    pub product_no: i64,
    pub seen_at: DbTs,
    pub full_seen_at: Option<DbTs>,
    pub held_by: Option<i64>,
    pub believed_minor: Option<i64>,
}

impl HeldRow {
    /// When a snapshot last named it.
    pub fn last_seen_at(&self) -> DbTs {
        DbTs::new(last_seen(self.seen_at, self.full_seen_at))
    }
}

impl TryFrom<HeldRow> for HeldOffer {
    type Error = StoreError;

    fn try_from(row: HeldRow) -> Result<Self, StoreError> {
        let HeldRow {
            no,
            store,
            offer_id,
            product,
            title,
            item_minor,
            price_since,
            reason,
            by_person,
            product_no: _, // for settling only
            seen_at: _,
            full_seen_at: _,
            held_by,
            believed_minor,
        } = row;
        let product = CanonicalProductId::parse(&product);
        Ok(Self {
            no: OfferNo(no),
            store: StoreName::parse(&store).ok_or_else(|| corrupt("stores.name"))?,
            offer_id,
            product: product.ok_or_else(|| corrupt("products.canonical_id"))?,
            title,
            item_price: amount(item_minor, "offers.item_minor")?,
            since: price_since.at(),
            quarantine: Quarantine {
                reason: reason.unwrap_or_default(),
                by_person,
                with_feed: held_feed(held_by, believed_minor)?,
            },
        })
    }
}
