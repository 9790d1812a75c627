use proptest::collection::vec;
use proptest::prelude::*;
use time::Duration;
use time::macros::datetime;

use crate::webhook::delivery::KEPT;
use crate::webhook::replays::{LookedAt, MAX_JUDGED, MAX_PRODUCTS, ReplayRange, step};

fn looked_at(failed: &[bool]) -> Vec<LookedAt> {
    let numbered = failed.iter().zip(1..);
    numbered
        .map(|(&has_failed, no)| LookedAt {
            no,
            has_failed,
            product: None,
        })
        .collect()
}

#[test]
fn a_range_has_something_in_it() {
    let noon = datetime!(2026-03-01 12:00 UTC);
    let later = noon + Duration::MICROSECOND;
    assert!(ReplayRange::new(noon, later).is_some());
    assert_eq!(ReplayRange::new(noon, noon), None);
    assert_eq!(ReplayRange::new(later, noon), None);
    // the same instant elsewhere
    assert_eq!(
        ReplayRange::new(noon, datetime!(2026-03-01 17:30 +5:30)),
        None
    );
}

#[test]
fn what_is_kept_no_more_is_not_replayed() {
    let now = datetime!(2026-03-08 12:00 UTC);
    let range = |from| ReplayRange::new(from, now).unwrap().begin(now);
    let oldest = now - KEPT + Duration::MICROSECOND;
    for (from, begin) in [
        (datetime!(0001-01-01 00:00 UTC), oldest),
        (now - KEPT, oldest),
        (oldest, oldest),
        (now - Duration::HOUR, now - Duration::HOUR),
    ] {
        assert_eq!(range(from), begin, "{from}");
    }
}

#[test]
fn a_step_reads_the_prices_of_few_products() {
    let of = |products: &[Option<i64>]| -> Vec<LookedAt> {
        let looked_at = |(&product, no)| LookedAt {
            no,
            has_failed: true,
            product,
        };
        products.iter().zip(1..).map(looked_at).collect()
    };
    let most = i64::try_from(MAX_PRODUCTS).unwrap();
    let mut products: Vec<Option<i64>> = (0..most).map(Some).collect();
    products.extend([Some(0), None]);
    let all = step(&of(&products), true);
    assert_eq!((all.judged.len(), all.next), (MAX_PRODUCTS + 2, None));
    products.extend([Some(most), Some(0)]);
    let some = step(&of(&products), true);
    assert_eq!(some.judged.len(), MAX_PRODUCTS + 2);
    assert_eq!(some.next, Some(most + 2));
}

#[test]
fn a_step_judges_a_hundred_and_goes_on_before_the_next_one() {
    let mut failed = vec![true; MAX_JUDGED];
    failed.extend([false, true]);
    let taken = step(&looked_at(&failed), true);
    assert_eq!(taken.judged.len(), MAX_JUDGED);
    assert_eq!(taken.next, Some(101), "what did not fail was passed");
    // none failed after the hundredth
    failed.pop();
    assert_eq!(step(&looked_at(&failed), true).next, None);
    assert_eq!(step(&looked_at(&failed), false).next, Some(101));
    assert_eq!(step(&[], true).next, None);
    let none = step(&looked_at(&[false; 3]), false);
    assert_eq!((none.judged, none.next), (vec![], Some(3)));
}

proptest! {
    #[test]
    fn steps_come_to_every_failed_delivery_once(failed in vec(any::<bool>(), 0..900), seen in 1_usize..400) {
        let all = looked_at(&failed);
        let mut judged = Vec::new();
        let mut rest = all.as_slice();
        loop {
            let now = &rest[..seen.min(rest.len())];
            let taken = step(now, now.len() == rest.len());
            prop_assert!(taken.judged.len() <= MAX_JUDGED);
            judged.extend(taken.judged);
            let Some(next) = taken.next else { break };
            let place = rest.iter().position(|one| one.no == next).unwrap();
            rest = &rest[place + 1..];
        }
        let expected: Vec<i64> = all.iter().filter(|one| one.has_failed).map(|one| one.no).collect();
        prop_assert_eq!(judged, expected);
    }
}
