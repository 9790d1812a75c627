//! A restart begins with what was kept: it reads what has changed since, and serves what one serves that read everything.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use adapter_sqlite::SqliteStore;
use adapter_tantivy::{TantivyIndex, open_kept};
use app::catalogue::search::SearchAnswer;
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores, ChangeListener};
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::{Amount, Currency};
use domain::snapshot::SnapshotKind;
use domain::store::Store;
use fakes::{ManualClock, PreparedBatches};
use ports_net::FeedItem;
use ports_store::{
    CatalogueReader, CatalogueWriter, Changes, Deployment, ProductRecord, StoreError,
};
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::Duration;

/// Reads as the store does, and counts.
struct Counting {
    store: Arc<SqliteStore>,
    /// Products that were read, one after the other or because they were asked for.
    listed: AtomicUsize,
    loaded: AtomicUsize,
}

#[async_trait::async_trait]
impl CatalogueReader for Counting {
    async fn revision(&self) -> Result<Revision, StoreError> {
        self.store.revision().await
    }

    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        self.store.find(id).await
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        self.loaded.fetch_add(products.len(), Ordering::SeqCst);
        self.store.load(products).await
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        let listed = self.store.list(after, limit).await?;
        self.listed.fetch_add(listed.len(), Ordering::SeqCst);
        Ok(listed)
    }

    async fn changes(&self, since: Revision) -> Result<Changes, StoreError> {
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

#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl ChangeListener for Heard {
    fn products_changed(&self, ids: &[CanonicalProductId]) {
        let mut heard = self.0.lock().unwrap();
        heard.extend(ids.iter().map(ToString::to_string));
    }
}

/// A store and the time.
struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    folder: TempDir,
}

/// A process that serves, and what it read of the store.
struct Process {
    catalogue: Catalogue,
    read: Arc<Counting>,
    heard: Arc<Heard>,
}

impl Process {
    fn listed_and_loaded(&self) -> (usize, usize) {
        let Counting { listed, loaded, .. } = &*self.read;
        (listed.load(Ordering::SeqCst), loaded.load(Ordering::SeqCst))
    }

    async fn keep(&self) {
        let state = self.catalogue.to_be_kept().await.unwrap().unwrap();
        self.catalogue.keep(state).unwrap();
        assert_eq!(self.catalogue.to_be_kept().await.unwrap(), None);
    }
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let currency = Currency::parse("EUR").unwrap();
        let deployment = Deployment { currency };
        store.claim_deployment(deployment).await.unwrap();
        Self {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(START)),
            folder,
        }
    }

    fn kept_in(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    async fn import(&self, shop: &str, titles_and_prices: &[(&str, i64)]) {
        let items = titles_and_prices.iter().map(|(title, minor)| {
            let offer = offer_of(title, title, "Nova", *minor);
            FeedItem::Offer(Box::new(offer), Vec::new())
        });
        let mut feed = PreparedBatches::of(items.collect());
        let importer = importer(&self.store, &self.clock);
        let request = request(shop, SnapshotKind::Full);
        importer.import(&request, &mut feed, &mut ()).await.unwrap();
    }

    /// One offer of a product that all shops sell under one number.
    async fn import_one(&self, shop: &str, title: &str, minor: i64) {
        let mut offer = offer_of("1", title, "Nova", minor);
        offer.identity.gtins = vec![Gtin::parse("0036000291452").unwrap()];
        let items = vec![FeedItem::Offer(Box::new(offer), Vec::new())];
        let mut feed = PreparedBatches::of(items);
        let request = request(shop, SnapshotKind::Full);
        let importer = importer(&self.store, &self.clock);
        importer.import(&request, &mut feed, &mut ()).await.unwrap();
    }

    /// A process that has loaded the catalogue, with a folder to keep it in or without.
    async fn start(&self, folder: Option<&Path>) -> Process {
        let read = Arc::new(Counting {
            store: Arc::clone(&self.store),
            listed: AtomicUsize::new(0),
            loaded: AtomicUsize::new(0),
        });
        let stores = CatalogueStores {
            reader: Arc::<Counting>::clone(&read),
            history: Arc::<SqliteStore>::clone(&self.store),
            scales: Arc::<SqliteStore>::clone(&self.store),
        };
        let settings = CatalogueSettings {
            currency: Currency::parse("EUR").unwrap(),
            offer_ttl: TTL,
            assumed_delivery: Amount::from_minor(499).unwrap(),
        };
        let clock = Arc::<ManualClock>::clone(&self.clock);
        let kept = folder.map(|folder| open_kept(folder, "this build".to_owned()).unwrap());
        let catalogue = if let Some((index, rows)) = kept {
            Catalogue::new(stores, Arc::new(index), clock, settings).keeping_rows(Arc::new(rows))
        } else {
            let index = TantivyIndex::in_memory().unwrap();
            Catalogue::new(stores, Arc::new(index), clock, settings)
        };
        let heard = Arc::new(Heard::default());
        catalogue.listen(Arc::<Heard>::clone(&heard));
        catalogue.load().await.unwrap();
        Process {
            catalogue,
            read,
            heard,
        }
    }

    /// What a process answers that read everything.
    async fn expected(&self) -> Vec<SearchAnswer> {
        answers(&self.start(None).await)
    }
}

