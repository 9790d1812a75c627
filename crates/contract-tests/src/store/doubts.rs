//! Cases of `MatchStore`: doubts whether two products are the same.

use std::collections::BTreeSet;

use domain::ids::{DoubtNo, ProductNo, SnapshotNo};
use domain::placement::{Confidence, MatchRung};
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{
    Assignment, DecidedDoubt, DoubtSide, DoubtfulMatch, EditedMatches, KnownAs, MatchEdit,
    OpenDoubts, Review, StageBatch, StagedOffer,
};

use super::fixtures::{
    amount, catalogued, day, fresh, gtin, id, import, name, number, open_of, publish, staged,
    staged_product,
};
use super::match_fixtures::{distinct, doubt, edit, merge, numbers};
use super::{Database, StoreUnderTest};

/// A person says that two are one.
pub(super) const fn said(product: ProductNo, into: ProductNo) -> MatchEdit {
    MatchEdit::Merge {
        product,
        into,
        rung: MatchRung::Person,
        confidence: Confidence::FULL,
        settles: None,
    }
}

/// Stages offers of new products that may be the same as an existing one: pairs of the shop's id and
/// the product's.
pub(super) async fn stage_doubtful(
    store: &dyn StoreUnderTest,
    snapshot: SnapshotNo,
    candidate: ProductNo,
    rows: &[(&str, &str)],
) {
    let offer = |(place, (offer_id, _)): (usize, &(&str, &str))| StagedOffer {
        quarantine: None,
        ..staged(offer_id, 100, Assignment::New(place))
    };
    let review = |(place, (_, product)): (usize, &(&str, &str))| Review {
        product: Assignment::New(place),
        candidate: Assignment::Existing(candidate),
        reason: format!("{product} is alike"),
    };
    let batch = StageBatch {
        products: rows.iter().map(|row| staged_product(row.1)).collect(),
        offers: rows.iter().enumerate().map(offer).collect(),
        learned: Vec::new(),
        reviews: rows.iter().enumerate().map(review).collect(),
    };
    store.stage(snapshot, &batch).await.unwrap();
}

/// Product `a`, and these products of another shop that may be the same; their numbers.
pub(super) async fn doubtful(store: &dyn StoreUnderTest, products: &[&str]) -> Vec<ProductNo> {
    import(store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let candidate = number(store, "a").await;
    let opened = store.open(&open_of("Other", Delta, day(1))).await.unwrap();
    let rows: Vec<_> = products
        .iter()
        .map(|product| (*product, *product))
        .collect();
    stage_doubtful(store, opened.no, candidate, &rows).await;
    publish(store, opened.no).await;
    let mut numbers = vec![candidate];
    for product in products {
        numbers.push(number(store, product).await);
    }
    numbers
}

/// The products that are asked about, each with its candidate, in the order of the list.
pub(super) async fn asked(store: &dyn StoreUnderTest) -> Vec<(String, String)> {
    let listed = store.list_doubts(1000).await.unwrap();
    let pair = |it: &DoubtfulMatch| (it.product.id.to_string(), it.candidate.id.to_string());
    listed.doubts.iter().map(pair).collect()
}

pub(super) fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(one, other): &(&str, &str)| ((*one).to_owned(), (*other).to_owned());
    pairs.iter().map(owned).collect()
}

pub(super) async fn in_review(store: &dyn StoreUnderTest, product: &str) -> bool {
    let record = store.find(&id(product)).await.unwrap().unwrap();
    record.product.draft.in_review
}

/// Both sides as readers see them, the oldest offer, and what was written.
pub async fn a_doubt_tells_both_sides(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.list_doubts(10).await.unwrap(), OpenDoubts::default());
    let [a, b, c] = doubtful(&*store, &["b", "c"]).await[..] else {
        panic!("three products")
    };
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "a", 250)],
        day(2),
    )
    .await;
    let side = |product, called: &str, (offers, stores), prices: (i64, i64)| DoubtSide {
        product,
        id: id(called),
        name: catalogued(called).draft.name,
        brand: "Nova".to_owned(),
        mpn: "NV-1".to_owned(),
        gtins: vec![gtin(2), gtin(1)],
        provenance: Provenance::Feed,
        offers,
        stores,
        item_prices: Some((amount(prices.0), amount(prices.1))),
    };
    let listed = store.list_doubts(10).await.unwrap();
    assert_eq!(listed.doubts.len(), 2);
    let no = listed.doubts[1].no;
    assert!(
        listed.doubts[0].no < no,
        "of the same the older one is first"
    );
    let expected = DoubtfulMatch {
        no,
        store: name("Other"),
        offer_id: "c".to_owned(),
        product: side(c, "c", (1, 1), (100, 100)),
        candidate: side(a, "a", (2, 1), (100, 250)),
        reason: "c is alike".to_owned(),
        waiting: 1,
        joins: 2,
    };
    assert_eq!(listed.doubts[1], expected);
    assert_eq!(listed.doubts[0].product.product, b);
    assert_eq!(store.find_doubt(no).await.unwrap(), Some(expected));
    let none = DoubtNo(no.0 + 1);
    assert_eq!(store.find_doubt(none).await.unwrap(), None);
}

