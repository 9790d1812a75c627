//! Sources on a schedule, on SQLite in a temporary file, with a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::VecDeque;
use std::io::{Cursor, ErrorKind};
use std::sync::{Arc, Mutex};

use adapter_sqlite::SqliteStore;
use app::importing::import_runs::ImportRuns;
use app::importing::run_source::{Finished, Hindrance, SourceRunner};
use app::operating::removing::{StoreGone, StoreRemover, StoreRest};
use async_trait::async_trait;
use domain::availability::{Availability, Condition};
use domain::money::Currency;
use domain::offer::{FeedOffer, OfferFacts, OfferIdentity};
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::source::{
    ContentMark, Fault, FaultClass, Interval, LEASE, Lease, Location, Outcome, Reading, Source,
    SourceId,
};
use domain::store::StoreName;
use fakes::{ManualClock, PreparedBatches, QuickDigest, Seeded};
use ports_net::{
    Batches, ContentError, FeedContent, FeedError, FeedFormat, FeedInput, FeedItem, Fetched,
    SourceContent,
};
use ports_store::{
    CatalogueReader, CatalogueWriter, Deployment, OpenSnapshot, RemovedStore, SnapshotStore,
    SourceStore, StoreError, StoredSource,
};
use ports_system::Clock;
use tempfile::TempDir;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const TTL: Duration = Duration::hours(72);

/// What is at the location next: the digest that it is known by, and its prices.
type At = Result<(u8, Vec<i64>), ContentError>;

/// A location that a test fills.
#[derive(Default)]
struct Place {
    next: Mutex<VecDeque<At>>,
    /// Prices that are being read.
    reading: Mutex<Vec<i64>>,
    breaks_off: Mutex<Option<ErrorKind>>,
    asked: Mutex<Vec<Option<u8>>>,
}

#[async_trait]
impl SourceContent for Place {
    async fn fetch(
        &self,
        _: &Source,
        known: Option<&ContentMark>,
    ) -> Result<Fetched, ContentError> {
        let known = known.map(|mark| mark.digest[0]);
        self.asked.lock().unwrap().push(known);
        let (digest, prices) = self.next.lock().unwrap().pop_front().unwrap()?;
        let mark = ContentMark {
            etag: None,
            last_modified: None,
            digest: [digest; 32],
        };
        if known == Some(digest) {
            return Ok(Fetched::Unchanged(mark));
        }
        *self.reading.lock().unwrap() = prices;
        let input = Box::new(Cursor::new(Vec::new()));
        Ok(Fetched::Content(FeedContent { input, mark }))
    }

    async fn read(
        &self,
        _: &Source,
        _: Box<dyn FeedInput>,
        _: OffsetDateTime,
    ) -> Result<(FeedFormat, Box<dyn Batches<FeedItem>>), FeedError> {
        let prices = self.reading.lock().unwrap();
        let items = prices.iter().zip(1..);
        let items = items.map(|(price, n)| FeedItem::Offer(Box::new(offer(n, *price)), Vec::new()));
        let mut batches = VecDeque::from([Ok(items.collect())]);
        if let Some(kind) = *self.breaks_off.lock().unwrap() {
            batches.push_back(Err(std::io::Error::from(kind).into()));
        }
        Ok((FeedFormat::OffersCsv, Box::new(PreparedBatches(batches))))
    }
}