fn answers(process: &Process) -> Vec<SearchAnswer> {
    let queries = ["nova", "nova x2", "nova phone", "lumen", "x3", "x4"];
    let answer = |q: &&str| process.catalogue.search(q).unwrap();
    queries.iter().map(answer).collect()
}

const FIRST: [(&str, i64); 3] = [
    ("Nova X2 Phone", 100),
    ("Nova X3", 200),
    ("Lumen Lamp", 300),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_reads_what_has_changed_since() {
    let world = World::new().await;
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    let first = world.start(Some(&folder)).await;
    assert_eq!(first.listed_and_loaded(), (3, 0));
    first.keep().await;
    drop(first);

    let unchanged = world.start(Some(&folder)).await;
    assert_eq!(unchanged.listed_and_loaded(), (0, 0));
    assert_eq!(answers(&unchanged), world.expected().await);
    assert_eq!(unchanged.heard.0.lock().unwrap().len(), 3);
    drop(unchanged);

    let changed = [FIRST[0], ("Nova X3", 150), FIRST[2], ("Nova X4", 400)];
    world.import("Shop", &changed).await;
    let followed = world.start(Some(&folder)).await;
    assert_eq!(followed.listed_and_loaded(), (0, 2));
    assert_eq!(answers(&followed), world.expected().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_of_titles_find_a_product_after_a_load_a_change_and_a_restart() {
    let world = World::new().await;
    let folder = world.kept_in();
    let total = |process: &Process, q: &str| process.catalogue.search(q).unwrap().total;
    world
        .import_one("Shop", "Nova Umschaltknarre 916", 100)
        .await;
    world
        .import_one("Other Shop", "Nova ratchet 916", 110)
        .await;
    let first = world.start(Some(&folder)).await;
    assert_eq!(first.catalogue.status().products, 1);
    for q in [
        "nova umschaltknarre",
        "nova ratchet ",
        "umschaltknarre ratchet",
    ] {
        assert_eq!(total(&first, q), 1, "{q}");
    }
    world
        .import_one("Other Shop", "Nova cliquet 916", 110)
        .await;
    first.catalogue.follow().await.unwrap();
    assert_eq!(total(&first, "nova cliquet"), 1);
    assert_eq!(total(&first, "nova ratchet"), 0, "no offer is called so");
    first.keep().await;
    drop(first);

    let unchanged = world.start(Some(&folder)).await;
    assert_eq!(unchanged.listed_and_loaded(), (0, 0));
    assert_eq!(total(&unchanged, "nova cliquet"), 1);
    drop(unchanged);

    world.import_one("Other Shop", "Nova llave 916", 120).await;
    let followed = world.start(Some(&folder)).await;
    assert_eq!(followed.listed_and_loaded(), (0, 1));
    let everything = world.start(None).await;
    for (q, expected) in [
        ("nova llave", 1),
        ("nova cliquet", 0),
        ("nova umschaltknarre", 1),
    ] {
        assert_eq!(total(&followed, q), expected, "{q}");
        assert_eq!(total(&everything, q), expected, "{q}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_is_ahead_of_the_rows_is_caught_up_with() {
    let world = World::new().await;
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    let first = world.start(Some(&folder)).await;
    first.keep().await;
    // the index takes this in, the rows that are kept do not
    world
        .import("Shop", &[FIRST[0], FIRST[1], ("Nova X4", 400)])
        .await;
    first.catalogue.follow().await.unwrap();
    drop(first);
    let second = world.start(Some(&folder)).await;
    assert_eq!(second.listed_and_loaded().0, 0);
    assert_eq!(answers(&second), world.expected().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_expired_meanwhile_is_not_found() {
    let world = World::new().await;
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    world.clock.advance(TTL - Duration::hours(1));
    world.import("Other Shop", &[("Nova X3", 250)]).await;
    world.start(Some(&folder)).await.keep().await;
    world.clock.advance(Duration::hours(2));
    let second = world.start(Some(&folder)).await;
    assert_eq!(second.listed_and_loaded().0, 0);
    let answers = answers(&second);
    assert_eq!(answers, world.expected().await);
    let totals: Vec<_> = answers.iter().map(|answer| answer.total).collect();
    assert_eq!(totals[..2], [1, 0], "only what the other shop sells");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_of_another_store_is_not_served() {
    let (world, other) = (World::new().await, World::new().await);
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    // the same revision and the same numbers of products
    other
        .import("Shop", &[("Nova X4", 1), ("Nova Phone", 2), ("Nova X2", 3)])
        .await;
    world.start(Some(&folder)).await.keep().await;
    let second = other.start(Some(&folder)).await;
    assert_eq!(second.listed_and_loaded(), (3, 0));
    assert_eq!(answers(&second), other.expected().await);
}

/// The same store, put back to what it was, and then led elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_of_a_past_that_was_taken_back_is_not_served() {
    let mut world = World::new().await;
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    // nobody writes now, so both files together are the store
    let file =
        |name: &str, suffix: &str| world.folder.path().join(format!("{name}.sqlite{suffix}"));
    for suffix in ["", "-wal"] {
        std::fs::copy(file("prices", suffix), file("backup", suffix)).unwrap();
    }
    let backup = file("backup", "");
    world
        .import("Shop", &[FIRST[0], FIRST[1], ("Nova X4", 400)])
        .await;
    world.start(Some(&folder)).await.keep().await;
    world.store = Arc::new(SqliteStore::open(&backup, 2).await.unwrap());
    world
        .import("Shop", &[FIRST[0], ("Nova X3", 222), FIRST[2]])
        .await;
    let second = world.start(Some(&folder)).await;
    assert_eq!(second.listed_and_loaded(), (3, 0));
    assert_eq!(answers(&second), world.expected().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_rows_and_a_lost_index_are_read_anew() {
    let world = World::new().await;
    let folder = world.kept_in();
    world.import("Shop", &FIRST).await;
    let expected = world.expected().await;
    world.start(Some(&folder)).await.keep().await;
    let rows = folder.join("rows");
    let whole = std::fs::read(&rows).unwrap();
    std::fs::write(&rows, &whole[..whole.len() - 4]).unwrap();
    let torn = world.start(Some(&folder)).await;
    assert_eq!(torn.listed_and_loaded(), (3, 0));
    assert_eq!(answers(&torn), expected);
    torn.keep().await;
    drop(torn);
    std::fs::remove_dir_all(folder.join("words")).unwrap();
    let lost = world.start(Some(&folder)).await;
    assert_eq!(lost.listed_and_loaded(), (0, 3));
    assert_eq!(answers(&lost), expected);
}
