//! Cases of `EvidenceStore`: prices that are held back.

use std::sync::Arc;

use domain::ids::{OfferNo, Revision};
use domain::offer::Offer;
use domain::plausibility::Quarantine;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{Assignment, HeldOffer, HeldPrices, ReviewDecision, StageBatch, StagedOffer};
use time::OffsetDateTime;
use tokio::sync::Barrier;

use super::fixtures::{
    Row, amount, day, everything, fresh, id, import, name, number, offers, open, open_of, publish,
    stage_rows, staged,
};
use super::{Database, ROUNDS, StoreUnderTest};

/// What is doubted of a price.
fn doubt() -> Quarantine {
    Quarantine {
        reason: "it's far below the others".to_owned(),
        by_person: false,
        with_feed: None,
    }
}

/// Imports a price that is held back by a delta snapshot; the offer's number.
pub(super) async fn hold(
    store: &dyn StoreUnderTest,
    shop: &str,
    row: Row<'_>,
    at: OffsetDateTime,
) -> OfferNo {
    hold_as(store, shop, row, at, |_| ()).await
}

/// The same of an offer that is otherwise.
pub(super) async fn hold_as(
    store: &dyn StoreUnderTest,
    shop: &str,
    row: Row<'_>,
    at: OffsetDateTime,
    otherwise: impl FnOnce(&mut StagedOffer),
) -> OfferNo {
    let (offer_id, product, minor) = row;
    let opened = store.open(&open_of(shop, Delta, at)).await.unwrap();
    let known = store
        .known(opened.no, &[offer_id.to_owned()])
        .await
        .unwrap();
    let assignment = Assignment::Existing(number(store, product).await);
    let mut offer = StagedOffer {
        quarantine: Some(doubt()),
        replaces: known.first().map(|offer| offer.no),
        ends_segment: true,
        ..staged(offer_id, minor, assignment)
    };
    (offer.seen_at, offer.updated_at, offer.price_since) = (at, at, at);
    otherwise(&mut offer);
    let batch = StageBatch {
        offers: vec![offer],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish(store, opened.no).await;
    let held = store.list_held(HeldPrices::All, None, 1000).await.unwrap();
    let ours = held.into_iter().rfind(|held| held.offer_id == offer_id);
    ours.unwrap().no
}

/// One offer whose price is held back since day 1 and was seen again on day 2.
async fn one_held(store: &dyn StoreUnderTest) -> OfferNo {
    import(store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(store, "Other", Full, &[("1", "a", 100)], day(0)).await;
    let held = hold(store, "Shop", ("1", "a", 9), day(1)).await;
    let seen_again = open(store, "Shop", day(2)).await;
    publish(store, seen_again.no).await;
    held
}

/// Current offers that are held back, with numbers above `after`, in order.
pub async fn held_offers_are_listed_in_pages(db: &Database) {
    let store = db.connect().await;
    let names: Vec<String> = (0..7).map(|n| n.to_string()).collect();
    let rows: Vec<_> = names.iter().map(|n| (n.as_str(), "a", 100)).collect();
    import(&*store, "Shop", Full, &rows, day(0)).await;
    assert_eq!(
        store.list_held(HeldPrices::All, None, 10).await.unwrap(),
        []
    );
    for n in ["5", "2", "6"] {
        hold(&*store, "Shop", (n, "a", 9), day(1)).await;
    }
    import(&*store, "Shop", Delta, &[("2", "a", 100)], day(2)).await;
    let first = store.list_held(HeldPrices::All, None, 1).await.unwrap();
    let expected = HeldOffer {
        no: first[0].no,
        store: name("Shop"),
        offer_id: first[0].offer_id.clone(),
        product: id("a"),
        title: format!("Title of {}", first[0].offer_id),
        item_price: amount(9),
        since: day(1),
        quarantine: doubt(),
    };
    assert_eq!(first, [expected]);
    for which in [HeldPrices::Single, HeldPrices::Open] {
        let listed = store.list_held(which, None, 1).await;
        assert_eq!(listed.unwrap(), first, "no feed holds it back");
    }
    // pages go by numbers, and the later of two offers may have the lower one
    let other = if first[0].offer_id == "5" { "6" } else { "5" };
    let second = store
        .list_held(HeldPrices::All, Some(first[0].no), 10)
        .await
        .unwrap();
    let ids: Vec<_> = second.iter().map(|held| held.offer_id.as_str()).collect();
    assert_eq!(ids, [other]);
    assert_eq!(
        store
            .list_held(HeldPrices::All, Some(second[0].no), 10)
            .await
            .unwrap(),
        []
    );
    // what a snapshot stages is neither held nor released before it is published
    let opened = open(&*store, "Shop", day(3)).await;
    stage_rows(&*store, opened.no, Full, &[("5", "a", 100)], day(3)).await;
    assert_eq!(
        store
            .list_held(HeldPrices::All, None, 10)
            .await
            .unwrap()
            .len(),
        2
    );
    store.discard(opened.no).await.unwrap();
}

/// Settles, and gives the offer of the first store before and after.
async fn settled(
    store: &dyn StoreUnderTest,
    no: OfferNo,
    verdict: ReviewDecision,
) -> (HeldOffer, Offer, Offer) {
    let listed = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let before = offers(store, "a").await.remove(0);
    let since = store.revision().await.unwrap();
    let settled = store
        .settle(no, verdict, fresh(day(5)))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(listed, std::slice::from_ref(&settled), "as it was before");
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    assert_eq!(changes.products, [number(store, "a").await]);
    (settled, before, offers(store, "a").await.remove(0))
}

/// Accepted, the price counts: nothing else of the offer changes but its number and since when.
pub async fn an_accepted_price_counts_from_now_on(db: &Database) {
    let store = db.connect().await;
    let no = one_held(&*store).await;
    let (settled, before, after) = settled(&*store, no, ReviewDecision::Accepted).await;
    assert_eq!((settled.no, settled.since), (no, day(1)));
    assert_ne!(after.no, no);
    let expected = Offer {
        no: after.no,
        quarantined: false,
        price_since: day(5),
        ..before
    };
    assert_eq!(expected.last_seen_at, day(2));
    assert_eq!(after, expected);
    assert_eq!(
        store.list_held(HeldPrices::All, None, 10).await.unwrap(),
        []
    );
    let opened = open(&*store, "Shop", day(6)).await;
    let known = store.known(opened.no, &["1".to_owned()]).await.unwrap();
    let imported = staged("1", 9, Assignment::New(0));
    assert_eq!((known[0].no, known[0].quarantine.clone()), (after.no, None));
    assert_eq!(known[0].content, imported.content);
    assert_eq!(known[0].identity, imported.identity_digest);
    store.discard(opened.no).await.unwrap();
}

/// Rejected, it stays held back, by a person, and can still be accepted.
pub async fn a_rejected_price_stays_held_back(db: &Database) {
    let store = db.connect().await;
    let no = one_held(&*store).await;
    let (_, before, after) = settled(&*store, no, ReviewDecision::Rejected).await;
    let since = before.price_since;
    let expected = Offer {
        no: after.no,
        ..before
    };
    assert_eq!(after, expected, "its segment goes on");
    let open = store.list_held(HeldPrices::Open, None, 10).await;
    assert_eq!(open.unwrap(), [], "it waits for nobody");
    let held = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let by_person = Quarantine {
        by_person: true,
        ..doubt()
    };
    assert_eq!((held[0].no, held[0].since), (after.no, since));
    assert_eq!(held[0].quarantine, by_person);
    let later = store
        .settle(after.no, ReviewDecision::Accepted, fresh(day(6)))
        .await;
    assert_eq!(later.unwrap().unwrap().quarantine, by_person);
    assert_eq!(
        store.list_held(HeldPrices::All, None, 10).await.unwrap(),
        []
    );
}

/// Only a current offer that is held back can be settled; anything else changes nothing.
pub async fn what_is_not_held_back_cannot_be_settled(db: &Database) {
    let store = db.connect().await;
    let no = one_held(&*store).await;
    let other = offers(&*store, "a").await[1].no;
    store
        .settle(no, ReviewDecision::Rejected, fresh(day(5)))
        .await
        .unwrap();
    let before = everything(&*store).await;
    for no in [no, other, OfferNo(987_654), OfferNo(i64::MIN)] {
        let settled = store
            .settle(no, ReviewDecision::Accepted, fresh(day(6)))
            .await
            .unwrap();
        assert_eq!(settled, None, "{no}");
    }
    assert_eq!(everything(&*store).await, before);
}

/// An offer that a snapshot replaced or retired is held back again when the snapshot is discarded.
pub async fn a_discarded_snapshot_restores_a_held_offer(db: &Database) {
    let store = db.connect().await;
    one_held(&*store).await;
    let before = everything(&*store).await;
    let held = store.list_held(HeldPrices::All, None, 10).await.unwrap();
    let past = super::history::history(&*store, "a", day(-400)).await;
    for rows in [&[("1", "a", 100)][..], &[]] {
        let opened = open(&*store, "Shop", day(4)).await;
        stage_rows(&*store, opened.no, Full, rows, day(4)).await;
        store.discard(opened.no).await.unwrap();
        assert_eq!(everything(&*store).await, before);
        assert_eq!(
            store.list_held(HeldPrices::All, None, 10).await.unwrap(),
            held
        );
        assert_eq!(super::history::history(&*store, "a", day(-400)).await, past);
    }
    // and ends where it is found otherwise, not where the discarded snapshot did
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(7)).await;
    let past = super::history::history(&*store, "a", day(-400)).await;
    let ended: Vec<_> = past.closed.iter().map(|segment| segment.ended).collect();
    assert_eq!(ended, [Some(day(1)), Some(day(7))]);
}

/// Of two verdicts on one price at once, one settles it and the other finds nothing to settle.
pub async fn of_two_verdicts_at_once_one_settles(db: &Database) {
    let stores = [db.connect().await, db.connect().await];
    import(&*stores[0], "Shop", Full, &[("1", "a", 100)], day(0)).await;
    for round in 0..ROUNDS {
        let no = hold(&*stores[0], "Shop", ("1", "a", 9), day(1)).await;
        let since = stores[0].revision().await.unwrap();
        let barrier = Arc::new(Barrier::new(2));
        let tasks = stores.clone().map(|store| {
            let barrier = barrier.clone();
            tokio::spawn(async move {
                barrier.wait().await;
                store
                    .settle(no, ReviewDecision::Accepted, fresh(day(2)))
                    .await
                    .unwrap()
            })
        });
        let [first, second] = tasks;
        let settled = [first.await.unwrap(), second.await.unwrap()];
        assert_eq!(settled.iter().flatten().count(), 1, "round {round}");
        let after = stores[1].revision().await.unwrap();
        assert_eq!(after, Revision(since.0 + 1), "round {round}");
        assert_eq!(offers(&*stores[1], "a").await.len(), 1, "round {round}");
    }
}