fn offer(number: u64, price: i64) -> FeedOffer {
    FeedOffer {
        line: number,
        pinned: None,
        identity: OfferIdentity {
            title: format!("Nova X{number} 128GB"),
            brand: "Nova".to_owned(),
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: format!("a{number}"),
            url: "https://shop.example/".to_owned(),
            item_price: domain::money::Amount::from_minor(price).unwrap(),
            availability: Availability::InStock,
            condition: Condition::New,
            image_url: None,
            delivery_cost: None,
            stock_quantity: None,
            delivery_days: None,
            delivery_estimate: None,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        specs: Vec::new(),
        description: String::new(),
    }
}

struct World {
    store: Arc<SqliteStore>,
    place: Arc<Place>,
    clock: Arc<ManualClock>,
    runner: SourceRunner,
    source: Source,
    _folder: TempDir,
}

impl World {
    async fn new(kind: SnapshotKind) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("p.sqlite"), 2).await;
        let store = Arc::new(store.unwrap());
        store.migrate().await.unwrap();
        let currency = Currency::parse("EUR").unwrap();
        store
            .claim_deployment(Deployment { currency })
            .await
            .unwrap();
        let place = Arc::new(Place::default());
        let clock = Arc::new(ManualClock::at(START));
        let runner = SourceRunner {
            sources: Arc::<SqliteStore>::clone(&store),
            content: Arc::<Place>::clone(&place),
            snapshots: Arc::<SqliteStore>::clone(&store),
            evidence: Arc::<SqliteStore>::clone(&store),
            matches: Arc::<SqliteStore>::clone(&store),
            reader: Arc::<SqliteStore>::clone(&store),
            lexicons: Arc::<SqliteStore>::clone(&store),
            clock: Arc::<ManualClock>::clone(&clock),
            digester: Arc::new(QuickDigest),
            runs: ImportRuns {
                runs: Arc::<SqliteStore>::clone(&store),
                clock: Arc::<ManualClock>::clone(&clock),
                ids: Arc::new(Seeded::new(1)),
            },
            currency,
            offer_ttl: TTL,
        };
        let source = Source {
            id: SourceId(Uuid::from_u128(1)),
            store: StoreName::parse("Shop One").unwrap(),
            location: Location::parse("https://shop.example/feed.csv").unwrap(),
            reading: Reading {
                format: "auto".to_owned(),
                currency: None,
                decimal_mark: "auto".to_owned(),
                charset: None,
            },
            interval: Interval::DEFAULT,
            kind,
            max_shrink: MaxShrink::DEFAULT,
            credentials: None,
            created_at: START,
        };
        store.insert_source(&source, START).await.unwrap();
        Self {
            store,
            place,
            clock,
            runner,
            source,
            _folder: folder,
        }
    }

    /// Runs the source now with this at its location.
    async fn run(&self, at: At) -> Finished {
        self.place.next.lock().unwrap().push_back(at);
        let leased = self.runner.lease_now(self.source.id).await;
        let leased = leased.unwrap().unwrap();
        let finished = match self.runner.fetch(&leased, false).await {
            Ok(arrived) => self.runner.settle(&leased, arrived, &mut ()).await,
            Err(finished) => finished,
        };
        assert!(self.runner.record(&leased, &finished).await.unwrap());
        finished
    }

    fn remover(&self) -> StoreRemover<'_> {
        StoreRemover {
            reader: &*self.store,
            snapshots: &*self.store,
            removals: &*self.store,
            sources: &*self.store,
            clock: &*self.clock,
            offer_ttl: TTL,
        }
    }

    async fn stored(&self) -> StoredSource {
        let found = self.store.find_source(self.source.id).await;
        found.unwrap().unwrap()
    }

    /// When the offers were last seen.
    async fn last_seen(&self) -> Vec<OffsetDateTime> {
        let opened = self.open().await.unwrap();
        let ids = ["a1", "a2", "a3"].map(str::to_owned);
        let known = self.store.known(opened.no, &ids).await.unwrap();
        self.store.discard(opened.no).await.unwrap();
        known.iter().map(|offer| offer.last_seen_at).collect()
    }

    async fn open(&self) -> Result<ports_store::OpenedSnapshot, StoreError> {
        let now = self.clock.now();
        let snapshot = OpenSnapshot {
            store: self.source.store.clone(),
            kind: SnapshotKind::Full,
            observed_at: now,
            opened_at: now,
            offer_ttl: TTL,
        };
        self.store.open(&snapshot).await
    }

    fn last_asked(&self) -> Option<u8> {
        *self.place.asked.lock().unwrap().last().unwrap()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what a place answers")]
fn three(digest: u8) -> At {
    Ok((digest, vec![39_990, 50_000, 60_000]))
}

#[tokio::test]
async fn unchanged_content_makes_the_offers_count_as_seen() {
    let world = World::new(SnapshotKind::Full).await;
    let first = world.run(three(1)).await;
    assert_eq!(first.imported.unwrap().1.created, 3);
    assert_eq!(world.last_asked(), None);
    assert_eq!(world.last_seen().await, [START; 3]);
    world.clock.advance(Duration::hours(2));
    let second = world.run(three(1)).await;
    assert!(
        matches!(second.outcome, Outcome::Unchanged { .. }),
        "{second:?}"
    );
    assert_eq!(world.last_asked(), Some(1));
    assert_eq!(world.last_seen().await, [START + Duration::hours(2); 3]);
    // once in a while it is read although it is what it was
    world.clock.advance(Duration::hours(4));
    let third = world.run(three(1)).await;
    assert_eq!(world.last_asked(), None);
    assert_eq!(third.imported.unwrap().1.unchanged, 3);
    assert_eq!(world.last_seen().await, [START + Duration::hours(6); 3]);
    assert_eq!(world.stored().await.state.changed_at, Some(START));
}

#[tokio::test]
async fn what_was_imported_or_failed_is_kept_and_nothing_else() {
    let world = World::new(SnapshotKind::Full).await;
    world.run(three(1)).await;
    world.clock.advance(Duration::HOUR);
    let fault = Fault::new(FaultClass::Status, "the server answered with status 500");
    world.run(Err(ContentError::Fault(fault.clone()))).await;
    world.clock.advance(Duration::HOUR);
    world.run(three(1)).await;
    world.run(Err(ContentError::Stopped)).await;
    let kept = world.runner.runs.list(None, 9).await.unwrap();
    let [failed, imported] = kept.as_slice() else {
        unreachable!("{kept:?}");
    };
    assert_eq!(failed.fault, Some(fault));
    assert_eq!((failed.format.as_deref(), failed.counts.read), (None, 0));
    assert_eq!((imported.fault.as_ref(), imported.ended_at), (None, START));
    assert_eq!(imported.source, Some(world.source.id));
    assert!(imported.format.is_some());
    assert_eq!((imported.counts.read, imported.counts.created), (3, 3));
}

#[tokio::test]
async fn an_unchanged_delta_says_nothing() {
    let world = World::new(SnapshotKind::Delta).await;
    world.run(three(1)).await;
    world.clock.advance(Duration::hours(50));
    let second = world.run(three(1)).await;
    let Outcome::Unchanged { observed_at, .. } = second.outcome else {
        unreachable!("{second:?}");
    };
    assert_eq!(observed_at, None);
    assert_eq!(world.last_seen().await, [START; 3]);
}

#[tokio::test]
async fn what_another_full_snapshot_replaced_is_imported_anew() {
    let world = World::new(SnapshotKind::Full).await;
    world.run(three(1)).await;
    world.clock.advance(Duration::HOUR);
    let other = world.open().await.unwrap();
    let summary = ports_store::SnapshotSummary {
        read: 3,
        accepted: 3,
        rejected: 0,
        delivery_rates: None,
        ambiguous: Vec::new(),
        doubted_until: None,
        published_at: world.clock.now(),
    };
    world.store.publish(other.no, &summary).await.unwrap();
    world.clock.advance(Duration::HOUR);
    let overtaken = world.run(three(1)).await;
    assert_eq!(overtaken.outcome, Outcome::Overtaken);
    let due = world.stored().await.state.due_at;
    assert_eq!(due, world.clock.now(), "at once");
    let again = world.run(three(1)).await;
    assert_eq!(world.last_asked(), None);
    assert!(again.imported.is_some());
}

#[tokio::test]
async fn a_source_that_fails_changes_nothing_and_is_due_later() {
    let world = World::new(SnapshotKind::Full).await;
    world.run(three(1)).await;
    world.clock.advance(Duration::HOUR);
    let fault = Fault::new(FaultClass::Status, "the server answered with status 500");
    let failing: [At; 4] = [
        Err(ContentError::Fault(fault)),
        Ok((2, vec![39_990])),
        Ok((3, Vec::new())),
        Ok((4, vec![10, 20, 30, 40])),
    ];
    for (n, at) in (1..).zip(failing) {
        if n == 4 {
            *world.place.breaks_off.lock().unwrap() = Some(ErrorKind::UnexpectedEof);
        }
        let finished = world.run(at).await;
        assert!(
            matches!(finished.outcome, Outcome::Failed(_)),
            "{finished:?}"
        );
        let state = world.stored().await.state;
        assert_eq!(state.failures, n);
        assert!(state.due_at >= world.clock.now() + Duration::HOUR);
        assert_eq!(world.last_seen().await, [START; 3]);
    }
    assert_eq!(
        world.last_asked(),
        Some(1),
        "the last good content is known"
    );
}

#[tokio::test]
async fn who_is_told_to_stop_leaves_nothing_behind() {
    let world = World::new(SnapshotKind::Full).await;
    let stopped = world.run(Err(ContentError::Stopped)).await;
    assert!(matches!(stopped.hindrance, Some(Hindrance::Stopped)));
    *world.place.breaks_off.lock().unwrap() = Some(ErrorKind::Interrupted);
    let stopped = world.run(three(1)).await;
    assert!(
        matches!(stopped.hindrance, Some(Hindrance::Stopped)),
        "{stopped:?}"
    );
    assert!(world.last_seen().await.is_empty());
    let state = world.stored().await.state;
    assert_eq!((state.failures, state.due_at), (0, world.clock.now()));
}

#[tokio::test]
async fn what_a_removed_source_fetched_is_not_imported() {
    let world = World::new(SnapshotKind::Full).await;
    world.place.next.lock().unwrap().push_back(three(1));
    let leased = world.runner.lease_now(world.source.id).await;
    let leased = leased.unwrap().unwrap();
    let arrived = world.runner.fetch(&leased, false).await.unwrap();
    assert!(world.store.remove_source(world.source.id).await.unwrap());
    let finished = world.runner.settle(&leased, arrived, &mut ()).await;
    assert!(
        matches!(finished.hindrance, Some(Hindrance::NotHeld)),
        "{finished:?}"
    );
    assert!(world.store.list_stores().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_store_is_not_removed_while_its_source_is_run() {
    let world = World::new(SnapshotKind::Full).await;
    let store = world.source.store.clone();
    let remover = world.remover();
    world.run(three(1)).await;
    let leased = world.runner.lease_now(world.source.id).await;
    assert!(leased.unwrap().is_some());
    for dry_run in [true, false] {
        let refused = remover.remove(&store, dry_run).await.unwrap();
        assert_eq!(refused, StoreGone::Running);
    }
    assert_eq!(world.last_seen().await.len(), 3);
    // whoever ran it died
    world.clock.advance(LEASE);
    let rest = |past| StoreRest {
        sources: 1,
        offers: 3,
        past,
    };
    let dry = remover.remove(&store, true).await.unwrap();
    assert_eq!(dry, StoreGone::Done(rest(None)));
    assert_eq!(world.last_seen().await.len(), 3);
    let past = RemovedStore {
        past_prices: 3,
        products: 3,
    };
    let gone = remover.remove(&store, false).await.unwrap();
    assert_eq!(gone, StoreGone::Done(rest(Some(past))));
    assert!(world.store.list_sources().await.unwrap().is_empty());
    let again = remover.remove(&store, false).await.unwrap();
    assert_eq!(again, StoreGone::Unknown);
}

/// A feed may be dated some minutes ahead of our clock.
#[tokio::test]
async fn a_store_seen_ahead_of_the_clock_is_removed() {
    let world = World::new(SnapshotKind::Full).await;
    world.run(three(1)).await;
    world.clock.advance(-Duration::MINUTE);
    let remover = world.remover();
    let gone = remover.remove(&world.source.store, false).await.unwrap();
    assert!(
        matches!(gone, StoreGone::Done(StoreRest { offers: 3, .. })),
        "{gone:?}"
    );
    assert!(world.store.list_stores().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_locked_catalogue_is_no_failure_of_the_source() {
    let world = World::new(SnapshotKind::Full).await;
    let other = world.open().await.unwrap();
    let finished = world.run(three(1)).await;
    assert!(matches!(
        finished.hindrance,
        Some(Hindrance::Store(StoreError::Locked))
    ));
    let state = world.stored().await.state;
    assert_eq!((state.failures, state.running), (0, false));
    let pause = state.due_at - world.clock.now();
    assert!(pause > Duration::ZERO && pause <= Duration::MINUTE);
    world.store.discard(other.no).await.unwrap();
    assert!(world.run(three(1)).await.imported.is_some());
}

#[tokio::test]
async fn only_what_is_due_is_leased() {
    let world = World::new(SnapshotKind::Full).await;
    world.clock.advance(-Duration::SECOND);
    assert!(world.runner.lease_due().await.unwrap().is_none());
    world.clock.advance(Duration::SECOND);
    let leased = world.runner.lease_due().await.unwrap().unwrap();
    assert!(
        world
            .runner
            .lease_now(world.source.id)
            .await
            .unwrap()
            .is_none()
    );
    world.clock.advance(Duration::seconds(50));
    assert!(world.runner.renew(&leased).await.unwrap());
    world.clock.advance(Duration::seconds(50));
    let lease = Lease {
        now: world.clock.now(),
        until: world.clock.now() + Duration::MINUTE,
        at_once: false,
    };
    let other = world.store.lease_source(lease, None).await.unwrap();
    assert!(other.is_none(), "it was renewed");
    world.clock.advance(Duration::seconds(60));
    assert!(world.runner.lease_due().await.unwrap().is_some());
    assert!(!world.runner.renew(&leased).await.unwrap());
}
