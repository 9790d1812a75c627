//! Cases of `MatchStore`: doubts about products that are merged or known to differ.

use domain::placement::{Confidence, MatchRung};
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{DecidedDoubt, MatchEdit, OpenDoubts};

use super::Database;
use super::doubts::{asked, doubtful, in_review, pairs, stage_doubtful};
use super::fixtures::{catalogued, day, id, import, number, open_of, publish};
use super::match_fixtures::{distinct, doubt, edit, merge, numbers};

/// What was asked of a merged product is asked of what it became, once; what a person said of it holds for that, too;
/// a product that is doubted no more is not in review.
pub async fn doubts_follow_a_merge(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100), ("3", "x", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, x] = numbers(&*store, &["a", "b", "x"]).await[..] else {
        panic!("three products")
    };
    let opened = store.open(&open_of("Other", Delta, day(1))).await.unwrap();
    stage_doubtful(&*store, opened.no, a, &[("d", "d"), ("e", "e")]).await;
    stage_doubtful(&*store, opened.no, b, &[("f", "f")]).await;
    publish(&*store, opened.no).await;
    let [same, kept, f] = numbers(&*store, &["d", "e", "f"]).await[..] else {
        panic!("three products")
    };
    // asked of f twice from the merge on
    edit(&*store, &[doubt(f, a), doubt(same, x)]).await;
    edit(&*store, &[distinct(kept, a), merge(same, a)]).await;
    let expected = pairs(&[("f", "a"), ("a", "x"), ("f", "b")]);
    let mut listed = asked(&*store).await;
    listed.sort_unstable();
    let mut sorted = expected.clone();
    sorted.sort_unstable();
    assert_eq!(listed, sorted, "d is a, so a may be x");
    edit(&*store, &[merge(a, b)]).await;
    let mut listed = asked(&*store).await;
    listed.sort_unstable();
    assert_eq!(listed, pairs(&[("b", "x"), ("f", "b")]));
    // what was said of e and a holds for e and b
    assert_eq!(edit(&*store, &[merge(kept, b)]).await.refused, 1);
    // the other way round
    edit(&*store, &[distinct(x, b), merge(b, f)]).await;
    assert_eq!(store.list_doubts(10).await.unwrap(), OpenDoubts::default());
    assert!(!in_review(&*store, "f").await);
    assert_eq!(edit(&*store, &[merge(x, f)]).await.refused, 1);
}

/// A product of a feed is in review while it is asked whether it is another, also when that was asked of what is merged
/// into it; the answers about it change then. The operator's products are not.
pub async fn in_review_is_what_may_be_another(db: &Database) {
    const ALL: [&str; 6] = ["own", "first", "second", "third", "fourth", "fifth"];
    let store = db.connect().await;
    store.save_products(&[catalogued("own")]).await.unwrap();
    let rows: Vec<_> = ALL[1..].iter().map(|it| (*it, *it, 100)).collect();
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [own, first, second, third, fourth, fifth] = numbers(&*store, &ALL).await[..] else {
        panic!("six products")
    };
    let shown = async || {
        let mut found = Vec::new();
        for product in ALL {
            // what is merged is answered as what it became
            let record = store.find(&id(product)).await.unwrap().unwrap();
            if record.product.draft.in_review && record.product.draft.id == id(product) {
                found.push(product);
            }
        }
        found
    };
    let changed = async |edits: &[MatchEdit]| {
        let since = store.revision().await.unwrap();
        edit(&*store, edits).await;
        let mut changed = store.changes(since).await.unwrap().products;
        changed.sort_unstable();
        changed
    };
    let two = [(first, second), (third, fourth), (fifth, own)];
    changed(&two.map(|(one, other)| distinct(one, other))).await;
    assert!(shown().await.is_empty());
    let asking = [doubt(second, first), doubt(fourth, fifth)];
    assert_eq!(changed(&asking).await, [second, fourth]);
    assert_eq!(shown().await, ["second", "fourth"]);
    // what was asked of the second is asked of the third
    assert_eq!(changed(&[merge(second, third)]).await, [second, third]);
    let expected = pairs(&[("third", "first"), ("fourth", "fifth")]);
    assert_eq!(asked(&*store).await, expected);
    assert_eq!(shown().await, ["third", "fourth"]);
    // the operator's product is no doubtful one: the fifth may be that
    let merged = changed(&[merge(fourth, own)]).await;
    assert_eq!(merged, [own, fourth, fifth]);
    assert_eq!(shown().await, ["third", "fifth"]);
    assert_eq!(changed(&[distinct(first, third)]).await, [third]);
    assert_eq!(shown().await, ["fifth"]);
}

/// Two products of the operator are two: a merge leaves no doubt about them, and the feed's product that stays in doubt
/// is the doubtful one.
pub async fn no_doubt_is_left_of_two_of_the_operators_products(db: &Database) {
    let store = db.connect().await;
    let own = ["own", "other"].map(catalogued);
    store.save_products(&own).await.unwrap();
    let rows = [("1", "a", 100), ("2", "b", 100), ("3", "own", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [own, other, a, b] = numbers(&*store, &["own", "other", "a", "b"]).await[..] else {
        panic!("four products")
    };
    edit(&*store, &[doubt(b, other), doubt(b, own), doubt(b, a)]).await;
    edit(&*store, &[merge(b, own)]).await;
    assert_eq!(asked(&*store).await, pairs(&[("a", "own")]));
    assert_eq!(store.find_doubted_with(other).await.unwrap(), []);
}

/// Who decides a doubt by naming a third product says in the same edit that this one is not the candidate: the doubt about
/// those two is settled with it.
pub async fn a_third_product_is_not_the_candidate(db: &Database) {
    let store = db.connect().await;
    let numbers = doubtful(&*store, &["b"]).await;
    let (a, b) = (numbers[0], numbers[1]);
    import(&*store, "Third", Full, &[("1", "c", 100)], day(1)).await;
    let c = number(&*store, "c").await;
    let listed = store.list_doubts(10).await.unwrap().doubts;
    let decided = MatchEdit::Merge {
        product: b,
        into: c,
        rung: MatchRung::Person,
        confidence: Confidence::FULL,
        settles: Some(DecidedDoubt {
            no: listed[0].no,
            is_not: Some(a),
        }),
    };
    let before = store.revision().await.unwrap();
    assert_eq!(edit(&*store, &[decided]).await.merged, 1);
    assert_eq!(store.revision().await.unwrap().0, before.0 + 1);
    assert_eq!(store.list_doubts(10).await.unwrap().open, 0);
    // a rule does not overrule it
    assert_eq!(edit(&*store, &[merge(c, a)]).await.refused, 1);
}
