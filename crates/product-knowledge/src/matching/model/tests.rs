use std::sync::LazyLock;

use proptest::prelude::*;
use rstest::rstest;

use super::{FITTED_TEXT, Model, ModelError};
use crate::matching::{Compared, Evidence, Judgement, Lexicon, Subject, SubjectTexts, Weighed};

fn judge(a: &str, b: &str) -> Judgement {
    judged_by(Model::judge, a, b)
}

fn judge_closely(a: &str, b: &str) -> Judgement {
    judged_by(Model::judge_closely, a, b)
}

type Judging = fn(&Model, &Weighed<'_>, &Weighed<'_>) -> Judgement;

fn judged_by(judging: Judging, a: &str, b: &str) -> Judgement {
    let subject = |title| {
        Subject::new(SubjectTexts {
            title,
            ..SubjectTexts::default()
        })
    };
    let (a, b) = (subject(a), subject(b));
    let (a, b) = (Weighed::new(&a, &CATALOGUE), Weighed::new(&b, &CATALOGUE));
    judging(Model::fitted(), &a, &b)
}

/// What a small catalogue teaches.
static CATALOGUE: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon::default();
    for number in 100..400 {
        let colour = ["black", "white", "red"][number % 3];
        let kind = ["phone", "camera", "headphones"][number % 3];
        let brand = ["nova", "orbit", "iris"][number % 3];
        lexicon.learn(&format!("{brand} qx{number}z {kind} {colour} 256gb"), "");
    }
    lexicon
});

#[test]
fn the_fitted_model_parses_and_knows_something() {
    let model = Model::parse(FITTED_TEXT).unwrap();
    assert_eq!(Model::fitted(), &model);
    assert!(model.slope > 0.0);
    assert!((0.0..1.0).contains(&model.review));
    assert!((model.review..=1.0).contains(&model.automatic));
    assert!(model.weights.iter().any(|weight| weight.abs() > 1.0));
    assert!(!model.closer.trees.is_empty());
}

/// Names of two languages begin with what the thing is, and many of them, so each looks like a brand.
#[rstest]
#[case::ovens(
    "Mikrowelle Nova QX301Z",
    "Kuchenka Nova QX301Z",
    "Nova",
    "Nova",
    false
)]
#[case::watches("Zegarek Orbit F91W", "Hodinky Orbit F91W", "Orbit", "Orbit", false)]
#[case::makers("Nova QX301Z oven", "Orbit QX301Z oven", "", "", true)]
#[case::made_for_one(
    "Iris case for Nova QX301Z",
    "Orbit case for Nova QX301Z",
    "",
    "",
    true
)]
fn brands_differ_only_where_none_is_shared(
    #[case] one: &str,
    #[case] other: &str,
    #[case] brand: &str,
    #[case] others: &str,
    #[case] differ: bool,
) {
    let mut lexicon = CATALOGUE.clone();
    for kind in ["Mikrowelle", "Kuchenka", "Zegarek", "Hodinky"] {
        for number in 0..5 {
            lexicon.learn(&format!("{kind} Velora {number}0Z"), "");
        }
    }
    let subject = |title, brand| {
        Subject::new(SubjectTexts {
            title,
            brand,
            ..SubjectTexts::default()
        })
    };
    let (a, b) = (subject(one, brand), subject(other, others));
    let compared = Compared::of(&Weighed::new(&a, &lexicon), &Weighed::new(&b, &lexicon));
    assert_eq!(compared.evidence.brands_differ > 0.0, differ);
}

#[test]
fn a_model_is_read_as_it_was_written() {
    let model = Model::fitted();
    let text = model.to_text(&["two words".to_owned(), "of comment".to_owned()]);
    assert!(text.starts_with("# two words\n# of comment\nbias = "));
    assert_eq!(Model::parse(&text).as_ref(), Ok(model));
}

#[test]
fn text_that_is_no_model_is_refused() {
    let text = Model::default().to_text(&[]);
    assert_eq!(Model::parse("bias"), Err(ModelError::Line(1)));
    assert_eq!(Model::parse("# x\nbias = inf"), Err(ModelError::Line(2)));
    assert_eq!(Model::parse("weight.no = 1"), Err(ModelError::Unknown(1)));
    let twice = format!("{text}bias = 1\n");
    assert_eq!(
        Model::parse(&twice),
        Err(ModelError::Once("bias".to_owned()))
    );
    let without = text.replace("margin = 0\n", "");
    assert_eq!(
        Model::parse(&without),
        Err(ModelError::Once("margin".to_owned()))
    );
}

#[test]
fn the_same_model_number_is_likelier_than_another_of_its_series() {
    let same = judge(
        "Nova QX-301Z phone black 256GB",
        "nova qx301z 256 gb black smartphone",
    );
    let sibling = judge(
        "Nova QX-301Z phone black 256GB",
        "nova qx304z 256 gb black smartphone",
    );
    assert!(same.confidence > 0.5, "{same:?}");
    assert!(sibling.confidence < same.confidence, "{sibling:?}");
    assert!(!sibling.compared.is_settled);
}

