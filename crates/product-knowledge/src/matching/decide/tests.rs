use proptest::prelude::*;
use rstest::rstest;

use super::{Outcome, decide, decide_by_numbers};
use crate::matching::{Candidacy, Lexicon, Subject, SubjectTexts, weights};
use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::placement::MatchRung;

const EAN_A: &str = "4006381333931";
const EAN_B: &str = "0036000291452";
const IN_STORE: &str = "2000000000008";

struct Texts(
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// title, brand, variant, mpn, gtins
fn subject(texts: &Texts) -> Subject {
    named(texts, false)
}

fn named(texts: &Texts, is_canonical: bool) -> Subject {
    let Texts(title, brand, variant, mpn, gtins) = texts;
    let gtins: Vec<Gtin> = gtins.iter().map(|g| Gtin::parse(g).unwrap()).collect();
    Subject::new(SubjectTexts {
        title,
        brand,
        variant,
        mpn,
        gtins: &gtins,
        pack_size: 1,
        is_canonical,
        ..SubjectTexts::default()
    })
}

/// The outcome among these candidates.
fn outcome(offer: &Subject, candidates: &[(ProductNo, Subject)]) -> Outcome {
    let candidates: Vec<_> = candidates
        .iter()
        .map(|(product, subject)| Candidacy::alone(*product, subject))
        .collect();
    decide(offer, &candidates, &Lexicon::default())
}

/// Among products of the operator's catalogue.
fn found(offer: &Texts, products: &[Texts]) -> Result<(i64, MatchRung), Option<String>> {
    let candidates: Vec<_> = products
        .iter()
        .zip(1..)
        .map(|(texts, no)| (ProductNo(no), named(texts, true)))
        .collect();
    match outcome(&subject(offer), &candidates) {
        Outcome::Existing { product, rung, .. } => Ok((product.0, rung)),
        Outcome::New { doubt, .. } => Err(doubt.map(|d| d.reason)),
    }
}

#[test]
fn a_number_with_an_agreeing_brand_matches() {
    let product = [Texts("Nova X2 128GB Black", "Nova", "", "", &[EAN_A])];
    assert_eq!(
        found(&Texts("nova x2", "NOVA", "", "", &[EAN_A]), &product),
        Ok((1, MatchRung::Gtin))
    );
    assert_eq!(
        found(&Texts("", "", "", "", &[EAN_A]), &product),
        Ok((1, MatchRung::Gtin))
    );
    assert_eq!(
        found(
            &Texts("x2 graphite", "Nova Mobile", "", "", &[EAN_A]),
            &product
        ),
        Ok((1, MatchRung::Gtin))
    );
}

#[test]
fn a_number_with_another_brand_or_capacity_is_a_conflict() {
    let product = [Texts("Nova X2 128GB", "Nova", "", "", &[EAN_A])];
    assert!(
        found(
            &Texts("Zephyr 5 128GB", "Zephyr", "", "", &[EAN_A]),
            &product
        )
        .unwrap_err()
        .is_some()
    );
    assert!(
        found(&Texts("Nova X2 256GB", "Nova", "", "", &[EAN_A]), &product)
            .unwrap_err()
            .is_some()
    );
}

#[test]
fn a_restricted_number_matches_nothing() {
    let product = [Texts("Fresh cheese", "Dairy", "", "", &[IN_STORE])];
    assert_eq!(
        found(&Texts("Nut mix", "", "", "", &[IN_STORE]), &product),
        Err(None)
    );
}

#[test]
fn a_number_that_two_products_claim_needs_the_colour() {
    let products = [
        Texts("Nova X2 Black", "Nova", "", "", &[EAN_A]),
        Texts("Nova X2 White", "Nova", "", "", &[EAN_A]),
    ];
    assert_eq!(
        found(&Texts("Nova X2 white", "Nova", "", "", &[EAN_A]), &products),
        Ok((2, MatchRung::Gtin))
    );
    assert!(
        found(&Texts("Nova X2", "Nova", "", "", &[EAN_A]), &products)
            .unwrap_err()
            .is_some()
    );
}

#[test]
fn brand_and_part_number_match_unless_numbers_disagree() {
    let product = [Texts("Nova X2", "Nova", "", "SM-X2/DS", &[EAN_A])];
    assert_eq!(
        found(&Texts("phone", "Nova", "", "smx2ds", &[]), &product),
        Ok((1, MatchRung::Mpn))
    );
    assert_eq!(
        found(&Texts("Nova phone", "", "", "SM X2 DS", &[]), &product),
        Ok((1, MatchRung::Mpn))
    );
    assert!(
        found(&Texts("phone", "Nova", "", "SM-X2/DS", &[EAN_B]), &product)
            .unwrap_err()
            .is_some()
    );
    assert_eq!(
        found(&Texts("phone", "Zephyr", "", "SM-X2/DS", &[]), &product),
        Err(None)
    );
}

#[test]
fn brand_model_and_attributes_match_exactly_or_not_at_all() {
    let products = [
        Texts("Nova X2 128 GB Black", "Nova", "", "", &[]),
        Texts("Nova X2 256 GB Black", "Nova", "", "", &[]),
        Texts("Nova X2 Pro 128 GB Black", "Nova", "", "", &[]),
    ];
    let title = |title| found(&Texts(title, "", "", "", &[]), &products);
    assert_eq!(
        title("Nova X2 Smartphone 256GB schwarz"),
        Ok((2, MatchRung::Model))
    );
    assert_eq!(
        title("NOVA X2 PRO (128GB) black"),
        Ok((3, MatchRung::Model))
    );
    assert_eq!(title("Nova X3 128GB Black"), Err(None));
    assert!(title("Nova X2 128GB White").is_err());
    assert_eq!(title("Case for Nova X2 128GB Black"), Err(None));
    assert_eq!(title("Nova X2 128GB"), Ok((1, MatchRung::Model)));
    assert!(
        title("Nova X2 black").unwrap_err().is_some(),
        "the storage is not stated"
    );
}

#[test]
fn a_product_without_colour_takes_every_colour() {
    let product = [Texts("Nova X2", "Nova", "128 GB", "", &[])];
    let outcome = outcome(
        &subject(&Texts("Nova X2 128GB Red", "Nova", "", "", &[])),
        &[(ProductNo(1), named(&product[0], true))],
    );
    assert_eq!(
        outcome,
        Outcome::Existing {
            product: ProductNo(1),
            rung: MatchRung::Model,
            confidence: weights::MODEL_COVERED,
        }
    );
}

#[test]
fn multipacks_and_bundles_never_match_the_single_item() {
    let gtins = [Gtin::parse(EAN_A).unwrap()];
    let single = SubjectTexts {
        title: "Nova X2",
        brand: "Nova",
        gtins: &gtins,
        pack_size: 1,
        ..SubjectTexts::default()
    };
    let candidates = [(ProductNo(1), Subject::new(single))];
    for other in [
        SubjectTexts {
            pack_size: 2,
            ..single
        },
        SubjectTexts {
            is_bundle: true,
            ..single
        },
    ] {
        assert!(matches!(
            outcome(&Subject::new(other), &candidates),
            Outcome::New { doubt: Some(doubt), .. } if doubt.reason.contains("count of pieces")
        ));
        let without_number = SubjectTexts {
            gtins: &[],
            ..other
        };
        assert!(matches!(
            outcome(&Subject::new(without_number), &candidates),
            Outcome::New { doubt: None, .. }
        ));
    }
}

#[test]
fn what_says_nothing_makes_no_key() {
    for texts in [
        Texts("", "", "", "", &[]),
        Texts("Nova phone", "Nova", "", "x", &[IN_STORE]),
        Texts("case", "", "", "abcd", &[]),
    ] {
        assert_eq!(subject(&texts).keys(&Lexicon::default()), [], "{}", texts.0);
    }
}

/// Whether two offers of shops become one product, whichever comes first.
fn meet(one: &str, other: &str) -> bool {
    let title = |title| {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let joins = |first, second| {
        let outcome = outcome(&title(second), &[(ProductNo(1), title(first))]);
        matches!(outcome, Outcome::Existing { .. })
    };
    assert_eq!(joins(one, other), joins(other, one), "{one} / {other}");
    joins(one, other)
}

#[test]
fn titles_of_shops_meet_only_when_nothing_sets_them_apart() {
    for (one, other) in [
        ("Nova X2 Pro 256GB Black", "NOVA X2 PRO 256 GB schwarz"),
        ("Nova X2 Pro 8/256GB Black", "Nova X2 Pro 8GB 256GB Black"),
        ("Nova X2 Pro 8+256 Black", "Nova X2 Pro 8 GB / 256 GB Black"),
        ("Nova X2+ 128GB", "Nova X2 Plus 128GB"),
        ("Smartfon Nova X2 Pro 128GB", "Nova X2 Pro 128GB"),
        ("Marlo brick box 10914", "10914 Marlo creative bricks"),
        // what one side leaves out is no other product's yet
        ("Nova X2 Pro 256GB", "Nova X2 Pro 256GB Black"),
        ("Nova X2", "Nova X2"),
    ] {
        assert!(meet(one, other), "{one} / {other}");
    }
    for (one, other) in [
        ("Nova X2 Pro 256GB", "Nova X2 Pro+ 256GB"),
        ("Nova Tab S9 128GB", "Nova Tab S9+ 128GB"),
        ("Nova X2 Pro 128GB", "Nova X2 Pro 128GB + Nova X2 Pro 128GB"),
        ("Nova Phone 5 Pro", "Nova Tablet 5 Pro"),
        ("Marlo Oat Drink 1 l", "Marlo Almond Drink 1 l"),
        ("Marlo Adult chicken 15 kg", "Marlo Puppy chicken 15 kg"),
        ("Marlo sets 10914", "Marlo sets 10915"),
    ] {
        assert!(!meet(one, other), "{one} / {other}");
    }
}

#[test]
fn a_number_is_not_enough_when_the_names_speak_of_different_things() {
    let product = [Texts(
        "Nova X2 128GB Black",
        "Nova",
        "",
        "NV-1000",
        &[EAN_A],
    )];
    for title in ["Nova X3 128GB Black", "Case for Nova X2"] {
        let by_number = found(&Texts(title, "Nova", "", "", &[EAN_A]), &product);
        assert!(by_number.unwrap_err().is_some(), "{title}");
        let by_part = found(&Texts(title, "Nova", "", "NV1000", &[]), &product);
        assert!(by_part.unwrap_err().is_some(), "{title}");
    }
}

#[test]
fn what_is_made_for_another_thing_may_be_called_by_its_own_name_only() {
    let product = [Texts(
        "Nova messenger notebook case",
        "Nova",
        "",
        "",
        &[EAN_A],
    )];
    let bag = Texts("Nova messenger", "Nova", "", "", &[EAN_A]);
    assert_eq!(found(&bag, &product), Ok((1, MatchRung::Gtin)));
}

#[test]
fn words_overrule_a_number_only_when_they_are_those_of_another_product() {
    let gtins = [Gtin::parse(EAN_A).unwrap()];
    let numbered = |title| SubjectTexts {
        title,
        gtins: &gtins,
        pack_size: 1,
        ..SubjectTexts::default()
    };
    let product = Subject::new(numbered("Nova QX30100Z phone black 256GB"));
    let other = Subject::new(SubjectTexts {
        gtins: &[],
        ..numbered("Corda black hose reel 30 HR")
    });
    let offer = Subject::new(numbered("black hose reel 30 HR Corda"));
    let candidacy = |no, subject| Candidacy::alone(ProductNo(no), subject);
    let alone = [candidacy(1, &product)];
    assert!(matches!(
        decide(&offer, &alone, &taught()),
        Outcome::Existing {
            rung: MatchRung::Gtin,
            ..
        }
    ));
    // whether there is another is not known yet
    assert_eq!(decide_by_numbers(&offer, &alone, &taught()), None);
    let both = [candidacy(1, &product), candidacy(2, &other)];
    let outcome = decide(&offer, &both, &taught());
    assert!(
        matches!(
            &outcome,
            Outcome::Existing {
                product: ProductNo(2),
                ..
            }
        ),
        "{outcome:?}"
    );
}

#[test]
fn a_shops_own_number_is_no_brand() {
    let product = [Texts("Nova X2 Pro", "Nova", "128 GB", "", &[])];
    assert_eq!(
        found(&Texts("Nova X2 Pro 128GB", "93", "", "", &[]), &product),
        Ok((1, MatchRung::Model))
    );
}

proptest! {
    #[test]
    fn matching_is_total_and_ignores_the_order_of_candidates(
        titles in proptest::collection::vec("(nova|zephyr) (x2|x3)( pro)?( 128gb| 256gb)?( black| white)?", 0..6),
        offer in "(nova|zephyr) (x2|x3)( pro)?( 128gb| 256gb)?( black| white)?",
    ) {
        let make = |title: &str| Subject::new(SubjectTexts { title, pack_size: 1, ..SubjectTexts::default() });
        let forward: Vec<_> = titles.iter().zip(1..).map(|(t, no)| (ProductNo(no), make(t))).collect();
        let mut backward = forward.clone();
        backward.reverse();
        prop_assert_eq!(outcome(&make(&offer), &forward), outcome(&make(&offer), &backward));
    }

    #[test]
    fn any_text_is_prepared(title in "\\PC{0,80}", brand in "\\PC{0,10}", mpn in "\\PC{0,20}") {
        let subject = Subject::new(SubjectTexts { title: &title, brand: &brand, mpn: &mpn, ..SubjectTexts::default() });
        let keys = subject.keys(&Lexicon::default());
        prop_assert!(keys.is_sorted_by(|one, other| one < other), "in order, each once");
    }
}

/// A lexicon of a catalogue that is large enough to learn from.
fn taught() -> Lexicon {
    let names: Vec<String> = (100..400)
        .map(|n| format!("Nova QX{n}00Z phone black 256GB"))
        .collect();
    Lexicon::learned(names.iter().map(|name| (name.as_str(), "Nova")))
}

fn likely(offer: &str, products: &[(&str, bool)]) -> Outcome {
    beside(false, offer, products)
}

/// The outcome beside products of the catalogue, or of feeds, each with whether the store has an offer of it.
fn beside(is_canonical: bool, offer: &str, products: &[(&str, bool)]) -> Outcome {
    let subject = |title, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let subjects: Vec<Subject> = products
        .iter()
        .map(|(title, _)| subject(title, is_canonical))
        .collect();
    let candidates: Vec<Candidacy<'_>> = subjects
        .iter()
        .zip(products)
        .zip(1..)
        .map(|((subject, (_, is_taken)), no)| Candidacy {
            product: ProductNo(no),
            subject,
            titles: &[],
            is_taken: *is_taken,
            may_be: &[],
        })
        .collect();
    decide(&subject(offer, false), &candidates, &taught())
}

const OFFER: &str = "Nova phone QX-30100Z 256 GB black";

#[test]
fn the_product_whose_code_stands_in_the_title_is_taken() {
    let found = likely(
        OFFER,
        &[
            ("Nova QX30100Z phone black 256GB", false),
            ("Nova QX30200Z phone black 256GB", false),
        ],
    );
    let Outcome::Existing {
        product,
        rung,
        confidence,
    } = found
    else {
        panic!("{found:?}");
    };
    assert_eq!((product, rung), (ProductNo(1), MatchRung::Code));
    assert!(confidence.milli() > 500, "{confidence:?}");
}

#[test]
fn what_is_open_or_taken_is_asked_with_the_evidence() {
    let reason = |products: &[(&str, bool)]| match beside(true, OFFER, products) {
        Outcome::New {
            doubt: Some(doubt), ..
        } => doubt.reason,
        other => panic!("{other:?}"),
    };
    let open = reason(&[
        ("Nova QX30100Z phone red 256GB", false),
        ("Nova QX30100Z phone gold 256GB", false),
    ]);
    assert!(
        open.contains("% likely the same") && open.contains("for it: "),
        "{open}"
    );
    let taken = reason(&[("Nova QX30100Z phone black 256GB", true)]);
    assert!(taken.contains("another offer"), "{taken}");
}

#[test]
fn a_manner_of_writing_does_not_bring_a_stores_offers_together() {
    let subject = |title, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let products = [
        subject("Nova Sierra 8 phone", true),
        subject("bargain Nova Sierra 7 phone today only", false),
    ];
    let candidates = |is_taken: bool| -> Vec<Candidacy<'_>> {
        let numbered = products.iter().zip(1..);
        numbered
            .map(|(subject, no)| Candidacy {
                product: ProductNo(no),
                subject,
                titles: &[],
                is_taken: is_taken && no == 2,
                may_be: &[],
            })
            .collect()
    };
    let offer = subject("bargain Nova Sierra 8 phone today only", false);
    let place = |is_taken| match decide(&offer, &candidates(is_taken), &taught()) {
        Outcome::Existing { product, .. } => product,
        Outcome::New { doubt, .. } => doubt.map_or(ProductNo(0), |doubt| doubt.candidate),
    };
    assert_eq!(place(true), ProductNo(1));
}

#[test]
fn two_products_of_feeds_that_are_likely_one_are_no_rivals() {
    let found = likely(
        OFFER,
        &[
            ("Nova QX30100Z phone black 256GB", false),
            ("Nova phone QX30100Z black 256GB", false),
        ],
    );
    assert!(
        matches!(
            found,
            Outcome::Existing {
                product: ProductNo(1),
                ..
            }
        ),
        "{found:?}"
    );
}

#[test]
fn what_is_unlike_is_new_without_a_doubt() {
    for product in [
        "Nova QX30200Z phone black 128GB",
        "Orbit tripod",
        "Case for Nova QX30200Z",
    ] {
        let found = likely(OFFER, &[(product, false)]);
        assert!(
            matches!(found, Outcome::New { doubt: None, .. }),
            "{product}: {found:?}"
        );
    }
}

#[test]
fn codes_and_likeness_decide_before_words_are_learned() {
    let subject = |title| {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let among = |offer, product| outcome(&subject(offer), &[(ProductNo(1), subject(product))]);
    let coded = among(OFFER, "Nova QX30100Z phone black 256GB dual sim");
    assert!(
        matches!(
            coded,
            Outcome::Existing {
                rung: MatchRung::Code,
                ..
            }
        ),
        "{coded:?}"
    );
    let alike = among(
        "Nova phone Sierra black",
        "Nova phone Sierra black dual sim",
    );
    assert!(
        matches!(
            alike,
            Outcome::Existing {
                rung: MatchRung::Model,
                ..
            }
        ),
        "{alike:?}"
    );
    let another = among("Nova phone Sierra black", "Zephyr tablet Alta black");
    assert!(
        matches!(another, Outcome::New { doubt: None, .. }),
        "{another:?}"
    );
}

/// The rung that decides between an offer and one product of the catalogue, if any does.
fn rung(offer: &str, product: &str) -> Option<MatchRung> {
    let texts = |title, is_canonical| SubjectTexts {
        title,
        pack_size: 1,
        is_canonical,
        ..SubjectTexts::default()
    };
    let product = Subject::new(texts(product, true));
    match outcome(
        &Subject::new(texts(offer, false)),
        &[(ProductNo(1), product)],
    ) {
        Outcome::Existing { rung, .. } => Some(rung),
        Outcome::New { .. } => None,
    }
}

#[rstest]
#[case::whole("microwave 20 l HX75M451 steel", "Nova HX75M451", true)]
#[case::written_apart("Nova KX TG9332 phone set of one", "Nova KX-TG9332T", false)]
#[case::letters_behind("Nova HX75M451BKUK oven", "Nova HX75M451", true)]
#[case::sibling("Nova HX75M461 oven", "Nova HX75M451", false)]
#[case::accessory("Case for Nova HX75M451", "Nova HX75M451", false)]
#[case::body_and_kit("Nova RX2000 with 18-55 mm lens", "Nova RX2000", false)]
#[case::capacity("Nova RX2000 64GB", "Nova RX2000 128GB", false)]
#[case::capacity_on_one_side("Nova RX2000 64GB", "Nova RX2000", false)]
#[case::tier("Nova RX200 Pro", "Nova RX200", false)]
#[case::tier_beside_a_long_code("TV Nova KD55XH8096 4K Ultra HD", "Nova KD55XH8096", true)]
#[case::not_all_codes("Nova HX75M451", "Nova HX75M451 ZB900K", false)]
#[case::no_code("Nova pro 4000", "Nova pro 5000", false)]
#[case::a_long_number_behind_letters("Nova MW 7869 oven 900 W", "Nova MW 7869", true)]
#[case::a_year_is_no_code("Legion 2020 Pro", "Yoga Tab 2020 Pro", false)]
#[case::two_things("Nova watch SM860K 44mm + buds", "Nova watch SM860K 44mm", false)]
fn a_model_code_decides_unless_something_sets_the_two_apart(
    #[case] offer: &str,
    #[case] product: &str,
    #[case] is_one: bool,
) {
    // another rung may decide
    let is_by_code = rung(offer, product) == Some(MatchRung::Code);
    assert_eq!(is_by_code, is_one);
}

#[rstest]
#[case::other_words("Q1413A large format media 30 m", "Nova", "Q1413A", true)]
#[case::a_part_called_adapter("Nova WN722N wireless USB adapter", "Nova", "WN722N", true)]
#[case::another_capacity("Nova drive 2TB", "Nova", "Q1413A", false)]
#[case::another_brand("Zephyr paper", "Zephyr", "Q1413A", false)]
#[case::another_of_the_series("Nova X3 paper", "Nova", "Q1413A", false)]
fn a_number_decides_whatever_else_is_written(
    #[case] title: &'static str,
    #[case] brand: &'static str,
    #[case] mpn: &'static str,
    #[case] is_one: bool,
) {
    let product = match mpn {
        "WN722N" => Texts(
            "Nova WN722N networking card",
            "Nova",
            "",
            "WN722N",
            &[EAN_A],
        ),
        _ => Texts(
            "Nova X2 Q1413A heavy coated paper 1TB",
            "Nova",
            "",
            "Q1413A",
            &[EAN_A],
        ),
    };
    let by_gtin = found(&Texts(title, brand, "", "", &[EAN_A]), &[product]);
    assert_eq!(by_gtin.is_ok(), is_one, "{by_gtin:?}");
    assert!(is_one || by_gtin.is_err_and(|doubt| doubt.is_some()));
}

#[test]
fn colours_do_not_overrule_a_number() {
    let product = [Texts("Nova X2 Black", "Nova", "", "", &[EAN_A])];
    assert_eq!(
        found(&Texts("Nova X2 white", "Nova", "", "", &[EAN_A]), &product),
        Ok((1, MatchRung::Gtin))
    );
}

#[test]
fn a_number_that_a_store_uses_for_everything_decides_once() {
    let gtins = [Gtin::parse(EAN_A).unwrap()];
    let texts = |title| SubjectTexts {
        title,
        gtins: &gtins,
        pack_size: 1,
        ..SubjectTexts::default()
    };
    let product = Subject::new(texts("Nova QX30100Z phone black 256GB"));
    let reason = |title, is_taken| {
        let candidate = Candidacy {
            product: ProductNo(1),
            subject: &product,
            titles: &[],
            is_taken,
            may_be: &[],
        };
        match decide(&Subject::new(texts(title)), &[candidate], &taught()) {
            Outcome::Existing { .. } => None,
            Outcome::New { doubt, .. } => doubt.map(|doubt| doubt.reason),
        }
    };
    assert_eq!(reason("Nova QX30100Z phone 256GB", true), None);
    assert_ne!(reason("garden hose with a reel", true), None);
    let untaught = Candidacy {
        product: ProductNo(1),
        subject: &product,
        titles: &[],
        is_taken: true,
        may_be: &[],
    };
    let hose = Subject::new(texts("garden hose with a reel"));
    assert!(matches!(
        decide(&hose, &[untaught], &Lexicon::default()),
        Outcome::New { doubt: Some(_), .. }
    ));
}

#[test]
fn of_two_that_claim_a_number_the_one_in_doubt_about_the_other_does_not_count() {
    let gtins = [Gtin::parse(EAN_A).unwrap()];
    let subject = |title| {
        Subject::new(SubjectTexts {
            title,
            gtins: &gtins,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let (first, second) = (subject("Nova Sierra phone"), subject("Nova Sierra mobile"));
    let outcome = |may_be: &[ProductNo]| {
        let candidacy = |no, subject, may_be| Candidacy {
            product: ProductNo(no),
            subject,
            titles: &[],
            is_taken: false,
            may_be,
        };
        let candidates = [candidacy(1, &first, &[]), candidacy(2, &second, may_be)];
        decide(&subject("a phone"), &candidates, &Lexicon::default())
    };
    assert!(matches!(outcome(&[]), Outcome::New { doubt: Some(_), .. }));
    assert!(matches!(
        outcome(&[ProductNo(1)]),
        Outcome::Existing {
            product: ProductNo(1),
            rung: MatchRung::Gtin,
            ..
        }
    ));
}

#[test]
fn a_product_that_may_be_another_is_no_rival_of_it() {
    let subject = |title, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let known = subject("Nova Sierra 30100 phone", true);
    let brought = subject("Nova phone Sierra 30100 gold", false);
    let outcome = |may_be: &[ProductNo]| {
        let candidacy = |no, subject, may_be| Candidacy {
            product: ProductNo(no),
            subject,
            titles: &[],
            is_taken: false,
            may_be,
        };
        let candidates = [candidacy(1, &known, &[]), candidacy(2, &brought, may_be)];
        decide(
            &subject("Nova Sierra 30100 phone unlocked", false),
            &candidates,
            &taught(),
        )
    };
    let Outcome::Existing { product, .. } = outcome(&[ProductNo(1)]) else {
        panic!("{:?}", outcome(&[ProductNo(1)]))
    };
    assert_eq!(product, ProductNo(1));
}
