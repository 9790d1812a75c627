//! Cases of `ScaleStore`.

use std::sync::Arc;

use domain::ids::{ProductNo, Revision};
use domain::product::{Product, ProductDraft};
use domain::snapshot::SnapshotKind::Full;
use ports_store::{CataloguedProduct, StoredScales};
use product_knowledge::comparable::Category;
use product_knowledge::fit::{Scale, ScaleVersion};
use product_knowledge::specs::Attribute;
use tokio::sync::Barrier;

use super::fixtures::{catalogued, day, id, import, number, open, stage_rows};
use super::{Database, ROUNDS, StoreUnderTest};

fn scale(category: Category, low: f64) -> Scale {
    Scale {
        category,
        attribute: Attribute::ALL[0],
        low,
        high: 5000.125,
        products: 1234,
    }
}

/// A product of which nothing is known but its name.
fn bare(product: &str) -> CataloguedProduct {
    let mut bare = catalogued(product);
    bare.draft.specs.clear();
    bare
}

/// Products with and without properties, alternating.
async fn six_products(store: &dyn StoreUnderTest) {
    for described in ["a", "c", "e"] {
        let pair = [catalogued(described), bare(&format!("after_{described}"))];
        store.save_products(&pair).await.unwrap();
    }
}

/// Until the first version is saved there is none.
pub async fn there_are_no_scales_at_first(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.find_scales().await.unwrap(), None);
    assert_eq!(store.count_described().await.unwrap(), 0);
    assert_eq!(store.list_described(None, 10).await.unwrap(), []);
}

/// Versions are counted from 1, and only the newest is in force, as it was given.
pub async fn scales_count_their_versions(db: &Database) {
    let store = db.connect().await;
    let versions = [
        vec![
            scale(Category::Phone, 0.1),
            scale(Category::Tablet, -1.5e-300),
        ],
        vec![scale(Category::Phone, 3.0)],
        vec![],
    ];
    for (n, scales) in (1..).zip(versions) {
        let at = day(n);
        let measured = u64::try_from(n).unwrap() * 1000;
        let version = store.save_scales(at, measured, &scales).await.unwrap();
        assert_eq!(version, ScaleVersion(n));
        let mut found = store.find_scales().await.unwrap().unwrap();
        found.scales.sort_by_key(|scale| scale.category);
        let expected = StoredScales {
            version,
            made_at: at,
            measured,
            scales,
        };
        assert_eq!(found, expected);
    }
}

/// Products with properties that readers see, in order of number, without trade item numbers.
pub async fn described_products_are_listed_in_pages(db: &Database) {
    let store = db.connect().await;
    six_products(&*store).await;
    let opened = open(&*store, "Shop", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "staged", 1)], day(0)).await;
    assert_eq!(store.count_described().await.unwrap(), 3);
    let (mut after, mut seen): (Option<ProductNo>, Vec<Product>) = (None, Vec::new());
    loop {
        let page = store.list_described(after, 2).await.unwrap();
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.no);
        seen.extend(page);
    }
    let mut expected = Vec::new();
    for product in ["a", "c", "e"] {
        let Product { no, draft } = store.find(&id(product)).await.unwrap().unwrap().product;
        let draft = ProductDraft {
            gtins: Vec::new(),
            ..draft
        };
        expected.push(Product { no, draft });
    }
    expected.sort_by_key(|product| product.no);
    assert_eq!(seen, expected);
    store.discard(opened.no).await.unwrap();
}

/// With new scales every product with properties changes, as one revision.
pub async fn new_scales_change_every_described_product(db: &Database) {
    let store = db.connect().await;
    six_products(&*store).await;
    import(&*store, "Shop", Full, &[("1", "after_a", 1)], day(0)).await;
    let since = store.revision().await.unwrap();
    store.save_scales(day(1), 3, &[]).await.unwrap();
    let mut changes = store.changes(since).await.unwrap();
    changes.products.sort_unstable();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    let mut described = Vec::new();
    for product in ["a", "c", "e"] {
        described.push(number(&*store, product).await);
    }
    described.sort_unstable();
    assert_eq!(changes.products, described);
}

/// Two that save at once get versions of their own, and what is in force is one of them as a whole.
pub async fn of_two_scales_at_once_each_has_its_version(db: &Database) {
    let stores = [db.connect().await, db.connect().await];
    six_products(&*stores[0]).await;
    for round in 0..ROUNDS {
        let since = stores[0].revision().await.unwrap();
        let barrier = Arc::new(Barrier::new(2));
        let tasks = [(&stores[0], 1.0), (&stores[1], 2.0)].map(|(store, low)| {
            let (store, barrier) = (store.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                let scales = [scale(Category::Phone, low), scale(Category::Tablet, low)];
                (store.save_scales(day(0), 2, &scales).await.unwrap(), scales)
            })
        });
        let [first, second] = tasks;
        let saved = [first.await.unwrap(), second.await.unwrap()];
        let [newer, older] = if saved[0].0 > saved[1].0 {
            [&saved[0], &saved[1]]
        } else {
            [&saved[1], &saved[0]]
        };
        assert_eq!(newer.0.0, older.0.0 + 1, "round {round}");
        let found = stores[1].find_scales().await.unwrap().unwrap();
        assert_eq!((found.version, &found.scales[..]), (newer.0, &newer.1[..]));
        let after = stores[1].revision().await.unwrap();
        assert_eq!(after, Revision(since.0 + 2), "round {round}");
    }
}
