use proptest::prelude::*;

use super::curves::{Curve, curve};
use super::weights::Measure;
use super::{
    Fit, Flag, Goal, MIN_COVERAGE, Scale, ScaleMaker, ScaleVersion, Scales, Toward, badge,
    criteria, summary,
};
use crate::comparable::Category;
use crate::specs::{Attribute as A, Attribute, Measured};

const WEIGHTED: [Category; 3] = [Category::Phone, Category::Tablet, Category::Laptop];

fn measured(values: &[(Attribute, f64)]) -> Measured {
    Measured {
        values: values.iter().copied().collect(),
        unreadable: Vec::new(),
    }
}

fn good_phone() -> Measured {
    measured(&[
        (A::BatteryMah, 5700.0),
        (A::ScreenInches, 6.1),
        (A::DisplayPixels, 2.8e6),
        (A::RefreshHz, 120.0),
        (A::MainCameraMp, 50.0),
        (A::Ois, 1.0),
        (A::FrontCameraMp, 12.0),
        (A::StorageGb, 256.0),
        (A::RamGb, 8.0),
        (A::WeightGrams, 235.0),
        (A::IpCode, 68.0),
    ])
}

#[test]
fn weights_sum_to_a_hundred_with_and_without_a_laboratory_score() {
    for goal in Goal::ALL {
        for category in Category::ALL {
            for lab in [false, true] {
                let sum: f64 = criteria(goal, category, lab).iter().map(|c| c.weight).sum();
                let weighted = category.has_weights() && goal != Goal::BestPrice;
                let expected = if weighted { 100.0 } else { 0.0 };
                assert!(
                    (sum - expected).abs() < 1e-9,
                    "{goal:?} {category:?} {lab}: {sum}"
                );
            }
        }
    }
}

#[test]
fn everything_that_counts_has_a_scale() {
    for goal in Goal::ALL {
        for category in WEIGHTED {
            for criterion in criteria(goal, category, true) {
                for measure in criterion.any {
                    let utility = Scales::builtin().utility(category, *measure, 1.0);
                    assert!(utility.is_some(), "{category:?} {:?}", measure.attribute);
                }
            }
        }
    }
}

#[test]
fn goals_are_read_back_from_their_codes() {
    for goal in Goal::ALL {
        assert_eq!(Goal::from_code(goal.code()), Some(goal));
    }
    assert_eq!(Goal::from_code("best_price"), None);
}

#[test]
fn utilities_follow_their_curves() {
    let scales = Scales::builtin();
    let u = |attribute, toward, value| {
        scales
            .utility(Category::Phone, Measure { attribute, toward }, value)
            .unwrap()
    };
    for (attribute, toward, value, expected) in [
        (A::BatteryMah, Toward::More, 4500.0, 0.5),
        (A::BatteryMah, Toward::More, 9000.0, 1.0),
        (A::WeightGrams, Toward::Less, 150.0, 1.0),
        (A::WeightGrams, Toward::Less, 235.0, 0.0),
        (A::StorageGb, Toward::More, 256.0, 0.5),
        (A::MainCameraMp, Toward::More, 200.0, 1.0),
        (A::IpCode, Toward::More, 68.0, 1.0),
        (A::IpCode, Toward::More, 54.0, 0.4 * 5.0 / 6.0 + 0.3),
        (A::IpCode, Toward::More, 4.0, 0.3),
        (A::NetworkGeneration, Toward::More, 4.0, 0.6),
        (A::DropClass, Toward::More, 3.0, 0.5),
        (A::Ois, Toward::More, 1.0, 1.0),
    ] {
        let got = u(attribute, toward, value);
        assert!(
            (got - expected).abs() < 1e-9,
            "{attribute:?} {value}: {got}"
        );
    }
}

