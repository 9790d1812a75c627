//! In which batches a feed comes in, and what is told of each.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::{Counts, ImportError, ImportObserver, SnapshotImporter};
use async_trait::async_trait;
use domain::availability::Condition;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::placement::MatchKey;
use domain::snapshot::SnapshotKind;
use fakes::{ManualClock, PreparedBatches};
use ports_net::{FeedError, FeedItem, RowRemark};
use ports_store::{
    Candidate, CatalogueReader, KeyedProduct, KnownOffer, MatchStore, OpenSnapshot, OpenedSnapshot,
    Published, SnapshotStore, SnapshotSummary, StageBatch, StoreError,
};
use support::{START, empty_store, importer, offer_of, request};
use tokio::sync::Barrier;
use tokio::time::timeout;

/// What was told, in order.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Row(u64),
    /// So many records were read.
    Progress(u64),
}

#[derive(Default)]
struct Heard(Vec<Told>);

impl ImportObserver for Heard {
    fn row(&mut self, row: &RowRemark, _: bool) {
        self.0.push(Told::Row(row.line));
    }

    fn progress(&mut self, counts: &Counts) {
        self.0.push(Told::Progress(counts.read));
    }
}

/// Offers of 12,000 things; that of row 11,500 is used and has the number of the first thing. Row 10,500
/// cannot be read.
fn rows() -> Vec<FeedItem> {
    let number = Gtin::parse("4006381333931").unwrap();
    let row = |line: u64| {
        let mut offer = offer_of(&format!("o{line}"), &format!("Lamp {line}"), "Nova", 1000);
        offer.line = line;
        if line == 1 || line == 11_500 {
            offer.identity.gtins = vec![number];
        }
        if line == 11_500 {
            offer.facts.condition = Condition::Used;
        }
        FeedItem::Offer(Box::new(offer), Vec::new())
    };
    let unread = |line: u64| {
        FeedItem::Rejected(RowRemark {
            line,
            offer_id: None,
            field: "price".to_owned(),
            reason: "not an amount".to_owned(),
        })
    };
    let rows = (1..=12_000).map(|line| match line {
        10_500 => unread(line),
        _ => row(line),
    });
    rows.collect()
}

