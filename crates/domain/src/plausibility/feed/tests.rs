use proptest::prelude::*;
use rstest::rstest;

use super::{Earlier, FeedTally, Sighting, Suspicion, SuspicionKind};
use crate::money::{Amount, Currency};

use SuspicionKind::{OneValue, Random, Shifted, SoldOut, Swapped};

fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

fn eur() -> Currency {
    Currency::parse("EUR").unwrap()
}

/// Prices of an assortment: from a few cents to a thousand, with and without decimals.
fn prices(n: usize) -> Vec<i64> {
    let digits = [
        99, 1299, 4900, 249, 12_950, 79, 89_900, 1995, 349, 5000, 759,
    ];
    (0..n)
        .map(|i| digits[i % digits.len()] + 17 * i64::try_from(i).unwrap())
        .collect()
}

/// A small reproducible stream of numbers in 0 to 999.
fn noise(i: usize) -> i64 {
    let mut x = u64::try_from(i)
        .unwrap()
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    i64::try_from((x >> 20) % 1000).unwrap()
}

/// Pairs of the earlier and the new price.
type Pairs = Vec<(i64, i64)>;

/// A new price of each of `n` offers, by its number and old price.
fn moved(n: usize, new: impl Fn(usize, i64) -> i64) -> Pairs {
    let old = prices(n);
    old.iter()
        .enumerate()
        .map(|(i, old)| (*old, new(i, *old).max(1)))
        .collect()
}

fn tally(pairs: &[(i64, i64)], earlier: fn(Amount) -> Earlier) -> FeedTally {
    let mut tally = FeedTally::default();
    for (i, (before, now)) in pairs.iter().enumerate() {
        tally.observe(&Sighting {
            id: &format!("offer-{i:04}"),
            price: amount(*now),
            earlier: earlier(amount(*before)),
            held: None,
            usual: None,
            asked: None,
            could_be_ordered: Some(true),
            can_be_ordered: true,
        });
    }
    tally
}

fn verdict(pairs: &[(i64, i64)]) -> Option<SuspicionKind> {
    suspicion(pairs).map(|suspicion| suspicion.kind)
}

fn suspicion(pairs: &[(i64, i64)]) -> Option<Suspicion> {
    tally(pairs, Earlier::Own).prices(0, true, eur())
}

fn swapped(pairs: &[(i64, i64)], by: usize) -> Pairs {
    let n = pairs.len();
    (0..n)
        .map(|i| (pairs[i].0, pairs[(i + by) % n].0))
        .collect()
}

#[rstest]
#[case::nothing_moved(moved(100, |_, p| p), None)]
#[case::a_hundredfold(moved(100, |_, p| 100 * p), Some(Shifted))]
#[case::tenfold(moved(100, |_, p| 10 * p), Some(Shifted))]
#[case::a_thousandfold(moved(100, |_, p| 1000 * p), Some(Shifted))]
#[case::a_tenth(moved(100, |_, p| p / 10), Some(Shifted))]
#[case::a_hundredth_of_what_is_dear(moved(100, |_, p| if p > 1000 { p / 100 } else { p }), Some(Shifted))]
#[case::a_hundredfold_of_three(moved(3, |_, p| 100 * p), Some(Shifted))]
#[case::two_are_no_feed(moved(2, |_, p| 100 * p), None)]
#[case::the_decimal_mark_is_lost(moved(100, |_, p| if p % 100 == 0 { p } else { 100 * p }), Some(Shifted))]
#[case::a_few_lost_it(moved(1000, |i, p| if i % 50 == 0 { 100 * p } else { p }), Some(Shifted))]
#[case::one_slip(moved(100, |i, p| if i == 7 { 100 * p } else { p }), None)]
#[case::slips_among_changes(moved(100, |i, p| if i < 3 { 100 * p } else { p + p / 20 }), None)]
#[case::a_fifth_among_changes(moved(100, |i, p| if i < 25 { 100 * p } else { p + p / 20 }), Some(Shifted))]
#[case::another_currency(moved(100, |_, p| 25 * p), Some(Shifted))]
#[case::the_other_way_round(moved(100, |_, p| p * 100 / 2511), Some(Shifted))]
#[case::tax_is_added(moved(100, |_, p| p * 121 / 100), None)]
#[case::tax_is_taken_off(moved(100, |_, p| p * 100 / 121), None)]
#[case::ten_percent_off(moved(100, |_, p| p * 9 / 10), None)]
#[case::forty_percent_off(moved(100, |_, p| p * 6 / 10), None)]
#[case::a_clearance(moved(100, |i, p| p * (30 + noise(i) * 7 / 100) / 100), None)]
#[case::half_off_or_nothing(moved(100, |i, p| if i % 2 == 0 { p / 2 } else { p }), None)]
#[case::promotions_come_and_go(moved(100, |i, p| match i % 5 { 0 => p / 2, 1 => 2 * p, _ => p }), None)]
#[case::any_price(moved(100, |i, _| 100 + noise(i) * 100), Some(Random))]
#[case::up_or_down_by_some_factor(moved(100, |i, p| p * (20 + noise(i)) / 200), Some(Random))]
#[case::some_are_random(moved(100, |i, p| if i % 4 == 0 { 100 + noise(i) * 100 } else { p }), None)]
#[case::one_price_for_all(moved(100, |_, _| 100), Some(OneValue))]
#[case::a_high_price_for_all(moved(100, |i, p| if i % 20 == 0 { p } else { 999_900 }), Some(OneValue))]
#[case::few_offers(moved(9, |_, _| 100), Some(Random))]
#[case::two_offers(moved(2, |_, _| 100), None)]
#[case::it_was_one_price_before(vec![(100, 100); 50], None)]
#[case::all_for_one_less(vec![(100, 90); 50], None)]
#[case::the_next_rows_prices(swapped(&moved(100, |_, p| p), 1), Some(Swapped))]
#[case::prices_of_other_rows(swapped(&moved(1000, |_, p| p), 371), Some(Swapped))]
fn feeds_are_believed_or_not(#[case] pairs: Pairs, #[case] expected: Option<SuspicionKind>) {
    // a store of few prices may look random when they are swapped: both say the same of it
    let found = suspicion(&pairs);
    assert_eq!(found.as_ref().map(|s| s.kind), expected, "{found:?}");
}

