//! Use cases on SQLite in a temporary file, with a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adapter_sqlite::SqliteStore;
use adapter_tantivy::TantivyIndex;
use app::ErrorCode;
use app::access::authenticate::{Authenticator, GRAIN, require_scope};
use app::access::keys::MadeKey;
use app::access::workspaces::{KeyWish, Workspaces};
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores, ChangeListener};
use app::importing::import_catalogue::{CatalogueCounts, CatalogueImportError, import_catalogue};
use app::importing::import_snapshot::{Counts, ImportError, ImportObserver};
use domain::access::{Mode, Scope};
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::{Amount, Currency};
use domain::placement::{Confidence, MatchRung};
use domain::product::{ProductDraft, Provenance, Spec};
use domain::snapshot::SnapshotKind;
use domain::store::{Store, StoreName};
use fakes::{ManualClock, PreparedBatches, QuickDigest, Seeded};
use ports_net::{CatalogueItem, FeedError, FeedItem, RowRemark};
use ports_store::{
    AccessStore, CatalogueReader, CatalogueWriter, Changes, Deployment, HistoryKeeping,
    HistoryStore, ImportedPast, ImportedPasts, MatchEdit, MatchStore, PointRef, PointTarget,
    ProductHistory, ProductRecord, ProductRemoval, RemovalStore, StoreError, Untargeted,
};
use ports_system::Clock;
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;

struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    _folder: TempDir,
}

#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl ChangeListener for Heard {
    fn products_changed(&self, ids: &[CanonicalProductId]) {
        self.0
            .lock()
            .unwrap()
            .extend(ids.iter().map(ToString::to_string));
    }
}

#[derive(Default)]
struct Rejections(Vec<String>);

impl ImportObserver for Rejections {
    fn row(&mut self, row: &RowRemark, _: bool) {
        self.0.push(format!("{} {}", row.field, row.reason));
    }

    fn progress(&mut self, _: &Counts) {}
}

fn offer(id: &str, title: &str, minor: i64) -> FeedItem {
    FeedItem::Offer(Box::new(offer_of(id, title, "Nova", minor)), Vec::new())
}

fn with_gtin(item: FeedItem, gtin: &str) -> FeedItem {
    match item {
        FeedItem::Offer(mut offer, remarks) => {
            offer.identity.gtins = vec![Gtin::parse(gtin).unwrap()];
            FeedItem::Offer(offer, remarks)
        }
        rejected @ FeedItem::Rejected(_) => rejected,
    }
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let currency = Currency::parse("EUR").unwrap();
        store
            .claim_deployment(Deployment { currency })
            .await
            .unwrap();
        Self {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(START)),
            _folder: folder,
        }
    }

    fn catalogue(&self) -> Catalogue {
        self.catalogue_read_by(Arc::<SqliteStore>::clone(&self.store))
    }

    fn catalogue_read_by(&self, reader: Arc<dyn CatalogueReader>) -> Catalogue {
        self.catalogue_with(reader, Arc::<SqliteStore>::clone(&self.store))
    }

    fn catalogue_with(
        &self,
        reader: Arc<dyn CatalogueReader>,
        history: Arc<dyn HistoryStore>,
    ) -> Catalogue {
        Catalogue::new(
            CatalogueStores {
                reader,
                history,
                scales: Arc::<SqliteStore>::clone(&self.store),
            },
            Arc::new(TantivyIndex::in_memory().unwrap()),
            Arc::<ManualClock>::clone(&self.clock),
            CatalogueSettings {
                currency: Currency::parse("EUR").unwrap(),
                offer_ttl: TTL,
                assumed_delivery: Amount::from_minor(499).unwrap(),
            },
        )
    }

    /// The workspaces, with ids and keys that come from a seed.
    fn workspaces(&self, seed: u64) -> Workspaces {
        let seeded = Arc::new(Seeded::new(seed));
        Workspaces {
            access: Arc::<SqliteStore>::clone(&self.store),
            clock: Arc::<ManualClock>::clone(&self.clock),
            ids: Arc::<Seeded>::clone(&seeded),
            secrets: seeded,
            digester: Arc::new(QuickDigest),
        }
    }

    async fn import_catalogue(&self, rows: Vec<CatalogueItem>) -> (CatalogueCounts, Vec<Remark>) {
        let mut remarks = Vec::new();
        let mut report = |row: &RowRemark, accepted: bool| {
            remarks.push((row.line, row.reason.clone(), accepted));
        };
        let mut rows = PreparedBatches::of(rows);
        let counts = import_catalogue(&*self.store, &*self.store, &mut rows, &mut report).await;
        (counts.unwrap(), remarks)
    }

    async fn import(&self, store: &str, items: Vec<FeedItem>) -> Result<Counts, ImportError> {
        self.import_as(store, SnapshotKind::Full, PreparedBatches::of(items))
            .await
    }

    async fn import_as(
        &self,
        store: &str,
        kind: SnapshotKind,
        feed: PreparedBatches<FeedItem>,
    ) -> Result<Counts, ImportError> {
        let mut observer = Rejections::default();
        self.import_told(store, kind, feed, &mut observer).await
    }

    async fn import_told(
        &self,
        store: &str,
        kind: SnapshotKind,
        mut feed: PreparedBatches<FeedItem>,
        observer: &mut Rejections,
    ) -> Result<Counts, ImportError> {
        let importer = importer(&self.store, &self.clock);
        importer
            .import(&request(store, kind), &mut feed, observer)
            .await
    }
}

fn totals(catalogue: &Catalogue) -> Vec<(String, i64)> {
    let found = catalogue.search("nova").unwrap();
    let shown = |item: &app::catalogue::search::Found| {
        let minimum = item.summary.minimum.map_or(0, |m| m.price.minor());
        (item.summary.id().to_owned(), minimum)
    };
    found.items.iter().map(shown).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_that_breaks_off_leaves_what_was_there() {
    let world = World::new().await;
    let first = vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 200)];
    world.import("Shop", first).await.unwrap();
    let before = world.store.revision().await.unwrap();
    let broken = PreparedBatches(VecDeque::from([
        Ok(vec![offer("a", "Nova X2", 1)]),
        Err(FeedError::Truncated("in the middle of a record".to_owned())),
    ]));
    let error = world
        .import_as("Shop", SnapshotKind::Full, broken)
        .await
        .unwrap_err();
    assert!(matches!(error, ImportError::Feed(FeedError::Truncated(_))));
    assert_eq!(world.store.revision().await.unwrap(), before);
    let again = vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 200)];
    let counts = world.import("Shop", again).await.unwrap();
    assert_eq!(
        (
            counts.unchanged,
            counts.created,
            counts.changed,
            counts.gone
        ),
        (2, 0, 0, 0)
    );
    assert_eq!(
        world.store.revision().await.unwrap(),
        before,
        "nothing changed, no revision"
    );
}