/// Those that join most offers come first: the waiting ones, and those that wait for the waiting ones, times those of
/// the candidate, which counts as one without any. What no offer waits for is not listed.
pub async fn what_joins_most_is_asked_first(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("empty")]).await.unwrap();
    let rows = [
        ("1", "one", 1),
        ("2", "two", 1),
        ("3", "two", 1),
        ("4", "much", 1),
        ("5", "much", 1),
        ("6", "much", 1),
        ("7", "behind", 1),
        ("8", "gone", 1),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [one, two, much, behind, gone, empty] =
        numbers(&*store, &["one", "two", "much", "behind", "gone", "empty"]).await[..]
    else {
        panic!("six products")
    };
    let edits = [
        doubt(gone, much),
        doubt(one, empty),
        doubt(two, empty),
        doubt(two, much),
        doubt(behind, two),
    ];
    assert_eq!(edit(&*store, &edits).await.doubts, 5);
    import(&*store, "Shop", Full, &rows[..7], day(1)).await;
    let expected = pairs(&[
        ("two", "much"),
        ("two", "empty"),
        ("behind", "two"),
        ("one", "empty"),
    ]);
    assert_eq!(asked(&*store).await, expected);
    let listed = store.list_doubts(2).await.unwrap();
    assert_eq!((listed.doubts.len(), listed.open), (2, 4));
    let counted: Vec<_> = listed
        .doubts
        .iter()
        .map(|it| (it.waiting, it.joins))
        .collect();
    assert_eq!(
        counted,
        [(3, 9), (3, 3)],
        "two offers of its own and the one behind"
    );
    let named = store.find_doubted_with(two).await.unwrap();
    let mut expected = [much, empty, behind];
    expected.sort_unstable();
    assert_eq!(named, expected);
    edit(&*store, &[distinct(much, two)]).await;
    assert_eq!(store.find_doubted_with(much).await.unwrap(), [gone]);
}

/// A doubt is there when its snapshot is published, and gone when that is discarded.
pub async fn doubts_of_an_open_snapshot_are_not_seen(db: &Database) {
    let store = db.connect().await;
    let numbers = doubtful(&*store, &["b"]).await;
    let opened = store.open(&open_of("Third", Delta, day(1))).await.unwrap();
    stage_doubtful(&*store, opened.no, numbers[0], &[("9", "c")]).await;
    assert_eq!(asked(&*store).await, pairs(&[("b", "a")]));
    assert_eq!(
        store.find_doubted_with(numbers[0]).await.unwrap(),
        numbers[1..]
    );
    let after = store.list_doubts(10).await.unwrap().doubts[0].no;
    for no in 1..9 {
        let beyond = store.find_doubt(DoubtNo(after.0 + no)).await.unwrap();
        assert_eq!(beyond, None);
    }
    store.discard(opened.no).await.unwrap();
    assert_eq!(asked(&*store).await, pairs(&[("b", "a")]));
    let opened = store.open(&open_of("Third", Delta, day(1))).await.unwrap();
    stage_doubtful(&*store, opened.no, numbers[0], &[("9", "c")]).await;
    publish(&*store, opened.no).await;
    assert_eq!(asked(&*store).await, pairs(&[("b", "a"), ("c", "a")]));
}

