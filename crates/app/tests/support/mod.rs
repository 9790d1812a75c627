//! What tests of use cases begin with: an empty store, offers, and an import of them.

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::{SnapshotImporter, SnapshotRequest};
use domain::availability::{Availability, Condition};
use domain::money::{Amount, Currency};
use domain::offer::{FeedOffer, OfferFacts, OfferIdentity};
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::store::StoreName;
use fakes::{ManualClock, QuickDigest};
use ports_store::CatalogueWriter;
use tempfile::TempDir;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// When every test begins.
pub const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
/// How long an offer that is not seen again stays true.
pub const TTL: Duration = Duration::hours(72);

/// A migrated store in a folder that is removed with the second value.
pub async fn empty_store() -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let store = SqliteStore::open(&file, 2).await.unwrap();
    store.migrate().await.unwrap();
    (store, folder)
}

/// A new thing that is in stock and delivered for nothing.
pub fn offer_of(id: &str, title: &str, brand: &str, minor: i64) -> FeedOffer {
    FeedOffer {
        line: 2,
        pinned: None,
        identity: OfferIdentity {
            title: title.to_owned(),
            brand: brand.to_owned(),
            pack_size: 1,
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: id.to_owned(),
            url: format!("https://shop.example/{id}"),
            image_url: None,
            item_price: Amount::from_minor(minor).unwrap(),
            delivery_cost: Some(Amount::ZERO),
            availability: Availability::InStock,
            stock_quantity: None,
            delivery_days: None,
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        specs: Vec::new(),
        description: String::new(),
    }
}

/// Imports in euros.
pub fn importer<'a>(store: &'a SqliteStore, clock: &'a ManualClock) -> SnapshotImporter<'a> {
    SnapshotImporter {
        snapshots: store,
        evidence: store,
        matches: store,
        currency: Currency::parse("EUR").unwrap(),
        clock,
        digester: &QuickDigest,
    }
}

/// A feed that was observed when it comes.
pub fn request(store: &str, kind: SnapshotKind) -> SnapshotRequest {
    SnapshotRequest {
        store: StoreName::parse(store).unwrap(),
        kind,
        observed_at: None,
        offer_ttl: TTL,
        max_shrink: MaxShrink::DEFAULT,
        dry_run: false,
    }
}
