use proptest::prelude::*;

use super::{
    Candidate, CompareError, Comparison, Outcome, PRICE_SHARE, TieReason, comparison_name,
};
use crate::comparable::Category;
use crate::fit::{Goal, Scales};
use crate::specs::{Attribute as A, Attribute, Measured};
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use domain::product::{ProductDraft, Provenance};

fn candidate(name: &str, minor: i64, values: &[(Attribute, f64)]) -> Candidate {
    Candidate {
        id: CanonicalProductId::from_texts(&[name]).unwrap(),
        name: name.to_owned(),
        category: Category::Phone,
        measured: Measured {
            values: values.iter().copied().collect(),
            unreadable: Vec::new(),
        },
        price: Amount::from_minor(minor).unwrap(),
        history: None,
    }
}

fn travel(name: &str, minor: i64, grams: f64, mah: f64) -> Candidate {
    candidate(
        name,
        minor,
        &[
            (A::WeightGrams, grams),
            (A::BatteryMah, mah),
            (A::IpCode, 68.0),
            (A::Esim, 1.0),
        ],
    )
}

fn compare(goal: Goal, candidates: &[Candidate]) -> Comparison {
    Comparison::of(goal, candidates.to_vec(), &Scales::builtin()).unwrap()
}

fn eur() -> Currency {
    Currency::parse("EUR").unwrap()
}

/// The example of docs/COMPARISON.md.
#[test]
fn the_worked_example_holds() {
    let ombrix = candidate(
        "Ombrix X2",
        60_000,
        &[
            (A::BatteryMah, 4500.0),
            (A::WeightGrams, 167.0),
            (A::Esim, 1.0),
            (A::IpCode, 68.0),
            (A::ChargeWatts, 26.0),
            (A::StorageGb, 256.0),
        ],
    );
    let tarnavo = candidate(
        "Tarnavo F5",
        48_000,
        &[
            (A::BatteryMah, 5400.0),
            (A::WeightGrams, 218.0),
            (A::Esim, 0.0),
            (A::IpCode, 54.0),
            (A::ChargeWatts, 66.0),
            (A::StorageGb, 128.0),
        ],
    );
    let result = compare(Goal::Travel, &[ombrix, tarnavo]);
    let [first, second] = result.products.as_slice() else {
        panic!()
    };
    let near = |got: Option<f64>, expected: f64| {
        assert!(
            (got.unwrap() - expected).abs() < 0.005,
            "{got:?} not {expected}"
        );
    };
    assert!((first.fit.coverage - 0.77).abs() < 1e-9);
    near(first.fit.points, 68.18);
    near(second.fit.points, 50.13);
    near(Some(first.value_utility), 0.75);
    near(Some(second.value_utility), 1.0);
    near(first.score, 70.23);
    near(second.score, 65.09);
    assert!(
        matches!(result.outcome, Outcome::Winner { place: 0, second: 1, margin } if (margin - 5.14).abs() < 0.01)
    );
    assert_eq!(
        result.explanation(eur()),
        "Compared for travelling: properties count 70 %, most of all battery capacity, weight, \
         protection and eSIM; the delivered price counts 30 %. Ombrix X2 wins with 70.2 of 100 points, \
         5.1 ahead of Tarnavo F5: weight (167 g against 218 g) and eSIM (yes against no). In favour of \
         Tarnavo F5: battery capacity (5400 mAh against 4500 mAh), charging power (66 W against 26 W) \
         and the lower delivered price (480.00 EUR against 600.00 EUR). Not stated for Ombrix X2: dual \
         SIM, longest edge and thickness (77 % of what counts is known). Not stated for Tarnavo F5: dual \
         SIM, longest edge and thickness (77 % of what counts is known). Mind the storage, the prices \
         are of different sizes: Ombrix X2 (256 GB) and Tarnavo F5 (128 GB)."
    );
}