/// All for one price that is a little less: the common factor is that of a sale.
#[test]
fn one_price_is_suspect_only_when_it_was_not_before() {
    assert_eq!(verdict(&vec![(100, 90); 50]), None);
    let pairs = moved(50, |_, _| 90);
    assert_eq!(verdict(&pairs), Some(OneValue));
}

#[test]
fn evidence_has_counts_factor_and_three_examples() {
    let found = suspicion(&moved(100, |_, p| 100 * p)).unwrap();
    assert_eq!(
        found.summary,
        "most prices that moved did so by a factor near 100"
    );
    for part in [
        "100 prices",
        "near 100 from their last believed prices",
        "(100 of 100 moved)",
        "as in offer-0000: 0.99 EUR -> 99.00 EUR; offer-0001: ",
        "; offer-0002: ",
    ] {
        assert!(found.evidence.contains(part), "{part:?} in {found:?}");
    }
    assert!(!found.evidence.contains("offer-0003"));
    let found = suspicion(&moved(100, |_, p| p / 10)).unwrap();
    assert!(found.summary.contains("1/10"), "{found:?}");
}

#[test]
fn a_delta_is_held_against_all_that_the_store_has() {
    let pairs = moved(40, |i, _| 100 + noise(i) * 100);
    let of = |live| {
        let found = tally(&pairs, Earlier::Own).prices(live, false, eur());
        found.map(|suspicion| suspicion.kind)
    };
    assert_eq!(of(40), Some(Random));
    assert_eq!(of(1000), None, "the other offers are as before");
    let pairs = moved(40, |_, p| 100 * p);
    let found = tally(&pairs, Earlier::Own).prices(1000, false, eur());
    assert_eq!(found.unwrap().kind, Shifted);
}

#[test]
fn a_new_store_is_held_against_the_others() {
    let of = |pairs: &Pairs| {
        let found = tally(pairs, Earlier::Market).prices(0, true, eur());
        found.map(|suspicion| suspicion.kind)
    };
    // shops differ, and some products are not what they seem
    let near = |i: usize, p: i64| p * (70 + noise(i) * 6 / 100) / 100;
    let honest = moved(100, |i, p| {
        if i % 6 == 0 {
            p * noise(i) / 500
        } else {
            near(i, p)
        }
    });
    assert_eq!(of(&honest), None);
    assert_eq!(of(&moved(100, |i, p| 100 * near(i, p))), Some(Shifted));
    assert_eq!(of(&moved(9, |i, p| 100 * near(i, p))), None, "too few");
    assert_eq!(of(&moved(100, |_, _| 100)), Some(OneValue));
    assert_eq!(
        of(&moved(300, |i, _| 1 + noise(i) * noise(i) * 3)),
        Some(Random)
    );
}

#[test]
fn offers_without_an_earlier_price_say_nothing() {
    let pairs = moved(100, |_, p| 100 * p);
    let found = tally(&pairs, |_| Earlier::Nothing).prices(100, true, eur());
    assert_eq!(found, None);
}

