//! How fast new offers are staged. Run by hand, in release:
//! `cargo test --release -p adapter-sqlite --test throughput -- --ignored --nocapture`
#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a measurement"
)]

use std::time::Instant;

use adapter_sqlite::SqliteStore;
use domain::availability::{Availability, Condition};
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, SnapshotNo};
use domain::matching::{Confidence, MatchKey, MatchRung};
use domain::money::Amount;
use domain::offer::{OfferFacts, OfferIdentity};
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use ports_store::{
    Assignment, CatalogueWriter, OpenSnapshot, SnapshotStore, SnapshotSummary, StageBatch,
    StagedOffer, StagedProduct,
};
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
        quarantined: false,
        review: None,
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
        id: CanonicalProductId::from_texts(&[&text]).unwrap(),
        name: text,
        brand: "Nova".to_owned(),
        model: format!("X{n}"),
        variant: String::new(),
        category: "Phones".to_owned(),
        mpn: String::new(),
        description: String::new(),
        image_path: None,
        gtins,
        aliases: vec![],
        specs: vec![],
        provenance: Provenance::Feed,
        pack_size: 1,
        is_bundle: false,
        in_review: false,
    };
    let keys = vec![
        MatchKey(format!("g{}", gtin(n))),
        MatchKey(format!("m:nova:x{n}")),
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
    };
    store.open(&snapshot).await.unwrap().no
}

async fn publish(store: &SqliteStore, snapshot: SnapshotNo) {
    let summary = SnapshotSummary {
        read: OFFERS,
        accepted: OFFERS,
        rejected: 0,
        delivery_rates: Some(vec![]),
        published_at: datetime!(2026-03-01 13:00 UTC),
    };
    let start = Instant::now();
    store.publish(snapshot, &summary).await.unwrap();
    eprintln!("publish and compaction: {:?}", start.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn staging() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("store.db"), 4)
        .await
        .unwrap();
    store.migrate().await.unwrap();
    let rate = |what: &str, seconds: f64| {
        eprintln!(
            "{what}: {:.0} offers/s",
            f64::from(u32::try_from(OFFERS).unwrap()) / seconds
        );
    };

    let mut numbers = Vec::new();
    let (mut spent, snapshot) = (0.0, open(&store, "First").await);
    for from in (0..OFFERS).step_by(usize::try_from(BATCH).unwrap()) {
        let batch = StageBatch {
            products: (from..from + BATCH).map(product).collect(),
            offers: (0..BATCH)
                .map(|n| offer(from + n, Assignment::New(usize::try_from(n).unwrap()), 1000))
                .collect(),
            learned: vec![],
        };
        let start = Instant::now();
        numbers.extend(store.stage(snapshot, &batch).await.unwrap());
        spent += start.elapsed().as_secs_f64();
    }
    rate("new offers with new products", spent);
    publish(&store, snapshot).await;

    for (round, shop) in ["Second", "Second"].into_iter().enumerate() {
        let (mut spent, mut asking, snapshot) = (0.0, 0.0, open(&store, shop).await);
        for from in (0..OFFERS).step_by(usize::try_from(BATCH).unwrap()) {
            let ids: Vec<_> = (from..from + BATCH).map(|n| format!("sku-{n}")).collect();
            let keys: Vec<_> = (from..from + BATCH)
                .flat_map(|n| [format!("g{}", gtin(n)), format!("m:nova:x{n}")])
                .map(MatchKey)
                .collect();
            let start = Instant::now();
            let known: std::collections::HashMap<String, OfferNo> = store
                .known(snapshot, &ids)
                .await
                .unwrap()
                .into_iter()
                .map(|offer| (offer.offer_id, offer.no))
                .collect();
            let found = store.candidates(snapshot, &keys, &[]).await.unwrap();
            asking += start.elapsed().as_secs_f64();
            assert_eq!(found.len(), ids.len());
            let minor = 1000 + i64::try_from(round).unwrap();
            let staged = |n: u64| {
                let product = numbers[usize::try_from(n).unwrap()];
                let mut offer = offer(n, Assignment::Existing(product), minor);
                offer.replaces = known.get(&offer.facts.offer_id).copied();
                offer.ends_segment = true;
                offer
            };
            let offers = (from..from + BATCH).map(staged).collect();
            let batch = StageBatch {
                offers,
                ..StageBatch::default()
            };
            let start = Instant::now();
            store.stage(snapshot, &batch).await.unwrap();
            spent += start.elapsed().as_secs_f64();
        }
        rate(
            if round == 0 {
                "new offers of known products"
            } else {
                "changed offers"
            },
            spent,
        );
        rate("known and candidates", asking);
        publish(&store, snapshot).await;
    }
}
