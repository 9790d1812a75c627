//! What an import tells the store for the sake of price watches: with which price each offer takes
//! part in its product's lowest price, and how long offers stay true.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::{Mutex, PoisonError};

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::{Counts, SnapshotImporter, SnapshotRequest};
use domain::availability::{Availability, Condition};
use domain::freshness::Freshness;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::money::{Amount, Currency};
use domain::offer::{FeedOffer, OfferFacts};
use domain::placement::MatchKey;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::store::{StoreName, StoreTerms};
use fakes::{ManualClock, PreparedBatches};
use ports_net::FeedItem;
use ports_store::{
    Candidate, CatalogueWriter, Deployment, KeyedProduct, KnownOffer, OpenSnapshot, OpenedSnapshot,
    Published, SnapshotStore, SnapshotSummary, StageBatch, StoreError, StoreTermsChange,
};
use ports_system::Clock;
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::Duration;

/// Watches that the store says fired.
const FIRED: u64 = 7;

/// A store that remembers with what it was asked.
struct World {
    store: SqliteStore,
    clock: ManualClock,
    bids: Mutex<Vec<Option<i64>>>,
    ttl: Mutex<Option<Duration>>,
    _folder: TempDir,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait::async_trait]
impl SnapshotStore for World {
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError> {
        *locked(&self.ttl) = Some(snapshot.offer_ttl);
        self.store.open(snapshot).await
    }

    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError> {
        self.store.known(snapshot, offer_ids).await
    }

    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError> {
        self.store.candidates(snapshot, products, ids).await
    }

    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError> {
        self.store.keyed(snapshot, keys).await
    }

    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError> {
        let bids = batch.offers.iter().map(|o| o.bid.map(Amount::minor));
        locked(&self.bids).extend(bids);
        self.store.stage(snapshot, batch).await
    }

    async fn unreplaced(
        &self,
        snapshot: SnapshotNo,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<OfferNo>, StoreError> {
        self.store.unreplaced(snapshot, after, limit).await
    }

    async fn retire(&self, snapshot: SnapshotNo, offers: &[OfferNo]) -> Result<(), StoreError> {
        self.store.retire(snapshot, offers).await
    }

    async fn publish(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<Published, StoreError> {
        let published = self.store.publish(snapshot, summary).await?;
        Ok(Published {
            triggered: FIRED,
            ..published
        })
    }

    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError> {
        self.store.discard(snapshot).await
    }
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let currency = Currency::parse("EUR").unwrap();
        let deployment = Deployment { currency };
        store.claim_deployment(deployment).await.unwrap();
        Self {
            store,
            clock: ManualClock::at(START),
            bids: Mutex::default(),
            ttl: Mutex::default(),
            _folder: folder,
        }
    }

    fn request() -> SnapshotRequest {
        SnapshotRequest {
            max_shrink: MaxShrink::ALL,
            ..request("Shop", SnapshotKind::Full)
        }
    }

    async fn import_as(&self, request: &SnapshotRequest, offers: &[FeedOffer]) -> Counts {
        let importer = SnapshotImporter {
            snapshots: self,
            ..importer(&self.store, &self.clock)
        };
        let item = |offer: &FeedOffer| FeedItem::Offer(Box::new(offer.clone()), Vec::new());
        let mut feed = PreparedBatches::of(offers.iter().map(item).collect());
        let imported = importer.import(request, &mut feed, &mut ()).await;
        imported.unwrap()
    }

    /// What these offers bid, as they are staged.
    async fn bids(&self, offers: &[FeedOffer]) -> Vec<Option<i64>> {
        self.import_as(&Self::request(), offers).await;
        std::mem::take(&mut locked(&self.bids))
    }

    async fn set_terms(&self, terms: StoreTerms) {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: TTL,
        };
        let change = StoreTermsChange(terms);
        let saved = self.store.save_store(&shop(), &change, freshness).await;
        saved.unwrap();
    }
}

