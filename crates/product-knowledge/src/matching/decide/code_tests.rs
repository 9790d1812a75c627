//! What codes decide, in names and as part numbers.

use rstest::rstest;

use super::{Outcome, decide};
use crate::matching::{
    Candidacy, CandidateEvidence, CloseComparison, Compared, Lexicon, Subject, SubjectTexts,
    Weighed,
};
use domain::ids::ProductNo;
use domain::placement::MatchRung;

/// Which of a model's variants an offer is placed with by its code.
fn variant<'n>(offer: &str, names: &[&'n str], mpn: &str) -> Option<&'n str> {
    let texts = |title, mpn, is_canonical| SubjectTexts {
        title,
        brand: "Nova",
        mpn,
        pack_size: 1,
        is_canonical,
        ..SubjectTexts::default()
    };
    let parts: Vec<String> = (0..names.len()).map(|no| format!("{mpn}{no}")).collect();
    let subjects = names.iter().zip(&parts);
    let products: Vec<Subject> = subjects
        .map(|(name, part)| {
            let part = if mpn.is_empty() { "" } else { part };
            Subject::new(texts(name, part, true))
        })
        .collect();
    let candidates: Vec<Candidacy<'_>> = (1..)
        .map(ProductNo)
        .zip(&products)
        .map(|(product, subject)| Candidacy {
            product,
            subject,
            titles: &[],
            is_taken: false,
            may_be: &[],
        })
        .collect();
    let offer = Subject::new(texts(offer, "", false));
    match decide(&offer, &candidates, &Lexicon::default()) {
        Outcome::Existing {
            product,
            rung: MatchRung::Code,
            ..
        } => names
            .get(usize::try_from(product.0 - 1).unwrap_or(usize::MAX))
            .copied(),
        Outcome::Existing { .. } | Outcome::New { .. } => None,
    }
}

#[rstest]
#[case::by_colour("NOVA hx75m451 microwave weiß EU", Some("Nova HX75M451 oven white"))]
#[case::by_tier("Nova HX75M451 Plus - schwarz", Some("Nova HX75M451 Plus oven black"))]
#[case::no_colour_is_stated("Nova HX75M451 microwave", None)]
#[case::a_colour_that_none_has("Nova HX75M451 microwave red", None)]
#[case::a_tier_that_none_has("Nova HX75M451 Max white", None)]
#[case::a_code_that_none_has("Nova HX75M451 RX900 white", None)]
#[case::digits_behind_the_code("Nova HX75M451123 white", None)]
#[case::made_for_it("Descaler tablets for Nova HX75M451 white", None)]
fn a_title_tells_which_variant_of_a_code_it_means(
    #[case] offer: &str,
    #[case] expected: Option<&str>,
) {
    let names = [
        "Nova HX75M451 oven white",
        "Nova HX75M451 oven black",
        "Nova HX75M451 Plus oven white",
        "Nova HX75M451 Plus oven black",
    ];
    assert_eq!(variant(offer, &names, ""), expected, "{offer}");
    assert_eq!(
        variant(offer, &names, "ZK0700"),
        expected,
        "with part numbers"
    );
}

#[test]
fn a_part_number_in_the_title_is_a_code() {
    let names = ["Nova oven white", "Nova oven black"];
    assert_eq!(
        variant("zk07001 kitchen oven", &names, "ZK0700"),
        Some("Nova oven black")
    );
    assert_eq!(variant("kitchen oven nova", &names, "ZK0700"), None);
    let names = ["Nova HX75M451 oven white", "Nova HX75M451 oven black"];
    assert_eq!(
        variant("nova HX75M451 ZK07000", &names, "ZK0700"),
        Some("Nova HX75M451 oven white")
    );
}