#[test]
fn fewer_than_three_points_are_a_tie() {
    let result = compare(
        Goal::Travel,
        &[
            travel("A", 50_000, 180.0, 4800.0),
            travel("B", 50_500, 180.0, 4800.0),
        ],
    );
    assert!(matches!(
        result.outcome,
        Outcome::Tie { first: 0, second: 1, reason: TieReason::Close { margin } } if margin < 3.0
    ));
    assert!(result.winner().is_none());
    assert!(result.explanation(eur()).contains("fewer than 3 are a tie"));
}

#[test]
fn one_product_without_enough_data_leaves_no_winner() {
    let thin = candidate("Thin", 10_000, &[(A::WeightGrams, 150.0)]);
    let result = compare(Goal::Travel, &[travel("A", 50_000, 160.0, 5000.0), thin]);
    assert_eq!(result.outcome, Outcome::NotEnoughData { places: vec![1] });
    let text = result.explanation(eur());
    assert!(
        text.contains("No winner: too little is stated about Thin."),
        "{text}"
    );
    assert!(
        text.contains("20 % of what counts is known, 60 % is needed"),
        "{text}"
    );
}

#[test]
fn nobody_wins_by_what_the_others_do_not_state() {
    let plain = travel("Plain", 50_000, 210.0, 4300.0);
    let mut rich = travel("Rich", 50_000, 212.0, 4250.0);
    for (attribute, value) in [
        (A::ChargeWatts, 90.0),
        (A::DualSim, 1.0),
        (A::Ois, 1.0),
        (A::ThicknessMm, 7.2),
        (A::NetworkGeneration, 5.0),
    ] {
        rich.measured.values.insert(attribute, value);
    }
    let result = compare(Goal::Travel, &[rich, plain]);
    assert!(matches!(
        result.outcome,
        Outcome::Tie {
            first: 0,
            reason: TieReason::BehindOnCommon { ahead: 1 },
            ..
        }
    ));
    assert!(
        result
            .explanation(eur())
            .contains("only by properties that not every product states")
    );
    assert!(result.common.contains(&A::WeightGrams) && !result.common.contains(&A::Ois));
}

#[test]
fn the_best_price_needs_no_properties() {
    let cheap = candidate("Cheap", 40_000, &[]);
    let dear = candidate("Dear", 50_000, &[]);
    let result = compare(Goal::BestPrice, &[dear, cheap]);
    assert_eq!(result.winner().unwrap().candidate.name, "Cheap");
    assert_eq!(result.products[0].score, Some(75.0));
    assert_eq!(result.products[0].fit.points, None);
    assert!((result.price_share - 1.0).abs() < 1e-9);
    let text = result.explanation(eur());
    assert!(
        text.starts_with("For the best price the delivered price alone decides."),
        "{text}"
    );
    assert!(
        text.contains("the lower delivered price (400.00 EUR against 500.00 EUR)"),
        "{text}"
    );
}

