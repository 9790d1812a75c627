//! Prices that are held back, on SQLite in a temporary file, with a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adapter_sqlite::SqliteStore;
use adapter_tantivy::TantivyIndex;
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use app::importing::import_snapshot::{Counts, ImportObserver, SnapshotImporter, SnapshotRequest};
use app::importing::review::{HeldId, Reviewer};
use domain::availability::{Availability, Condition};
use domain::delivered_price::DeliveryFallback;
use domain::freshness::Freshness;
use domain::history::PriceSegment;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo, StoreNo};
use domain::money::{Amount, Currency};
use domain::offer::{FeedOffer, Offer};
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::scoring::{self, Assessment, Gate, Terms};
use domain::snapshot::{MaxShrink, SnapshotKind};
use fakes::{ManualClock, PreparedBatches};
use ports_net::{FeedItem, RowRemark};
use ports_store::{
    CatalogueReader, CatalogueWriter, CompetingOffer, Deployment, EvidenceStore, HeldOffer,
    HeldPrices, HeldSnapshot, OfferTraits, ProductRecord, ReviewDecision, StoreError,
};
use ports_system::Clock;
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};

fn eur() -> Currency {
    Currency::parse("EUR").unwrap()
}

/// A store whose questions for evidence are counted.
struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    competitors: AtomicUsize,
    past: AtomicUsize,
    _folder: TempDir,
}

#[derive(Default)]
struct Remarks(Vec<String>);

impl ImportObserver for Remarks {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        assert!(accepted, "{row:?}");
        let id = row.offer_id.clone().unwrap_or_default();
        self.0.push(format!("{id} {}: {}", row.field, row.reason));
    }

    fn progress(&mut self, _: &Counts) {}
}

fn offer(minor: i64) -> FeedOffer {
    offer_of("a", "Nova X2", "Nova", minor)
}

fn sold_out(minor: i64) -> FeedOffer {
    let mut offer = offer(minor);
    offer.facts.availability = Availability::OutOfStock;
    offer
}

#[async_trait::async_trait]
impl EvidenceStore for World {
    async fn competitors(
        &self,
        store: StoreNo,
        products: &[ProductNo],
    ) -> Result<Vec<CompetingOffer>, StoreError> {
        self.competitors.fetch_add(1, Ordering::SeqCst);
        self.store.competitors(store, products).await
    }

    async fn past(
        &self,
        store: StoreNo,
        products: &[ProductNo],
        since: OffsetDateTime,
    ) -> Result<Vec<(ProductNo, PriceSegment)>, StoreError> {
        self.past.fetch_add(1, Ordering::SeqCst);
        self.store.past(store, products, since).await
    }