#[test]
fn too_little_known_gives_no_points() {
    let scales = Scales::builtin();
    let nothing = Fit::of(
        Goal::Overall,
        Category::Phone,
        &Measured::default(),
        &scales,
    );
    assert_eq!((nothing.points, nothing.coverage), (None, 0.0));
    assert_eq!(nothing.missing.len(), 18);
    let thin = measured(&[(A::BatteryMah, 5000.0), (A::WeightGrams, 180.0)]);
    let thin = Fit::of(Goal::Overall, Category::Phone, &thin, &scales);
    assert_eq!(thin.points, None);
    assert!((thin.coverage - 0.24).abs() < 1e-9);
    assert!(
        summary(&thin).starts_with("No score: 24 % of what counts is stated and 60 % is needed.")
    );
    assert_eq!(badge(&thin), None);
}

#[test]
fn endurance_counts_before_capacity() {
    let scales = Scales::builtin();
    let both = measured(&[(A::BatteryMah, 3000.0), (A::BatteryHours, 65.0)]);
    let fit = Fit::of(Goal::Travel, Category::Phone, &both, &scales);
    assert_eq!(fit.parts[0].attribute, A::BatteryHours);
    assert!((fit.parts[0].utility - 1.0).abs() < 1e-9);
}

#[test]
fn a_laboratory_score_takes_its_points_from_the_single_properties() {
    let list = criteria(Goal::Camera, Category::Phone, true);
    assert!((list[0].weight - 40.0).abs() < 1e-9);
    assert!((list[1].weight - 12.0).abs() < 1e-9);
    let overall = criteria(Goal::Overall, Category::Phone, true);
    assert!((overall[0].weight - 16.0).abs() < 1e-9);
    assert!(
        overall
            .iter()
            .all(|c| c.any[0].attribute != A::MainCameraMp)
    );
}

#[test]
fn batteries_above_the_cabin_limits_are_flagged_for_travel() {
    let flags = |wh: f64, goal| {
        Fit::of(
            goal,
            Category::Laptop,
            &measured(&[(A::BatteryWh, wh)]),
            &Scales::builtin(),
        )
        .flags
    };
    assert_eq!(flags(100.0, Goal::Travel), []);
    assert_eq!(flags(100.1, Goal::Travel), [Flag::CabinApproval]);
    assert_eq!(flags(160.1, Goal::Travel), [Flag::NotInCabin]);
    assert_eq!(flags(120.0, Goal::Overall), []);
}

#[test]
fn badge_and_summary_name_what_stands_out() {
    let fit = Fit::of(
        Goal::Overall,
        Category::Phone,
        &good_phone(),
        &Scales::builtin(),
    );
    assert_eq!(badge(&fit), Some("Strong battery"));
    let text = summary(&fit);
    assert!(
        text.starts_with("Strong in battery capacity (5700 mAh) and refresh rate (120 Hz)."),
        "{text}"
    );
    assert!(text.contains("Weak in weight (235 g)."), "{text}");
    assert!(text.contains("63 % of what counts"), "{text}");
    let tv = Fit::of(
        Goal::Overall,
        Category::Tv,
        &good_phone(),
        &Scales::builtin(),
    );
    assert_eq!(
        summary(&tv),
        "No score: televisions are compared by price alone."
    );
}

#[test]
fn a_property_that_counts_twice_is_one_part() {
    let capacity = measured(&[(A::BatteryMah, 4500.0)]);
    let fit = Fit::of(
        Goal::MaxBattery,
        Category::Phone,
        &capacity,
        &Scales::builtin(),
    );
    let [part] = fit.parts.as_slice() else {
        panic!("{:?}", fit.parts)
    };
    assert!((part.weight - 65.0).abs() < 1e-9);
    assert!((part.utility - 0.5).abs() < 1e-9);
    assert!((part.contribution - 50.0).abs() < 1e-9);
    assert!((fit.coverage - 0.65).abs() < 1e-9);
}

