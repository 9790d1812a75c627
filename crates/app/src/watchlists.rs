//! Price watches, as their clients see them.

use std::sync::Arc;

use domain::ids::CanonicalProductId;
use domain::money::Amount;
use domain::watch::{ChannelKind, Freshness, Showing, Watch, WatchPatch, WatchTerms};
use ports_store::{
    ListedWatch, Once, StoredAnswer, WantedWatch, WatchOwner, WatchRefusal, WatchStore,
    WatchedProduct,
};
use ports_system::{Digester, IdSource};
use uuid::Uuid;

use crate::access::idempotency::{KeyedRequest, Settled};
use crate::catalogue::{Catalogue, CatalogueSettings};
use crate::{AppError, ErrorCode, Summary};

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
    /// Target and channel.
    pub terms: WatchTerms,
}

/// A watch as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchAnswer {
    /// The watch.
    pub watch: Watch,
    /// Public id of its product.
    pub product: CanonicalProductId,
    /// What search shows of the product; `None` when nobody sells it now (D-63).
    pub summary: Option<Arc<Summary>>,
    /// The product's lowest delivered price (D-26).
    pub current_price: Option<Amount>,
    /// The price is strictly below the target.
    pub target_reached: bool,
}

/// Makes the answer that is kept with the idempotency key.
pub type AnswerWatch = Box<dyn Fn(&WatchAnswer) -> StoredAnswer + Send + Sync>;

impl Watchlists {
    /// Creates a watch, or replaces the owner's watch of the same product and channel. What is
    /// refused leaves the key unused.
    pub async fn create(
        &self,
        new: NewWatch,
        request: KeyedRequest,
        answer: AnswerWatch,
    ) -> Result<Settled, AppError> {
        let NewWatch {
            owner,
            product,
            terms,
        } = new;
        let showing = self.showing();
        let settings = self.catalogue.settings().clone();
        let once = Once {
            claim: request.claim(owner.tenant, showing.freshness.now, &*self.digester),
            answer: Arc::new(move |watched: &WatchedProduct| {
                answer(&WatchAnswer::at(watched.clone(), &settings, showing))
            }),
        };
        let deliverable = match terms.channel.kind() {
            ChannelKind::Email => true,
            ChannelKind::Webhook => self.webhooks,
        };
        let wanted = WantedWatch {
            owner,
            product,
            terms,
            deliverable,
            id: self.ids.uuid(),
            showing,
            quota: self.quota,
        };
        Settled::of(self.store.save(&wanted, &once).await?, refusal)
    }

    /// Changes a watch of the owner.
    pub async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
    ) -> Result<WatchAnswer, AppError> {
        let showing = self.showing();
        let changed = self.store.change(owner, id, patch, showing).await?;
        let watched = changed.ok_or(NO_SUCH_WATCH)?;
        Ok(WatchAnswer::at(watched, self.catalogue.settings(), showing))
    }

    /// Removes a watch of the owner.
    pub async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<(), AppError> {
        if self.store.remove(owner, id).await? {
            Ok(())
        } else {
            Err(NO_SUCH_WATCH)
        }
    }

    /// All watches of the owner, the oldest first, with their products as search shows them: a
    /// price that was just published may be missing for as long as the catalogue takes to follow.
    pub async fn list(&self, owner: &WatchOwner) -> Result<Vec<WatchAnswer>, AppError> {
        self.catalogue.refresh().await?;
        let listed = self.store.list_watches(owner).await?;
        let products: Vec<_> = listed.iter().map(|listed| listed.product).collect();
        let summaries = self.catalogue.summaries(&products)?;
        let settings = self.catalogue.settings();
        let answers = listed.into_iter().zip(summaries).map(|(listed, summary)| {
            let ListedWatch {
                watch,
                product: _,
                product_id,
            } = listed;
            WatchAnswer::of(watch, product_id, summary, settings)
        });
        Ok(answers.collect())
    }

    fn showing(&self) -> Showing {
        let settings = self.catalogue.settings();
        Showing {
            freshness: Freshness {
                now: self.catalogue.now(),
                offer_ttl: settings.offer_ttl,
            },
            assumed_delivery: settings.assumed_delivery,
        }
    }
}

impl WatchAnswer {
    /// A watch with the product that was read with it.
    fn at(watched: WatchedProduct, settings: &CatalogueSettings, showing: Showing) -> Self {
        let WatchedProduct { watch, record } = watched;
        let (summary, _) = Summary::of(&record, settings, 0, showing.freshness.now);
        let product = record.product.draft.id;
        Self::of(watch, product, Some(Arc::new(summary)), settings)
    }

    fn of(
        watch: Watch,
        product: CanonicalProductId,
        summary: Option<Arc<Summary>>,
        settings: &CatalogueSettings,
    ) -> Self {
        let summary = summary.filter(|summary| summary.minimum.is_some());
        let minimum = summary.as_ref().and_then(|summary| summary.minimum);
        let current_price = minimum.map(|minimum| minimum.price);
        let is_below = |price| watch.target.is_above(price, settings.currency);
        Self {
            target_reached: current_price.is_some_and(is_below),
            watch,
            product,
            summary,
            current_price,
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
        WatchRefusal::QuotaReached => AppError::new(
            ErrorCode::RateLimited,
            "the workspace has as many watches as it may have",
        )
        .retry_after(QUOTA_RETRY_SECONDS),
    }
}
