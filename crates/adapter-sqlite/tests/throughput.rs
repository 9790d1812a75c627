//! How fast new offers are staged. Run by hand, in release:
//! `cargo test --release -p adapter-sqlite --test throughput -- --ignored --nocapture`
#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a measurement"
)]

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use adapter_sqlite::SqliteStore;
use domain::availability::{Availability, Condition};
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::money::Amount;
use domain::offer::{OfferFacts, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use ports_store::{
    Assignment, CatalogueWriter, OpenSnapshot, SnapshotStore, SnapshotSummary, StageBatch,
    StagedOffer, StagedProduct,
};
use time::Duration;
use time::macros::datetime;

const OFFERS: u64 = 100_000;
const BATCH: u64 = 1000;

fn gtin(n: u64) -> Gtin {
    (0..10)
        .find_map(|check| Gtin::from_number((400_000_000_000 + n) * 10 + check))
        .unwrap()
}

fn offer(n: u64, assignment: Assignment, minor: i64) -> StagedOffer {
    let at = datetime!(2026-03-01 12:00 UTC);
    let mut content = [0; 16];
    content[..8].copy_from_slice(&minor.to_be_bytes());
    StagedOffer {
        identity: OfferIdentity {
            title: format!("Nova X{n} 128 GB smartphone, midnight black"),
            brand: "Nova".to_owned(),
            model: format!("X{n}"),
            category: "Phones".to_owned(),
            gtins: vec![gtin(n)],
            pack_size: 1,
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: format!("sku-{n}"),
            url: format!("https://shop.example/products/nova-x{n}?ref=feed"),
            image_url: Some(format!("https://shop.example/images/{n}.jpg")),
            item_price: Amount::from_minor(minor).unwrap(),
            delivery_cost: Amount::from_minor(490),
            availability: Availability::InStock,
            stock_quantity: None,
            delivery_days: Some(2),
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        content,
        identity_digest: [1; 16],
        assignment,
        rung: MatchRung::New,
        confidence: Confidence::FULL,
        updated_at: at,
        price_since: at,
        seen_at: at,
        replaces: None,
        changes_answers: true,
        ends_segment: false,
        quarantine: None,
        bid: None,
    }
}

fn product(n: u64) -> StagedProduct {
    let text = format!("Nova X{n} 128 GB smartphone, midnight black");
    let gtins = vec![ProductGtin {
        gtin: gtin(n),
        provenance: Provenance::Feed,
        confidence: Confidence::FULL,
    }];
    let draft = ProductDraft {
        brand: "Nova".to_owned(),
        model: format!("X{n}"),
        category: "Phones".to_owned(),
        gtins,
        ..ProductDraft::named(
            CanonicalProductId::from_texts(&[&text]).unwrap(),
            text,
            Provenance::Feed,
        )
    };
    let keys = vec![
        MatchKey::of_text(&format!("g{}", gtin(n))),
        MatchKey::of_text(&format!("m:nova:x{n}")),
    ];
    StagedProduct { draft, keys }
}

async fn open(store: &SqliteStore, shop: &str) -> SnapshotNo {
    let at = datetime!(2026-03-01 12:00 UTC);
    let snapshot = OpenSnapshot {
        store: StoreName::parse(shop).unwrap(),
        kind: SnapshotKind::Full,
        observed_at: at,
        opened_at: at,
        offer_ttl: Duration::hours(72),
    };
    store.open(&snapshot).await.unwrap().no
}

async fn publish(store: &SqliteStore, snapshot: SnapshotNo) {
    let summary = SnapshotSummary {
        read: OFFERS,
        accepted: OFFERS,
        rejected: 0,
        delivery_rates: Some(vec![]),
        ambiguous: Vec::new(),
        doubted_until: None,
        published_at: datetime!(2026-03-01 13:00 UTC),
    };
    let start = Instant::now();
    store.publish(snapshot, &summary).await.unwrap();
    eprintln!("publish and compaction: {:?}", start.elapsed());
}

fn rate(what: &str, since: Instant) {
    let offers = f64::from(u32::try_from(OFFERS).unwrap());
    eprintln!(
        "{what}: {:.0} offers/s",
        offers / since.elapsed().as_secs_f64()
    );
}

/// Stages batches that were made before the clock starts.
async fn stage(
    store: &SqliteStore,
    snapshot: SnapshotNo,
    batches: &[StageBatch],
) -> Vec<ProductNo> {
    let mut numbers = Vec::new();
    for batch in batches {
        numbers.extend(store.stage(snapshot, batch).await.unwrap());
    }
    numbers
}

fn ranges() -> impl Iterator<Item = std::ops::Range<u64>> {
    (0..OFFERS / BATCH).map(|n| n * BATCH..(n + 1) * BATCH)
}

fn new_batch(range: std::ops::Range<u64>) -> StageBatch {
    StageBatch {
        products: range.clone().map(product).collect(),
        offers: range
            .zip(0..)
            .map(|(n, place)| offer(n, Assignment::New(place), 1000))
            .collect(),
        ..StageBatch::default()
    }
}

/// Asks what an import asks, and gives the versions that the store has.
async fn ask(store: &SqliteStore, snapshot: SnapshotNo) -> HashMap<String, OfferNo> {
    let mut known = HashMap::new();
    for range in ranges() {
        let ids: Vec<_> = range.clone().map(|n| format!("sku-{n}")).collect();
        let keys = range.flat_map(|n| [format!("g{}", gtin(n)), format!("m:nova:x{n}")]);
        let keys: Vec<_> = keys.map(|text| MatchKey::of_text(&text)).collect();
        let offers = store.known(snapshot, &ids).await.unwrap();
        known.extend(offers.into_iter().map(|offer| (offer.offer_id, offer.no)));
        let keyed = store.keyed(snapshot, &keys).await.unwrap();
        let products: BTreeSet<ProductNo> = keyed.into_iter().map(|it| it.product).collect();
        let products: Vec<ProductNo> = products.into_iter().collect();
        let found = store.candidates(snapshot, &products, &[]).await.unwrap();
        assert_eq!(found.len(), ids.len());
    }
    known
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn staging() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("store.db"), 4)
        .await
        .unwrap();
    store.migrate().await.unwrap();

    let batches: Vec<_> = ranges().map(new_batch).collect();
    let snapshot = open(&store, "First").await;
    let since = Instant::now();
    let numbers = stage(&store, snapshot, &batches).await;
    rate("new offers with new products", since);
    publish(&store, snapshot).await;

    for (what, minor) in [
        ("new offers of known products", 1000),
        ("changed offers", 1001),
    ] {
        let snapshot = open(&store, "Second").await;
        let since = Instant::now();
        let known = ask(&store, snapshot).await;
        rate("known and candidates", since);
        let staged = |n: u64| {
            let product = numbers[usize::try_from(n).unwrap()];
            let offer = offer(n, Assignment::Existing(product), minor);
            let replaces = known.get(&offer.facts.offer_id).copied();
            StagedOffer {
                replaces,
                ends_segment: true,
                ..offer
            }
        };
        let batch = |range: std::ops::Range<u64>| StageBatch {
            offers: range.map(staged).collect(),
            ..StageBatch::default()
        };
        let batches: Vec<_> = ranges().map(batch).collect();
        let since = Instant::now();
        stage(&store, snapshot, &batches).await;
        rate(what, since);
        publish(&store, snapshot).await;
    }
}
