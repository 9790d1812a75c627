//! Cases of `EvidenceStore` and `SuspectStore`: snapshots whose whole feed is not believed.

use domain::ids::{Revision, SnapshotNo};
use domain::offer::Offer;
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::plausibility::{HeldFeed, Quarantine};
use domain::snapshot::SnapshotKind::{Delta, Full};
use domain::watch::Side;
use ports_store::{
    Assignment, HeldOffer, HeldPrices, HeldSnapshot, KnownOffer, ReviewDecision, SettledSnapshot,
    SnapshotSummary, StageBatch, StagedOffer, StoreError,
};
use time::Duration;

use super::fixtures::{
    Row, amount, day, everything, fresh, import, name, number, offers, open, open_of, publish,
    stage_rows, staged, summary,
};
use super::history::{history, shop_no};
use super::watch_fixtures::{ask, claimed, observe, only, owner, publish_at, save, stage, wanted};
use super::{Database, StoreUnderTest};

/// Of the ids that a feed named.
pub(super) const NAMED: [u8; 16] = [7; 16];

const REASON: &str = "its whole feed is held back";

pub(super) fn suspicion(kind: SuspicionKind) -> Suspicion {
    Suspicion {
        kind,
        summary: "odd".to_owned(),
        evidence: "it's odd: 'a' 1.00 -> 100.00".to_owned(),
        stands: Duration::DAY,
    }
}

/// Imports rows that are held back as a whole; the snapshot, and how many prices were held back.
pub(super) async fn import_held(
    store: &dyn StoreUnderTest,
    shop: &str,
    rows: &[Row<'_>],
    n: i64,
) -> (SnapshotNo, u64) {
    let opened = open(store, shop, day(n)).await;
    stage_rows(store, opened.no, Full, rows, day(n)).await;
    let odd = suspicion(SuspicionKind::Shifted);
    let held = store.hold_staged(opened.no, &odd, REASON).await.unwrap();
    publish(store, opened.no).await;
    (opened.no, held)
}

pub(super) async fn suspects(store: &dyn StoreUnderTest) -> Vec<HeldSnapshot> {
    store.list_suspects(None, 1000).await.unwrap()
}

pub(super) fn shifted(no: SnapshotNo, n: i64, prices: u64) -> HeldSnapshot {
    HeldSnapshot {
        no,
        store: name("Shop"),
        observed_at: day(n),
        kind: SuspicionKind::Shifted,
        evidence: suspicion(SuspicionKind::Shifted).evidence,
        prices,
        verdict: None,
        named: None,
    }
}

fn is_held(offer: &Offer) -> (bool, bool) {
    (offer.quarantined, offer.held_with_feed)
}

/// New prices are held back, those that the store had of the product under the id are not.
pub async fn a_feed_is_held_back_as_a_whole(db: &Database) {
    let store = db.connect().await;
    let rows = [
        ("1", "a", 100),
        ("2", "b", 200),
        ("3", "c", 300),
        ("4", "d", 400),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &[("9", "a", 90)], day(0)).await;
    assert_eq!(suspects(&*store).await, []);
    // a price that changed, one that did not, an id with another product, and a new offer
    let rows = [
        ("1", "a", 10_000),
        ("2", "b", 200),
        ("3", "d", 301),
        ("5", "e", 500),
    ];
    let (no, held) = import_held(&*store, "Shop", &rows, 1).await;
    assert_eq!(held, 3);
    for (product, offer_id, expected) in [
        ("a", "1", (true, true)),
        ("a", "9", (false, false)),
        ("b", "2", (false, false)),
        ("d", "3", (true, true)),
        ("e", "5", (true, true)),
    ] {
        let found = offers(&*store, product).await;
        let offer = found.iter().find(|o| o.facts.offer_id == offer_id).unwrap();
        assert_eq!(is_held(offer), expected, "{offer_id}");
    }
    assert_eq!(suspects(&*store).await, [shifted(no, 1, 3)]);
    assert_eq!(store.list_suspects(Some(no), 1000).await.unwrap(), []);
    let quarantine = |believed: Option<i64>| Quarantine {
        reason: REASON.to_owned(),
        by_person: false,
        with_feed: Some(HeldFeed {
            snapshot: no,
            believed: believed.map(amount),
        }),
    };
    let listed = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|h| (h.offer_id.as_str(), &h.quarantine))
        .collect();
    let expected = [quarantine(Some(100)), quarantine(None), quarantine(None)];
    assert_eq!(
        listed,
        [
            ("1", &expected[0]),
            ("3", &expected[1]),
            ("5", &expected[2])
        ]
    );
    let next = open(&*store, "Shop", day(2)).await;
    let known = store.known(next.no, &["1".to_owned()]).await.unwrap();
    assert_eq!(known[0].quarantine.as_ref(), Some(&expected[0]));
}

