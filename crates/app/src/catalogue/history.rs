//! What a product cost.

use std::sync::Arc;

use domain::freshness::Freshness;
use domain::history::{Day, KnownPast, Market, Range, StoreDay, StoreSummary, Summary};
use domain::ids::{CanonicalProductId, StoreNo};
use domain::store::{Store, StoreName};
use ports_store::{ProductHistory, ProductRecord};
use time::OffsetDateTime;

use crate::AppError;
use crate::catalogue::Catalogue;
use crate::catalogue::kept::Digest;
use crate::catalogue::product::ProductAnswer;

/// A product with its past.
#[derive(Debug, Clone)]
pub(crate) struct ProductPast {
    pub(crate) record: ProductRecord,
    pub(crate) stores: Vec<Store>,
    pub(crate) market: Market,
}

/// Price intelligence of a product: the whole market.
#[derive(Debug, Clone)]
pub struct PriceIntelligence {
    /// The product.
    pub id: CanonicalProductId,
    /// The days looked at.
    pub range: Range,
    /// The days on which it could be bought, in order, on the summary's basis.
    pub days: Vec<Day>,
    /// What the days amount to.
    pub summary: Summary,
    /// Until when it is true if no snapshot comes.
    pub valid_until: OffsetDateTime,
    stores: Vec<Store>,
}

/// A product, and what it cost.
#[derive(Debug, Clone)]
pub struct WithPast {
    /// The product.
    pub answer: ProductAnswer,
    /// Its prices.
    pub past: PriceIntelligence,
}

impl PriceIntelligence {
    fn of(digest: &Digest, range: Range) -> Self {
        let Digest {
            answer,
            stores,
            market,
        } = digest;
        let summary = market.summary(range);
        Self {
            id: answer.product.draft.id.clone(),
            range,
            days: market.days(range, summary.basis),
            summary,
            valid_until: market.valid_until(),
            stores: stores.clone(),
        }
    }

    /// The names of all stores of which prices are known, of those too that do not sell it any more.
    pub fn store_names(&self) -> impl Iterator<Item = &str> {
        self.stores.iter().map(|store| store.name.as_str())
    }

    /// The name of a store that is named in it.
    pub fn store_name(&self, no: StoreNo) -> &str {
        store_name(&self.stores, no)
    }
}

/// What one store asked for a product.
#[derive(Debug, Clone)]
pub struct StoreHistory {
    /// The product.
    pub id: CanonicalProductId,
    /// The store's name; as it was asked for when no store has it.
    pub store: String,
    /// The days looked at.
    pub range: Range,
    /// The days on which the store sold it, in order.
    pub days: Vec<StoreDay>,
    /// What the days amount to.
    pub summary: StoreSummary,
    /// The instant to which statistics reach.
    pub as_of: OffsetDateTime,
    /// Until when it is true if no snapshot comes.
    pub valid_until: OffsetDateTime,
}

/// Reads the id of a product; ill-formed it is a mistake of the request here (D-05).
pub fn parse_id(text: &str) -> Result<CanonicalProductId, AppError> {
    let accepted = "1 to 128 of a-z, 0-9 and _";
    CanonicalProductId::parse(text)
        .ok_or_else(|| AppError::validation("canonical_product_id", accepted))
}

impl Catalogue {
    /// Price intelligence of the product with this id over a range.
    #[tracing::instrument(target = "otel", name = "price intelligence", skip_all)]
    pub async fn price_intelligence(
        &self,
        id: &CanonicalProductId,
        range: Range,
    ) -> Result<PriceIntelligence, AppError> {
        let digest = self.asked(id).await?;
        Ok(PriceIntelligence::of(&digest, range))
    }

    /// The products with these ids, in their order, each as [`Catalogue::product`] has it and with its price
    /// intelligence over a range; `None` for one that nothing has. What is read is read at once.
    #[tracing::instrument(target = "otel", name = "products with their prices", skip_all)]
    pub async fn products_with_past(
        &self,
        ids: &[CanonicalProductId],
        range: Range,
    ) -> Result<Vec<Option<WithPast>>, AppError> {
        let digests = self.digests(ids).await?.into_iter();
        let both = |digest: Arc<Digest>| WithPast {
            answer: digest.answer.clone(),
            past: PriceIntelligence::of(&digest, range),
        };
        Ok(digests.map(|digest| digest.map(both)).collect())
    }

    /// What the store with this name asked for the product over a range. A store that never sold
    /// it has no points (D-20).
    #[tracing::instrument(target = "otel", name = "history of a store", skip_all)]
    pub async fn store_history(
        &self,
        id: &CanonicalProductId,
        range: Range,
        store: &StoreName,
    ) -> Result<StoreHistory, AppError> {
        let digest = self.asked(id).await?;
        let Digest {
            answer,
            stores,
            market,
        } = digest.as_ref();
        let named = stores.iter().find(|s| s.name.is_same(store));
        let (days, now) = named.map_or((Vec::new(), None), |s| {
            (market.store_days(range, s.no), market.store_now(s.no))
        });
        Ok(StoreHistory {
            id: answer.product.draft.id.clone(),
            store: named.map_or(store, |s| &s.name).as_str().to_owned(),
            range,
            summary: StoreSummary::of(&days, now),
            days,
            as_of: domain::history::as_of(self.now()),
            valid_until: market.valid_until(),
        })
    }

    async fn asked(&self, id: &CanonicalProductId) -> Result<Arc<Digest>, AppError> {
        let unknown = AppError::not_found("no product has this id");
        self.digest(id).await?.ok_or(unknown)
    }

    /// The products with these ids and their past, in their order, as of one revision.
    pub(crate) async fn pasts(
        &self,
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Option<ProductPast>>, AppError> {
        let freshness = self.settings.freshness(self.now());
        let since = KnownPast::since(freshness);
        let found = self.stores.history.find_histories(ids, since).await?;
        let pasts = found.into_iter();
        Ok(pasts
            .map(|found| found.map(|found| past(found, freshness)))
            .collect())
    }
}

fn past(found: ProductHistory, freshness: Freshness) -> ProductPast {
    let (record, known) = found.into_past();
    ProductPast {
        market: known.market(freshness),
        stores: known.into_stores(),
        record,
    }
}

/// The name of one of these stores.
pub(crate) fn store_name(stores: &[Store], no: StoreNo) -> &str {
    let store = stores.iter().find(|store| store.no == no);
    store.map_or("", |store| store.name.as_str())
}
