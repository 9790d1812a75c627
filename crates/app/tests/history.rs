//! Importing and thinning price history on SQLite in a temporary file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adapter_sqlite::SqliteStore;
use app::catalogue::keep_history::HistoryMaintenance;
use app::importing::import_catalogue::import_catalogue;
use app::importing::import_history::{
    CHUNK, HistoryCounts, HistoryImportError, HistoryImporter, HistoryObserver, HistoryRequest,
};
use app::upkeep::Turns;
use domain::availability::Availability;
use domain::history::PriceSegment;
use domain::history::past::Point;
use domain::ids::Revision;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::money::{Amount, Currency};
use domain::product::{ProductDraft, Provenance};
use domain::store::StoreName;
use fakes::{ManualClock, PreparedBatches};
use ports_net::{CatalogueItem, HistoryItem, HistoryRow, RowRemark};
use ports_store::{
    CatalogueReader, CatalogueWriter, Deployment, HistoryKeeping, HistoryStore, ImportedPast,
    ImportedPasts, PointRef, PointTarget, ProductHistory, StoreError, Untargeted,
};
use tempfile::TempDir;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const START: OffsetDateTime = datetime!(2025-12-01 0:00 UTC);
const TTL: Duration = Duration::hours(72);

struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    _folder: TempDir,
}

#[derive(Default)]
struct Rejections(Vec<String>);

impl HistoryObserver for Rejections {
    fn row(&mut self, row: &RowRemark, _: bool) {
        let RowRemark {
            line,
            offer_id,
            field,
            reason,
        } = row;
        let offer = offer_id.as_deref().unwrap_or("-");
        self.0.push(format!("{line} {offer} {field}: {reason}"));
    }

    fn progress(&mut self, _: &HistoryCounts) {}
}

fn product(id: &str) -> CatalogueItem {
    let draft = ProductDraft::named(
        CanonicalProductId::parse(id).unwrap(),
        id,
        Provenance::Catalogue,
    );
    CatalogueItem::Product {
        line: 1,
        draft: Box::new(draft),
        remarks: Vec::new(),
    }
}

fn row(product: &str, day: i64, minor: i64) -> HistoryItem {
    HistoryItem::Point(
        Box::new(HistoryRow {
            line: u64::try_from(day).unwrap() + 2,
            product: CanonicalProductId::parse(product),
            gtin: None,
            offer_id: Some(format!("offer-{product}")),
            point: Point {
                at: START + Duration::days(day),
                item_price: Amount::from_minor(minor),
                delivery_cost: None,
                availability: Availability::InStock,
                is_doubted: false,
            },
        }),
        Vec::new(),
    )
}

/// A month of three products: one steady, one with a change, one with a day at a tenth.
fn month() -> Vec<HistoryItem> {
    let price = |product: &str, day: i64| match (product, day) {
        ("changing", 12..) => 900,
        ("glitched", 20) => 100,
        _ => 1000,
    };
    let days = 0..30;
    let rows = |product: &'static str| {
        days.clone()
            .map(move |day| row(product, day, price(product, day)))
    };
    ["steady", "changing", "glitched"]
        .into_iter()
        .flat_map(rows)
        .collect()
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("prices.sqlite"), 2)
            .await
            .unwrap();
        store.migrate().await.unwrap();
        let currency = Currency::parse("EUR").unwrap();
        store
            .claim_deployment(Deployment { currency })
            .await
            .unwrap();
        let items = ["steady", "changing", "glitched"].map(product).to_vec();
        let mut batches = PreparedBatches::of(items);
        import_catalogue(&store, &store, &mut batches, &mut |_, _| {})
            .await
            .unwrap();
        Self {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(NOW)),
            _folder: folder,
        }
    }

    async fn import(
        &self,
        items: Vec<HistoryItem>,
    ) -> (Result<HistoryCounts, HistoryImportError>, Vec<String>) {
        self.import_into(&*self.store, items, CHUNK, false).await
    }

    async fn import_into(
        &self,
        history: &dyn HistoryStore,
        items: Vec<HistoryItem>,
        chunk: usize,
        dry_run: bool,
    ) -> (Result<HistoryCounts, HistoryImportError>, Vec<String>) {
        let importer = HistoryImporter {
            history,
            clock: &*self.clock,
            currency: Currency::parse("EUR").unwrap(),
            chunk,
        };
        let request = HistoryRequest {
            store: shop(),
            offer_ttl: TTL,
            dry_run,
        };
        let batches: VecDeque<_> = items.chunks(10).map(|part| Ok(part.to_vec())).collect();
        let mut seen = Rejections::default();
        let imported = importer
            .import(&request, &mut PreparedBatches(batches), &mut seen)
            .await;
        (imported, seen.0)
    }

    /// Segments of the three products as texts.
    async fn kept(&self) -> Vec<String> {
        let names = ["steady", "changing", "glitched"];
        let refs = names.map(|name| PointRef {
            product: CanonicalProductId::parse(name),
            gtin: None,
            offer_id: Some(format!("offer-{name}")),
        });
        let targets = self.store.targets(&shop(), &refs).await.unwrap();
        let offers: Vec<_> = targets
            .into_iter()
            .map(|t| t.map(|t| (t.product, t.offer_id)).unwrap())
            .collect();
        let imported = self.store.imported(&shop(), &offers).await.unwrap();
        let mut pasts = imported.pasts;
        pasts.sort_by_key(|past| past.product);
        let texts = |past: ImportedPast| past.segments.iter().map(shown).collect::<Vec<_>>();
        pasts.into_iter().flat_map(texts).collect()
    }
}

