#![expect(
    clippy::ref_option_ref,
    reason = "made by the derive of a row that borrows its texts"
)]

use diesel::prelude::*;
use domain::availability::{Availability, Condition};
use domain::ids::{OfferNo, ProductNo, SnapshotNo, StoreNo};
use domain::link;
use domain::money::Amount;
use domain::offer::{Offer, OfferFacts};
use domain::placement::{Confidence, MatchRung};
use domain::plausibility::{HeldFeed, Quarantine};
use ports_store::{KnownOffer, StagedOffer, StoreError};
use time::Date;

use super::json::identity_json;
use super::{amount, corrupt, narrow, narrow_some, rating};
use crate::schema::offers;
use crate::types::{DbTs, WrittenJson};

/// A stored offer as readers see it.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = offers)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct OfferRow {
    pub no: i64,
    pub store_no: i64,
    pub offer_id: String,
    pub product_no: i64,
    pub title: String,
    pub url: String,
    pub image_url: Option<String>,
    pub item_minor: i64,
    pub delivery_minor: Option<i64>,
    pub availability: String,
    pub stock_quantity: Option<i64>,
    pub delivery_days: Option<i32>,
    pub delivery_estimate: Option<Date>,
    pub condition: String,
    pub seller_score_milli: Option<i32>,
    pub return_days: Option<i32>,
    pub warranty_months: Option<i32>,
    pub stated_updated_at: Option<DbTs>,
    pub updated_at: DbTs,
    pub price_since: DbTs,
    pub seen_at: DbTs,
    pub quarantined: bool,
    pub held_by: Option<i64>,
    pub rung: String,
    pub confidence_milli: i32,
}

/// A version of an offer to be staged under the next free number.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = offers, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewOfferRow<'a> {
    pub store_no: i64,
    pub offer_id: &'a str,
    pub product_no: i64,
    pub title: &'a str,
    pub url: &'a str,
    pub image_url: Option<&'a str>,
    pub item_minor: i64,
    pub delivery_minor: Option<i64>,
    pub availability: &'static str,
    pub stock_quantity: Option<i64>,
    pub delivery_days: Option<i32>,
    pub delivery_estimate: Option<Date>,
    pub condition: &'static str,
    pub seller_score_milli: Option<i32>,
    pub return_days: Option<i32>,
    pub warranty_months: Option<i32>,
    pub stated_updated_at: Option<DbTs>,
    pub updated_at: DbTs,
    pub price_since: DbTs,
    pub seen_at: DbTs,
    pub quarantined: bool,
    pub quarantine_reason: Option<&'a str>,
    pub quarantine_by_person: bool,
    pub held_by: Option<i64>,
    pub believed_minor: Option<i64>,
    pub rung: &'static str,
    pub confidence_milli: i32,
    pub content: &'a [u8],
    pub identity_digest: &'a [u8],
    pub identity: WrittenJson,
    pub from_rev: i64,
}