    async fn list_held(
        &self,
        which: HeldPrices,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError> {
        self.store.list_held(which, after, limit).await
    }

    async fn settle(
        &self,
        offer: OfferNo,
        verdict: ReviewDecision,
        freshness: Freshness,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let expected = Freshness {
            now: self.clock.now(),
            offer_ttl: TTL,
        };
        assert_eq!(freshness, expected);
        self.store.settle(offer, verdict, freshness).await
    }

    async fn hold_staged(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        reason: &str,
    ) -> Result<u64, StoreError> {
        self.store.hold_staged(snapshot, suspicion, reason).await
    }

    async fn traits(&self, offers: &[OfferNo]) -> Result<Vec<OfferTraits>, StoreError> {
        self.store.traits(offers).await
    }

    async fn record_refusal(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        named: [u8; 16],
        anew: Option<SnapshotNo>,
    ) -> Result<(), StoreError> {
        let recorded = self.store.record_refusal(snapshot, suspicion, named, anew);
        recorded.await
    }

    async fn find_refusal(
        &self,
        store: StoreNo,
        kind: SuspicionKind,
    ) -> Result<Option<HeldSnapshot>, StoreError> {
        self.store.find_refusal(store, kind).await
    }
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let deployment = Deployment { currency: eur() };
        store.claim_deployment(deployment).await.unwrap();
        Self {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(START)),
            competitors: AtomicUsize::new(0),
            past: AtomicUsize::new(0),
            _folder: folder,
        }
    }

    /// Three shops that ask 100.00, for some days.
    async fn with_three_shops() -> Self {
        let world = Self::new().await;
        for _ in 0..3 {
            for shop in ["Shop A", "Shop B", "Shop C"] {
                world.import(shop, offer(10_000)).await;
            }
            world.clock.advance(Duration::days(2));
        }
        world
    }

    async fn import(&self, store: &str, offer: FeedOffer) -> Counts {
        self.import_as(store, SnapshotKind::Full, offer).await.0
    }

    async fn import_as(
        &self,
        store: &str,
        kind: SnapshotKind,
        offer: FeedOffer,
    ) -> (Counts, Vec<String>) {
        let importer = SnapshotImporter {
            evidence: self,
            ..importer(&self.store, &self.clock)
        };
        let request = SnapshotRequest {
            max_shrink: MaxShrink::ALL,
            ..request(store, kind)
        };
        let items = vec![FeedItem::Offer(Box::new(offer), Vec::new())];
        let mut remarks = Remarks::default();
        let counts = importer
            .import(&request, &mut PreparedBatches::of(items), &mut remarks)
            .await
            .unwrap();
        (counts, remarks.0)
    }

    async fn record(&self) -> ProductRecord {
        let id = CanonicalProductId::parse("nova_x2").unwrap();
        self.store.find(&id).await.unwrap().unwrap()
    }

    async fn assessment(&self) -> Assessment {
        let record = self.record().await;
        let terms = Terms {
            freshness: Freshness {
                now: self.clock.now(),
                offer_ttl: TTL,
            },
            fallback: DeliveryFallback {
                category: None,
                deployment: Amount::ZERO,
            },
        };
        scoring::assess(&record.offers, &record.stores, terms)
    }

    fn catalogue(&self) -> Catalogue {
        Catalogue::new(
            CatalogueStores {
                reader: Arc::<SqliteStore>::clone(&self.store),
                history: Arc::<SqliteStore>::clone(&self.store),
                scales: Arc::<SqliteStore>::clone(&self.store),
            },
            Arc::new(TantivyIndex::in_memory().unwrap()),
            Arc::<ManualClock>::clone(&self.clock),
            CatalogueSettings {
                currency: eur(),
                offer_ttl: TTL,
                assumed_delivery: Amount::ZERO,
            },
        )
    }

    async fn offer_of(&self, shop: &str) -> Offer {
        let record = self.record().await;
        let store = record.stores.iter().find(|s| s.name.as_str() == shop);
        let no = store.unwrap().no;
        record.offers.into_iter().find(|o| o.store == no).unwrap()
    }

    async fn gate_of(&self, shop: &str) -> Option<Gate> {
        let assessment = self.assessment().await;
        let found = assessment.offers.iter().find(|o| o.store_name == shop);
        found.unwrap().gate
    }

    async fn minimum(&self) -> i64 {
        self.assessment().await.minimum.unwrap().price.minor()
    }

    async fn held(&self) -> Vec<HeldOffer> {
        let mut held = Vec::new();
        let show = |offer: &HeldOffer| held.push(offer.clone());
        self.reviewer().list_prices(show).await.unwrap();
        held
    }

    fn reviewer(&self) -> Reviewer<'_> {
        Reviewer {
            evidence: self,
            suspects: &*self.store,
            clock: &*self.clock,
            offer_ttl: TTL,
        }
    }

    fn asked(&self) -> (usize, usize) {
        let taken = |counter: &AtomicUsize| counter.swap(0, Ordering::SeqCst);
        (taken(&self.competitors), taken(&self.past))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drop_that_everything_contradicts_counts_for_nothing_until_a_shop_confirms_it() {
    let world = World::with_three_shops().await;
    let (counts, remarks) = world
        .import_as("Shop C", SnapshotKind::Full, offer(1000))
        .await;
    assert_eq!((counts.quarantined, counts.changed), (1, 1));
    assert_eq!(
        remarks,
        [
            "a price: held back: 10.00 EUR is less than 70 % of its own median of 100.00 EUR in the \
          last 30 days, and no other shop asks so little"
        ]
    );
    assert_eq!(world.gate_of("Shop C").await, Some(Gate::Quarantined));
    assert_eq!(world.minimum().await, 10_000);
    let assessment = world.assessment().await;
    assert_ne!(assessment.decision.unwrap().store, "Shop C");

    world.clock.advance(Duration::hours(1));
    let counts = world.import("Shop B", offer(1200)).await;
    assert_eq!(
        counts.quarantined, 0,
        "it is near to the one that is held back"
    );
    assert_eq!(world.gate_of("Shop C").await, None);
    assert_eq!(world.gate_of("Shop B").await, None);
    assert_eq!(world.minimum().await, 1000);

    world.clock.advance(Duration::hours(1));
    world.import("Shop B", offer(9000)).await;
    assert_eq!(
        world.gate_of("Shop C").await,
        Some(Gate::Quarantined),
        "nobody confirms it any more"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_slip_does_not_speak_for_another() {
    let world = World::with_three_shops().await;
    world.import("Shop C", offer(100)).await;
    world.clock.advance(Duration::hours(1));
    let counts = world.import("Shop B", offer(1000)).await;
    assert_eq!(counts.quarantined, 1);
    assert_eq!(world.gate_of("Shop B").await, Some(Gate::Quarantined));
    world.import("Shop C", offer(10_000)).await;
    assert_eq!(world.minimum().await, 10_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_offer_id_has_the_past_of_the_shop() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    world.clock.advance(Duration::hours(10));
    let mut renamed = offer(1000);
    renamed.facts.offer_id = "b".to_owned();
    let counts = world.import("Shop A", renamed).await;
    assert_eq!((counts.created, counts.gone, counts.quarantined), (1, 1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_offer_is_compared_with_two_other_shops() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    let counts = world.import("Shop B", offer(1000)).await;
    assert_eq!(counts.quarantined, 0, "one other shop is no quorum");
    world.import("Shop B", offer(9000)).await;
    let (counts, remarks) = world
        .import_as("Shop C", SnapshotKind::Delta, offer(1000))
        .await;
    assert_eq!(counts.quarantined, 1);
    assert!(
        remarks.iter().any(|r| r.contains("each of 2 other shops")),
        "{remarks:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_that_stands_for_six_hours_is_released() {
    for kind in [SnapshotKind::Full, SnapshotKind::Delta] {
        let world = World::with_three_shops().await;
        world.import_as("Shop C", kind, offer(1000)).await;
        let fell = world.clock.now();
        world.clock.advance(Duration::minutes(359));
        let (counts, remarks) = world.import_as("Shop C", kind, offer(1000)).await;
        assert_eq!((counts.unchanged, counts.quarantined), (1, 1), "{kind:?}");
        assert_eq!(remarks.len(), 1, "{kind:?}: told again");
        let held = world.offer_of("Shop C").await;
        assert_eq!(
            (held.quarantined, held.price_since),
            (true, fell),
            "{kind:?}"
        );
        assert_eq!(held.last_seen_at, world.clock.now(), "{kind:?}");

        world.clock.advance(Duration::minutes(1));
        let revision = world.record().await.revision;
        let (counts, remarks) = world.import_as("Shop C", kind, offer(1000)).await;
        assert_eq!((counts.unchanged, counts.quarantined), (1, 0), "{kind:?}");
        assert_eq!(remarks, [""; 0], "{kind:?}");
        assert!(world.record().await.revision > revision, "{kind:?}");
        let released = world.offer_of("Shop C").await;
        assert!(!released.quarantined, "{kind:?}");
        assert_eq!(released.price_since, world.clock.now(), "{kind:?}");
        assert_eq!(world.minimum().await, 1000, "{kind:?}");

        let counts = world.import("Shop C", offer(1000)).await;
        assert_eq!((counts.unchanged, counts.quarantined), (1, 0), "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_price_that_changes_is_judged_anew_without_its_held_past() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    world.clock.advance(Duration::hours(1));
    world.import("Shop A", offer(1000)).await;
    for price in [1001, 900, 6999] {
        world.clock.advance(Duration::hours(48));
        let (counts, remarks) = world
            .import_as("Shop A", SnapshotKind::Full, offer(price))
            .await;
        assert_eq!(counts.quarantined, 1, "{price}");
        assert!(remarks.iter().any(|r| r.contains("100.00")), "{remarks:?}");
    }
    let counts = world.import("Shop A", offer(7000)).await;
    assert_eq!(counts.quarantined, 0);
    assert!(!world.offer_of("Shop A").await.quarantined);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_does_not_slip_in_while_sold_out() {
    let world = World::with_three_shops().await;
    let counts = world.import("Shop C", sold_out(1000)).await;
    assert_eq!(counts.quarantined, 0, "it cannot be ordered");
    world.clock.advance(Duration::hours(12));
    let counts = world.import("Shop C", offer(1000)).await;
    assert_eq!(counts.quarantined, 1);
    world.clock.advance(Duration::hours(12));
    let counts = world.import("Shop C", sold_out(1000)).await;
    assert_eq!(counts.quarantined, 1, "held back is held back");
    world.clock.advance(Duration::hours(12));
    let counts = world.import("Shop C", offer(1000)).await;
    assert_eq!(counts.quarantined, 1, "it did not stand");
    world.clock.advance(Duration::hours(6));
    assert_eq!(world.import("Shop C", offer(1000)).await.quarantined, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_settles_what_is_held_back() {
    let world = World::with_three_shops().await;
    world.import("Shop C", offer(1000)).await;
    let held = world.held().await;
    assert_eq!(held.len(), 1);
    let id = HeldId(held[0].no);
    assert_eq!(
        (held[0].store.as_str(), held[0].product.as_str()),
        ("Shop C", "nova_x2")
    );
    let rejected = world
        .reviewer()
        .settle_price(id, ReviewDecision::Rejected)
        .await;
    assert!(rejected.unwrap().is_some());
    world.clock.advance(Duration::hours(48));
    let counts = world.import("Shop C", offer(1000)).await;
    assert_eq!(counts.quarantined, 1, "a person said no");
    assert_eq!(world.gate_of("Shop C").await, Some(Gate::Quarantined));

    let again = world.held().await;
    assert!(again[0].quarantine.by_person);
    let id = HeldId(again[0].no);
    let accepted = world
        .reviewer()
        .settle_price(id, ReviewDecision::Accepted)
        .await;
    assert!(accepted.unwrap().is_some());
    assert_eq!(world.minimum().await, 1000);
    assert_eq!(world.held().await, []);
    let twice = world
        .reviewer()
        .settle_price(id, ReviewDecision::Accepted)
        .await;
    assert_eq!(twice.unwrap(), None);
    let counts = world.import("Shop C", offer(1000)).await;
    assert_eq!((counts.unchanged, counts.quarantined), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_prices_that_fall_cost_a_question() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    assert_eq!(world.asked(), (0, 0), "an empty catalogue");
    for (price, words) in [(10_000, "unchanged"), (11_000, "higher")] {
        world.import("Shop A", offer(price)).await;
        assert_eq!(world.asked(), (0, 0), "{words}");
    }
    world.import("Shop A", sold_out(10)).await;
    assert_eq!(world.asked(), (0, 0), "sold out");
    world.import("Shop A", offer(11_000)).await;
    assert_eq!(world.asked(), (1, 1), "back in stock");
    world.import("Shop A", offer(10_900)).await;
    assert_eq!(world.asked(), (1, 1), "lower");
    world.import("Shop B", offer(10_900)).await;
    assert_eq!(world.asked(), (1, 0), "new, and confirmed");
    world.import("Shop B", offer(10_000)).await;
    assert_eq!(world.asked(), (1, 0), "lower, and confirmed");
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_shops_have_no_say() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    world.import("Shop B", offer(10_000)).await;
    world.clock.advance(TTL);
    assert_eq!(world.import("Shop C", offer(1000)).await.quarantined, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_ends_when_the_confirming_offer_turns_stale() {
    let world = World::with_three_shops().await;
    world.import("Shop C", offer(1000)).await;
    world.clock.advance(Duration::hours(1));
    let counts = world.import("Shop B", offer(900)).await;
    assert_eq!(counts.quarantined, 0, "they are near to each other");
    assert_eq!(world.minimum().await, 900);
    world.clock.advance(Duration::hours(1));
    world.import("Shop A", offer(10_000)).await;
    world.import("Shop C", offer(1000)).await;
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    let minimum = || {
        let found = catalogue.search("nova").unwrap();
        found.items[0].summary.minimum.unwrap().price.minor()
    };
    assert_eq!(minimum(), 900);
    world.clock.advance(TTL - Duration::hours(1));
    catalogue.refresh().await.unwrap();
    assert_eq!(minimum(), 10_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_price_is_carried_over_a_hole() {
    for kind in [SnapshotKind::Full, SnapshotKind::Delta] {
        let world = World::new().await;
        world.import("Shop A", offer(10_000)).await;
        world.clock.advance(TTL - Duration::SECOND);
        world.import_as("Shop A", kind, offer(10_000)).await;
        let seen = world.clock.now();
        let kept = world.offer_of("Shop A").await;
        assert_eq!(
            kept.price_since, START,
            "{kind:?}: seen within the time to live"
        );

        world.clock.advance(TTL);
        let (counts, _) = world.import_as("Shop A", kind, offer(10_000)).await;
        assert_eq!(counts.unchanged, 1, "{kind:?}");
        let again = world.offer_of("Shop A").await;
        assert_eq!(again.price_since, world.clock.now(), "{kind:?}");
        assert_eq!(
            again.updated_at, START,
            "{kind:?}: its content did not change"
        );
        let of = [again.product];
        let past = world.store.past(again.store, &of, START).await.unwrap();
        let closed = past.into_iter().map(|(_, segment)| segment);
        let past: Vec<PriceSegment> = closed.filter(|s| s.ended.is_some()).collect();
        assert_eq!(past.len(), 1, "{kind:?}: {past:?}");
        assert_eq!((past[0].from, past[0].last_seen), (START, seen), "{kind:?}");
        assert_eq!(past[0].until(TTL), seen + TTL, "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_condition_is_another_stretch() {
    let world = World::new().await;
    world.import("Shop A", offer(10_000)).await;
    world.clock.advance(Duration::hours(1));
    let mut used = offer(10_000);
    used.facts.condition = Condition::Used;
    world.import("Shop A", used).await;
    assert_eq!(
        world.offer_of("Shop A").await.price_since,
        world.clock.now()
    );
    world.clock.advance(Duration::hours(1));
    let counts = world.import("Shop A", offer(1000)).await;
    assert_eq!(
        counts.quarantined, 1,
        "the used price says nothing, the new one does"
    );
}