/// Prices that are held back with their feed speak neither for nor against others, and are in no past.
pub async fn what_is_held_back_with_its_feed_is_no_evidence(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Other", Full, &[("9", "a", 90)], day(0)).await;
    import_held(&*store, "Shop", &[("1", "a", 10_000)], 1).await;
    let product = number(&*store, "a").await;
    let [shop, other] = [
        shop_no(&*store, "Shop").await,
        shop_no(&*store, "Other").await,
    ];
    let asked = store.competitors(other, &[product]).await.unwrap();
    assert_eq!(asked, []);
    let past = async || {
        let past = store.past(shop, &[product], day(-30)).await.unwrap();
        past.iter()
            .map(|(_, s)| s.item_price.minor())
            .collect::<Vec<_>>()
    };
    let closed = async || {
        let closed = history(&*store, "a", day(-30)).await.closed;
        closed
            .iter()
            .map(|s| s.item_price.minor())
            .collect::<Vec<_>>()
    };
    assert_eq!((past().await, closed().await), (vec![100], vec![100]));
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(2)).await;
    assert_eq!((past().await, closed().await), (vec![100, 100], vec![100]));
    let moved: Vec<i64> = db.segments().await.iter().map(|s| s.item_minor).collect();
    assert_eq!(moved, [100]);
    assert_eq!(
        suspects(&*store).await,
        [],
        "the feed returned to its prices"
    );
}

/// A price that is held back again keeps the price that was believed before both.
pub async fn a_price_that_is_held_back_again_keeps_what_was_believed(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import_held(&*store, "Shop", &[("1", "a", 10_000)], 1).await;
    let (second, held) = import_held(&*store, "Shop", &[("1", "a", 7_777)], 2).await;
    assert_eq!(held, 1);
    let listed = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let feed = HeldFeed {
        snapshot: second,
        believed: Some(amount(100)),
    };
    assert_eq!(listed[0].quarantine.with_feed, Some(feed));
    for which in [HeldPrices::Single, HeldPrices::Open] {
        let listed = store.list_held(which, None, 10).await;
        assert_eq!(listed.unwrap(), [], "it is decided with its feed");
    }
    assert_eq!(suspects(&*store).await, [shifted(second, 2, 1)]);
}

/// An offer at the price that it has, released or held back as it was.
fn repeated(known: &KnownOffer, released: bool) -> StagedOffer {
    let product = Assignment::Existing(known.product);
    StagedOffer {
        replaces: Some(known.no),
        ends_segment: released,
        quarantine: known.quarantine.clone().filter(|_| !released),
        ..staged(&known.offer_id, known.item_price.minor(), product)
    }
}