impl<'a> NewOfferRow<'a> {
    /// The row of a staged offer of a store, of the product that its assignment was resolved to.
    pub fn of(staged: &'a StagedOffer, store_no: i64, product_no: i64, from_rev: i64) -> Self {
        let StagedOffer {
            identity,
            facts,
            content,
            identity_digest,
            assignment: _, // resolved by the caller
            rung,
            confidence,
            updated_at,
            price_since,
            seen_at,
            replaces: _, // rows of their own
            changes_answers: _,
            ends_segment: _,
            quarantine,
            bid: _, // not kept: nominates
        } = staged;
        let columns = Facts::of(facts);
        let feed = quarantine.as_ref().and_then(|q| q.with_feed);
        Self {
            store_no,
            offer_id: &facts.offer_id,
            product_no,
            title: &identity.title,
            url: &facts.url,
            image_url: facts.image_url.as_deref(),
            item_minor: columns.item_minor,
            delivery_minor: columns.delivery_minor,
            availability: columns.availability,
            stock_quantity: columns.stock_quantity,
            delivery_days: columns.delivery_days,
            delivery_estimate: columns.delivery_estimate,
            condition: columns.condition,
            seller_score_milli: columns.seller_score_milli,
            return_days: columns.return_days,
            warranty_months: columns.warranty_months,
            stated_updated_at: columns.stated_updated_at,
            updated_at: DbTs::new(*updated_at),
            price_since: DbTs::new(*price_since),
            seen_at: DbTs::new(*seen_at),
            quarantined: quarantine.is_some(),
            quarantine_reason: quarantine.as_ref().map(|q| q.reason.as_str()),
            quarantine_by_person: quarantine.as_ref().is_some_and(|q| q.by_person),
            held_by: feed.map(|feed| feed.snapshot.0),
            believed_minor: feed.and_then(|feed| feed.believed).map(Amount::minor),
            rung: rung.code(),
            confidence_milli: i32::from(confidence.milli()),
            content,
            identity_digest,
            identity: identity_json(identity),
            from_rev,
        }
    }
}

/// Price, stock and terms as columns.
struct Facts {
    item_minor: i64,
    delivery_minor: Option<i64>,
    availability: &'static str,
    stock_quantity: Option<i64>,
    delivery_days: Option<i32>,
    delivery_estimate: Option<Date>,
    condition: &'static str,
    seller_score_milli: Option<i32>,
    return_days: Option<i32>,
    warranty_months: Option<i32>,
    stated_updated_at: Option<DbTs>,
}

impl Facts {
    fn of(facts: &OfferFacts) -> Self {
        let OfferFacts {
            offer_id: _, // texts are borrowed
            url: _,
            image_url: _,
            item_price,
            delivery_cost,
            availability,
            stock_quantity,
            delivery_days,
            delivery_estimate,
            condition,
            seller_score,
            return_days,
            warranty_months,
            stated_updated_at,
        } = facts;
        Self {
            item_minor: item_price.minor(),
            delivery_minor: delivery_cost.map(Amount::minor),
            availability: availability.code(),
            stock_quantity: stock_quantity.map(i64::from),
            delivery_days: delivery_days.map(i32::from),
            delivery_estimate: *delivery_estimate,
            condition: condition.code(),
            seller_score_milli: seller_score.map(|score| i32::from(score.milli())),
            return_days: return_days.map(i32::from),
            warranty_months: warranty_months.map(i32::from),
            stated_updated_at: stated_updated_at.map(DbTs::new),
        }
    }
}

impl OfferRow {
    /// The offer of a store that was last seen as a whole at `full_seen_at`.
    pub fn offer(self, full_seen_at: Option<DbTs>) -> Result<Offer, StoreError> {
        let last_seen = last_seen(self.seen_at, full_seen_at);
        let score = self
            .seller_score_milli
            .map(|milli| rating(milli, "offers.seller_score_milli"));
        let facts = OfferFacts {
            offer_id: self.offer_id,
            url: link::stored(self.url),
            image_url: self.image_url.map(link::stored),
            item_price: amount(self.item_minor, "offers.item_minor")?,
            delivery_cost: delivery(self.delivery_minor)?,
            availability: availability(&self.availability)?,
            stock_quantity: narrow_some(self.stock_quantity, "offers.stock_quantity")?,
            delivery_days: narrow_some(self.delivery_days, "offers.delivery_days")?,
            delivery_estimate: self.delivery_estimate,
            condition: condition(&self.condition)?,
            seller_score: score.transpose()?,
            return_days: narrow_some(self.return_days, "offers.return_days")?,
            warranty_months: narrow_some(self.warranty_months, "offers.warranty_months")?,
            stated_updated_at: self.stated_updated_at.map(DbTs::at),
        };
        Ok(Offer {
            no: OfferNo(self.no),
            store: StoreNo(self.store_no),
            product: ProductNo(self.product_no),
            title: self.title,
            facts,
            updated_at: self.updated_at.at(),
            price_since: self.price_since.at(),
            last_seen_at: last_seen,
            quarantined: self.quarantined,
            held_with_feed: self.held_by.is_some(),
            rung: rung(&self.rung)?,
            confidence: confidence(self.confidence_milli)?,
        })
    }
}

