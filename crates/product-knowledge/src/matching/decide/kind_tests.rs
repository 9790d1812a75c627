//! What prices and categories say of an offer whose words are those of a product.

use rstest::rstest;

use super::{Outcome, decide};
use crate::matching::{Candidacy, Lexicon, Subject, SubjectTexts};
use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::money::Amount;

const EAN: &str = "4006381333931";

/// What an offer states beside its title.
#[derive(Clone, Copy, Default)]
struct Stated {
    ean: &'static str,
    category: &'static str,
    minor: i64,
}

/// Where an offer goes beside a phone that costs 800 to 900.
fn placed(title: &str, stated: Stated) -> Outcome {
    let names: Vec<String> = (100..400)
        .map(|n| format!("Nova QX{n}00Z phone black 256GB"))
        .collect();
    let lexicon = Lexicon::learned(names.iter().map(|name| (name.as_str(), "Nova")));
    let amount = |minor| Amount::from_minor(minor).unwrap();
    let gtins = [Gtin::parse(EAN).unwrap()];
    let subject = |title, category, gtins, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            category,
            gtins,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let product = subject(
        "Nova QX30100Z phone black 256GB",
        "Mobile Phones",
        &gtins[..],
        true,
    )
    .priced(amount(80_000), amount(90_000));
    let own = if stated.ean.is_empty() {
        &[][..]
    } else {
        &gtins[..]
    };
    let offer = subject(title, stated.category, own, false)
        .priced(amount(stated.minor), amount(stated.minor));
    let candidate = Candidacy::alone(ProductNo(1), &product);
    decide(&offer, &[candidate], &lexicon)
}

#[rstest]
#[case::as_others_ask(85_000, true)]
#[case::a_quarter(20_000, true)]
#[case::less_than_a_quarter(19_999, false)]
#[case::four_times(360_000, true)]
#[case::more_than_four_times(360_001, false)]
fn words_do_not_place_what_costs_quite_otherwise(#[case] minor: i64, #[case] is_placed: bool) {
    let title = "NOVA QX-30100Z 256 GB phone - black";
    let stated = Stated {
        minor,
        ..Stated::default()
    };
    match placed(title, stated) {
        Outcome::Existing { .. } => assert!(is_placed),
        Outcome::New { doubt, .. } => {
            assert!(!is_placed);
            let reason = doubt.unwrap().reason;
            assert!(reason.contains("less than a quarter"), "{reason}");
        }
    }
}

#[test]
fn a_number_decides_whatever_the_price_is() {
    let stated = Stated {
        ean: EAN,
        minor: 8_000,
        ..Stated::default()
    };
    let outcome = placed("NOVA QX-30100Z 256 GB phone - black", stated);
    assert!(matches!(outcome, Outcome::Existing { .. }), "{outcome:?}");
}

#[rstest]
#[case::of_the_same_kind("Electronics > Smartphones", true)]
#[case::unknown("Bestsellers", true)]
#[case::with_accessories("Cell Phones & Accessories", true)]
#[case::below_accessories("Electronics & Accessories > Bestsellers", true)]
#[case::beside_accessories("Electronics & Accessories", true)]
#[case::an_accessory("Phone Cases", false)]
#[case::accessories("Accessories", false)]
fn words_do_not_place_accessories_with_devices(
    #[case] category: &'static str,
    #[case] is_placed: bool,
) {
    let stated = Stated {
        category,
        minor: 85_000,
        ..Stated::default()
    };
    let outcome = placed("NOVA QX-30100Z 256 GB phone - black", stated);
    assert_eq!(
        matches!(outcome, Outcome::Existing { .. }),
        is_placed,
        "{outcome:?}"
    );
    assert!(is_placed || matches!(outcome, Outcome::New { doubt: None, .. }));
}
