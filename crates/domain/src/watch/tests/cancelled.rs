use super::{Above, Active, Below, Paused, euros, watch};
use crate::money::Amount;
use crate::watch::AfterCancelled::{ArmedAgain, CountedAgain, Nothing, ToldInstead};
use crate::watch::{
    AfterCancelled, FallPercent, NewLow, PriceFall, Side, Told, Watch, WatchCondition,
    WatchConditionKind, WatchStatus,
};

fn told_of(watch: &Watch) -> Told {
    Told {
        condition: watch.condition.kind(),
        store: watch.store.clone(),
        restarts: watch.restarts,
        reference: watch.condition.reference(),
    }
}

#[test]
fn what_nobody_got_is_told_anew_or_waited_for_again() {
    let table: [(Side, WatchStatus, Option<i64>, AfterCancelled); 8] = [
        (Below, Active, None, ArmedAgain),
        (Below, Paused, None, ArmedAgain),
        (Above, Active, None, Nothing),
        (Below, Active, Some(49_999), ToldInstead),
        (Below, Paused, Some(49_999), Nothing),
        (Below, Active, Some(50_000), Nothing),
        // it was looked at after the event, which tells of the same price again
        (Above, Active, Some(49_999), ToldInstead),
        (Above, Active, Some(50_000), Nothing),
    ];
    for (side, status, price, expected) in table {
        let watch = watch(side, status);
        let found = watch.after_cancelled(&told_of(&watch), Some(euros(price)));
        assert_eq!(found, expected, "{side:?} {status:?} {price:?}");
    }
    let watch = watch(Below, Active);
    let gone = watch.after_cancelled(&told_of(&watch), None);
    assert_eq!(gone, ArmedAgain, "the product is gone");
}

#[test]
fn a_watch_that_became_another_is_told_nothing_instead() {
    let watch = watch(Below, Active);
    let stock = Told {
        condition: WatchConditionKind::BackInStock,
        ..told_of(&watch)
    };
    let found = watch.after_cancelled(&stock, Some(euros(Some(1))));
    assert_eq!(found, Nothing);
}

#[test]
fn what_is_counted_from_a_price_is_counted_again_unless_it_is_told_instead() {
    let from = |minor| Amount::from_minor(minor);
    let again = CountedAgain { from: from(50_000) };
    let fall = WatchCondition::PriceFall(PriceFall {
        percent: FallPercent::new(10).unwrap(),
        // what was told is the reference of the next
        from: from(44_000),
    });
    let low = WatchCondition::NewLow(NewLow::begun_at(from(44_000)));
    for (condition, status, price, expected) in [
        (fall, Active, Some(45_000), ToldInstead),
        (fall, Active, Some(45_001), again),
        (fall, Active, None, again),
        (fall, Paused, Some(45_001), again),
        // it tells nobody, and what it waits for goes on from what was told
        (fall, Paused, Some(45_000), Nothing),
        (low, Active, Some(45_001), again),
        (low, Active, None, again),
        (low, Paused, None, again),
    ] {
        let watch = Watch {
            condition,
            restarts: 2,
            ..watch(Above, status)
        };
        let told = Told {
            reference: from(50_000),
            ..told_of(&watch)
        };
        let found = watch.after_cancelled(&told, Some(euros(price)));
        assert_eq!(found, expected, "{condition:?} {status:?} {price:?}");
        let begun_anew = Told {
            restarts: 1,
            ..told
        };
        let found = watch.after_cancelled(&begun_anew, Some(euros(price)));
        assert_eq!(found, Nothing, "{condition:?} {status:?} {price:?}");
    }
}