fn shop() -> StoreName {
    StoreName::parse("Shop").unwrap()
}

fn shown(segment: &PriceSegment) -> String {
    let day = |at: OffsetDateTime| (at - START).whole_days();
    format!(
        "{} {}..{} {}{}",
        segment.offer_id,
        day(segment.from),
        day(segment.last_seen),
        segment.item_price.minor(),
        if segment.is_quarantined { " held" } else { "" }
    )
}

const MONTH: [&str; 6] = [
    "offer-steady 0..29 1000",
    "offer-changing 0..11 1000",
    "offer-changing 12..29 900",
    "offer-glitched 0..19 1000",
    "offer-glitched 20..20 100 held",
    "offer-glitched 21..29 1000",
];

#[tokio::test(flavor = "multi_thread")]
async fn points_become_segments_and_the_same_file_again_changes_nothing() {
    let world = World::new().await;
    let (counts, rejected) = world.import(month()).await;
    let expected = HistoryCounts {
        read: 90,
        accepted: 90,
        rejected: 0,
        offers: 3,
        segments: 6,
        quarantined: 1,
    };
    assert_eq!(counts.unwrap(), expected, "{rejected:?}");
    assert_eq!(world.kept().await, MONTH);
    let revision = world.store.revision().await.unwrap();
    let mut backwards = month();
    backwards.reverse();
    assert_eq!(world.import(backwards).await.0.unwrap(), expected);
    assert_eq!(world.store.revision().await.unwrap(), revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn small_chunks_make_the_same_segments() {
    let world = World::new().await;
    let store = Arc::clone(&world.store);
    let (counts, _) = world.import_into(&*store, month(), 7, false).await;
    assert_eq!(counts.unwrap().segments, 6);
    assert_eq!(world.kept().await, MONTH);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_counts_and_saves_nothing() {
    let world = World::new().await;
    let before = world.store.revision().await.unwrap();
    let store = Arc::clone(&world.store);
    let (counts, _) = world.import_into(&*store, month(), CHUNK, true).await;
    assert_eq!(counts.unwrap().segments, 6);
    assert_eq!(world.kept().await, Vec::<String>::new());
    assert_eq!(world.store.revision().await.unwrap(), before);
    assert_eq!(world.store.list_stores().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_broke_off_is_completed_by_running_it_again() {
    // nine batches of ten rows, each a chunk of its own
    for allowed in 0..9 {
        let fresh = World::new().await;
        let breaking = Breaking {
            store: Arc::clone(&fresh.store),
            left: AtomicUsize::new(allowed),
        };
        let (broken, _) = fresh.import_into(&breaking, month(), 7, false).await;
        let error = broken.unwrap_err();
        assert!(matches!(error, HistoryImportError::Store(_)), "{error}");
        fresh.import(month()).await.0.unwrap();
        assert_eq!(fresh.kept().await, MONTH, "after {allowed} batches");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_about_nothing_are_rejected_with_field_and_reason() {
    let world = World::new().await;
    let mut unpriced = row("steady", 3, 1);
    if let HistoryItem::Point(row, _) = &mut unpriced {
        row.point.item_price = None;
        row.point.availability = Availability::OutOfStock;
    }
    let mut nameless = row("steady", 5, 1);
    if let HistoryItem::Point(row, _) = &mut nameless {
        row.product = None;
    }
    let items = vec![
        row("absent", 1, 1000),
        row("steady", 91, 1000),
        unpriced,
        row("steady", 4, 1000),
        nameless,
    ];
    let (counts, rejected) = world.import(items).await;
    let counts = counts.unwrap();
    assert_eq!((counts.read, counts.accepted, counts.rejected), (5, 1, 4));
    assert_eq!(
        rejected,
        [
            "93 offer-steady date: lies in the future",
            "3 offer-absent canonical_product_id: no product has this id (api catalog import)",
            "7 offer-steady offer_id: the store has and had no such offer: name the product by \
             canonical_product_id or ean",
            "5 offer-steady price: missing, and no earlier point of the offer has one",
        ]
    );
    assert_eq!(world.kept().await, ["offer-steady 4..4 1000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_a_single_point_is_refused_and_changes_nothing() {
    let world = World::new().await;
    let before = world.store.revision().await.unwrap();
    for (items, words) in [
        (Vec::new(), "no price point"),
        (
            vec![row("absent", 1, 1)],
            "all 1 rows were rejected; the first one, at 3",
        ),
    ] {
        let (refused, _) = world.import(items).await;
        let error = refused.unwrap_err();
        assert!(matches!(error, HistoryImportError::Refused(_)), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(world.store.revision().await.unwrap(), before);
    assert_eq!(world.store.list_stores().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_history_is_thinned_step_by_step() {
    let world = World::new().await;
    let varying = (0..60).map(|day| row("steady", day, 1000 + day));
    world.import(varying.collect()).await.0.unwrap();
    assert_eq!(world.kept().await.len(), 60);
    let keeper = HistoryMaintenance {
        history: Arc::<SqliteStore>::clone(&world.store),
        turns: Turns {
            store: Arc::<SqliteStore>::clone(&world.store),
            clock: Arc::<ManualClock>::clone(&world.clock),
        },
        retention: Duration::days(80),
        detail: Duration::days(50),
    };
    let mut turn = keeper.begin().await.unwrap().unwrap();
    for _ in 0..10 {
        if !keeper.step(&mut turn).await.unwrap() {
            break;
        }
    }
    let kept = world.kept().await;
    // forgotten before day 10.5, all kept from day 40.5 on, between them one in 30 days
    assert!(kept.len() >= 20 && kept.len() <= 21, "{kept:?}");
    assert!(
        kept.iter().any(|s| s == "offer-steady 41..41 1041"),
        "{kept:?}"
    );
    assert!(
        kept.iter().all(|s| s != "offer-steady 10..10 1010"),
        "{kept:?}"
    );
}

/// A pass that is broken off goes on where it was, in whatever process; one that is done is not due for a day.
#[tokio::test(flavor = "multi_thread")]
async fn a_pass_through_the_history_outlives_its_process() {
    let world = World::new().await;
    let others = (0..42).map(|n| product(&format!("product_{n}")));
    let mut batches = PreparedBatches::of(others.collect());
    import_catalogue(&*world.store, &*world.store, &mut batches, &mut |_, _| {})
        .await
        .unwrap();
    let process = || HistoryMaintenance {
        history: Arc::<SqliteStore>::clone(&world.store),
        turns: Turns {
            store: Arc::<SqliteStore>::clone(&world.store),
            clock: Arc::<ManualClock>::clone(&world.clock),
        },
        retention: Duration::days(80),
        detail: Duration::days(50),
    };
    let mut broken_off = process().begin().await.unwrap().unwrap();
    assert!(process().step(&mut broken_off).await.unwrap());
    assert_eq!(process().begin().await.unwrap(), None, "it has its turn");
    world.clock.advance(Duration::minutes(2));
    let mut turn = process().begin().await.unwrap().unwrap();
    assert_eq!(turn.progress, broken_off.progress);
    assert!(
        !process().step(&mut broken_off).await.unwrap(),
        "another has it"
    );
    let mut steps = 1;
    while process().step(&mut turn).await.unwrap() {
        steps += 1;
    }
    assert_eq!(steps, 2, "twenty products were looked at before");
    world.clock.advance(Duration::hours(23));
    assert_eq!(
        process().begin().await.unwrap(),
        None,
        "it is done for today"
    );
    world.clock.advance(Duration::hours(1));
    let anew = process().begin().await.unwrap().unwrap();
    assert_eq!(anew.progress, None);
}

/// Fails after some saves.
struct Breaking {
    store: Arc<SqliteStore>,
    left: AtomicUsize,
}

#[async_trait::async_trait]
impl HistoryStore for Breaking {
    async fn find_histories(
        &self,
        ids: &[CanonicalProductId],
        since: OffsetDateTime,
    ) -> Result<Vec<Option<ProductHistory>>, StoreError> {
        self.store.find_histories(ids, since).await
    }

    async fn targets(
        &self,
        store: &StoreName,
        rows: &[PointRef],
    ) -> Result<Vec<Result<PointTarget, Untargeted>>, StoreError> {
        self.store.targets(store, rows).await
    }

    async fn imported(
        &self,
        store: &StoreName,
        offers: &[(ProductNo, String)],
    ) -> Result<ImportedPasts, StoreError> {
        self.store.imported(store, offers).await
    }

    async fn save_imported(
        &self,
        store: &StoreName,
        pasts: &[ImportedPast],
        read_at: Revision,
    ) -> Result<bool, StoreError> {
        if self.left.load(Ordering::SeqCst) == 0 {
            return Err(StoreError::Unreachable("gone".to_owned()));
        }
        self.left.fetch_sub(1, Ordering::SeqCst);
        self.store.save_imported(store, pasts, read_at).await
    }

    async fn thin(
        &self,
        keeping: HistoryKeeping,
        after: Option<ProductNo>,
    ) -> Result<Option<ProductNo>, StoreError> {
        self.store.thin(keeping, after).await
    }
}
