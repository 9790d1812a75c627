use diesel::prelude::*;
use domain::ids::StoreNo;
use domain::link;
use domain::money::Amount;
use domain::store::{Rating, Store, StoreName, StoreTerms};
use ports_store::StoreError;

use super::{amount, corrupt, narrow_some, rating};
use crate::schema::stores;
use crate::types::DbTs;

/// A shop's terms as columns.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, AsChangeset)]
#[diesel(table_name = stores, treat_none_as_null = true)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct TermsColumns {
    pub seller_score_milli: Option<i32>,
    pub seller_reviews: Option<i64>,
    pub return_days: Option<i32>,
    pub warranty_months: Option<i32>,
    pub delivery_minor: Option<i64>,
    pub free_from_minor: Option<i64>,
    pub delivery_days: Option<i32>,
    pub url: Option<String>,
}

/// A stored shop.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = stores)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct StoreRow {
    pub no: i64,
    pub name: String,
    #[diesel(embed)]
    pub terms: TermsColumns,
    pub highest_delivery_minor: Option<i64>,
    pub last_observed_at: Option<DbTs>,
    pub full_seen_at: Option<DbTs>,
    pub has_past: bool,
    pub doubted_until: Option<DbTs>,
}

impl TermsColumns {
    /// Whether the operator has stated any.
    pub fn are_stated(&self) -> bool {
        let Self {
            seller_score_milli,
            seller_reviews,
            return_days,
            warranty_months,
            delivery_minor,
            free_from_minor,
            delivery_days,
            url,
        } = self;
        seller_score_milli.is_some()
            || seller_reviews.is_some()
            || return_days.is_some()
            || warranty_months.is_some()
            || delivery_minor.is_some()
            || free_from_minor.is_some()
            || delivery_days.is_some()
            || url.is_some()
    }

    /// The terms after a change: what the change does not say stays.
    #[must_use]
    pub fn changed(self, change: &StoreTerms) -> Self {
        let StoreTerms {
            seller_score,
            seller_reviews,
            return_days,
            warranty_months,
            delivery_cost,
            free_delivery_from,
            delivery_days,
            url,
        } = change;
        let score = seller_score.map(|score| i32::from(score.milli()));
        Self {
            seller_score_milli: score.or(self.seller_score_milli),
            seller_reviews: seller_reviews.map(i64::from).or(self.seller_reviews),
            return_days: return_days.map(i32::from).or(self.return_days),
            warranty_months: warranty_months.map(i32::from).or(self.warranty_months),
            delivery_minor: delivery_cost.map(Amount::minor).or(self.delivery_minor),
            free_from_minor: free_delivery_from
                .map(Amount::minor)
                .or(self.free_from_minor),
            delivery_days: delivery_days.map(i32::from).or(self.delivery_days),
            url: url.clone().or(self.url),
        }
    }
}

impl TryFrom<StoreRow> for Store {
    type Error = StoreError;

    fn try_from(row: StoreRow) -> Result<Self, StoreError> {
        let StoreRow {
            no,
            name,
            terms,
            highest_delivery_minor,
            last_observed_at,
            full_seen_at: _,
            has_past: _,
            doubted_until: _,
        } = row;
        let name = StoreName::parse(&name).ok_or_else(|| corrupt("stores.name"))?;
        Ok(Self {
            no: StoreNo(no),
            name,
            terms: store_terms(terms)?,
            highest_delivery: some_amount(highest_delivery_minor, "stores.highest_delivery_minor")?,
            last_observed_at: last_observed_at.map(DbTs::at),
        })
    }
}

fn store_terms(columns: TermsColumns) -> Result<StoreTerms, StoreError> {
    let TermsColumns {
        seller_score_milli,
        seller_reviews,
        return_days,
        warranty_months,
        delivery_minor,
        free_from_minor,
        delivery_days,
        url,
    } = columns;
    let score: Option<Result<Rating, _>> =
        seller_score_milli.map(|milli| rating(milli, "stores.seller_score_milli"));
    Ok(StoreTerms {
        seller_score: score.transpose()?,
        seller_reviews: narrow_some(seller_reviews, "stores.seller_reviews")?,
        return_days: narrow_some(return_days, "stores.return_days")?,
        warranty_months: narrow_some(warranty_months, "stores.warranty_months")?,
        delivery_cost: some_amount(delivery_minor, "stores.delivery_minor")?,
        free_delivery_from: some_amount(free_from_minor, "stores.free_from_minor")?,
        delivery_days: narrow_some(delivery_days, "stores.delivery_days")?,
        url: url.map(link::stored),
    })
}

fn some_amount(minor: Option<i64>, column: &str) -> Result<Option<Amount>, StoreError> {
    minor.map(|minor| amount(minor, column)).transpose()
}