/// What an import needs to know of an offer that readers see.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = offers)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KnownRow {
    pub no: i64,
    pub offer_id: String,
    pub product_no: i64,
    pub content: Vec<u8>,
    pub identity_digest: Vec<u8>,
    pub rung: String,
    pub confidence_milli: i32,
    pub item_minor: i64,
    pub delivery_minor: Option<i64>,
    pub availability: String,
    pub condition: String,
    pub updated_at: DbTs,
    pub price_since: DbTs,
    pub seen_at: DbTs,
    pub quarantined: bool,
    pub quarantine_reason: Option<String>,
    pub quarantine_by_person: bool,
    pub held_by: Option<i64>,
    pub believed_minor: Option<i64>,
}

impl KnownRow {
    /// The offer of a store that was last seen as a whole at `full_seen_at`.
    pub fn known(self, full_seen_at: Option<DbTs>) -> Result<KnownOffer, StoreError> {
        let with_feed = held_feed(self.held_by, self.believed_minor)?;
        Ok(KnownOffer {
            no: OfferNo(self.no),
            offer_id: self.offer_id,
            product: ProductNo(self.product_no),
            content: narrow(self.content, "offers.content")?,
            identity: narrow(self.identity_digest, "offers.identity_digest")?,
            rung: rung(&self.rung)?,
            confidence: confidence(self.confidence_milli)?,
            item_price: amount(self.item_minor, "offers.item_minor")?,
            delivery_cost: delivery(self.delivery_minor)?,
            can_be_ordered: availability(&self.availability)?.can_be_ordered(),
            condition: condition(&self.condition)?,
            quarantine: self.quarantined.then(|| Quarantine {
                reason: self.quarantine_reason.unwrap_or_default(),
                by_person: self.quarantine_by_person,
                with_feed,
            }),
            updated_at: self.updated_at.at(),
            price_since: self.price_since.at(),
            last_seen_at: last_seen(self.seen_at, full_seen_at),
        })
    }
}

/// Every offer that readers see was named by the store's last full snapshot.
pub(super) fn last_seen(seen_at: DbTs, full_seen_at: Option<DbTs>) -> time::OffsetDateTime {
    full_seen_at.map_or(seen_at, |full| full.max(seen_at)).at()
}

/// The feed with which an offer is held back.
pub(super) fn held_feed(
    held_by: Option<i64>,
    believed_minor: Option<i64>,
) -> Result<Option<HeldFeed>, StoreError> {
    let believed = believed_minor.map(|minor| amount(minor, "offers.believed_minor"));
    let believed = believed.transpose()?;
    let feed = |no| HeldFeed {
        snapshot: SnapshotNo(no),
        believed,
    };
    Ok(held_by.map(feed))
}

fn delivery(minor: Option<i64>) -> Result<Option<Amount>, StoreError> {
    minor
        .map(|minor| amount(minor, "offers.delivery_minor"))
        .transpose()
}

fn availability(code: &str) -> Result<Availability, StoreError> {
    Availability::from_code(code).ok_or_else(|| corrupt("offers.availability"))
}

pub(super) fn condition(code: &str) -> Result<Condition, StoreError> {
    Condition::from_code(code).ok_or_else(|| corrupt("offers.condition"))
}

pub(super) fn rung(code: &str) -> Result<MatchRung, StoreError> {
    MatchRung::from_code(code).ok_or_else(|| corrupt("offers.rung"))
}

pub(super) fn confidence(milli: i32) -> Result<Confidence, StoreError> {
    narrow(milli, "offers.confidence_milli").map(Confidence::from_milli)
}
