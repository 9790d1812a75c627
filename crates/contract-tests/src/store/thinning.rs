//! Cases of `HistoryStore`: what is kept of the past.

use domain::availability::Availability;
use domain::history::PriceSegment;
use domain::ids::ProductNo;
use domain::product::Provenance;
use ports_store::{CataloguedProduct, HistoryKeeping, ImportedPast};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::fixtures::{amount, catalogued, number, product_gtin, save_past};
use super::history::{history, past_of, segment};
use super::{Database, StoreUnderTest};

/// The beginning of the n-th period.
fn period(n: i32) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + HistoryKeeping::PERIOD * n
}

/// A price of one hour in the n-th period, some hours after its beginning.
fn price(offer_id: &str, minor: i64, n: i32, hours: i64) -> PriceSegment {
    let from = period(n) + Duration::hours(hours);
    PriceSegment {
        is_imported: true,
        from,
        last_seen: from + Duration::hours(1),
        ended: Some(from + Duration::hours(2)),
        ..segment(offer_id, minor, [0, 0, 0])
    }
}

/// Saves the past of the product `a`.
async fn save(store: &dyn StoreUnderTest, shop: &str, segments: &[PriceSegment]) {
    let past = ImportedPast {
        product: number(store, "a").await,
        offer_id: segments[0].offer_id.clone(),
        segments: segments.to_vec(),
    };
    save_past(store, shop, &[past]).await;
}

/// What is left of the product `a`: price and beginning, in order of store, offer and time.
async fn left(store: &dyn StoreUnderTest) -> Vec<(i64, OffsetDateTime)> {
    let past = history(store, "a", datetime!(0001-01-01 0:00 UTC)).await;
    let price = |segment: &PriceSegment| (segment.item_price.minor(), segment.from);
    past.closed.iter().map(price).collect()
}

fn keeping(drop_before: OffsetDateTime, thin_before: OffsetDateTime) -> HistoryKeeping {
    HistoryKeeping {
        drop_before,
        thin_before,
    }
}

/// Segments last seen before the limit are removed, in one step when there are few products.
pub async fn thinning_drops_what_is_old(db: &Database) {
    let store = db.connect().await;
    assert_eq!(
        store
            .thin(keeping(period(9), period(9)), None)
            .await
            .unwrap(),
        None
    );
    store.save_products(&[catalogued("a")]).await.unwrap();
    let prices = [
        price("1", 3, 600, 0),
        price("1", 2, 600, 10),
        price("1", 1, 601, 0),
    ];
    save(&*store, "Shop", &prices).await;
    let before = store.revision().await.unwrap();
    let limit = prices[1].last_seen;
    let next = store.thin(keeping(limit, period(0)), None).await.unwrap();
    assert_eq!(next, None);
    let expected = [(2, prices[1].from), (1, prices[2].from)];
    assert_eq!(left(&*store).await, expected);
    assert_eq!(store.revision().await.unwrap(), before, "no revision");
}

/// Of each offer and period the cheapest segment stays, with its delivery; the earliest of equal
/// ones.
pub async fn thinning_keeps_the_cheapest_of_each_period(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    let delivered = |minor, (n, hours), delivery: Option<i64>| PriceSegment {
        delivery_cost: delivery.map(amount),
        ..price("1", minor, n, hours)
    };
    let first = [
        delivered(10, (-2, 0), None),
        delivered(9, (-1, 0), None),
        delivered(8, (-1, 719), None),
        delivered(20, (0, 0), None),
        delivered(700, (600, 0), Some(50)),
        delivered(300, (600, 10), Some(450)),
        delivered(740, (600, 20), None),
        delivered(740, (600, 30), None),
        delivered(900, (601, 0), None),
        delivered(800, (602, 0), None),
        delivered(799, (602, 700), None),
        delivered(798, (602, 710), None),
    ];
    save(&*store, "Shop", &first).await;
    save(&*store, "Shop", &[price("2", 5000, 600, 5)]).await;
    save(&*store, "Other", &[price("1", 6000, 600, 5)]).await;
    // the last two of the offer were seen at or after the limit
    let limit = first[10].last_seen;
    store
        .thin(keeping(period(-999), limit), None)
        .await
        .unwrap();
    let expected = [
        (10, period(-2)),
        (8, first[2].from),
        (20, period(0)),
        (740, first[6].from),
        (900, period(601)),
        (800, period(602)),
        (799, first[10].from),
        (798, first[11].from),
        (5000, period(600) + Duration::hours(5)),
        (6000, period(600) + Duration::hours(5)),
    ];
    assert_eq!(left(&*store).await, expected);
    store
        .thin(keeping(period(-999), limit), None)
        .await
        .unwrap();
    assert_eq!(left(&*store).await, expected, "nothing is left to thin");
}

/// What is held back, or could not be ordered, is no price to keep, however cheap.
pub async fn thinning_removes_what_is_no_price(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    let doubted = PriceSegment {
        is_quarantined: true,
        ..price("1", 1, 600, 0)
    };
    let sold_out = PriceSegment {
        availability: Availability::OutOfStock,
        ..price("1", 2, 600, 10)
    };
    let recent = PriceSegment {
        is_quarantined: true,
        ..price("1", 3, 602, 0)
    };
    let kept = PriceSegment {
        availability: Availability::Unknown,
        ..price("1", 9, 600, 30)
    };
    let (kept_from, recent_from) = (kept.from, recent.from);
    let prices = [doubted, sold_out, price("1", 10, 600, 20), kept, recent];
    save(&*store, "Shop", &prices).await;
    let keep = keeping(period(0), period(602));
    store.thin(keep, None).await.unwrap();
    assert_eq!(left(&*store).await, [(9, kept_from), (3, recent_from)]);
}

/// Each step says where to go on, until all products were looked at, whatever their number.
pub async fn thinning_goes_on_until_all_products_were_looked_at(db: &Database) {
    let store = db.connect().await;
    let product = |n: u64| {
        let mut product: CataloguedProduct = catalogued(&format!("p{n}"));
        product.draft.gtins = vec![product_gtin(n, Provenance::Catalogue)];
        product
    };
    let products: Vec<_> = (0..301).map(product).collect();
    store.save_products(&products).await.unwrap();
    let listed = store.list(None, 1000).await.unwrap();
    let numbers: Vec<ProductNo> = listed.iter().map(|record| record.product.no).collect();
    let past = |product: &ProductNo| ImportedPast {
        product: *product,
        offer_id: "1".to_owned(),
        segments: vec![price("1", 2, 600, 0), price("1", 1, 600, 10)],
    };
    let pasts: Vec<_> = numbers.iter().map(past).collect();
    save_past(&*store, "Shop", &pasts).await;
    let keep = keeping(period(0), period(601));
    let (mut after, mut steps) = (None, 0);
    while let Some(next) = store.thin(keep, after).await.unwrap() {
        assert!(after < Some(next), "each step goes on");
        (after, steps) = (Some(next), steps + 1);
        assert!(steps <= numbers.len());
    }
    let last = numbers.len() - 1;
    for place in [0, 1, last / 2, last - 1, last] {
        let public = listed[place].product.draft.id.clone();
        let found = past_of(&*store, public.as_str(), period(0)).await;
        assert_eq!(found.unwrap().closed.len(), 1, "{public}");
    }
    assert_eq!(past_of(&*store, "p301", period(0)).await, None);
}
