//! Price watches, as their clients see them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use domain::ids::{CanonicalProductId, ProductNo};
use domain::language::Language;
use domain::money::Amount;
use domain::store::StoreName;
use domain::watch::{
    ChannelKind, CurrentPrice, PatchRefusal, Showing, ShownProduct, Watch, WatchPatch, WatchTerms,
    shown_price,
};
use ports_store::{ListedWatch, SavedWatch, WantedWatch, WatchOwner, WatchRefusal, WatchStore};
use ports_system::{Digester, IdSource};
use uuid::Uuid;

use crate::access::idempotency::{KeyedRequest, Settled};
use crate::catalogue::Catalogue;
use crate::catalogue::several::MOST_READ;
use crate::{AppError, ErrorCode};

/// After how many seconds a workspace that is full may try again: nothing frees a place by itself,
/// so this only slows programs that try for ever (D-56).
pub(crate) const QUOTA_RETRY_SECONDS: u32 = 3600;

const NO_SUCH_WATCH: AppError = AppError::not_found("no watch of this client has this id");

/// What watches are made with.
pub struct Watchlists {
    /// Where they are kept.
    pub store: Arc<dyn WatchStore>,
    /// The served catalogue: its clock, its settings, and the products shown in lists.
    pub catalogue: Arc<Catalogue>,
    /// Ids of new watches: random ones, so that nobody can guess another's.
    pub ids: Arc<dyn IdSource>,
    /// Digests of requests.
    pub digester: Arc<dyn Digester>,
    /// How many watches a workspace may have; `None`: any number.
    pub quota: Option<u64>,
    /// Whether this deployment delivers webhooks at all.
    pub webhooks: bool,
}

/// A watch that a client wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWatch {
    /// Whose.
    pub owner: WatchOwner,
    /// Of which product.
    pub product: CanonicalProductId,
    /// What is waited for, and the channel.
    pub terms: WatchTerms,
    /// What its reader reads, when a person asked for it on the pages.
    pub reader: Option<Language>,
}

/// A watch as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchAnswer {
    /// The watch.
    pub watch: Watch,
    /// Public id of its product.
    pub product: CanonicalProductId,
    /// What is shown of the product, with its lowest delivered price (D-26); `None` when nobody sells it now (D-63).
    pub shown: Option<ShownProduct>,
    /// The price that it looks at: the product's lowest delivered one, or of a watch of one store that store's.
    pub price: Option<Amount>,
    /// What it waits for is so: the price is strictly below the target or has fallen, or there is one.
    pub target_reached: bool,
}

impl Watchlists {
    /// Creates a watch, or replaces the owner's watch of the same product and channel. What is
    /// refused leaves the key unused.
    #[tracing::instrument(target = "otel", name = "create a watch", skip_all)]
    pub async fn create(
        &self,
        new: NewWatch,
        request: KeyedRequest,
    ) -> Result<Settled<WatchAnswer>, AppError> {
        let NewWatch {
            owner,
            product,
            terms,
            reader,
        } = new;
        let showing = self.showing();
        let claim = request.claim(owner.tenant, showing.freshness.now, &*self.digester);
        let deliverable = match terms.channel.kind() {
            ChannelKind::Email => true,
            ChannelKind::Webhook => self.webhooks,
        };
        let wanted = WantedWatch {
            owner,
            product,
            terms,
            reader,
            deliverable,
            id: self.ids.uuid(),
            showing,
            quota: self.quota,
        };
        let saved = self.store.save(&wanted, &claim).await?;
        Settled::of(saved, refusal)?.try_map(|saved| Ok(self.answer(saved)))
    }