/// Two products that a person keeps apart are not listed, not asked about again, not merged by a rule, whichever of
/// the two is named first and whatever offer asks; the product is not in review; other pairs are asked.
pub async fn two_that_are_kept_apart_are_not_asked_about_again(db: &Database) {
    let store = db.connect().await;
    let [a, b, c] = doubtful(&*store, &["b", "c"]).await[..] else {
        panic!("three products")
    };
    let doubt_no = store.list_doubts(1).await.unwrap().doubts[0].no;
    let since = store.revision().await.unwrap();
    assert!(in_review(&*store, "b").await);
    let nothing = EditedMatches::default();
    assert_eq!(edit(&*store, &[distinct(a, b)]).await, nothing);
    assert!(!in_review(&*store, "b").await);
    assert!(in_review(&*store, "c").await);
    assert_eq!(asked(&*store).await, pairs(&[("c", "a")]));
    assert_eq!(store.find_doubt(doubt_no).await.unwrap(), None);
    let changes = store.changes(since).await.unwrap();
    assert_eq!(
        changes.products,
        [a, b],
        "whether they are in review is shown"
    );
    let since = store.revision().await.unwrap();
    let again = [doubt(b, a), doubt(a, b), distinct(b, a)];
    let refused = EditedMatches {
        refused: 1,
        ..nothing
    };
    assert_eq!(edit(&*store, &again).await, refused);
    assert_eq!(store.revision().await.unwrap(), since, "nothing changed");
    let refused = edit(&*store, &[merge(b, a), merge(a, b)]).await;
    assert_eq!((refused.merged, refused.refused), (0, 2));
    let others = edit(&*store, &[doubt(b, c), merge(c, a)]).await;
    assert_eq!((others.doubts, others.merged), (1, 1));
    assert!(asked(&*store).await.is_empty(), "c is a now, and b is not");
    // another offer of the product does not ask it either
    let opened = store.open(&open_of("Other", Delta, day(11))).await.unwrap();
    let review = Review {
        product: Assignment::Existing(b),
        candidate: Assignment::Existing(a),
        reason: "still alike".to_owned(),
    };
    let batch = StageBatch {
        offers: vec![staged("b again", 90, Assignment::Existing(b))],
        reviews: vec![review],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish(&*store, opened.no).await;
    assert!(asked(&*store).await.is_empty());
}

/// A pair is asked about once, whichever of the two is named first; not for a product without offers, for one that is
/// its own candidate, or for a candidate that is gone.
pub async fn two_products_are_asked_about_once(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("unsold")]).await.unwrap();
    let rows = [
        ("1", "a", 100),
        ("2", "b", 100),
        ("3", "c", 100),
        ("4", "b", 100),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [unsold, a, b, c] = numbers(&*store, &["unsold", "a", "b", "c"]).await[..] else {
        panic!("four products")
    };
    edit(&*store, &[merge(c, a)]).await;
    let asking = [
        doubt(b, a),
        doubt(b, a),
        doubt(a, b),
        doubt(unsold, a),
        doubt(b, b),
        doubt(b, c),
        doubt(b, ProductNo(987_654)),
        doubt(c, b),
    ];
    let edited = edit(&*store, &asking).await;
    let expected = EditedMatches {
        doubts: 1,
        ..EditedMatches::default()
    };
    assert_eq!(edited, expected);
    assert_eq!(edit(&*store, &asking).await, EditedMatches::default());
    let listed = store.list_doubts(10).await.unwrap();
    assert_eq!((listed.doubts.len(), listed.open), (1, 1));
    let only = &listed.doubts[0];
    assert_eq!((only.product.product, only.candidate.product), (b, a));
    assert_eq!((only.store.as_str(), only.offer_id.as_str()), ("Shop", "2"));
    assert_eq!((only.waiting, only.joins), (2, 4));
    assert_eq!(only.reason, "it's alike");
}

/// A number is what a person answers to: that of a doubt which a merge took away leads nowhere, whatever is asked next.
pub async fn a_doubts_number_is_never_given_again(db: &Database) {
    let store = db.connect().await;
    let rows = [
        ("1", "a", 100),
        ("2", "b", 100),
        ("3", "c", 100),
        ("4", "d", 100),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, c, d] = numbers(&*store, &["a", "b", "c", "d"]).await[..] else {
        panic!("four products")
    };
    edit(&*store, &[doubt(b, a), doubt(c, a)]).await;
    let listed = store.list_doubts(10).await.unwrap();
    let mut given: BTreeSet<_> = listed.doubts.iter().map(|it| it.no).collect();
    assert_eq!(given.len(), 2);
    edit(&*store, &[merge(c, a), doubt(d, a)]).await;
    let listed = store.list_doubts(10).await.unwrap();
    let left: BTreeSet<_> = listed.doubts.iter().map(|it| it.no).collect();
    let gone: Vec<_> = given.difference(&left).collect();
    assert_eq!((gone.len(), left.difference(&given).count()), (1, 1));
    assert_eq!(store.find_doubt(*gone[0]).await.unwrap(), None);
    given.extend(left);
    // nor when none is left
    edit(&*store, &[merge(b, a), merge(d, a)]).await;
    assert_eq!(store.list_doubts(10).await.unwrap(), OpenDoubts::default());
    import(&*store, "Other", Full, &[("5", "e", 100)], day(11)).await;
    edit(&*store, &[doubt(number(&*store, "e").await, a)]).await;
    let listed = store.list_doubts(10).await.unwrap();
    assert!(!given.contains(&listed.doubts[0].no));
}

