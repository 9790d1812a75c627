use super::{Above, Active, Paused, below, watch};
use crate::store::StoreName;
use crate::watch::{FallPercent, NewLow, PriceFall, Watch, WatchCondition, WatchStatus};

fn waits(condition: WatchCondition, is_of_one_store: bool, status: WatchStatus) -> Watch {
    Watch {
        condition,
        store: is_of_one_store.then(|| StoreName::parse("Shop").unwrap()),
        ..watch(Above, status)
    }
}

fn fall(percent: u8) -> WatchCondition {
    WatchCondition::PriceFall(PriceFall {
        percent: FallPercent::new(percent).unwrap(),
        from: None,
    })
}

#[test]
fn of_two_watches_the_one_stays_that_tells_more() {
    // each tells more than the next
    let conditions = [
        below("500"),
        below("499.99"),
        fall(5),
        fall(10),
        WatchCondition::NewLow(NewLow::default()),
        WatchCondition::BackInStock,
    ];
    let mut watches = Vec::new();
    for status in [Active, Paused] {
        for is_of_one_store in [false, true] {
            watches.extend(conditions.map(|it| waits(it, is_of_one_store, status)));
        }
    }
    for (first, one) in watches.iter().enumerate() {
        for (second, other) in watches.iter().enumerate() {
            assert_eq!(one.outlasts(other), first <= second, "{one:?} {other:?}");
        }
    }
}