/// The same, as a reader gives them.
fn feed() -> PreparedBatches<FeedItem> {
    let chunks = rows().chunks(777).map(|rows| Ok(rows.to_vec())).collect();
    PreparedBatches(chunks)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_feed_of_an_empty_catalogue_comes_in_larger_batches() {
    let (store, _folder) = empty_store().await;
    let clock = ManualClock::at(START);
    let importer = importer(&store, &clock);
    let mut heard = Heard::default();
    let shop = request("Shop", SnapshotKind::Full);
    let first = importer.import(&shop, &mut feed(), &mut heard).await;
    let Counts {
        read,
        accepted,
        rejected,
        created,
        ..
    } = first.unwrap();
    assert_eq!(
        (read, accepted, rejected, created),
        (12_000, 11_999, 1, 11_999)
    );
    let told = [
        Told::Progress(10_000),
        Told::Row(10_500),
        Told::Progress(12_000),
    ];
    assert_eq!(heard.0, told);
    // the used one is of the product that the first batch made
    assert_eq!(store.count_products().await.unwrap(), 11_998);

    let mut heard = Heard::default();
    let other = request("Other", SnapshotKind::Full);
    let second = importer.import(&other, &mut feed(), &mut heard).await;
    assert_eq!(second.unwrap().created, 11_999);
    let progress: Vec<_> = heard
        .0
        .into_iter()
        .filter(|it| *it != Told::Row(10_500))
        .collect();
    let by_thousands: Vec<_> = (1..=12).map(|it| Told::Progress(it * 1000)).collect();
    assert_eq!(progress, by_thousands);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_is_told_after_what_came_before_it_and_leaves_nothing() {
    let (store, _folder) = empty_store().await;
    let clock = ManualClock::at(START);
    let importer = importer(&store, &clock);
    let mut heard = Heard::default();
    let shop = request("Shop", SnapshotKind::Full);
    let mut broken = feed();
    let fault = FeedError::Truncated("in the middle of a record".to_owned());
    broken.0.push_back(Err(fault));
    let error = importer.import(&shop, &mut broken, &mut heard).await;
    let error = error.unwrap_err();
    assert!(matches!(error, ImportError::Feed(_)), "{error:?}");
    assert_eq!(heard.0.last(), Some(&Told::Progress(12_000)));
    assert_eq!(store.count_products().await.unwrap(), 0);
    let counts = importer.import(&shop, &mut feed(), &mut heard).await;
    assert_eq!(counts.unwrap().created, 11_999);
}

/// A store in which the first offers are staged only when keys are looked for meanwhile, or in which staging offers
/// fails from some time on.
struct Attended {
    store: SqliteStore,
    meeting: Option<Barrier>,
    /// How many batches of offers are staged before one fails.
    patience: AtomicUsize,
    staged: AtomicUsize,
    looked: AtomicUsize,
}

impl Attended {
    fn new(store: &SqliteStore, meeting: Option<Barrier>, patience: usize) -> Self {
        Self {
            store: store.clone(),
            meeting,
            patience: AtomicUsize::new(patience),
            staged: AtomicUsize::new(0),
            looked: AtomicUsize::new(0),
        }
    }

    fn importer<'a>(&'a self, clock: &'a ManualClock) -> SnapshotImporter<'a> {
        SnapshotImporter {
            snapshots: self,
            ..importer(&self.store, clock)
        }
    }

    async fn meet(&self) {
        if let Some(meeting) = &self.meeting {
            meeting.wait().await;
        }
    }
}

#[async_trait]
impl SnapshotStore for Attended {
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError> {
        self.store.open(snapshot).await
    }

    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError> {
        self.store.known(snapshot, offer_ids).await
    }

    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError> {
        let looks_for_the_second_batch = self.staged.load(Ordering::SeqCst) == 1;
        if looks_for_the_second_batch && self.looked.fetch_add(1, Ordering::SeqCst) == 0 {
            self.meet().await;
        }
        self.store.keyed(snapshot, keys).await
    }

    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError> {
        self.store.candidates(snapshot, products, ids).await
    }

    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError> {
        if !batch.offers.is_empty() {
            if self.staged.fetch_add(1, Ordering::SeqCst) == 0 {
                self.meet().await;
            }
            if self.patience.fetch_sub(1, Ordering::SeqCst) == 0 {
                return Err(StoreError::Failed("the disk is gone".to_owned()));
            }
        }
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
        self.store.publish(snapshot, summary).await
    }

    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError> {
        self.store.discard(snapshot).await
    }
}

/// A catalogue that is there, so that batches have a thousand rows.
async fn with_something(clock: &ManualClock) -> (SqliteStore, tempfile::TempDir) {
    let (store, folder) = empty_store().await;
    let other = request("Other", SnapshotKind::Full);
    let one = FeedItem::Offer(Box::new(offer_of("1", "Desk", "Mira", 5000)), Vec::new());
    let mut feed = PreparedBatches(VecDeque::from([Ok(vec![one])]));
    let counts = importer(&store, clock)
        .import(&other, &mut feed, &mut Heard::default())
        .await;
    assert_eq!(counts.unwrap().created, 1);
    (store, folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_staged_while_the_next_ones_are_matched() {
    let clock = ManualClock::at(START);
    let (store, _folder) = with_something(&clock).await;
    let attended = Attended::new(&store, Some(Barrier::new(2)), usize::MAX);
    let shop = request("Shop", SnapshotKind::Full);
    let (mut feed, mut heard) = (feed(), Heard::default());
    let importer = attended.importer(&clock);
    let import = importer.import(&shop, &mut feed, &mut heard);
    let counts = timeout(Duration::from_mins(5), import).await;
    let counts = counts.expect("each waits for the other").unwrap();
    assert_eq!((counts.created, counts.rejected), (11_999, 1));
    assert_eq!(store.count_products().await.unwrap(), 11_999);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_in_the_midst_keeps_nothing_of_the_feed() {
    let clock = ManualClock::at(START);
    let (store, _folder) = with_something(&clock).await;
    let before = store.revision().await.unwrap();
    let attended = Attended::new(&store, None, 3);
    let shop = request("Shop", SnapshotKind::Full);
    let importer_of_attended = attended.importer(&clock);
    let failed = importer_of_attended
        .import(&shop, &mut feed(), &mut Heard::default())
        .await;
    let error = failed.unwrap_err();
    assert!(
        matches!(error, ImportError::Store(StoreError::Failed(_))),
        "{error:?}"
    );
    assert_eq!(store.revision().await.unwrap(), before);
    assert_eq!(store.count_products().await.unwrap(), 1);
    let counts = importer(&store, &clock)
        .import(&shop, &mut feed(), &mut Heard::default())
        .await;
    assert_eq!(counts.unwrap().created, 11_999);
}
