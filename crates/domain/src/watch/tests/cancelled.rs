use super::{Above, Active, Below, Paused, euros, watch};
use crate::money::Amount;
use crate::watch::{
    AfterCancelled, FallPercent, PriceFall, Side, ToldOf, Watch, WatchCondition,
    WatchConditionKind, WatchStatus,
};

const NOTHING: AfterCancelled = AfterCancelled {
    is_unnotified: false,
    is_counted_again: false,
    is_told_instead: false,
};

fn told_of(watch: &Watch) -> ToldOf {
    ToldOf {
        condition: watch.condition.kind(),
        store: watch.store.clone(),
        restarts: watch.restarts,
        reference: watch.condition.reference(),
    }
}

#[test]
fn what_nobody_got_is_told_anew_or_waited_for_again() {
    let unnotified = AfterCancelled {
        is_unnotified: true,
        ..NOTHING
    };
    let told_instead = AfterCancelled {
        is_told_instead: true,
        ..NOTHING
    };
    let table: [(Side, WatchStatus, Option<i64>, AfterCancelled); 8] = [
        (Below, Active, None, unnotified),
        (Below, Paused, None, unnotified),
        (Above, Active, None, NOTHING),
        (Below, Active, Some(49_999), told_instead),
        (Below, Paused, Some(49_999), NOTHING),
        (Below, Active, Some(50_000), NOTHING),
        // it was looked at after the event, which tells of the same price again
        (Above, Active, Some(49_999), told_instead),
        (Above, Active, Some(50_000), NOTHING),
    ];
    for (side, status, price, expected) in table {
        let watch = watch(side, status);
        let found = watch.after_cancelled(&told_of(&watch), Some(euros(price)));
        assert_eq!(found, expected, "{side:?} {status:?} {price:?}");
    }
    let watch = watch(Below, Active);
    let gone = watch.after_cancelled(&told_of(&watch), None);
    assert_eq!(gone, unnotified, "the product is gone");
}

#[test]
fn a_watch_that_became_another_is_told_nothing_instead() {
    let watch = watch(Below, Active);
    let stock = ToldOf {
        condition: WatchConditionKind::BackInStock,
        ..told_of(&watch)
    };
    let found = watch.after_cancelled(&stock, Some(euros(Some(1))));
    assert_eq!(found, NOTHING);
}

#[test]
fn a_fall_that_nobody_got_is_counted_again_unless_it_still_is_one() {
    let from = |minor| Amount::from_minor(minor);
    let fall = Watch {
        condition: WatchCondition::PriceFall(PriceFall {
            percent: FallPercent::new(10).unwrap(),
            // what was told is the reference of the next
            from: from(44_000),
        }),
        restarts: 2,
        ..watch(Above, Active)
    };
    let told = ToldOf {
        reference: from(50_000),
        ..told_of(&fall)
    };
    for (price, is_counted_again, is_told_instead) in [
        (Some(45_000), false, true),
        (Some(45_001), true, false),
        (None, true, false),
    ] {
        let expected = AfterCancelled {
            is_unnotified: false,
            is_counted_again,
            is_told_instead,
        };
        let found = fall.after_cancelled(&told, Some(euros(price)));
        assert_eq!(found, expected, "{price:?}");
        let begun_anew = ToldOf {
            restarts: 1,
            ..told.clone()
        };
        let found = fall.after_cancelled(&begun_anew, Some(euros(price)));
        assert_eq!(found, NOTHING, "{price:?}");
    }
}