/// Of the two the feed's product is the doubtful one, also when the operator took the other over since.
pub async fn the_operators_product_is_the_candidate(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    edit(&*store, &[doubt(b, a)]).await;
    assert_eq!(asked(&*store).await, pairs(&[("b", "a")]));
    store.save_products(&[catalogued("b")]).await.unwrap();
    assert_eq!(asked(&*store).await, pairs(&[("a", "b")]));
}

/// What a person said is overruled by a person, and by nothing else.
pub async fn only_a_person_overrules_a_person(db: &Database) {
    let store = db.connect().await;
    let [a, b] = doubtful(&*store, &["b"]).await[..] else {
        panic!("two products")
    };
    edit(&*store, &[distinct(b, a)]).await;
    assert_eq!(edit(&*store, &[merge(b, a)]).await.refused, 1);
    assert_eq!(edit(&*store, &[said(b, a)]).await.merged, 1);
    assert_eq!(store.find(&id("b")).await.unwrap().unwrap().product.no, a);
}

/// Of the decisions about one doubt the first is carried out: a later one is refused, whichever way it goes, and of two
/// at once only one is not.
pub async fn a_doubt_is_decided_once(db: &Database) {
    let store = db.connect().await;
    let numbers = doubtful(&*store, &["b", "c", "d"]).await;
    let a = numbers[0];
    let settling = async |product: ProductNo| {
        let listed = store.list_doubts(10).await.unwrap().doubts;
        let doubt = listed.iter().find(|it| it.product.product == product);
        let MatchEdit::Merge {
            product,
            into,
            rung,
            confidence,
            ..
        } = said(product, a)
        else {
            panic!("a merge")
        };
        MatchEdit::Merge {
            product,
            into,
            rung,
            confidence,
            settles: Some(DecidedDoubt {
                no: doubt.unwrap().no,
                is_not: None,
            }),
        }
    };
    let refused = EditedMatches {
        refused: 1,
        ..EditedMatches::default()
    };
    let [same, other] = [settling(numbers[1]).await, distinct(numbers[1], a)];
    assert_eq!(edit(&*store, std::slice::from_ref(&same)).await.merged, 1);
    assert_eq!(edit(&*store, &[other]).await, refused);
    assert_eq!(edit(&*store, &[same]).await, refused);
    let [same, other] = [settling(numbers[2]).await, distinct(a, numbers[2])];
    let nothing = EditedMatches::default();
    assert_eq!(edit(&*store, std::slice::from_ref(&other)).await, nothing);
    assert_eq!(edit(&*store, &[same]).await, refused);
    assert_eq!(edit(&*store, &[other]).await, refused);
    let [same, other] = [settling(numbers[3]).await, distinct(numbers[3], a)];
    let others = db.connect().await;
    let (one, two) = tokio::join!(
        store.apply_matches(std::slice::from_ref(&same), fresh(day(10))),
        others.apply_matches(std::slice::from_ref(&other), fresh(day(10))),
    );
    // a store may say that another one writes instead of waiting
    let carried_out = [one, two].map(|it| it.is_ok_and(|edited| edited.refused == 0));
    assert_eq!(carried_out.iter().filter(|it| **it).count(), 1);
}

/// What a person said to be a product is kept with it, and goes with it; what a rule found is not.
pub async fn a_product_is_known_as_what_a_person_said(db: &Database) {
    let store = db.connect().await;
    let rows = [
        ("1", "a", 100),
        ("2", "b", 100),
        ("3", "c", 100),
        ("4", "d", 100),
    ];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, c, d] = numbers(&*store, &["a", "b", "c", "d"]).await[..] else {
        panic!("four products")
    };
    let known_as = async |product| {
        let found = store.find_candidates(&[product]).await.unwrap();
        found[0].candidate.known_as.clone()
    };
    assert_eq!(known_as(a).await, []);
    edit(&*store, &[said(b, a), merge(c, a)]).await;
    let called = catalogued("b").draft;
    let expected = [KnownAs {
        name: called.name,
        brand: called.brand,
        model: called.model,
        variant: called.variant,
        mpn: called.mpn,
    }];
    assert_eq!(known_as(a).await, expected);
    edit(&*store, &[merge(a, d)]).await;
    assert_eq!(known_as(d).await, expected);
}