#[rstest]
#[case::all_at_once(100, 100, 0, true)]
#[case::all_but_a_twentieth(100, 100, 5, true)]
#[case::more_are_left(100, 100, 6, false)]
#[case::few_offers(9, 9, 0, false)]
#[case::ten_are_enough(10, 10, 0, true)]
#[case::half_was_sold_out_before(100, 50, 0, true)]
#[case::most_was_sold_out_before(100, 49, 0, false)]
fn everything_sold_out_at_once_is_suspect(
    #[case] had: usize,
    #[case] orderable: usize,
    #[case] now: usize,
    #[case] is_suspect: bool,
) {
    let mut tally = FeedTally::default();
    for i in 0..had {
        tally.observe(&Sighting {
            id: "a",
            price: amount(100),
            earlier: Earlier::Own(amount(100)),
            held: None,
            usual: None,
            asked: None,
            could_be_ordered: Some(i < orderable),
            can_be_ordered: i < now,
        });
    }
    let found = tally.sold_out();
    let expected = is_suspect.then_some(SoldOut);
    assert_eq!(found.map(|suspicion| suspicion.kind), expected);
}

/// The shop gave its offers other ids: they are new to it, and can be ordered.
#[test]
fn new_offers_in_stock_speak_against_a_dead_shop() {
    let mut tally = FeedTally::default();
    for could_be_ordered in [Some(true), None] {
        for _ in 0..50 {
            tally.observe(&Sighting {
                id: "a",
                price: amount(100),
                earlier: Earlier::Nothing,
                held: None,
                usual: None,
                asked: None,
                could_be_ordered,
                can_be_ordered: could_be_ordered.is_none(),
            });
        }
    }
    assert_eq!(tally.sold_out(), None);
}

#[test]
fn codes_are_read_back() {
    for kind in SuspicionKind::ALL {
        assert_eq!(SuspicionKind::from_code(kind.code()), Some(kind));
    }
    assert_eq!(SuspicionKind::from_code("other"), None);
}

/// Prices of an assortment that is none of ours.
fn assortment() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(50_i64..200_000, 10..200)
}

proptest! {
    #[test]
    fn the_order_of_offers_makes_no_difference(
        pairs in prop::collection::vec((1_i64..1_000_000, 1_i64..1_000_000), 0..60),
        factor in prop::sample::select(vec![1, 10, 100]),
        seed in any::<u64>(),
    ) {
        let pairs: Pairs = pairs.into_iter().map(|(b, n)| (b, if factor == 1 { n } else { b * factor })).collect();
        let mut ids: Vec<usize> = (0..pairs.len()).collect();
        let of = |order: &[usize]| {
            let mut tally = FeedTally::default();
            for i in order {
                tally.observe(&Sighting {
                    id: &i.to_string(),
                    price: amount(pairs[*i].1),
                    earlier: Earlier::Own(amount(pairs[*i].0)),
                    held: None,
                    usual: None,
                    asked: None,
                    could_be_ordered: None,
                    can_be_ordered: true,
                });
            }
            tally.prices(0, true, eur())
        };
        let in_order = of(&ids);
        ids.sort_by_key(|i| seed.wrapping_mul(u64::try_from(*i).unwrap() + 1).rotate_left(17));
        prop_assert_eq!(of(&ids), in_order);
    }

    #[test]
    fn one_factor_near_one_is_believed(old in assortment(), percent in 60_i64..=150) {
        let pairs: Pairs = old.iter().map(|p| (*p, p * percent / 100)).collect();
        prop_assert_eq!(verdict(&pairs), None);
    }

    #[test]
    fn sales_of_different_depth_are_believed(
        offers in prop::collection::vec((50_i64..200_000, 40_i64..=110), 10..200),
    ) {
        let pairs: Pairs = offers.iter().map(|(p, percent)| (*p, p * percent / 100)).collect();
        prop_assert_eq!(verdict(&pairs), None);
    }

    #[test]
    fn a_power_of_ten_of_most_is_suspect(
        old in assortment(),
        power in prop::sample::select(vec![10_i64, 100, 1000]),
        percent in 85_i64..=115,
        honest in 0_usize..10,
    ) {
        let new = |i: usize, p: i64| if i % 10 < honest.min(4) { p } else { p * power * percent / 100 };
        let pairs: Pairs = old.iter().enumerate().map(|(i, p)| (*p, new(i, *p))).collect();
        prop_assert_eq!(verdict(&pairs), Some(Shifted));
    }

    #[test]
    fn any_prices_instead_are_suspect(
        old in prop::collection::vec(0.0_f64..1.0, 60..200),
        new in prop::collection::vec(0.0_f64..1.0, 200),
    ) {
        // both spread evenly over a factor of a thousand
        let price = |x: &f64| crate::num::i64_from_f64(100.0 * (x * 1000_f64.ln()).exp());
        let pairs: Pairs = old.iter().zip(&new).map(|(old, new)| (price(old), price(new))).collect();
        prop_assert!(verdict(&pairs).is_some());
    }

    #[test]
    fn nothing_overflows(
        pairs in prop::collection::vec((0..=Amount::MAX_MINOR, 0..=Amount::MAX_MINOR), 0..40),
        live in any::<u32>(),
    ) {
        let found = tally(&pairs, Earlier::Own).prices(u64::from(live), false, eur());
        if let Some(suspicion) = found {
            prop_assert!(!suspicion.kind.is_refused());
        }
    }
}
