//! In which batches a feed comes in, and what is told of each.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attended;
#[path = "../support/mod.rs"]
mod support;

use std::collections::VecDeque;
use std::time::Duration;

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::{Counts, ImportError, ImportObserver};
use async_trait::async_trait;
use attended::Attended;
use domain::availability::Condition;
use domain::gtin::Gtin;
use domain::snapshot::SnapshotKind;
use fakes::{ManualClock, PreparedBatches};
use ports_net::{Batches, FeedError, FeedItem, RowRemark};
use ports_store::{CatalogueReader, MatchStore, StoreError};
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

/// A feed of which no more comes after some batches, though it has not ended.
struct Halting(PreparedBatches<FeedItem>);

#[async_trait]
impl Batches<FeedItem> for Halting {
    async fn next(&mut self) -> Result<Vec<FeedItem>, FeedError> {
        if self.0.0.is_empty() {
            std::future::pending::<()>().await;
        }
        self.0.next().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_ends_the_import_while_the_feed_is_waited_for() {
    let clock = ManualClock::at(START);
    let (store, _folder) = with_something(&clock).await;
    let attended = Attended::new(&store, None, 0);
    let shop = request("Shop", SnapshotKind::Full);
    let (mut halting, mut heard) = (Halting(feed()), Heard::default());
    // the second batch finds that the first cannot be staged; the third does not come
    halting.0.0.truncate(3);
    let importer = attended.importer(&clock);
    let import = importer.import(&shop, &mut halting, &mut heard);
    let failed = timeout(Duration::from_mins(2), import).await;
    let error = failed.expect("the feed is waited for").unwrap_err();
    assert!(
        matches!(error, ImportError::Store(StoreError::Failed(_))),
        "{error:?}"
    );
    assert_eq!(store.count_products().await.unwrap(), 1);
}