#[test]
fn a_closer_look_has_its_own_confidence_and_the_same_score() {
    let (a, b) = (
        "Nova QX-301Z phone black 256GB",
        "nova qx301z 256 gb black smartphone",
    );
    let (looked, closely) = (judge(a, b), judge_closely(a, b));
    assert_eq!(looked.compared, closely.compared);
    assert!((looked.score - closely.score).abs() < 1e-12);
    let sibling = judge_closely(a, "nova qx304z 256 gb black smartphone");
    assert!(closely.confidence > Model::fitted().review, "{closely:?}");
    assert!(sibling.confidence < closely.confidence, "{sibling:?}");
}

#[test]
fn what_one_side_leaves_open_is_not_settled() {
    let open = |a: &str, b: &str| !judge(a, b).compared.is_settled;
    assert!(!open(
        "nova qx3012z phone black",
        "nova phone qx-3012z black"
    ));
    assert!(open("nova qx3012z phone black", "nova phone qx-3012z"));
    assert!(open("nova qx3012z phone 256gb", "nova phone qx-3012z"));
    assert!(open("nova qx3012z phone pro", "nova phone qx-3012z"));
    assert!(open("case for nova qx3012z phone", "nova phone qx-3012z"));
    assert!(open("nova qx3012z camera + 18-55mm", "nova qx3012z camera"));
    assert!(open("nova phone", "nova phone"));
}

#[test]
fn reasons_name_what_speaks_for_and_against() {
    let judgement = judge("Nova QX-301Z phone black 256GB", "nova qx301z 128 gb white");
    let (speaks_for, against) = Model::fitted().reasons(&judgement.compared);
    assert!(!speaks_for.is_empty(), "{judgement:?}");
    assert!(against.contains(&"capacity differs"), "{against:?}");
    assert!(against.contains(&"colours differ"), "{against:?}");
}

#[test]
fn names_of_the_evidence_are_words_and_differ() {
    let mut names = Evidence::NAMES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Evidence::COUNT);
    let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
    assert!(names.iter().all(|name| name.chars().all(is_word)));
}

/// Titles as shops write them.
fn title() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("nova".to_owned()),
        Just("orbit".to_owned()),
        Just("phone".to_owned()),
        Just("camera".to_owned()),
        Just("pro".to_owned()),
        Just("black".to_owned()),
        Just("18-55mm".to_owned()),
        Just("6.1\"".to_owned()),
        "qx[1-3][0-9]{2}z?",
        "[1-9][0-9]{3}",
        "[a-z]{1,8}".prop_filter("no unit: beside a number it would be a capacity", |word| {
            !["mb", "gb", "tb"].contains(&word.as_str())
        }),
    ];
    proptest::collection::vec(word, 1..9).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_two_texts_are_judged_alike_in_either_order(a in "\\PC{0,80}", b in "\\PC{0,80}") {
        let (one, other) = (judge(&a, &b), judge(&b, &a));
        prop_assert!((0.0..=1.0).contains(&one.confidence));
        prop_assert!((one.score - other.score).abs() < 1e-9);
        prop_assert_eq!(one.compared.is_settled, other.compared.is_settled);
        let (one, other) = (judge_closely(&a, &b), judge_closely(&b, &a));
        prop_assert!((0.0..=1.0).contains(&one.confidence));
        prop_assert!((one.confidence - other.confidence).abs() < 1e-9);
    }

    #[test]
    fn titles_are_judged_alike_in_either_order(a in title(), b in title()) {
        let (one, other) = (judge(&a, &b), judge(&b, &a));
        prop_assert!((0.0..=1.0).contains(&one.confidence));
        prop_assert!((one.score - other.score).abs() < 1e-9, "{a} | {b}");
        let (near, far) = (judge_closely(&a, &b), judge_closely(&b, &a));
        prop_assert!((near.confidence - far.confidence).abs() < 1e-9, "{a} | {b}");
        let values = one.compared.evidence.values();
        prop_assert!(values.iter().all(|v| (0.0..=1.5).contains(v)), "{values:?}");
    }

    #[test]
    fn a_contradicting_capacity_never_makes_a_match_likelier(a in title(), b in title()) {
        let alike = judge(&format!("{a} 256gb"), &format!("{b} 256gb"));
        let contradicting = judge(&format!("{a} 256gb"), &format!("{b} 128gb"));
        prop_assert!(contradicting.score <= alike.score, "{a} | {b}");
        prop_assert!(!contradicting.compared.is_settled);
        // and stating it is no better than leaving it out
        let unsaid = judge(&format!("{a} 256gb"), &b);
        prop_assert!(contradicting.score <= unsaid.score + 1e-9, "{a} | {b}");
    }
}