    /// Changes a watch of the owner.
    #[tracing::instrument(target = "otel", name = "change a watch", skip_all)]
    pub async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
    ) -> Result<WatchAnswer, AppError> {
        let showing = self.showing();
        let changed = self.store.change(owner, id, patch, showing).await?;
        match changed.ok_or(NO_SUCH_WATCH)? {
            Ok(saved) => Ok(self.answer(saved)),
            Err(PatchRefusal::NoTarget) => Err(AppError::validation(
                "target_price",
                "only for a watch whose condition is target_price",
            )),
            Err(PatchRefusal::NoPercent) => Err(AppError::validation(
                "percent",
                "only for a watch whose condition is price_fall",
            )),
        }
    }

    /// Removes a watch of the owner.
    #[tracing::instrument(target = "otel", name = "remove a watch", skip_all)]
    pub async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<(), AppError> {
        if self.store.remove(owner, id).await? {
            Ok(())
        } else {
            Err(NO_SUCH_WATCH)
        }
    }

    /// All watches of the owner, the oldest first, with their products as search shows them: a
    /// price that was just published, or that came in the place of one which has just expired, may be missing for as
    /// long as the catalogue takes to follow.
    #[tracing::instrument(target = "otel", name = "list watches", skip_all)]
    pub async fn list(&self, owner: &WatchOwner) -> Result<Vec<WatchAnswer>, AppError> {
        let listed = self.store.list_watches(owner).await?;
        let products: Vec<_> = listed.iter().map(|listed| listed.product).collect();
        let summaries = self.catalogue.summaries(&products)?;
        let currency = self.catalogue.settings().currency;
        let at_stores = self.prices_at_stores(&listed).await?;
        let answers = listed.into_iter().zip(summaries).map(|(listed, summary)| {
            let ListedWatch {
                watch,
                product,
                product_id,
            } = listed;
            let shown = summary.and_then(|summary| summary.shown());
            let price = match &watch.store {
                None => shown.as_ref().map(|shown| shown.price),
                Some(store) => at_stores.get(&(product, store.folded())).copied(),
            };
            WatchAnswer::of(
                watch,
                product_id,
                shown,
                CurrentPrice::shown(price, currency),
            )
        });
        Ok(answers.collect())
    }

    /// What the stores ask at which watches look alone, by product and folded name: what search shows of a product says
    /// nothing of its stores.
    async fn prices_at_stores(
        &self,
        listed: &[ListedWatch],
    ) -> Result<HashMap<(ProductNo, String), Amount>, AppError> {
        let mut asked: BTreeMap<ProductNo, Vec<&StoreName>> = BTreeMap::new();
        for ListedWatch { watch, product, .. } in listed {
            if let Some(store) = &watch.store {
                asked.entry(*product).or_default().push(store);
            }
        }
        let products: Vec<ProductNo> = asked.keys().copied().collect();
        let showing = self.showing();
        let mut prices = HashMap::new();
        for some in products.chunks(MOST_READ) {
            for record in self.catalogue.records(some).await? {
                let product = record.product.no;
                let category = record.category_delivery;
                let assessment = showing.assess(&record.offers, &record.stores, category);
                let stores = asked.get(&product).into_iter().flatten();
                prices.extend(stores.filter_map(|store| {
                    let price = shown_price(&assessment, Some(store))?;
                    Some(((product, store.folded()), price))
                }));
            }
        }
        Ok(prices)
    }

    fn answer(&self, saved: SavedWatch) -> WatchAnswer {
        let SavedWatch {
            watch,
            product,
            shown,
            price,
        } = saved;
        let currency = self.catalogue.settings().currency;
        WatchAnswer::of(watch, product, shown, CurrentPrice::shown(price, currency))
    }

    fn showing(&self) -> Showing {
        let settings = self.catalogue.settings();
        Showing {
            freshness: settings.freshness(self.catalogue.now()),
            assumed_delivery: settings.assumed_delivery,
        }
    }
}

impl WatchAnswer {
    fn of(
        watch: Watch,
        product: CanonicalProductId,
        shown: Option<ShownProduct>,
        current: CurrentPrice,
    ) -> Self {
        Self {
            target_reached: watch.is_reached(current),
            watch,
            product,
            shown,
            price: current.price,
        }
    }
}

/// Why a watch was not created, in words. A webhook watch without source evidence is a fault of the
/// product that was named: with another one the same request would be taken (D-24).
fn refusal(why: WatchRefusal) -> AppError {
    match why {
        WatchRefusal::UnknownProduct => AppError::not_found("no product has this id"),
        WatchRefusal::DeliveryUnavailable => AppError::new(
            ErrorCode::DeliveryUnavailable,
            "webhooks are not delivered in this deployment",
        ),
        WatchRefusal::NoSourceEvidence => AppError::validation(
            "canonical_product_id",
            "for the webhook channel: a product that a shop offers now",
        ),
        WatchRefusal::UnknownStore => AppError::validation(
            "store",
            "the name of a shop that has offered something, as answers about products show it",
        ),
        WatchRefusal::QuotaReached => AppError::new(
            ErrorCode::RateLimited,
            "the workspace has as many watches as it may have",
        )
        .retry_after(QUOTA_RETRY_SECONDS),
    }
}
