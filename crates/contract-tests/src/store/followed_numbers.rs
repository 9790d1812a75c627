//! Cases of `RegroupingStore`: trade item numbers that follow offers.

use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::{ProductGtin, Provenance};
use domain::snapshot::SnapshotKind::Full;
use ports_store::{CataloguedProduct, Destination, Regrouping};

use super::fixtures::{catalogued, day, draft, fresh, gtin, id, import, key, product_gtin};
use super::history::shop_no;
use super::match_fixtures::{numbers, with_key};
use super::{Database, StoreUnderTest};

/// Two products of feeds, of which only the first claims the number that all offers state; two shops offer it.
#[derive(Clone, Copy)]
struct Shops {
    a: ProductNo,
    b: ProductNo,
    first: OfferNo,
    second: OfferNo,
    other: StoreNo,
}

impl Shops {
    async fn new(store: &dyn StoreUnderTest) -> Self {
        let mut one = draft("a");
        one.gtins = vec![product_gtin(1, Provenance::Feed)];
        let mut two = draft("b");
        two.gtins = vec![product_gtin(3, Provenance::Feed)];
        let of_feed = |draft, keys| CataloguedProduct {
            draft,
            keys,
            removed: Vec::new(),
        };
        let products = [
            of_feed(one, vec![key("a"), MatchKey::of_gtin(gtin(1))]),
            of_feed(two, vec![key("b")]),
        ];
        store.save_products(&products).await.unwrap();
        import(store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
        import(store, "Other", Full, &[("2", "a", 100)], day(0)).await;
        let [a, b] = numbers(store, &["a", "b"]).await[..] else {
            panic!("two products")
        };
        let other = shop_no(store, "Other").await;
        let offers = store.grouped_offers(&[a]).await.unwrap();
        let of = |is_other| {
            let mut offers = offers.iter();
            offers.find(|it| (it.store == other) == is_other).unwrap()
        };
        Self {
            a,
            b,
            first: of(false).no,
            second: of(true).no,
            other,
        }
    }

    fn leaves(&self, offer: OfferNo) -> Regrouping {
        Regrouping::Move {
            offer,
            from: self.a,
            to: Destination::Existing(self.b),
            rung: MatchRung::Model,
            confidence: Confidence::from_milli(700),
        }
    }

    fn follows(&self, offer: OfferNo) -> Regrouping {
        Regrouping::Follow {
            gtin: ProductGtin {
                gtin: gtin(1),
                provenance: Provenance::Feed,
                confidence: Confidence::from_milli(700),
            },
            offer,
            from: self.a,
        }
    }
}

async fn regroup(store: &dyn StoreUnderTest, regroupings: &[Regrouping]) {
    let done = store.apply_regroupings(regroupings, fresh(day(10))).await;
    done.unwrap();
}

async fn claimed(store: &dyn StoreUnderTest, product: &str) -> Vec<ProductGtin> {
    let record = store.find(&id(product)).await.unwrap().unwrap();
    record.product.draft.gtins
}

async fn having_key(store: &dyn StoreUnderTest) -> Vec<ProductNo> {
    with_key(store, &MatchKey::of_gtin(gtin(1))).await
}

/// With its key, behind the numbers that the other product has; both products' answers change. Told twice it changes nothing.
pub async fn a_number_follows_the_last_offer_that_states_it(db: &Database) {
    let store = db.connect().await;
    let shops = Shops::new(&*store).await;
    let moves = [shops.leaves(shops.first), shops.leaves(shops.second)];
    regroup(&*store, &moves).await;
    assert_eq!(having_key(&*store).await, [shops.a], "nothing said so");
    let before = store.revision().await.unwrap();
    regroup(&*store, &[shops.follows(shops.first)]).await;
    assert_eq!(claimed(&*store, "a").await, []);
    let learned = ProductGtin {
        confidence: Confidence::from_milli(700),
        ..product_gtin(1, Provenance::Feed)
    };
    let all = [product_gtin(3, Provenance::Feed), learned];
    assert_eq!(claimed(&*store, "b").await, all);
    assert_eq!(having_key(&*store).await, [shops.b]);
    let mut changed = store.changes(before).await.unwrap().products;
    changed.sort_unstable();
    assert_eq!(changed, [shops.a, shops.b]);
    let before = store.revision().await.unwrap();
    let again = [shops.follows(shops.first), shops.follows(shops.second)];
    regroup(&*store, &again).await;
    assert_eq!(store.revision().await.unwrap(), before);
    assert_eq!(claimed(&*store, "b").await, all);
}

/// In the same call as the move, whichever comes first of two that leave.
pub async fn a_number_stays_while_another_offer_states_it(db: &Database) {
    let store = db.connect().await;
    let shops = Shops::new(&*store).await;
    let one = [shops.leaves(shops.first), shops.follows(shops.first)];
    regroup(&*store, &one).await;
    assert_eq!(having_key(&*store).await, [shops.a]);
    assert_eq!(claimed(&*store, "b").await.len(), 1);
    let two = [shops.leaves(shops.second), shops.follows(shops.second)];
    regroup(&*store, &two).await;
    assert_eq!(having_key(&*store).await, [shops.b]);
}

/// What a store states that uses the number for several goods holds it not; that is known in the same call.
pub async fn a_number_does_not_stay_for_who_uses_it_for_several_goods(db: &Database) {
    let store = db.connect().await;
    let shops = Shops::new(&*store).await;
    let ambiguous = Regrouping::Ambiguous {
        store: shops.other,
        gtin: gtin(1),
        goods: 2,
    };
    let regroupings = [
        shops.leaves(shops.first),
        shops.follows(shops.first),
        ambiguous,
    ];
    regroup(&*store, &regroupings).await;
    assert_eq!(having_key(&*store).await, [shops.b]);
    assert_eq!(claimed(&*store, "a").await, []);
}

/// Of the operator's catalogue, or a person's.
pub async fn a_number_that_others_than_feeds_say_follows_nobody(db: &Database) {
    let store = db.connect().await;
    let shops = Shops::new(&*store).await;
    let said = [("own", Provenance::Catalogue), ("said", Provenance::Person)];
    for (product, provenance) in said {
        let mut own = catalogued(product);
        own.draft.gtins = vec![product_gtin(1, provenance)];
        own.keys.push(MatchKey::of_gtin(gtin(1)));
        store.save_products(&[own]).await.unwrap();
        import(&*store, product, Full, &[("1", product, 100)], day(0)).await;
        let [own] = numbers(&*store, &[product]).await[..] else {
            panic!("one product")
        };
        let offer = store.grouped_offers(&[own]).await.unwrap()[0].no;
        let of_own = Shops { a: own, ..shops };
        regroup(&*store, &[of_own.leaves(offer), of_own.follows(offer)]).await;
        let left = store.grouped_offers(&[own]).await.unwrap();
        assert_eq!(left, [], "it has left");
        let kept = claimed(&*store, product).await;
        assert_eq!(kept, [product_gtin(1, provenance)]);
        assert_eq!(claimed(&*store, "b").await.len(), 1);
        assert!(having_key(&*store).await.contains(&own));
    }
}

/// It was replaced or is where it was: its move was refused.
pub async fn a_number_follows_no_offer_that_did_not_leave(db: &Database) {
    let store = db.connect().await;
    let shops = Shops::new(&*store).await;
    import(&*store, "Other", Full, &[("2", "a", 90)], day(1)).await;
    let before = store.revision().await.unwrap();
    let regroupings = [
        shops.follows(shops.first),
        shops.leaves(shops.second),
        shops.follows(shops.second),
    ];
    regroup(&*store, &regroupings).await;
    assert_eq!(having_key(&*store).await, [shops.a]);
    assert_eq!(store.revision().await.unwrap(), before);
}