#[test]
fn parts_say_between_which_values_they_were_scored() {
    let fit = Fit::of(
        Goal::Overall,
        Category::Phone,
        &good_phone(),
        &Scales::builtin(),
    );
    for (attribute, ends) in [
        (A::BatteryMah, Some((3000.0, 6000.0))),
        (A::StorageGb, Some((64.0, 1024.0))),
        (A::WeightGrams, Some((150.0, 235.0))),
        (A::MainCameraMp, None),
        (A::Ois, None),
        (A::IpCode, None),
    ] {
        let part = fit.parts.iter().find(|p| p.attribute == attribute).unwrap();
        assert_eq!(part.low.zip(part.high), ends, "{attribute:?}");
    }
}

#[test]
fn without_points_no_part_adds_any() {
    let thin = measured(&[(A::BatteryMah, 5000.0), (A::WeightGrams, 180.0)]);
    let fit = Fit::of(Goal::Overall, Category::Phone, &thin, &Scales::builtin());
    assert_eq!(fit.points, None);
    assert!(
        fit.parts
            .iter()
            .all(|p| p.contribution == 0.0 && p.utility > 0.0)
    );
}

#[test]
fn summaries_name_two_strengths_and_two_weaknesses_at_most() {
    let told = |values: &[(Attribute, f64)]| {
        let mut m = good_phone();
        for (attribute, value) in values {
            m.values.insert(*attribute, *value);
        }
        summary(&Fit::of(
            Goal::Overall,
            Category::Phone,
            &m,
            &Scales::builtin(),
        ))
    };
    for (values, expected) in [
        (
            // The performance costs most, then the memory.
            vec![(A::GeekbenchMulti, 1200.0), (A::RamGb, 3.0)],
            "Strong in battery capacity (5700 mAh) and refresh rate (120 Hz). Weak in Geekbench 6 \
             multi-core score (1200 points) and memory (3 GB). ",
        ),
        (
            // A utility between 0.4 and 0.6 is neither; below 3 points of weight nothing is named.
            vec![
                (A::BatteryMah, 4500.0),
                (A::WeightGrams, 192.5),
                (A::BrightnessNits, 450.0),
                (A::StorageGb, 1024.0),
            ],
            "Strong in storage (1 TB) and refresh rate (120 Hz). ",
        ),
    ] {
        let text = told(&values);
        assert!(text.starts_with(expected), "{text}");
    }
}

/// The table of docs/COMPARISON.md.
#[test]
fn the_documented_ranges_are_the_built_in_ones() {
    let document = include_str!("../../../../docs/COMPARISON.md");
    let mut rows = 0;
    for (attribute, ends) in super::curves::BUILT_IN {
        let shown = ends.map(|(low, high)| format!("{low} to {high}"));
        let row = format!("| `{}` | {} |", attribute.code(), shown.join(" | "));
        assert!(document.lines().any(|line| line == row), "{row}");
        rows += 1;
    }
    let documented = document.lines().filter(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        cells.len() == 4 && cells[1..].iter().all(|cell| cell.contains(" to "))
    });
    assert_eq!(documented.count(), rows);
}

#[test]
fn stored_scales_count_from_twenty_products_on() {
    let scale = |products, low, high| Scale {
        category: Category::Phone,
        attribute: A::BatteryMah,
        low,
        high,
        products,
    };
    let ends = |scale| {
        let scales = Scales::from_stored(ScaleVersion(3), &[scale]);
        assert_eq!(scales.version(), ScaleVersion(3));
        scales.ends(Category::Phone, A::BatteryMah).unwrap()
    };
    assert_eq!(ends(scale(20, 2000.0, 4000.0)), (2000.0, 4000.0));
    for unusable in [
        scale(19, 2000.0, 4000.0),
        scale(50, 4000.0, 4000.0),
        scale(50, f64::NAN, 4000.0),
    ] {
        assert_eq!(ends(unusable), (3000.0, 6000.0));
    }
}