/// A price that was held back and is staged as released is held back again with its feed, one that is staged
/// as held back stays with its first snapshot, and one that was believed stays believed.
pub async fn what_is_staged_as_released_is_held_back_again(db: &Database) {
    let store = db.connect().await;
    let rows = [
        ("1", "a", 100),
        ("2", "b", 200),
        ("3", "c", 300),
        ("4", "d", 400),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    super::held::hold(&*store, "Shop", ("3", "c", 3), day(0)).await;
    let rows = [
        ("1", "a", 10_000),
        ("2", "b", 20_000),
        ("3", "c", 3),
        ("4", "d", 400),
    ];
    let opened = open(&*store, "Shop", day(1)).await;
    stage_rows(&*store, opened.no, Delta, &rows[..2], day(1)).await;
    let odd = suspicion(SuspicionKind::Shifted);
    assert_eq!(store.hold_staged(opened.no, &odd, REASON).await.unwrap(), 2);
    publish(&*store, opened.no).await;
    let first = opened.no;

    let opened = open(&*store, "Shop", day(2)).await;
    let names = rows.map(|(id, ..)| id.to_owned());
    let known = store.known(opened.no, &names).await.unwrap();
    let batch = StageBatch {
        offers: known
            .iter()
            .map(|k| repeated(k, k.offer_id != "2"))
            .collect(),
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    assert_eq!(store.hold_staged(opened.no, &odd, REASON).await.unwrap(), 2);
    publish(&*store, opened.no).await;
    let listed = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let feed_of = |id| {
        let held = listed.iter().find(|held| held.offer_id == id);
        held.and_then(|held| held.quarantine.with_feed)
    };
    let feed = |snapshot, believed: Option<i64>| HeldFeed {
        snapshot,
        believed: believed.map(amount),
    };
    let expected = [
        Some(feed(opened.no, Some(100))),
        Some(feed(first, Some(200))),
        Some(feed(opened.no, None)),
        None,
    ];
    assert_eq!(["1", "2", "3", "4"].map(feed_of), expected);
}

/// A discarded snapshot leaves it, a published one says it anew.
pub async fn until_when_a_store_is_doubted_is_published_with_the_snapshot(db: &Database) {
    let store = db.connect().await;
    let doubted = async |n| {
        let opened = open(&*store, "Shop", day(n)).await;
        store.discard(opened.no).await.unwrap();
        opened.doubted_until
    };
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    assert_eq!(doubted(1).await, None);
    for until in [Some(day(15)), Some(day(16)), None] {
        let opened = open(&*store, "Shop", day(1)).await;
        let said = SnapshotSummary {
            ambiguous: Vec::new(),
            doubted_until: until,
            ..summary()
        };
        store.publish(opened.no, &said).await.unwrap();
        assert_eq!(doubted(2).await, until);
        let other = open(&*store, "Other", day(1)).await;
        assert_eq!(other.doubted_until, None);
        store.discard(other.no).await.unwrap();
    }
}

/// All or nothing of a discarded snapshot, and of one that was killed, is held back.
pub async fn a_held_snapshot_that_is_discarded_leaves_nothing(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 200)],
        day(0),
    )
    .await;
    let before = everything(&*store).await;
    let opened = open(&*store, "Shop", day(1)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 10_000)], day(1)).await;
    let odd = suspicion(SuspicionKind::Shifted);
    store.hold_staged(opened.no, &odd, REASON).await.unwrap();
    assert_eq!(suspects(&*store).await, [], "readers see nothing of it yet");
    store.discard(opened.no).await.unwrap();
    assert_eq!(everything(&*store).await, before);
    assert_eq!(suspects(&*store).await, []);
    for settled in [
        store
            .settle_snapshot(opened.no, ReviewDecision::Accepted, fresh(day(2)))
            .await,
        store
            .settle_snapshot(SnapshotNo(77), ReviewDecision::Accepted, fresh(day(2)))
            .await,
    ] {
        assert_eq!(settled.unwrap(), None);
    }
    let late = store.hold_staged(opened.no, &odd, REASON).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
}

/// Prices of a held snapshot fire no watch; accepted, they do, in one revision.
pub async fn a_held_snapshot_fires_when_it_is_accepted(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    let products = ["a", "b"].map(super::fixtures::catalogued);
    store.save_products(&products).await.unwrap();
    let owner = owner(&*store, "w").await;
    let asks = |a, b| [ask("1", "a", a), ask("2", "b", b)];
    observe(&*store, "Shop", &asks(12_000, 500), day(0)).await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    let opened = stage(&*store, "Shop", &asks(120, 5), day(1)).await;
    let odd = suspicion(SuspicionKind::Shifted);
    assert_eq!(store.hold_staged(opened.no, &odd, REASON).await.unwrap(), 2);
    let published = publish_at(&*store, &opened, day(1)).await;
    assert_eq!(published.triggered, 0);
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
    let settled = store
        .settle_snapshot(opened.no, ReviewDecision::Accepted, fresh(day(2)))
        .await
        .unwrap();
    let expected = SettledSnapshot {
        snapshot: shifted(opened.no, 1, 2),
        triggered: 1,
    };
    assert_eq!(settled, Some(expected));
    assert_eq!(only(&*store, &owner).await.side, Side::Below);
    let changes = store.changes(published.revision).await.unwrap();
    assert_eq!(changes.revision, Revision(published.revision.0 + 1));
    assert_eq!(changes.products.len(), 2);
    for product in ["a", "b"] {
        let offer = offers(&*store, product).await.remove(0);
        assert_eq!(is_held(&offer), (false, false));
        assert_eq!(offer.price_since, day(2), "it counts from now on");
        assert_eq!(offer.last_seen_at, day(1));
    }
    assert_eq!(suspects(&*store).await, []);
    assert_eq!(
        store.list_held(HeldPrices::All, None, 10).await.unwrap(),
        []
    );
    let again = store
        .settle_snapshot(opened.no, ReviewDecision::Accepted, fresh(day(3)))
        .await;
    assert_eq!(again.unwrap(), None);
}

