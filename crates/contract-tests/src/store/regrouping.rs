//! Cases of `RegroupingStore`: offers that leave their products.

use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::placement::{Confidence, MatchRung};
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::Full;
use ports_store::{Destination, Regrouped, Regrouping};

use super::doubts::said;
use super::fixtures::{
    catalogued, day, found, fresh, gtin, id, import, key, number, offers, open, product_gtin,
    staged_product,
};
use super::history::{history, segment, shop_no};
use super::match_fixtures::{doubt, edit, merge, numbers};
use super::watch_fixtures::{ask, claimed, observe, owner, save, take_mails, wanted};
use super::{Database, StoreUnderTest};

fn leave(offer: OfferNo, from: ProductNo, to: Destination) -> Regrouping {
    Regrouping::Move {
        offer,
        from,
        to,
        rung: MatchRung::Code,
        confidence: Confidence::from_milli(700),
    }
}

async fn regroup(store: &dyn StoreUnderTest, regroupings: &[Regrouping]) -> Regrouped {
    let done = store.apply_regroupings(regroupings, fresh(day(10))).await;
    done.unwrap()
}

/// In order of product and number, of the products that were asked for, with what the feed had said.
pub async fn grouped_offers_tell_what_brought_them(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &[("1", "a", 300)], day(0)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let found = store.grouped_offers(&[b, a]).await.unwrap();
    let (shop, other) = (
        shop_no(&*store, "Shop").await,
        shop_no(&*store, "Other").await,
    );
    let places: Vec<_> = found
        .iter()
        .map(|it| (it.product, it.store, it.offer_id.as_str()))
        .collect();
    assert_eq!(places, [(a, shop, "1"), (a, other, "1"), (b, shop, "2")]);
    let first = &offers(&*store, "a").await[0];
    let one = found.iter().find(|it| it.no == first.no).unwrap();
    assert_eq!(one.identity.title, first.title);
    assert_eq!(one.condition, first.facts.condition);
    assert_eq!((one.rung, one.confidence), (first.rung, first.confidence));
    assert_eq!(store.grouped_offers(&[]).await.unwrap(), []);
}

/// The closed segments of the offer are those of the other product; what the product it left has of others stays. The
/// shop's next snapshot finds the offer where it is.
pub async fn an_offer_leaves_with_its_past(db: &Database) {
    let store = db.connect().await;
    for (price, at) in [(100, 0), (90, 1)] {
        let rows = [("1", "a", price), ("2", "b", price + 100)];
        import(&*store, "Shop", Full, &rows, day(at)).await;
        import(&*store, "Other", Full, &[("1", "a", price + 200)], day(at)).await;
    }
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let shop = shop_no(&*store, "Shop").await;
    let all = offers(&*store, "a").await;
    let offer = all.iter().find(|it| it.store == shop).unwrap().no;
    let before = store.revision().await.unwrap();
    let done = regroup(&*store, &[leave(offer, a, Destination::Existing(b))]).await;
    assert_eq!((done.moved, done.refused), (1, 0));
    assert!(store.revision().await.unwrap() > before);
    let left = offers(&*store, "a").await;
    assert!(left.len() == 1 && left[0].store != shop);
    let joined = offers(&*store, "b").await;
    let moved = joined.iter().find(|it| it.no == offer).unwrap();
    assert_eq!((moved.product, moved.rung), (b, MatchRung::Code));
    assert_eq!(moved.confidence.milli(), 700);
    let closed = history(&*store, "b", day(-9)).await.closed;
    let expected = [segment("1", 100, [0, 0, 1]), segment("2", 200, [0, 0, 1])];
    assert_eq!(closed, expected);
    let closed = history(&*store, "a", day(-9)).await.closed;
    let other = domain::history::PriceSegment {
        store: left[0].store,
        ..segment("1", 300, [0, 0, 1])
    };
    assert_eq!(closed, [other]);
    let opened = open(&*store, "Shop", day(11)).await;
    let known = store.known(opened.no, &["1".to_owned()]).await.unwrap();
    assert_eq!(known[0].product, b);
    store.discard(opened.no).await.unwrap();
}

/// The product that was made is named, and the two are two from then on: nothing but a person makes one of them.
pub async fn an_offer_that_a_person_moves_stays_away(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "a", 200), ("3", "b", 300)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let moved = |offer, to| Regrouping::Move {
        offer,
        from: a,
        to,
        rung: MatchRung::Person,
        confidence: Confidence::FULL,
    };
    edit(&*store, &[doubt(b, a)]).await;
    let [one, two] = &offers(&*store, "a").await[..] else {
        panic!("two offers")
    };
    let to = Destination::New(Box::new(staged_product("c")));
    let moves = [moved(one.no, to), moved(two.no, Destination::Existing(b))];
    let done = regroup(&*store, &moves).await;
    let c = number(&*store, "c").await;
    assert_eq!((done.moved, done.made), (2, vec![c]));
    assert_eq!(store.list_doubts(10).await.unwrap().open, 0, "they are two");
    let again = edit(&*store, &[merge(c, a), merge(b, a), doubt(c, a)]).await;
    assert_eq!((again.merged, again.refused, again.doubts), (0, 2, 0));
    assert_eq!(edit(&*store, &[said(c, a)]).await.merged, 1);
}

