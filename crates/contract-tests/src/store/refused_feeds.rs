//! Cases of `SnapshotStore` and `EvidenceStore`: feeds that are refused, and shops that go stale.

use std::collections::BTreeSet;

use domain::ids::OfferNo;
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{HeldSnapshot, OfferTraits, ReviewDecision, SettledSnapshot, UnseenShop};
use time::Duration;

use super::Database;
use super::fixtures::{amount, day, fresh, import, name, number, offers, open};
use super::history::shop_no;
use super::whole_feeds::{NAMED, shifted, suspects, suspicion};

/// A refusal stays recorded until a later full snapshot of its store is published.
pub async fn a_refusal_is_recorded_until_a_later_snapshot(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let shop = shop_no(&*store, "Shop").await;
    let refuse = async |kind, n: i64| {
        let opened = open(&*store, "Shop", day(n)).await;
        let suspicion = suspicion(kind);
        let recorded = store.record_refusal(opened.no, &suspicion, NAMED, None);
        recorded.await.unwrap();
        store.discard(opened.no).await.unwrap();
        opened.no
    };
    let first = async |kind| store.find_refusal(shop, kind).await.unwrap();
    assert_eq!(first(SuspicionKind::SoldOut).await, None);
    let no = refuse(SuspicionKind::SoldOut, 1).await;
    let sold_out = HeldSnapshot {
        kind: SuspicionKind::SoldOut,
        named: Some(NAMED),
        ..shifted(no, 1, 0)
    };
    assert_eq!(first(SuspicionKind::SoldOut).await, Some(sold_out.clone()));
    assert_eq!(first(SuspicionKind::Shrunken).await, None);
    let second = refuse(SuspicionKind::SoldOut, 2).await;
    assert_eq!(
        first(SuspicionKind::SoldOut).await,
        Some(sold_out.clone()),
        "the first one"
    );
    let listed: BTreeSet<_> = suspects(&*store).await.iter().map(|s| s.no).collect();
    assert_eq!(listed, BTreeSet::from([no, second]));

    let revision = store.revision().await.unwrap();
    let settled = store
        .settle_snapshot(no, ReviewDecision::Accepted, fresh(day(2)))
        .await
        .unwrap();
    let expected = SettledSnapshot {
        snapshot: sold_out,
        triggered: 0,
    };
    assert_eq!(settled, Some(expected));
    assert_eq!(store.revision().await.unwrap(), revision);
    let accepted = first(SuspicionKind::SoldOut).await.unwrap();
    assert_eq!(accepted.verdict, Some(ReviewDecision::Accepted));

    import(&*store, "Shop", Delta, &[("1", "a", 90)], day(3)).await;
    import(&*store, "Other", Full, &[("1", "a", 90)], day(3)).await;
    assert_eq!(
        suspects(&*store).await.len(),
        2,
        "neither is a full one of the store"
    );
    let later = day(3) + Duration::HOUR;
    import(&*store, "Shop", Full, &[("1", "a", 80)], later).await;
    assert_eq!(first(SuspicionKind::SoldOut).await, None);
    assert_eq!(suspects(&*store).await, []);
}

/// It keeps its number, and says what the later one says.
pub async fn a_refusal_is_begun_anew_under_its_number(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let shop = shop_no(&*store, "Shop").await;
    let kind = SuspicionKind::Shrunken;
    let refuse = async |n: i64, named, evidence: &str, anew| {
        let opened = open(&*store, "Shop", day(n)).await;
        let suspicion = Suspicion {
            evidence: evidence.to_owned(),
            ..suspicion(kind)
        };
        let recorded = store.record_refusal(opened.no, &suspicion, named, anew);
        recorded.await.unwrap();
        store.discard(opened.no).await.unwrap();
        opened.no
    };
    let no = refuse(1, NAMED, "first", None).await;
    refuse(2, [8; 16], "second", Some(no)).await;
    let expected = HeldSnapshot {
        no,
        store: name("Shop"),
        observed_at: day(2),
        kind,
        evidence: "second".to_owned(),
        prices: 0,
        verdict: None,
        named: Some([8; 16]),
    };
    assert_eq!(
        store.find_refusal(shop, kind).await.unwrap(),
        Some(expected.clone())
    );
    assert_eq!(suspects(&*store).await, [expected]);
}

/// Of any store, with what is staged.
pub async fn traits_of_offers_are_found_by_their_numbers(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let opened = open(&*store, "Shop", day(1)).await;
    let mut numbers = store.unreplaced(opened.no, None, 9).await.unwrap();
    numbers.push(OfferNo(987_654));
    let mut found = store.traits(&numbers).await.unwrap();
    found.sort_by_key(|traits| traits.item_price);
    let offer = offers(&*store, "b").await.remove(0);
    let expected = OfferTraits {
        product: number(&*store, "b").await,
        condition: offer.facts.condition,
        url: offer.facts.url,
        title: offer.title,
        item_price: amount(200),
    };
    assert_eq!((found.len(), &found[1]), (2, &expected));
    assert_eq!(store.traits(&[]).await.unwrap(), []);
}

/// Those that are refused and those that were not seen since an instant, those unseen for longest first; no shop
/// without offers unless it is refused.
pub async fn shops_that_are_refused_or_unseen_are_listed(db: &Database) {
    let store = db.connect().await;
    let unseen = async |before: i64| {
        let found = store.list_unseen(day(before), 2).await.unwrap();
        let shown = |shop: UnseenShop| {
            let name = shop.store.as_str().to_owned();
            (name, shop.last_observed_at, shop.refused)
        };
        found.into_iter().map(shown).collect::<Vec<_>>()
    };
    let shop = |name: &str, n: i64, refused| (name.to_owned(), Some(day(n)), refused);
    for (name, n) in [("Late", 3), ("Early", 1), ("Shop", 2)] {
        import(&*store, name, Full, &[("1", "a", 100)], day(n)).await;
    }
    import(&*store, "Empty", Delta, &[], day(0)).await;
    assert_eq!(unseen(0).await, []);
    assert_eq!(unseen(1).await, [shop("Early", 1, None)]);
    let (early, second) = (shop("Early", 1, None), shop("Shop", 2, None));
    assert_eq!(unseen(9).await, [early.clone(), second], "two at most");

    let opened = open(&*store, "Late", day(4)).await;
    let odd = suspicion(SuspicionKind::Shrunken);
    store
        .record_refusal(opened.no, &odd, NAMED, None)
        .await
        .unwrap();
    store.discard(opened.no).await.unwrap();
    let late = shop("Late", 3, Some(SuspicionKind::Shrunken));
    assert_eq!(unseen(1).await, [early.clone(), late]);
    let settled = store.settle_snapshot(opened.no, ReviewDecision::Rejected, fresh(day(4)));
    settled.await.unwrap();
    assert_eq!(unseen(1).await, [early]);
}
