//! Values for the cases, and a small importer.

use std::collections::BTreeSet;

use domain::availability::{Availability, Condition};
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::money::Amount;
use domain::offer::{Offer, OfferFacts, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::plausibility::Quarantine;
use domain::product::{ProductDraft, ProductGtin, Provenance, Spec};
use domain::snapshot::SnapshotKind;
use domain::store::{Rating, StoreName};
use ports_store::{
    Assignment, Candidate, CataloguedProduct, ImportedPast, OpenSnapshot, OpenedSnapshot,
    Published, SnapshotSummary, StageBatch, StagedOffer, StagedProduct,
};
use time::macros::{date, datetime};
use time::{Duration, OffsetDateTime};

use super::StoreUnderTest;

/// How long offers stay true.
pub const TTL: Duration = Duration::hours(72);

/// A day of the cases, with microseconds.
pub fn day(n: i64) -> OffsetDateTime {
    datetime!(2026-03-01 12:30:15.123456 UTC) + Duration::days(n)
}

/// What counts at an instant.
pub fn fresh(now: OffsetDateTime) -> Freshness {
    Freshness {
        now,
        offer_ttl: TTL,
    }
}

pub fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

pub fn name(text: &str) -> StoreName {
    StoreName::parse(text).unwrap()
}

pub fn id(text: &str) -> CanonicalProductId {
    CanonicalProductId::parse(text).unwrap()
}

pub fn key(text: &str) -> MatchKey {
    MatchKey::of_text(text)
}

/// The n-th of some valid numbers.
pub fn gtin(n: u64) -> Gtin {
    let body = 400_000_000_000 + n;
    (0..10)
        .find_map(|check| Gtin::from_number(body * 10 + check))
        .unwrap()
}

pub fn product_gtin(n: u64, provenance: Provenance) -> ProductGtin {
    ProductGtin {
        gtin: gtin(n),
        provenance,
        confidence: Confidence::from_milli(870),
    }
}

/// A product with every property stated.
pub fn draft(product: &str) -> ProductDraft {
    ProductDraft {
        id: id(product),
        name: format!("Nova \u{201c}{product}\u{201d} 128 GB"),
        brand: "Nova".to_owned(),
        model: product.to_owned(),
        variant: "128 GB".to_owned(),
        category: "Phones".to_owned(),
        mpn: "NV-1".to_owned(),
        description: "A 'quoted' phone; with ? and $1".to_owned(),
        image_path: Some("nova.png".to_owned()),
        gtins: vec![
            product_gtin(2, Provenance::Feed),
            product_gtin(1, Provenance::Feed),
        ],
        aliases: vec!["Növa".to_owned(), String::new()],
        specs: vec![
            Spec {
                label: "Colour".to_owned(),
                value: "red".to_owned(),
                icon: None,
            },
            Spec {
                label: "RAM".to_owned(),
                value: "8".to_owned(),
                icon: Some("ram".to_owned()),
            },
        ],
        provenance: Provenance::Feed,
        pack_size: 3,
        is_bundle: true,
        in_review: true,
    }
}

/// A canonical product.
pub fn catalogued(product: &str) -> CataloguedProduct {
    let gtins = vec![product_gtin(1, Provenance::Catalogue)];
    let draft = ProductDraft {
        provenance: Provenance::Catalogue,
        gtins,
        ..draft(product)
    };
    CataloguedProduct {
        draft,
        keys: vec![key(&format!("key of {product}"))],
        removed: Vec::new(),
    }
}

pub fn staged_product(product: &str) -> StagedProduct {
    StagedProduct {
        draft: draft(product),
        keys: vec![key(&format!("key of {product}"))],
    }
}

/// An offer with every property stated.
pub fn staged(offer_id: &str, minor: i64, assignment: Assignment) -> StagedOffer {
    let mut content = [7; 16];
    content[..8].copy_from_slice(&minor.to_be_bytes());
    StagedOffer {
        identity: OfferIdentity {
            title: format!("Title of {offer_id}"),
            gtins: vec![gtin(1)],
            pack_size: 1,
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: offer_id.to_owned(),
            url: "https://shop.example/p?a=1".to_owned(),
            image_url: Some("https://shop.example/p.png".to_owned()),
            item_price: amount(minor),
            delivery_cost: Some(amount(490)),
            availability: Availability::Limited,
            stock_quantity: Some(u32::MAX),
            delivery_days: Some(u16::MAX),
            delivery_estimate: Some(date!(2026 - 04 - 01)),
            condition: Condition::Refurbished,
            seller_score: Rating::from_milli(4321),
            return_days: Some(30),
            warranty_months: Some(24),
            stated_updated_at: Some(day(-5)),
        },
        content,
        identity_digest: [9; 16],
        assignment,
        rung: MatchRung::Model,
        confidence: Confidence::from_milli(910),
        updated_at: day(0),
        price_since: day(0),
        seen_at: day(0),
        replaces: None,
        changes_answers: true,
        ends_segment: false,
        quarantine: Some(Quarantine {
            reason: "far below the other shops".to_owned(),
            by_person: true,
            with_feed: None,
        }),
        // neither new nor believed
        bid: None,
    }
}

pub fn open_of(shop: &str, kind: SnapshotKind, at: OffsetDateTime) -> OpenSnapshot {
    OpenSnapshot {
        store: name(shop),
        kind,
        observed_at: at,
        opened_at: at + Duration::hours(1),
        offer_ttl: TTL,
    }
}

/// Opens a full snapshot of a shop.
pub async fn open(store: &dyn StoreUnderTest, shop: &str, at: OffsetDateTime) -> OpenedSnapshot {
    store
        .open(&open_of(shop, SnapshotKind::Full, at))
        .await
        .unwrap()
}

pub fn summary() -> SnapshotSummary {
    SnapshotSummary {
        read: 3,
        accepted: 2,
        rejected: 1,
        delivery_rates: None,
        ambiguous: Vec::new(),
        doubted_until: None,
        published_at: day(300),
    }
}

pub async fn publish(store: &dyn StoreUnderTest, snapshot: SnapshotNo) -> Published {
    store.publish(snapshot, &summary()).await.unwrap()
}

/// One row of a small feed: the shop's id, the product's id, the price.
pub type Row<'a> = (&'a str, &'a str, i64);

/// The products that an import finds by these keys and public ids.
pub async fn found(
    store: &dyn StoreUnderTest,
    snapshot: SnapshotNo,
    keys: &[MatchKey],
    ids: &[CanonicalProductId],
) -> Vec<Candidate> {
    let keyed = store.keyed(snapshot, keys).await.unwrap();
    assert!(keyed.iter().all(|it| keys.contains(&it.key)));
    let products: BTreeSet<ProductNo> = keyed.iter().map(|it| it.product).collect();
    let products: Vec<ProductNo> = products.into_iter().collect();
    store.candidates(snapshot, &products, ids).await.unwrap()
}

/// Stages rows as an import does: unchanged offers are left as they are by a full snapshot and
/// confirmed by a delta; a full snapshot retires what is missing.
pub async fn stage_rows(
    store: &dyn StoreUnderTest,
    snapshot: SnapshotNo,
    kind: SnapshotKind,
    rows: &[Row<'_>],
    at: OffsetDateTime,
) {
    let ids: Vec<String> = rows.iter().map(|row| row.0.to_owned()).collect();
    let known = store.known(snapshot, &ids).await.unwrap();
    let mut batch = StageBatch::default();
    let mut unchanged: BTreeSet<OfferNo> = BTreeSet::new();
    for (offer_id, product, minor) in rows {
        let before = known.iter().find(|offer| offer.offer_id == *offer_id);
        let found = store
            .candidates(snapshot, &[], &[id(product)])
            .await
            .unwrap();
        let new = || Assignment::New(place_of(&mut batch, product));
        let assignment = found
            .first()
            .map_or_else(new, |it| Assignment::Existing(it.product));
        let mut offer = StagedOffer {
            quarantine: None,
            ..staged(offer_id, *minor, assignment)
        };
        (offer.seen_at, offer.updated_at, offer.price_since) = (at, at, at);
        if let Some(before) = before {
            let same = before.content == offer.content;
            if same && kind == SnapshotKind::Full {
                unchanged.insert(before.no);
                continue;
            }
            offer.replaces = Some(before.no);
            offer.changes_answers = !same;
            offer.ends_segment = !same;
            offer.price_since = if same { before.price_since } else { at };
        }
        batch.offers.push(offer);
    }
    store.stage(snapshot, &batch).await.unwrap();
    if kind == SnapshotKind::Full {
        let mut gone = store.unreplaced(snapshot, None, 1000).await.unwrap();
        gone.retain(|no| !unchanged.contains(no));
        store.retire(snapshot, &gone).await.unwrap();
    }
}

fn place_of(batch: &mut StageBatch, product: &str) -> usize {
    let place = batch
        .products
        .iter()
        .position(|staged| staged.draft.id == id(product));
    place.unwrap_or_else(|| {
        batch.products.push(staged_product(product));
        batch.products.len() - 1
    })
}

/// Imports rows as one snapshot.
pub async fn import(
    store: &dyn StoreUnderTest,
    shop: &str,
    kind: SnapshotKind,
    rows: &[Row<'_>],
    at: OffsetDateTime,
) -> Published {
    let opened = store.open(&open_of(shop, kind, at)).await.unwrap();
    stage_rows(store, opened.no, kind, rows, at).await;
    publish(store, opened.no).await
}

/// The offers of a product.
pub async fn offers(store: &dyn StoreUnderTest, product: &str) -> Vec<Offer> {
    let record = store.find(&id(product)).await.unwrap();
    record.map(|record| record.offers).unwrap_or_default()
}

/// Prices of a product's offers, each with its id.
pub async fn prices(store: &dyn StoreUnderTest, product: &str) -> Vec<(String, i64)> {
    let price = |offer: Offer| (offer.facts.offer_id, offer.facts.item_price.minor());
    offers(store, product)
        .await
        .into_iter()
        .map(price)
        .collect()
}

/// The number of a product.
pub async fn number(store: &dyn StoreUnderTest, product: &str) -> ProductNo {
    store.find(&id(product)).await.unwrap().unwrap().product.no
}

/// Everything that readers see.
pub async fn everything(store: &dyn StoreUnderTest) -> String {
    let products = store.list(None, 1000).await.unwrap();
    let stores = store.list_stores().await.unwrap();
    format!("{products:#?}{stores:#?}")
}

/// Saves imported pasts of a shop, whatever there was of them.
pub async fn save_past(store: &dyn StoreUnderTest, shop: &str, pasts: &[ImportedPast]) {
    let read_at = store.revision().await.unwrap();
    let saved = store.save_imported(&name(shop), pasts, read_at).await;
    assert!(saved.unwrap());
}