#[test]
fn without_weights_the_price_alone_decides_and_the_answer_says_so() {
    let tv = |name: &str, minor| Candidate {
        category: Category::Tv,
        ..candidate(name, minor, &[])
    };
    let result = compare(Goal::Travel, &[tv("A", 40_000), tv("B", 60_000)]);
    assert_eq!(result.winner().unwrap().candidate.name, "A");
    assert!(
        result
            .explanation(eur())
            .starts_with("Properties of televisions have no weights, so the delivered price alone")
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let a = travel("A", 1, 180.0, 4800.0);
    let refused = |all: &[Candidate]| {
        Comparison::of(Goal::Overall, all.to_vec(), &Scales::builtin()).unwrap_err()
    };
    assert_eq!(refused(&[]), CompareError::Count(0));
    assert_eq!(refused(std::slice::from_ref(&a)), CompareError::Count(1));
    assert_eq!(refused(&vec![a.clone(); 5]), CompareError::Count(5));
    assert_eq!(
        refused(&[a.clone(), a.clone()]),
        CompareError::Twice(a.id.clone())
    );
    let tablet = Candidate {
        category: Category::Tablet,
        ..travel("B", 1, 180.0, 4800.0)
    };
    assert_eq!(
        refused(&[a, tablet]).to_string(),
        "products of different categories cannot be compared: phones and tablets"
    );
}

#[test]
fn history_is_told_and_not_scored() {
    let plain = [
        travel("A", 50_000, 170.0, 5200.0),
        travel("B", 50_000, 230.0, 3200.0),
    ];
    let mut told = plain.clone();
    told[1].history = Some("B was 20 % cheaper a month ago.".to_owned());
    let (without, with) = (compare(Goal::Travel, &plain), compare(Goal::Travel, &told));
    assert_eq!(without.outcome, with.outcome);
    assert_eq!(without.products[1].score, with.products[1].score);
    assert!(
        with.explanation(eur())
            .ends_with("B was 20 % cheaper a month ago.")
    );
}

fn named(name: &str, brand: &str, model: &str, variant: &str) -> String {
    comparison_name(&ProductDraft {
        brand: brand.to_owned(),
        model: model.to_owned(),
        variant: variant.to_owned(),
        ..ProductDraft::named(CanonicalProductId::unnamed(), name, Provenance::Feed)
    })
}

#[test]
fn names_are_brand_model_variant_each_once() {
    assert_eq!(
        named("x", "Ombrix", "X2 Pro", "256 GB"),
        "Ombrix X2 Pro 256 GB"
    );
    assert_eq!(named("x", "Ombrix", "Ombrix X2", ""), "Ombrix X2");
    assert_eq!(
        named("x", "Ombrix", "X2 256 GB", "256 GB"),
        "Ombrix X2 256 GB"
    );
    assert_eq!(
        named("Ombrix  X2 black", "Ombrix", "", "256 GB"),
        "Ombrix X2 black 256 GB"
    );
    assert_eq!(named("x", "", "X2", ""), "X2");
    assert_eq!(named("Ombrix X2, ", "Ombrix", "", ""), "Ombrix X2");
}

#[test]
fn long_names_are_cut_and_keep_the_variant() {
    let long = "Ombrix X2 Pro mobile phone, 6.1 inch display, 50 MP camera, fast charging, dual SIM, black";
    assert_eq!(
        named(long, "Ombrix", "", ""),
        "Ombrix X2 Pro mobile phone, 6.1 inch display, 50 MP camera"
    );
    assert_eq!(
        named(long, "Ombrix", "", "256 GB"),
        "Ombrix X2 Pro mobile phone, 6.1 inch display, 50 MP 256 GB"
    );
    assert_eq!(
        named(
            "Ombrix X2 Pro mobile phone (with a display of 6.1 inch and much more)",
            "",
            "",
            ""
        ),
        "Ombrix X2 Pro mobile phone"
    );
    assert_eq!(
        named("Ombrix X2 128 GB black", "Ombrix", "", "Black 128GB"),
        "Ombrix X2 128 GB black"
    );
    assert_eq!(
        named("Ombrix X2 512GB", "Ombrix", "", "12 GB"),
        "Ombrix X2 512GB 12 GB"
    );
    assert_eq!(
        named("Ombrix X2 128GB", "Ombrix", "", "128 GB"),
        "Ombrix X2 128GB"
    );
    let word = "x".repeat(90);
    assert_eq!(named(&word, "", "", ""), "x".repeat(60));
    assert_eq!(
        named("x", "Ombrix", long, "Blue"),
        "Ombrix X2 Pro mobile phone, 6.1 inch display, 50 MP Blue"
    );
}

#[test]
fn a_row_of_the_table_is_named_once() {
    let values = [
        (A::BatteryMah, 5000.0),
        (A::ChargeCycles, 1000.0),
        (A::ChargeWatts, 45.0),
    ];
    let stated = [
        candidate("A", 50_000, &values),
        candidate("B", 50_000, &values),
    ];
    let text = compare(Goal::MaxBattery, &stated).explanation(eur());
    assert!(
        text.contains("most of all battery capacity, charging power and charging cycles to 80 %;"),
        "{text}"
    );
    let mut one = travel("A", 50_000, 180.0, 4800.0);
    one.measured.values.insert(A::BatteryHours, 40.0);
    let text = compare(Goal::Travel, &[one, travel("B", 50_000, 180.0, 4800.0)]).explanation(eur());
    assert!(
        text.contains("most of all battery endurance, weight, protection and eSIM;"),
        "{text}"
    );
}

#[test]
fn sizes_of_storage_are_told_once_and_in_terabytes() {
    let of = |name: &str, gb: f64| {
        let mut candidate = travel(name, 50_000, 180.0, 4800.0);
        candidate.measured.values.insert(A::StorageGb, gb);
        candidate
    };
    for (name, gb, expected) in [
        (
            "Kelvane Studio 16 32 GB / 1 TB",
            1024.0,
            "Kelvane Studio 16 32 GB / 1 TB",
        ),
        ("Kelvane Studio 16", 1024.0, "Kelvane Studio 16 (1 TB)"),
        ("Kelvane Studio 16", 2000.0, "Kelvane Studio 16 (2 TB)"),
        ("Kelvane Studio 1024GB", 1024.0, "Kelvane Studio 1024GB"),
        ("Kelvane Studio 512", 128.0, "Kelvane Studio 512 (128 GB)"),
    ] {
        let text = compare(Goal::Travel, &[of(name, gb), of("B", 256.0)]).explanation(eur());
        let note = format!("of different sizes: {expected} and B (256 GB).");
        assert!(text.contains(&note), "{text}");
    }
}

#[test]
fn coverage_is_not_shown_a_percent_too_low() {
    for (share, shown) in [(0.58, 58), (0.29, 29), (0.599, 59), (0.0, 0), (1.0, 100)] {
        assert_eq!(crate::fit::percent(share), shown, "{share}");
    }
}

fn any_candidate(name: &'static str) -> impl Strategy<Value = Candidate> {
    (
        1_i64..1_000_000,
        140.0..250.0_f64,
        2500.0..7000.0_f64,
        0..3_u8,
    )
        .prop_map(move |(minor, grams, mah, less)| {
            let mut candidate = travel(name, minor, grams, mah);
            if less == 0 {
                candidate.measured.values.remove(&A::Esim);
            }
            candidate
        })
}

proptest! {
    #[test]
    fn the_order_asked_changes_no_score_and_no_winner(a in any_candidate("A"), b in any_candidate("B"), c in any_candidate("C")) {
        let there = compare(Goal::Travel, &[a.clone(), b.clone(), c.clone()]);
        let back = compare(Goal::Travel, &[c, b, a]);
        prop_assert_eq!(there.products[0].score, back.products[2].score);
        prop_assert_eq!(there.winner().map(|w| &w.candidate.id), back.winner().map(|w| &w.candidate.id));
    }

    #[test]
    fn another_product_changes_no_fit(a in any_candidate("A"), b in any_candidate("B"), c in any_candidate("C")) {
        let two = compare(Goal::Travel, &[a.clone(), b.clone()]);
        let three = compare(Goal::Travel, &[a, b, c]);
        prop_assert_eq!(two.products[0].fit.points, three.products[0].fit.points);
    }

    #[test]
    fn scores_are_what_the_formula_says(a in any_candidate("A"), b in any_candidate("B")) {
        let result = compare(Goal::Travel, &[a, b]);
        for p in &result.products {
            if let (Some(fit), Some(score)) = (p.fit.points, p.score) {
                let expected = (1.0 - PRICE_SHARE) * fit + 100.0 * PRICE_SHARE * p.value_utility;
                prop_assert!((score - expected).abs() < 1e-9);
            }
        }
        prop_assert!(!result.explanation(eur()).is_empty());
    }

    #[test]
    fn a_winner_leads_by_three_points(a in any_candidate("A"), b in any_candidate("B"), c in any_candidate("C")) {
        let result = compare(Goal::Travel, &[a, b, c]);
        if let Some(winner) = result.winner() {
            let others = result.products.iter().filter(|p| p.candidate.id != winner.candidate.id);
            for other in others {
                prop_assert!(winner.score.unwrap() >= other.score.unwrap() + 3.0 - 1e-6);
            }
        }
    }
}