/// Rows of a catalogue with these numbers, as a reader gives them.
fn in_chunks(numbers: std::ops::Range<u64>, name: &str) -> PreparedBatches<CatalogueItem> {
    let rows: Vec<CatalogueItem> = numbers
        .map(|number| {
            let draft = ProductDraft {
                brand: name.to_owned(),
                ..ProductDraft::named(
                    CanonicalProductId::parse(&format!("p{number}")).unwrap(),
                    format!("{name} {number}"),
                    Provenance::Catalogue,
                )
            };
            CatalogueItem::Product {
                line: number + 1,
                draft: Box::new(draft),
                remarks: Vec::new(),
            }
        })
        .collect();
    PreparedBatches(rows.chunks(777).map(|rows| Ok(rows.to_vec())).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_catalogue_is_saved_in_batches_and_a_first_one_in_larger_ones() {
    let world = World::new().await;
    let import = async |mut rows: PreparedBatches<CatalogueItem>| {
        let mut lines = Vec::new();
        let mut report = |row: &RowRemark, _: bool| lines.push(row.line);
        let counts = import_catalogue(&*world.store, &*world.store, &mut rows, &mut report).await;
        (counts, lines)
    };
    let mut first = in_chunks(0..10_001, "Nova");
    first.0.extend(in_chunks(5..6, "Nova").0);
    let (counts, lines) = import(first).await;
    let counts = counts.unwrap();
    let CatalogueCounts {
        read,
        rejected,
        saved,
    } = counts;
    assert_eq!((read, rejected, saved.created), (10_002, 1, 10_001));
    assert_eq!(lines, [6], "the line that it says");
    assert_eq!(world.store.revision().await.unwrap(), Revision(2));

    let mut broken = in_chunks(0..3_000, "Mira");
    let fault = FeedError::Truncated("in the middle of a record".to_owned());
    broken.0.push_back(Err(fault));
    let (error, _) = import(broken).await;
    let error = error.unwrap_err();
    assert!(matches!(error, CatalogueImportError::Feed(_)), "{error:?}");
    assert_eq!(world.store.revision().await.unwrap(), Revision(4));
    let (counts, _) = import(in_chunks(0..3_000, "Mira")).await;
    assert_eq!(counts.unwrap().saved.unchanged, 3_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_followed_catalogue_tells_exactly_what_changed() {
    let world = World::new().await;
    world
        .import(
            "Shop",
            vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 120)],
        )
        .await
        .unwrap();
    let catalogue = world.catalogue();
    let early = catalogue.search("nova").unwrap_err();
    assert_eq!(
        (early.code, early.retry_after_seconds),
        (ErrorCode::Loading, Some(1)),
        "half a catalogue answers nothing"
    );
    catalogue.load().await.unwrap();
    let heard = Arc::new(Heard::default());
    catalogue.listen(Arc::<Heard>::clone(&heard));
    assert_eq!(
        totals(&catalogue),
        [("nova_x2".to_owned(), 100), ("nova_x3".to_owned(), 120)]
    );
    world
        .import(
            "Shop",
            vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 90)],
        )
        .await
        .unwrap();
    assert_eq!(catalogue.follow().await.unwrap().products, 1);
    assert_eq!(*heard.0.lock().unwrap(), ["nova_x3"]);
    assert_eq!(
        totals(&catalogue),
        [("nova_x3".to_owned(), 90), ("nova_x2".to_owned(), 100)]
    );
    assert_eq!(catalogue.follow().await.unwrap().products, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn loading_tells_of_every_product_because_nobody_announced_earlier_changes() {
    let world = World::new().await;
    let catalogue = world.catalogue();
    let heard = Arc::new(Heard::default());
    catalogue.listen(Arc::<Heard>::clone(&heard));
    let price = |minor| vec![offer("a", "Nova X2", minor)];
    world.import("Shop", price(100)).await.unwrap();
    // an answer may be made, and kept, between this and the load
    world.import("Shop", price(90)).await.unwrap();
    catalogue.load().await.unwrap();
    assert_eq!(*heard.0.lock().unwrap(), ["nova_x2"]);
    assert_eq!(catalogue.follow().await.unwrap().products, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_turn_stale_by_themselves_and_come_back_when_confirmed() {
    let world = World::new().await;
    let items = || vec![offer("a", "Nova X2", 100)];
    world.import("Old Shop", items()).await.unwrap();
    world.clock.advance(Duration::hours(2));
    world
        .import("New Shop", vec![offer("n", "Nova X2", 150)])
        .await
        .unwrap();
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    assert_eq!(totals(&catalogue), [("nova_x2".to_owned(), 100)]);

    world.clock.advance(TTL - Duration::hours(2));
    catalogue.refresh().await.unwrap();
    assert_eq!(
        totals(&catalogue),
        [("nova_x2".to_owned(), 150)],
        "the other shop's is still true"
    );
    assert_eq!(
        catalogue.refresh().await.unwrap().products,
        0,
        "looked at once, not again and again"
    );

    let counts = world.import("Old Shop", items()).await.unwrap();
    assert_eq!((counts.unchanged, counts.changed), (1, 0));
    catalogue.follow().await.unwrap();
    assert_eq!(
        totals(&catalogue),
        [("nova_x2".to_owned(), 100)],
        "confirmed again"
    );

    world.clock.advance(TTL * 2);
    catalogue.refresh().await.unwrap();
    assert_eq!(totals(&catalogue), [], "nothing can be bought any more");
    let answer = catalogue.product("nova_x2").await.unwrap();
    assert_eq!(answer.assessment.offers.len(), 2, "but it is still listed");
    assert_eq!(answer.assessment.decision, None);
}

/// The same offer of a phone, or of another category, with this delivery cost.
fn in_category(item: FeedItem, category: &str, delivery: Option<i64>) -> FeedItem {
    match item {
        FeedItem::Offer(mut offer, remarks) => {
            category.clone_into(&mut offer.identity.category);
            offer.facts.delivery_cost = delivery.and_then(Amount::from_minor);
            FeedItem::Offer(offer, remarks)
        }
        rejected @ FeedItem::Rejected(_) => rejected,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn search_and_page_agree_on_what_delivery_usually_costs() {
    let world = World::new().await;
    let silent = in_category(offer("a", "Nova X2", 100), "Phones", None);
    world.import("Silent Shop", vec![silent]).await.unwrap();
    let other = |category, delivery| {
        let item = in_category(offer("b", "Other Y3", 200), category, Some(delivery));
        world.import("Other Shop", vec![item])
    };
    other("Phones", 300).await.unwrap();
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    let agree = async |price: i64| {
        let found = totals(&catalogue);
        assert!(found.contains(&("nova_x2".to_owned(), price)), "{found:?}");
        let page = catalogue.product("nova_x2").await.unwrap();
        let minimum = page.assessment.minimum.unwrap();
        assert_eq!((minimum.price.minor(), minimum.is_assumed), (price, true));
    };
    agree(400).await;
    let heard = Arc::new(Heard::default());
    catalogue.listen(Arc::<Heard>::clone(&heard));
    for (category, delivery, price) in [
        ("Phones", 700, 800),
        ("Books", 700, 599),
        ("Phones", 100, 200),
    ] {
        world.clock.advance(Duration::seconds(1));
        other(category, delivery).await.unwrap();
        catalogue.follow().await.unwrap();
        agree(price).await;
        let mut told = std::mem::take(&mut *heard.0.lock().unwrap());
        told.sort();
        assert_eq!(told, ["nova_other_y3", "nova_x2"], "the page is made anew");
    }
    world.clock.advance(Duration::minutes(6));
    let again = catalogue.refresh().await.unwrap();
    assert_eq!(
        again.products, 0,
        "nothing is read again while nothing changed"
    );
    agree(200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_that_expire_together_are_looked_at_in_parts_and_left_out_until_then() {
    const PRODUCTS: usize = 2_500;
    let world = World::new().await;
    let items = |prefix: &'static str, minor| {
        let title = |n| format!("Nova Q{n} Z{n}");
        let item = move |n| offer(&format!("{prefix}{n}"), &title(n), minor);
        (0..PRODUCTS).map(item).collect::<Vec<_>>()
    };
    world.import("Old Shop", items("a", 100)).await.unwrap();
    world.clock.advance(Duration::hours(2));
    world.import("New Shop", items("b", 105)).await.unwrap();
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    let total = || catalogue.search("nova").unwrap().total;
    let all = total();
    assert!(all > 2_000, "{all}");
    assert_eq!(catalogue.next_expiry(), Some(START + TTL));

    world.clock.advance(TTL - Duration::hours(2));
    assert_eq!(total(), 0, "nothing is shown that is not true any more");
    let mut shown = 0;
    while catalogue.next_expiry() == Some(START + TTL) {
        let looked_at = catalogue.refresh().await.unwrap().products;
        assert!((1..=1_000).contains(&looked_at), "{looked_at}");
        shown += looked_at;
        assert_eq!(total(), shown);
    }
    assert_eq!(shown, all);
    let next = START + TTL + Duration::hours(2);
    assert_eq!(catalogue.next_expiry(), Some(next), "the other shop's");
    assert!(totals(&catalogue).iter().all(|(_, price)| *price == 105));
}

#[tokio::test(flavor = "multi_thread")]
async fn summaries_count_with_one_usual_delivery_cost_whenever_they_were_read() {
    let world = World::new().await;
    let silent = |minor| vec![in_category(offer("a", "Nova X2", minor), "Phones", None)];
    world.import("Old Shop", silent(101)).await.unwrap();
    world.clock.advance(Duration::hours(2));
    world.import("Silent Shop", silent(100)).await.unwrap();
    let other = |delivery| {
        let item = in_category(offer("b", "Other Y3", 200), "Phones", Some(delivery));
        world.import("Other Shop", vec![item])
    };
    other(300).await.unwrap();
    let (first, second) = (world.catalogue(), world.catalogue());
    first.load().await.unwrap();
    second.load().await.unwrap();
    let price = |catalogue: &Catalogue| {
        let found = totals(catalogue);
        found.iter().find(|(id, _)| id == "nova_x2").map(|f| f.1)
    };
    // one process reads the product while delivery costs something else, and follows only after that
    world.clock.advance(TTL - Duration::hours(2));
    other(700).await.unwrap();
    assert_eq!(first.refresh().await.unwrap().products, 1);
    world.clock.advance(Duration::seconds(1));
    other(300).await.unwrap();
    first.follow().await.unwrap();
    second.follow().await.unwrap();
    second.refresh().await.unwrap();
    let page = first.product("nova_x2").await.unwrap();
    let page = page.assessment.minimum.map(|m| m.price.minor());
    assert_eq!(page, Some(400));
    assert_eq!((price(&first), price(&second)), (page, page));
}

/// A row of a catalogue file.
fn catalogue_row(known: &ProductDraft, id: &str, name: &str) -> CatalogueItem {
    let draft = ProductDraft {
        id: CanonicalProductId::parse(id).unwrap(),
        name: name.to_owned(),
        provenance: Provenance::Catalogue,
        gtins: Vec::new(),
        ..known.clone()
    };
    CatalogueItem::Product {
        line: 1,
        draft: Box::new(draft),
        remarks: Vec::new(),
    }
}

/// What is said of a row: its number, the words, whether it is accepted.
type Remark = (u64, String, bool);

/// Reads as the store does; the answer of one load is kept back, and who asks for changes lies so many more revisions back.
struct SlowReader {
    store: Arc<SqliteStore>,
    is_slow: AtomicBool,
    lag: AtomicI64,
    has_read: Barrier,
    may_answer: Barrier,
}

impl SlowReader {
    fn of(world: &World) -> Self {
        Self {
            store: Arc::clone(&world.store),
            is_slow: AtomicBool::new(false),
            lag: AtomicI64::new(0),
            has_read: Barrier::new(2),
            may_answer: Barrier::new(2),
        }
    }
}

#[async_trait::async_trait]
impl CatalogueReader for SlowReader {
    async fn revision(&self) -> Result<Revision, StoreError> {
        self.store.revision().await
    }

    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        self.store.find(id).await
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        let is_slow = self.is_slow.swap(false, Ordering::SeqCst);
        let records = self.store.load(products).await;
        if is_slow {
            self.has_read.wait().await;
            self.may_answer.wait().await;
        }
        records
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        self.store.list(after, limit).await
    }

    async fn changes(&self, since: Revision) -> Result<Changes, StoreError> {
        let since = Revision(since.0 - self.lag.load(Ordering::SeqCst));
        self.store.changes(since).await
    }

    async fn stamp(&self, revision: Revision) -> Result<Option<i64>, StoreError> {
        self.store.stamp(revision).await
    }

    async fn list_stores(&self) -> Result<Vec<Store>, StoreError> {
        self.store.list_stores().await
    }

    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError> {
        self.store.list_category_delivery().await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_before_does_not_replace_what_was_read_later() {
    let world = World::new().await;
    let import = |store, price| world.import(store, vec![offer("a", "Nova X2", price)]);
    import("Old Shop", 100).await.unwrap();
    world.clock.advance(Duration::hours(2));
    import("New Shop", 150).await.unwrap();
    let reader = Arc::new(SlowReader::of(&world));
    let catalogue = world.catalogue_read_by(Arc::<SlowReader>::clone(&reader));
    catalogue.load().await.unwrap();
    world.clock.advance(TTL - Duration::hours(2));
    reader.is_slow.store(true, Ordering::SeqCst);
    let later = async {
        reader.has_read.wait().await;
        import("New Shop", 140).await.unwrap();
        catalogue.follow().await.unwrap();
        assert_eq!(totals(&catalogue), [("nova_x2".to_owned(), 140)]);
        reader.may_answer.wait().await;
    };
    let (refreshed, ()) = tokio::join!(catalogue.refresh(), later);
    assert_eq!(refreshed.unwrap().products, 1);
    assert_eq!(totals(&catalogue), [("nova_x2".to_owned(), 140)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_that_went_while_changes_were_forgotten_is_not_found_any_more() {
    let world = World::new().await;
    let offers = vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 120)];
    world.import("Shop", offers).await.unwrap();
    let reader = Arc::new(SlowReader::of(&world));
    let catalogue = world.catalogue_read_by(Arc::<SlowReader>::clone(&reader));
    catalogue.load().await.unwrap();
    let left = vec![offer("b", "Nova X3", 120)];
    world.import("Shop", left).await.unwrap();
    let gone = CanonicalProductId::parse("nova_x2").unwrap();
    let removed = world.store.remove_product(&gone, false).await.unwrap();
    assert!(
        matches!(removed, ProductRemoval::Removed { .. }),
        "{removed:?}"
    );
    reader.lag.store(1001, Ordering::SeqCst);
    catalogue.follow().await.unwrap();
    assert_eq!(totals(&catalogue), [("nova_x3".to_owned(), 120)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_of_a_merged_product_goes_to_the_one_that_its_id_leads_to() {
    let world = World::new().await;
    world
        .import(
            "Shop",
            vec![offer("a", "Nova X2", 100), offer("b", "Nova X3", 120)],
        )
        .await
        .unwrap();
    let catalogue = world.catalogue();
    let mut numbers = Vec::new();
    for id in ["nova_x2", "nova_x3"] {
        numbers.push(catalogue.product(id).await.unwrap().product.no);
    }
    let merge = MatchEdit::Merge {
        product: numbers[1],
        into: numbers[0],
        rung: MatchRung::Person,
        confidence: Confidence::FULL,
        settles: None,
    };
    let freshness = Freshness {
        now: START,
        offer_ttl: TTL,
    };
    world
        .store
        .apply_matches(&[merge], freshness)
        .await
        .unwrap();
    let known = catalogue.product("nova_x2").await.unwrap().product.draft;
    let row = |id: &str, name: &str| catalogue_row(&known, id, name);
    let import = async |rows: Vec<CatalogueItem>| world.import_catalogue(rows).await;
    for (changed, unchanged) in [(1, 0), (0, 1)] {
        let (counts, remarks) = import(vec![row("nova_x3", "Nova X2 Deluxe")]).await;
        assert_eq!(
            (counts.saved.changed, counts.saved.unchanged),
            (changed, unchanged)
        );
        assert_eq!(counts.saved.merged.len(), 1);
        let reason = "was merged into nova_x2; the row went to that product".to_owned();
        assert_eq!(remarks, [(1, reason, true)]);
    }
    for id in ["nova_x2", "nova_x3"] {
        let shown = catalogue.product(id).await.unwrap().product;
        assert_eq!(
            (shown.no, shown.draft.name.as_str()),
            (numbers[0], "Nova X2 Deluxe")
        );
    }
    let both = [row("nova_x3", "Other"), row("nova_x2", "Nova X2")];
    let (counts, remarks) = import(both.to_vec()).await;
    assert_eq!(
        (counts.read, counts.rejected, counts.saved.changed),
        (2, 1, 1)
    );
    let reason = "was merged into nova_x2, which another row of the file names".to_owned();
    assert_eq!(remarks, [(1, reason, false)]);
    let shown = catalogue.product("nova_x3").await.unwrap().product;
    assert_eq!(shown.draft.name, "Nova X2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_keeps_the_time_of_the_last_change() {
    let world = World::new().await;
    let items = || vec![offer("a", "Nova X2", 100)];
    world.import("Shop", items()).await.unwrap();
    world.clock.advance(Duration::hours(5));
    for kind in [SnapshotKind::Delta, SnapshotKind::Full] {
        let feed = PreparedBatches::of(items());
        let counts = world.import_as("Shop", kind, feed).await.unwrap();
        assert_eq!((counts.unchanged, counts.changed), (1, 0), "{kind:?}");
        let answer = world.catalogue().product("nova_x2").await.unwrap();
        let offer = &answer.assessment.offers[0].offer;
        assert_eq!(
            (offer.updated_at, offer.price_since),
            (START, START),
            "{kind:?}"
        );
        assert_eq!(offer.last_seen_at, world.clock.now(), "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubt_within_one_batch_is_put_to_a_person() {
    let world = World::new().await;
    let number = "4006381333931";
    let items = vec![
        with_gtin(offer("a", "Nova X2 128GB", 100), number),
        with_gtin(offer("b", "Nova X3 128GB", 200), number),
    ];
    world.import("Shop", items).await.unwrap();
    let doubtful = world.catalogue().product("nova_x3_128gb").await.unwrap();
    assert_eq!(doubtful.status.code(), "review");
    let first = world.catalogue().product("nova_x2_128gb").await.unwrap();
    assert_eq!(first.assessment.offers.len(), 1, "not merged");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_in_the_description_or_in_the_name_of_the_image_tells_the_product() {
    let world = World::new().await;
    let titled = |id: &str, title: &str| offer_of(id, title, "Nova", 9_900);
    let catalogued = ["Nova KM-2300 mixer", "Nova KM-2500 mixer"];
    let items = catalogued.map(|title| FeedItem::Offer(Box::new(titled(title, title)), Vec::new()));
    world.import("First", items.to_vec()).await.unwrap();
    let (mut described, mut pictured, mut fitting) = (
        titled("d", "Nova Standmixer silver"),
        titled("p", "Nova Standmixer leise"),
        titled("f", "Nova Messer for KM-2300"),
    );
    described.description = "Der KM-2300 von Nova mixt leise.".to_owned();
    pictured.facts.image_url = Some("https://img.example/nova_km2500.jpg".to_owned());
    fitting.description = "Passt zu Nova KM-2300".to_owned();
    for (shop, item) in [
        ("Shop A", described),
        ("Shop B", pictured),
        ("Shop C", fitting),
    ] {
        let items = vec![FeedItem::Offer(Box::new(item), Vec::new())];
        world.import(shop, items).await.unwrap();
    }
    for (id, title) in [
        ("nova_km_2300_mixer", "Nova Standmixer silver"),
        ("nova_km_2500_mixer", "Nova Standmixer leise"),
    ] {
        let product = world.catalogue().product(id).await.unwrap();
        let offers = product.assessment.offers.iter();
        let titles: Vec<&str> = offers.map(|it| it.offer.title.as_str()).collect();
        assert_eq!(titles.len(), 2, "{id}: {titles:?}");
        assert!(titles.contains(&title), "{id}: {titles:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_that_is_named_in_full_comes_before_cheaper_ones() {
    let world = World::new().await;
    let items = vec![
        offer("a", "Nova X2 128 GB", 70_000),
        offer("b", "Nova X2 Mini 128 GB", 60_000),
    ];
    world.import("Shop", items).await.unwrap();
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    for (q, first) in [
        ("nova x2 128gb", "nova_x2_128_gb"),
        ("Nova X2 mini 128 GB", "nova_x2_mini_128_gb"),
        ("nova", "nova_x2_128_gb"),
    ] {
        let found = catalogue.search(q).unwrap();
        let ids: Vec<_> = found.items.iter().map(|i| i.summary.id()).collect();
        assert_eq!(ids.first(), Some(&first), "{q}: {ids:?}");
        assert!(
            found
                .items
                .iter()
                .all(|i| (0.0..=1.0).contains(&i.relevance))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_price_orders_only_what_is_equally_relevant() {
    let world = World::new().await;
    let items = vec![
        offer("a", "Nova X2 128 GB", 70_000),
        offer("b", "Nova X3 128 GB", 60_000),
        offer("c", "Nova X4 128 GB in green", 50_000),
    ];
    world.import("Shop", items).await.unwrap();
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    let found = catalogue.search("nova").unwrap();
    let seen: Vec<_> = found.items.iter().map(|i| i.summary.id()).collect();
    assert_eq!(
        seen,
        [
            "nova_x3_128_gb",
            "nova_x2_128_gb",
            "nova_x4_128_gb_in_green"
        ]
    );
    let relevances: Vec<f64> = found.items.iter().map(|i| i.relevance).collect();
    assert!(
        relevances[1] > 0.9999 && relevances[2] > 0.9 && relevances[2] < 0.9999,
        "{relevances:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn properties_of_a_new_product_that_cannot_be_read_are_told_once() {
    let world = World::new().await;
    let described = |price| match offer("a", "Nova X2", price) {
        FeedItem::Offer(mut offer, remarks) => {
            offer.specs = vec![Spec {
                label: "Battery".to_owned(),
                value: "plenty".to_owned(),
                icon: None,
            }];
            FeedItem::Offer(offer, remarks)
        }
        rejected @ FeedItem::Rejected(_) => rejected,
    };
    for (store, price, told) in [("Shop A", 100, 1), ("Shop A", 101, 0), ("Shop B", 100, 0)] {
        let mut observer = Rejections::default();
        let feed = PreparedBatches::of(vec![described(price)]);
        world
            .import_told(store, SnapshotKind::Full, feed, &mut observer)
            .await
            .unwrap();
        let fields = observer.0.iter().filter(|t| t.starts_with("specs.Battery"));
        assert_eq!(fields.count(), told, "{store} {price}: {:?}", observer.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_or_worthless_feed_is_refused() {
    let world = World::new().await;
    world
        .import("Shop", vec![offer("a", "Nova X2", 100)])
        .await
        .unwrap();
    let rejected = FeedItem::Rejected(RowRemark {
        line: 7,
        offer_id: None,
        field: "price".to_owned(),
        reason: "missing".to_owned(),
    });
    for items in [Vec::new(), vec![rejected]] {
        let error = world.import("Shop", items).await.unwrap_err();
        assert!(matches!(error, ImportError::Refused(_)), "{error}");
    }
    let catalogue = world.catalogue();
    catalogue.load().await.unwrap();
    assert_eq!(totals(&catalogue), [("nova_x2".to_owned(), 100)]);
}

/// A new key of the workspace `acme`.
async fn a_key(workspaces: &Workspaces, mode: Mode, scopes: &[Scope]) -> MadeKey {
    let codes = scopes.iter().map(|scope| scope.code().to_owned());
    let wish = KeyWish {
        workspace: "acme".to_owned(),
        mode: mode.code().to_owned(),
        scopes: codes.collect(),
        ..KeyWish::default()
    };
    workspaces.make_key(&wish).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_looked_up_once_and_refused_after_it_is_revoked() {
    let world = World::new().await;
    let workspaces = world.workspaces(1);
    let made = a_key(&workspaces, Mode::Test, &[Scope::WatchlistsWrite]).await;
    let counting = Counting::beside(&world.store);
    let access: Arc<dyn AccessStore> = Arc::<Counting>::clone(&counting);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    for _ in 0..3 {
        let owner = authenticator.authenticate(&made.secret).await.unwrap();
        assert_eq!(
            (owner.key.workspace.as_str(), owner.key.mode),
            ("acme", Mode::Test)
        );
        require_scope(&owner, Scope::WatchlistsRead).unwrap();
        let lacking = require_scope(&owner, Scope::CatalogRead).unwrap_err();
        assert_eq!(lacking.code, ErrorCode::InsufficientScope);
    }
    assert_eq!(counting.asked.load(Ordering::SeqCst), 1);
    assert!(authenticator.was_found(&made.secret));
    let never = format!("{}{}", Mode::Test.key_prefix(), "A".repeat(43));
    assert!(authenticator.authenticate(&never).await.is_err());
    assert!(!authenticator.was_found(&never));
    world
        .store
        .revoke_key(&made.key.id, world.clock.now())
        .await
        .unwrap();
    let cut = made.secret.get(..made.secret.len() - 1).unwrap();
    for presented in [
        made.secret.as_str(),
        cut,
        "",
        "pcs_live_",
        &made.secret.to_uppercase(),
    ] {
        let refused = authenticator.authenticate(presented).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Authentication, "{presented}");
    }
    assert!(!authenticator.was_found(&made.secret), "revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_good_a_minute_ago_reads_while_the_store_is_away() {
    let world = World::new().await;
    let workspaces = world.workspaces(7);
    let scopes = [Scope::CatalogRead];
    let used = a_key(&workspaces, Mode::Live, &scopes).await;
    let unused = a_key(&workspaces, Mode::Live, &scopes).await;
    let counting = Counting::beside(&world.store);
    let access: Arc<dyn AccessStore> = Arc::<Counting>::clone(&counting);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    let is_away = |is_away| counting.is_away.store(is_away, Ordering::SeqCst);
    let code = async |presented: &str| {
        let read = authenticator.authenticate_reader(presented).await;
        read.err().map(|error| error.code)
    };

    authenticator.authenticate(&used.secret).await.unwrap();
    world.clock.advance(Duration::seconds(50));
    // found in memory, and known to be good
    authenticator.authenticate(&used.secret).await.unwrap();
    assert_eq!(counting.asked.load(Ordering::SeqCst), 1);
    is_away(true);
    world.clock.advance(Duration::seconds(60));
    assert_eq!(code(&used.secret).await, None);
    assert_eq!(code(&unused.secret).await, Some(ErrorCode::Server));
    let writing = authenticator.authenticate(&used.secret).await.unwrap_err();
    assert_eq!(writing.code, ErrorCode::Server, "it may not write");
    world.clock.advance(Duration::milliseconds(1));
    assert_eq!(code(&used.secret).await, Some(ErrorCode::Server));

    is_away(false);
    assert_eq!(code(&used.secret).await, None);
    let now = world.clock.now();
    world.store.revoke_key(&used.key.id, now).await.unwrap();
    assert_eq!(code(&used.secret).await, Some(ErrorCode::Authentication));
    is_away(true);
    let refused = code(&used.secret).await;
    assert_eq!(refused, Some(ErrorCode::Server), "it is known as revoked");

    is_away(false);
    authenticator.authenticate(&unused.secret).await.unwrap();
    let now = world.clock.now();
    world.store.revoke_key(&unused.key.id, now).await.unwrap();
    is_away(true);
    let refused = code(&unused.secret).await;
    assert_eq!(refused, Some(ErrorCode::Server), "a change was heard of");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_up_that_fails_while_the_store_comes_back_is_made_again() {
    let world = World::new().await;
    let workspaces = world.workspaces(7);
    let made = a_key(&workspaces, Mode::Live, &[]).await;
    let counting = Counting::beside(&world.store);
    counting.is_away.store(true, Ordering::SeqCst);
    counting.comes_back.store(true, Ordering::SeqCst);
    let access: Arc<dyn AccessStore> = Arc::<Counting>::clone(&counting);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    let read = authenticator.authenticate_reader(&made.secret).await;
    assert_eq!(read.unwrap().key.id, made.key.id);
    assert_eq!(counting.asked.load(Ordering::SeqCst), 2);
    assert!(authenticator.remembered(&made.secret).is_some());
    counting.is_away.store(true, Ordering::SeqCst);
    authenticator.authenticate(&made.secret).await.unwrap();
    let now = world.clock.now();
    world.store.revoke_key(&made.key.id, now).await.unwrap();
    counting.is_away.store(true, Ordering::SeqCst);
    let revoked = authenticator.authenticate_reader(&made.secret).await;
    assert_eq!(revoked.unwrap_err().code, ErrorCode::Authentication);
    // one that stays away is asked once
    counting.comes_back.store(false, Ordering::SeqCst);
    counting.is_away.store(true, Ordering::SeqCst);
    let asked = counting.asked.load(Ordering::SeqCst);
    let away = authenticator.authenticate(&made.secret).await;
    assert_eq!(away.unwrap_err().code, ErrorCode::Server);
    assert_eq!(counting.asked.load(Ordering::SeqCst), asked + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_refused_from_its_end_on_wherever_it_is_remembered() {
    let world = World::new().await;
    let workspaces = world.workspaces(3);
    let made = |expires: &str| {
        let wish = KeyWish {
            workspace: "acme".to_owned(),
            mode: "live".to_owned(),
            label: "for the shop".to_owned(),
            expires: expires.to_owned(),
            ..KeyWish::default()
        };
        let workspaces = &workspaces;
        async move { workspaces.make_key(&wish).await.unwrap() }
    };
    let (ends, stays) = (made("2m").await, made("").await);
    assert_eq!(ends.key.label, "for the shop");
    assert_eq!(stays.key.expires_at, None);
    let counting = Counting::beside(&world.store);
    let access: Arc<dyn AccessStore> = Arc::<Counting>::clone(&counting);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    authenticator.authenticate(&stays.secret).await.unwrap();
    authenticator.authenticate(&ends.secret).await.unwrap();
    world
        .clock
        .advance(Duration::minutes(2) - Duration::microseconds(1));
    assert!(authenticator.remembered(&ends.secret).is_some());
    assert_eq!(counting.asked.load(Ordering::SeqCst), 2);
    world.clock.advance(Duration::microseconds(1));
    assert!(authenticator.remembered(&ends.secret).is_none());
    assert!(authenticator.remembered(&stays.secret).is_some());
    // not even while the store is away and what was good a minute ago is trusted
    counting.is_away.store(true, Ordering::SeqCst);
    let away = authenticator.authenticate_reader(&ends.secret).await;
    assert_eq!(away.unwrap_err().code, ErrorCode::Server);
    authenticator
        .authenticate_reader(&stays.secret)
        .await
        .unwrap();
    counting.is_away.store(false, Ordering::SeqCst);
    let refused = authenticator.authenticate(&ends.secret).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Authentication);
    assert!(!authenticator.was_found(&ends.secret), "expired");
    let revoked = workspaces.revoke(&stays.key.id).await.unwrap();
    assert!(revoked.is_heard);
    let also = authenticator.authenticate(&stays.secret).await.unwrap_err();
    assert_eq!(also.message, refused.message, "they cannot be told apart");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_use_of_a_key_is_written_apart_from_requests_once_in_five_minutes() {
    let world = World::new().await;
    let store = &world.store;
    let workspaces = world.workspaces(5);
    let made = a_key(&workspaces, Mode::Live, &[]).await;
    let unused = a_key(&workspaces, Mode::Live, &[]).await;
    let access: Arc<dyn AccessStore> = Arc::<SqliteStore>::clone(store);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    let last_used = async |id: &str| {
        let keys = store.list_keys(None).await.unwrap();
        let found = keys.into_iter().find(|key| key.id == id);
        found.unwrap().last_used_at
    };
    let use_now = async || {
        authenticator.authenticate(&made.secret).await.unwrap();
        world.clock.now()
    };
    let write = async || authenticator.write_uses(&**store).await.unwrap();
    assert_eq!(write().await, 0);
    let first = use_now().await;
    assert_eq!(last_used(&made.key.id).await, None, "not in the request");
    assert_eq!(write().await, 1);
    assert_eq!(last_used(&made.key.id).await, Some(first));
    assert_eq!(write().await, 0, "nothing new");
    world.clock.advance(GRAIN - Duration::milliseconds(1));
    let second = use_now().await;
    assert_eq!(write().await, 0, "too early");
    world.clock.advance(Duration::milliseconds(1));
    let third = use_now().await;
    assert_eq!(write().await, 1);
    assert_eq!(last_used(&made.key.id).await, Some(third));
    assert!(second < third);
    // the last use of a key that is revoked is told too, and what the end of the process would lose
    world.clock.advance(Duration::SECOND);
    let fourth = use_now().await;
    store
        .revoke_key(&made.key.id, world.clock.now())
        .await
        .unwrap();
    authenticator.authenticate(&made.secret).await.unwrap_err();
    assert_eq!(write().await, 1);
    assert_eq!(last_used(&made.key.id).await, Some(fourth));
    authenticator.authenticate(&unused.secret).await.unwrap();
    world.clock.advance(Duration::SECOND);
    authenticator.authenticate(&unused.secret).await.unwrap();
    assert_eq!(write().await, 1);
    world.clock.advance(Duration::SECOND);
    authenticator.authenticate(&unused.secret).await.unwrap();
    let last = world.clock.now();
    assert_eq!(authenticator.write_last_uses(&**store).await.unwrap(), 1);
    assert_eq!(last_used(&unused.key.id).await, Some(last));
}

#[tokio::test(flavor = "multi_thread")]
async fn uses_that_could_not_be_written_are_written_later() {
    let world = World::new().await;
    let workspaces = world.workspaces(6);
    let access: Arc<dyn AccessStore> = Arc::<SqliteStore>::clone(&world.store);
    let authenticator = Authenticator::new(access, Arc::new(QuickDigest), world.clock.clone());
    let made = [
        a_key(&workspaces, Mode::Live, &[]).await,
        a_key(&workspaces, Mode::Live, &[]).await,
    ];
    for key in &made {
        authenticator.authenticate(&key.secret).await.unwrap();
    }
    let now = world.clock.now();
    world.store.revoke_key(&made[0].key.id, now).await.unwrap();
    authenticator
        .authenticate(&made[0].secret)
        .await
        .unwrap_err();
    authenticator.write_uses(&Full).await.unwrap_err();
    assert_eq!(authenticator.write_uses(&*world.store).await.unwrap(), 2);
    let keys = world.store.list_keys(None).await.unwrap();
    assert!(keys.iter().all(|key| key.last_used_at == Some(now)));
}

/// A store that cannot be written.
struct Full;

#[async_trait::async_trait]
impl ports_store::KeyUseStore for Full {
    async fn record_key_uses(
        &self,
        _: &[ports_store::UsedKey],
    ) -> Result<(), ports_store::StoreError> {
        Err(ports_store::StoreError::NotWritable("full".to_owned()))
    }
}

/// Counts look-ups, and is away at times.
struct Counting {
    store: Arc<SqliteStore>,
    asked: AtomicUsize,
    is_away: AtomicBool,
    /// Is there again when it was asked in vain.
    comes_back: AtomicBool,
}

impl Counting {
    /// Nobody has asked yet, and it is there.
    fn beside(store: &Arc<SqliteStore>) -> Arc<Self> {
        Arc::new(Self {
            store: Arc::clone(store),
            asked: AtomicUsize::new(0),
            is_away: AtomicBool::new(false),
            comes_back: AtomicBool::new(false),
        })
    }
}

#[async_trait::async_trait]
impl AccessStore for Counting {
    async fn save_workspace(
        &self,
        name: &str,
        change: &ports_store::WorkspaceChange,
    ) -> Result<app::Workspace, ports_store::StoreError> {
        self.store.save_workspace(name, change).await
    }

    async fn list_workspaces(
        &self,
        after: Option<domain::ids::WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<app::Workspace>, ports_store::StoreError> {
        self.store.list_workspaces(after, limit).await
    }

    async fn insert_key(
        &self,
        key: &ports_store::NewApiKey,
    ) -> Result<app::ApiKey, ports_store::StoreError> {
        self.store.insert_key(key).await
    }

    async fn find_key(
        &self,
        digest: &[u8; 32],
    ) -> Result<Option<app::KeyWithWorkspace>, ports_store::StoreError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.is_away.load(Ordering::SeqCst) {
            let comes_back = self.comes_back.load(Ordering::SeqCst);
            self.is_away.store(!comes_back, Ordering::SeqCst);
            return Err(ports_store::StoreError::Unreachable("away".to_owned()));
        }
        self.store.find_key(digest).await
    }

    async fn list_keys(
        &self,
        workspace: Option<&str>,
    ) -> Result<Vec<app::ApiKey>, ports_store::StoreError> {
        self.store.list_keys(workspace).await
    }

    async fn revoke_key(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<Option<ports_store::RevokedKey>, ports_store::StoreError> {
        self.store.revoke_key(id, now).await
    }

    fn access_epoch(&self) -> Option<u64> {
        let is_away = self.is_away.load(Ordering::SeqCst);
        self.store.access_epoch().filter(|_| !is_away)
    }

    fn last_access_epoch(&self) -> Option<u64> {
        self.store.access_epoch()
    }
}

/// Offers of one product at these prices.
fn many_offers(minor: impl Fn(usize) -> i64) -> Vec<FeedItem> {
    let row = |no| {
        let item = offer(&format!("o{no}"), "Nova X2", minor(no));
        with_gtin(item, "4006381333931")
    };
    (0..1100).map(row).collect()
}

/// The lowest delivered price of that product, in minor units.
async fn lowest(catalogue: &Catalogue) -> Option<i64> {
    let page = catalogue.product("nova_x2").await.unwrap().assessment;
    assert_eq!((page.offers.len(), page.offer_count), (200, 1100));
    page.minimum.map(|minimum| minimum.price.minor())
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_about_a_product_of_very_many_offers_are_made_before_they_are_asked_for() {
    let world = World::new().await;
    let feed = |lowest| many_offers(|no| if no == 0 { lowest } else { 200 });
    world.import("Shop", feed(150)).await.unwrap();
    let catalogue = world.catalogue().keeping_digests();
    assert!(!catalogue.make_next_digest().await.unwrap(), "not loaded");
    catalogue.load().await.unwrap();
    assert!(catalogue.make_next_digest().await.unwrap());
    assert!(!catalogue.make_next_digest().await.unwrap(), "it is made");

    world.import("Shop", feed(140)).await.unwrap();
    assert_eq!(lowest(&catalogue).await, Some(150), "not read again");
    let now = catalogue.product_in_store("nova_x2").await.unwrap();
    assert_eq!(now.assessment.minimum.unwrap().price.minor(), 140);
    catalogue.follow().await.unwrap();
    assert_eq!(lowest(&catalogue).await, Some(140), "it has changed");

    world.clock.advance(TTL);
    assert_eq!(lowest(&catalogue).await, None, "time made it untrue");
    world.clock.advance(TTL);
    assert!(
        catalogue.make_next_digest().await.unwrap(),
        "time made it untrue"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn following_does_not_wait_for_what_is_made_of_a_product_of_very_many_offers() {
    let world = World::new().await;
    let feed = |minor| many_offers(|_| minor);
    world.import("Shop", feed(150)).await.unwrap();
    let history = Arc::new(SlowHistory::new(&world));
    let reader = Arc::<SqliteStore>::clone(&world.store);
    let catalogue = world.catalogue_with(reader, Arc::<SlowHistory>::clone(&history));
    let catalogue = catalogue.keeping_digests();
    catalogue.load().await.unwrap();
    history.is_slow.store(true, Ordering::SeqCst);
    let meanwhile = async {
        history.has_read.wait().await;
        world.import("Shop", feed(140)).await.unwrap();
        catalogue.refresh().await.unwrap();
        catalogue.follow().await.unwrap();
        assert_eq!(totals(&catalogue), [("nova_x2".to_owned(), 140)]);
        assert_eq!(lowest(&catalogue).await, Some(140), "who asks makes it");
        history.may_answer.wait().await;
    };
    let (made, ()) = tokio::join!(catalogue.make_next_digest(), meanwhile);
    assert!(made.unwrap());
    assert_eq!(
        lowest(&catalogue).await,
        Some(140),
        "what was read before is not kept"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_of_very_many_offers_that_cannot_be_read_is_tried_again() {
    let world = World::new().await;
    let feed = |minor| many_offers(|_| minor);
    world.import("Shop", feed(150)).await.unwrap();
    let history = Arc::new(SlowHistory::new(&world));
    let reader = Arc::<SqliteStore>::clone(&world.store);
    let catalogue = world.catalogue_with(reader, Arc::<SlowHistory>::clone(&history));
    let catalogue = catalogue.keeping_digests();
    catalogue.load().await.unwrap();
    history.is_away.store(true, Ordering::SeqCst);
    catalogue.make_next_digest().await.unwrap_err();
    catalogue.make_next_digest().await.unwrap_err();
    history.is_away.store(false, Ordering::SeqCst);
    assert!(catalogue.make_next_digest().await.unwrap());
    history.is_away.store(true, Ordering::SeqCst);
    assert_eq!(lowest(&catalogue).await, Some(150), "the store is not read");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_is_not_told_to_or_follows_nothing_keeps_nothing() {
    let world = World::new().await;
    let feed = |minor| many_offers(|_| minor);
    world.import("Shop", feed(150)).await.unwrap();
    let follows_nothing = world.catalogue().keeping_digests();
    let not_told_to = world.catalogue();
    not_told_to.load().await.unwrap();
    for minor in [150, 140] {
        world.import("Shop", feed(minor)).await.unwrap();
        assert_eq!(lowest(&follows_nothing).await, Some(minor));
        assert_eq!(lowest(&not_told_to).await, Some(minor));
        not_told_to.follow().await.unwrap();
        assert!(!not_told_to.make_next_digest().await.unwrap());
    }
}

/// Tells the past as the store does; one answer is kept back, and none comes while it is away.
struct SlowHistory {
    store: Arc<SqliteStore>,
    is_away: AtomicBool,
    is_slow: AtomicBool,
    has_read: Barrier,
    may_answer: Barrier,
}

impl SlowHistory {
    fn new(world: &World) -> Self {
        Self {
            store: Arc::clone(&world.store),
            is_away: AtomicBool::new(false),
            is_slow: AtomicBool::new(false),
            has_read: Barrier::new(2),
            may_answer: Barrier::new(2),
        }
    }
}

#[async_trait::async_trait]
impl HistoryStore for SlowHistory {
    async fn find_histories(
        &self,
        ids: &[CanonicalProductId],
        since: OffsetDateTime,
    ) -> Result<Vec<Option<ProductHistory>>, StoreError> {
        if self.is_away.load(Ordering::SeqCst) {
            return Err(StoreError::Unreachable("away".to_owned()));
        }
        let is_slow = self.is_slow.swap(false, Ordering::SeqCst);
        let found = self.store.find_histories(ids, since).await;
        if is_slow {
            self.has_read.wait().await;
            self.may_answer.wait().await;
        }
        found
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