/// It is found by its keys, and an id that is taken gets the next free suffix.
pub async fn an_offer_leaves_for_a_new_product(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "a", 200)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let a = number(&*store, "a").await;
    let offer = offers(&*store, "a").await[0].no;
    let to = Destination::New(Box::new(staged_product("a")));
    assert_eq!(regroup(&*store, &[leave(offer, a, to)]).await.moved, 1);
    let made = store.find(&id("a_2")).await.unwrap().unwrap();
    assert_eq!(made.offers.len(), 1);
    assert_eq!(made.offers[0].no, offer);
    assert_eq!(offers(&*store, "a").await.len(), 1);
    let opened = open(&*store, "Shop", day(11)).await;
    let found = found(&*store, opened.no, &[key("key of a")], &[]).await;
    let found: Vec<_> = found.into_iter().map(|it| it.product).collect();
    assert_eq!(found, [a, made.product.no]);
    store.discard(opened.no).await.unwrap();
}

/// In the same call and in a later one; not where that offer made no product.
pub async fn an_offer_leaves_for_what_another_one_made(db: &Database) {
    let store = db.connect().await;
    let rows = ["1", "2", "3", "4"].map(|offer| (offer, "a", 100));
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let a = number(&*store, "a").await;
    let all: Vec<OfferNo> = offers(&*store, "a").await.iter().map(|it| it.no).collect();
    let made = Regrouping::Move {
        offer: all[0],
        from: a,
        to: Destination::New(Box::new(staged_product("b"))),
        rung: MatchRung::New,
        confidence: Confidence::FULL,
    };
    let with = |offer, other| leave(offer, a, Destination::With(other));
    let done = regroup(&*store, &[with(all[1], all[0]), made, with(all[1], all[0])]).await;
    assert_eq!((done.moved, done.refused), (2, 1), "not before it is made");
    let done = regroup(&*store, &[with(all[2], all[0]), with(all[3], all[2])]).await;
    assert_eq!(
        (done.moved, done.refused),
        (1, 1),
        "only what it is made for"
    );
    let there = |found: Vec<domain::offer::Offer>| found.iter().map(|it| it.no).collect::<Vec<_>>();
    assert_eq!(there(offers(&*store, "b").await), all[..3]);
    assert_eq!(there(offers(&*store, "a").await), all[3..]);
}

/// One that was replaced, one of another product, one for a product that is not there: nothing changes.
pub async fn an_offer_that_is_another_by_now_is_not_moved(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let old = offers(&*store, "a").await[0].no;
    let rows = [("1", "a", 90), ("2", "b", 200)];
    import(&*store, "Shop", Full, &rows, day(1)).await;
    let now = offers(&*store, "a").await[0].no;
    assert_ne!(old, now);
    let before = store.revision().await.unwrap();
    let none = ProductNo(b.0 + 1000);
    let done = regroup(
        &*store,
        &[
            leave(old, a, Destination::Existing(b)),
            leave(now, b, Destination::Existing(a)),
            leave(now, a, Destination::Existing(none)),
            leave(now, a, Destination::Existing(a)),
        ],
    )
    .await;
    assert_eq!((done.moved, done.refused), (0, 4));
    assert_eq!(store.revision().await.unwrap(), before);
}

/// A watch is on its product: it follows the price that is left, and one on the product that the offer joins fires.
pub async fn watches_stay_when_an_offer_leaves(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    let products = ["a", "b"].map(catalogued);
    store.save_products(&products).await.unwrap();
    let asks = [ask("1", "a", 9_000), ask("2", "b", 12_000)];
    observe(&*store, "Shop", &asks, day(0)).await;
    let one = owner(&*store, "one").await;
    save(&*store, &wanted(&one, "a", "80", day(0))).await;
    save(&*store, &wanted(&one, "b", "100", day(0))).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let offer = offers(&*store, "a").await[0].no;
    let moves = [leave(offer, a, Destination::Existing(b))];
    let done = store.apply_regroupings(&moves, fresh(day(1))).await;
    assert_eq!(done.unwrap().moved, 1);
    let listed = store.list_watches(&one).await.unwrap();
    let mut on: Vec<String> = listed.iter().map(|it| it.product_id.to_string()).collect();
    on.sort();
    assert_eq!(on, ["a", "b"]);
    assert_eq!(take_mails(&*store, day(9)).await.len(), 1, "b asks 90 now");
}

/// With its key; what the catalogue says stays.
pub async fn a_product_forgets_only_what_feeds_taught_it(db: &Database) {
    let store = db.connect().await;
    let mut own = catalogued("a");
    own.draft.gtins = vec![
        product_gtin(1, Provenance::Catalogue),
        product_gtin(2, Provenance::Feed),
    ];
    store.save_products(&[own]).await.unwrap();
    let a = number(&*store, "a").await;
    let forget = |n| Regrouping::Forget {
        product: a,
        gtin: gtin(n),
    };
    regroup(&*store, &[forget(1), forget(2), forget(3)]).await;
    let record = store.find(&id("a")).await.unwrap().unwrap();
    let left: Vec<_> = record
        .product
        .draft
        .gtins
        .iter()
        .map(|it| it.gtin)
        .collect();
    assert_eq!(left, [gtin(1)]);
}

/// With the store, as a snapshot keeps them.
pub async fn ambiguous_numbers_are_kept_by_regroupings(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let shop = shop_no(&*store, "Shop").await;
    let ambiguous = |store, goods| Regrouping::Ambiguous {
        store,
        gtin: gtin(1),
        goods,
    };
    let before = store.revision().await.unwrap();
    let nobody = StoreNo(shop.0 + 1000);
    regroup(
        &*store,
        &[ambiguous(shop, 3), ambiguous(shop, 2), ambiguous(nobody, 4)],
    )
    .await;
    assert_eq!(store.revision().await.unwrap(), before);
    let opened = open(&*store, "Shop", day(11)).await;
    assert_eq!(opened.ambiguous, [(gtin(1), 3)]);
    store.discard(opened.no).await.unwrap();
}