/// A catalogue knows part numbers that few titles state.
#[test]
fn a_part_number_that_the_title_leaves_out_speaks_against_nothing() {
    let names: Vec<String> = (100..400)
        .map(|n| format!("Nova QX{n}00Z phone black 256GB"))
        .collect();
    let lexicon = Lexicon::learned(names.iter().map(|name| (name.as_str(), "Nova")));
    let product = |mpn| {
        Subject::new(SubjectTexts {
            title: "Nova QX30100Z phone black 256GB",
            mpn,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let offer = Subject::new(SubjectTexts {
        title: "QX30100Z Nova 256 GB black NEW",
        pack_size: 1,
        ..SubjectTexts::default()
    });
    let evidence = |product: &Subject| {
        let (offer, product) = (
            Weighed::new(&offer, &lexicon),
            Weighed::new(product, &lexicon),
        );
        let closer = CloseComparison::of(&offer, &product);
        (CandidateEvidence::of(&offer, &product), closer)
    };
    // one of its own, and one that continues the code of the name
    for mpn in ["ZK-0700/1", "QX30100Z-BZA"] {
        let (with, without) = (evidence(&product(mpn)), evidence(&product("")));
        assert_eq!(with, without, "{mpn}");
    }
}

#[rstest]
#[case::ear_pads("Ear pads for Nova QX30100Z", "Nova QX30100Z phone", true)]
#[case::in_german("Hülle für Nova QX30100Z", "Nova QX30100Z phone", true)]
#[case::for_whom("Watch for men QX30100Z", "Nova QX30100Z watch", false)]
#[case::both_are_made_for_it("filter for QX30100Z", "QX30100Z filter", false)]
#[case::a_number_is_no_model("phone for 4 networks", "Nova 4 phone", false)]
fn what_is_for_a_thing_is_not_the_thing(
    #[case] offer: &str,
    #[case] product: &str,
    #[case] is_another: bool,
) {
    let subject = |title, mpn| {
        Subject::new(SubjectTexts {
            title,
            mpn,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let lexicon = Lexicon::default();
    for mpn in ["", "ZK07001"] {
        let (offer, product) = (subject(offer, ""), subject(product, mpn));
        let offer = Weighed::new(&offer, &lexicon);
        let product = Weighed::new(&product, &lexicon);
        assert_eq!(Compared::of(&offer, &product).is_made_for, is_another);
        assert_eq!(Compared::of(&product, &offer).is_made_for, is_another);
    }
}

/// What a person would call one thing in two colours.
#[test]
fn the_same_title_does_not_overrule_the_colour() {
    let subject = |variant, is_canonical| {
        Subject::new(SubjectTexts {
            title: "Nova kitchen oven with grill",
            brand: "Nova",
            variant,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let product = subject("Black", true);
    let candidate = Candidacy::alone(ProductNo(1), &product);
    let outcome = |variant| decide(&subject(variant, false), &[candidate], &Lexicon::default());
    assert!(matches!(outcome("black"), Outcome::Existing { .. }));
    assert!(matches!(outcome("White"), Outcome::New { .. }));
}

#[test]
fn a_code_beside_the_title_is_that_of_the_offer() {
    let texts = |title, code_beside| SubjectTexts {
        title,
        code_beside,
        brand: "Nova",
        pack_size: 1,
        ..SubjectTexts::default()
    };
    let product = Subject::new(texts("Nova KM-2300 mixer", ""));
    let candidate = Candidacy::alone(ProductNo(1), &product);
    let rung = |title, code| {
        let offer = Subject::new(texts(title, code));
        let keys = offer.search_keys(&Lexicon::default());
        let known = product.keys(&Lexicon::default());
        assert!(
            keys.iter().any(|key| known.contains(key)),
            "{keys:?}, {known:?}"
        );
        match decide(&offer, &[candidate], &Lexicon::default()) {
            Outcome::Existing { rung, .. } => Some(rung),
            Outcome::New { .. } => None,
        }
    };
    assert_eq!(
        rung("Nova Standmixer silver", "km2300"),
        Some(MatchRung::Code)
    );
    assert_eq!(rung("Nova Messer for KM-2300", ""), None);
    assert_eq!(rung("Nova KM-2500 mixer", "km2300"), None);
}