#[test]
fn percentiles_are_nearest_ranks() {
    let mut maker = ScaleMaker::default();
    for n in (1..=40).rev() {
        let m = measured(&[(A::BatteryMah, f64::from(n) * 100.0), (A::Ois, 1.0)]);
        maker.add(Category::Phone, &m);
        maker.add(Category::Tv, &m);
    }
    let scales = maker.finish();
    assert_eq!(scales.len(), 1);
    assert_eq!((scales[0].low, scales[0].high), (200.0, 3800.0));
    assert_eq!(scales[0].products, 40);
    assert_eq!(ScaleMaker::default().finish(), []);
}

fn any_measured() -> impl Strategy<Value = Measured> {
    let scales = Scales::builtin();
    let value = (0..Attribute::ALL.len(), 0.0..=1.0_f64).prop_map(move |(n, share)| {
        let attribute = Attribute::ALL[n];
        let (low, high) = match scales.ends(Category::Phone, attribute) {
            Some(ends) => ends,
            None => attribute.plausible(),
        };
        let whole = matches!(curve(attribute), Curve::Ip | Curve::Network);
        let value = low + share * (high - low);
        (attribute, if whole { value.round() } else { value })
    });
    prop::collection::btree_map(0..1000_u32, value, 0..80).prop_map(|values| Measured {
        values: values.into_values().collect(),
        unreadable: Vec::new(),
    })
}

fn any_goal() -> impl Strategy<Value = Goal> {
    prop::sample::select(Goal::ALL.to_vec())
}

proptest! {
    #[test]
    fn parts_sum_to_the_points(m in any_measured(), goal in any_goal(), at in 0..3_usize) {
        let fit = Fit::of(goal, WEIGHTED[at], &m, &Scales::builtin());
        for (place, part) in fit.parts.iter().enumerate() {
            prop_assert!(fit.parts[..place].iter().all(|p| p.attribute != part.attribute));
        }
        let sum: f64 = fit.parts.iter().map(|p| p.contribution).sum();
        if let Some(points) = fit.points {
            prop_assert!((points - sum).abs() < 1e-6);
            prop_assert!((0.0..=100.0).contains(&points));
            prop_assert!(fit.coverage >= MIN_COVERAGE - 1e-6);
        } else {
            prop_assert!(fit.coverage < MIN_COVERAGE);
            prop_assert!(sum.abs() < 1e-12);
        }
    }

    #[test]
    fn improving_one_property_never_costs_points(
        m in any_measured(), goal in any_goal(), at in 0..3_usize, which in any::<prop::sample::Index>(), by in 0.0..=1.0_f64,
    ) {
        let (category, scales) = (WEIGHTED[at], Scales::builtin());
        let before = Fit::of(goal, category, &m, &scales);
        prop_assume!(before.points.is_some());
        let table = criteria(goal, category, m.get(A::LabCamera).is_some());
        let part = which.get(&before.parts);
        let toward = table.iter().flat_map(|c| c.any).find(|x| x.attribute == part.attribute).unwrap().toward;
        // A property that counts in both directions for one goal has no better direction.
        prop_assume!(table.iter().flat_map(|c| c.any).all(|x| x.attribute != part.attribute || x.toward == toward));
        let whole = matches!(curve(part.attribute), Curve::Ip);
        prop_assume!(!whole);
        let change = part.value.abs() * by;
        let better = match toward { Toward::More => part.value + change, Toward::Less => part.value - change };
        let mut improved = m.clone();
        improved.values.insert(part.attribute, better);
        let after = Fit::of(goal, category, &improved, &scales);
        prop_assert!(after.points.unwrap() >= before.points.unwrap() - 1e-9);
    }

    #[test]
    fn the_order_of_products_does_not_change_scales(mut all in prop::collection::vec(any_measured(), 0..12)) {
        let make = |all: &[Measured]| {
            let mut maker = ScaleMaker::default();
            for m in all {
                maker.add(Category::Phone, m);
            }
            maker.finish()
        };
        let there = make(&all);
        all.reverse();
        prop_assert_eq!(there, make(&all));
    }
}