fn shop() -> StoreName {
    StoreName::parse("Shop").unwrap()
}

fn amount(minor: i64) -> Option<Amount> {
    Amount::from_minor(minor)
}

/// An offer of a product of its own.
fn offer(id: &str, minor: i64) -> FeedOffer {
    let offer = offer_of(id, &format!("Nova {id}"), "Nova", minor);
    with(offer, |facts| facts.delivery_cost = amount(490))
}

fn with(mut offer: FeedOffer, change: impl FnOnce(&mut OfferFacts)) -> FeedOffer {
    change(&mut offer.facts);
    offer
}

#[tokio::test(flavor = "multi_thread")]
async fn only_offers_that_count_now_bid() {
    let world = World::new().await;
    let offers = [
        offer("a", 10_000),
        with(offer("b", 10_000), |f| f.delivery_cost = None),
        with(offer("c", 10_000), |f| {
            f.availability = Availability::OutOfStock;
        }),
        with(offer("d", 10_000), |f| {
            f.availability = Availability::Backorder;
        }),
        with(offer("e", 10_000), |f| f.condition = Condition::Refurbished),
    ];
    let bids = world.bids(&offers).await;
    assert_eq!(bids, [Some(10_490), None, None, Some(10_490), None]);
    assert_eq!(*locked(&world.ttl), Some(TTL));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_terms_of_the_store_state_what_offers_leave_out() {
    let world = World::new().await;
    let silent = |id, minor| with(offer(id, minor), |f| f.delivery_cost = None);
    let terms = StoreTerms {
        delivery_cost: amount(390),
        free_delivery_from: amount(5_000),
        ..StoreTerms::default()
    };
    world.set_terms(terms).await;
    let offers = [silent("a", 4_999), silent("b", 5_000), offer("c", 5_000)];
    let bids = world.bids(&offers).await;
    assert_eq!(bids, [Some(5_389), Some(5_000), Some(5_490)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_that_is_held_back_bids_nothing_until_it_is_released() {
    let world = World::new().await;
    assert_eq!(world.bids(&[offer("a", 10_000)]).await, [Some(10_490)]);
    world.clock.advance(Duration::DAY);
    assert_eq!(world.bids(&[offer("a", 1_000)]).await, [None], "a slip");
    world.clock.advance(Duration::hours(5));
    let nothing: [Option<i64>; 0] = [];
    assert_eq!(world.bids(&[offer("a", 1_000)]).await, nothing);
    world.clock.advance(Duration::hours(1));
    assert_eq!(world.bids(&[offer("a", 1_000)]).await, [Some(1_490)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stale_when_it_comes_in_bids_nothing_until_it_is_seen_again() {
    let world = World::new().await;
    let old = SnapshotRequest {
        observed_at: Some(START - TTL),
        ..World::request()
    };
    world.import_as(&old, &[offer("a", 10_000)]).await;
    assert_eq!(std::mem::take(&mut *locked(&world.bids)), [None]);
    assert_eq!(world.bids(&[offer("a", 10_000)]).await, [Some(10_490)]);
    let nothing: [Option<i64>; 0] = [];
    assert_eq!(world.bids(&[offer("a", 10_000)]).await, nothing);
    world.clock.advance(TTL);
    let again = world.bids(&[offer("a", 10_000)]).await;
    assert_eq!(again, [Some(10_490)], "nobody saw it for its time to live");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_counts_the_watches_that_it_fires() {
    let world = World::new().await;
    let counts = world
        .import_as(&World::request(), &[offer("a", 10_000)])
        .await;
    assert_eq!(counts.triggered, FIRED);
    let dry = SnapshotRequest {
        dry_run: true,
        ..World::request()
    };
    let counts = world.import_as(&dry, &[offer("a", 9_000)]).await;
    assert_eq!(counts.triggered, 0, "nothing was published");
}