/// A watch whose target was reached by a price that is held back now follows what others ask.
pub async fn a_held_snapshot_takes_its_old_prices_away(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    store
        .save_products(&[super::fixtures::catalogued("a")])
        .await
        .unwrap();
    let owner = owner(&*store, "w").await;
    observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(0)).await;
    observe(&*store, "Other", &[ask("9", "a", 12_000)], day(0)).await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Below);
    // the staged price alone would leave the watch where it is
    let opened = stage(&*store, "Shop", &[ask("1", "a", 90)], day(1)).await;
    let odd = suspicion(SuspicionKind::Shifted);
    assert_eq!(store.hold_staged(opened.no, &odd, REASON).await.unwrap(), 1);
    publish_at(&*store, &opened, day(1)).await;
    assert!(offers(&*store, "a").await[0].held_with_feed);
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
}

/// The held price with the lowest number.
async fn first_held(store: &dyn StoreUnderTest) -> HeldOffer {
    let held = store.list_held(HeldPrices::All, None, 1).await;
    held.unwrap().remove(0)
}

/// Rejected, they stay; those that a person rejected before are not accepted with the others.
pub async fn a_rejected_snapshot_stays_held_back(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let rows = [("1", "a", 10_000), ("2", "b", 20_000)];
    let (no, _) = import_held(&*store, "Shop", &rows, 1).await;
    let settle = async |verdict, n| {
        let settled = store.settle_snapshot(no, verdict, fresh(day(n))).await;
        settled.unwrap().unwrap().snapshot
    };
    let held = async || {
        let held = store.list_held(HeldPrices::All, None, 10).await.unwrap();
        let mut held: Vec<_> = held
            .into_iter()
            .map(|h| (h.offer_id, h.quarantine.by_person, h.since))
            .collect();
        held.sort();
        held
    };
    settle(ReviewDecision::Rejected, 2).await;
    let both = |by_person| ["1", "2"].map(|id| (id.to_owned(), by_person, day(1)));
    assert_eq!(held().await, both(true));
    let rejected = HeldSnapshot {
        verdict: Some(ReviewDecision::Rejected),
        ..shifted(no, 1, 2)
    };
    assert_eq!(suspects(&*store).await, std::slice::from_ref(&rejected));
    assert_eq!(
        settle(ReviewDecision::Accepted, 3).await,
        rejected,
        "a person may think again"
    );
    assert_eq!(held().await, []);

    let rows = [("1", "a", 77), ("2", "b", 88)];
    let (no, _) = import_held(&*store, "Shop", &rows, 4).await;
    let first = first_held(&*store).await;
    let fresh = fresh(day(5));
    store
        .settle(first.no, ReviewDecision::Rejected, fresh)
        .await
        .unwrap();
    store
        .settle_snapshot(no, ReviewDecision::Accepted, fresh)
        .await
        .unwrap();
    assert_eq!(held().await, [("1".to_owned(), true, day(4))]);
    let left = first_held(&*store).await;
    store
        .settle(left.no, ReviewDecision::Accepted, fresh)
        .await
        .unwrap();
    assert_eq!(suspects(&*store).await, []);
    let offer = offers(&*store, "a").await.remove(0);
    assert_eq!(is_held(&offer), (false, false));
}

/// As many offers as take some transactions.
pub async fn a_large_feed_is_held_back_and_accepted(db: &Database) {
    let store = db.connect().await;
    let ids: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
    let rows =
        |minor: i64| -> Vec<Row<'_>> { ids.iter().map(|id| (id.as_str(), "a", minor)).collect() };
    let more: Vec<String> = (1000..2000).map(|n| n.to_string()).collect();
    let others: Vec<Row<'_>> = more.iter().map(|id| (id.as_str(), "b", 5)).collect();
    import(&*store, "Shop", Full, &rows(100), day(0)).await;
    let opened = store.open(&open_of("Shop", Delta, day(1))).await.unwrap();
    stage_rows(&*store, opened.no, Delta, &rows(9), day(1)).await;
    stage_rows(&*store, opened.no, Delta, &others, day(1)).await;
    let odd = suspicion(SuspicionKind::Random);
    let held = store.hold_staged(opened.no, &odd, REASON).await.unwrap();
    assert_eq!(held, 2000);
    publish(&*store, opened.no).await;
    assert_eq!(suspects(&*store).await[0].prices, 2000);
    let accepted = store
        .settle_snapshot(opened.no, ReviewDecision::Accepted, fresh(day(2)))
        .await;
    assert_eq!(accepted.unwrap().unwrap().snapshot.prices, 2000);
    assert_eq!(
        store.list_held(HeldPrices::All, None, 10).await.unwrap(),
        []
    );
    for product in ["a", "b"] {
        let found = offers(&*store, product).await;
        assert_eq!(found.len(), 1000);
        assert!(found.iter().all(|offer| !offer.quarantined));
    }
}
