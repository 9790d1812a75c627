//! What a person said to be a product, and what the offers that it has call it, speaks for the next offers like it.

use super::{Candidacy, Outcome, decide};
use crate::matching::{Lexicon, Subject, SubjectTexts};
use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::placement::MatchRung;

const EAN: &str = "4006381333931";

fn texts<'a>(title: &'a str, brand: &'a str, gtins: &'a [Gtin]) -> SubjectTexts<'a> {
    SubjectTexts {
        title,
        brand,
        gtins,
        pack_size: 1,
        is_canonical: true,
        ..SubjectTexts::default()
    }
}

/// What places an offer with this title, maker and number beside the catalogue's phone of another maker, before and
/// after a person said that `Korvex Q9 phone` is that.
fn before_and_after(title: &str, brand: &str, gtins: &[Gtin]) -> [Option<MatchRung>; 2] {
    let number = [Gtin::parse(EAN).unwrap()];
    let known = || Subject::new(texts("Velora X2 128GB", "Velora", &number));
    let called = Subject::new(texts("Korvex Q9 phone", "Korvex", &number));
    let offer = Subject::new(SubjectTexts {
        is_canonical: false,
        ..texts(title, brand, gtins)
    });
    [known(), known().known_as(vec![called])].map(|product| {
        let candidate = Candidacy::alone(ProductNo(1), &product);
        match decide(&offer, &[candidate], &Lexicon::default()) {
            Outcome::Existing { rung, .. } => Some(rung),
            Outcome::New { .. } => None,
        }
    })
}

#[test]
fn a_maker_that_a_person_accepted_is_no_contradiction_any_more() {
    let number = [Gtin::parse(EAN).unwrap()];
    let by_number = Some(MatchRung::Gtin);
    let found = |title, brand| before_and_after(title, brand, &number);
    assert_eq!(found("Q9 mobile", "Korvex"), [None, by_number]);
    assert_eq!(found("X2 128GB", "Velora"), [by_number; 2]);
    assert_eq!(found("Q9 mobile", "Zephyr"), [None, None]);
    assert_eq!(
        found("Korvex Q8 phone", "Korvex"),
        [None, None],
        "another model"
    );
}

#[test]
fn words_that_a_person_accepted_place_an_offer_without_a_number() {
    let by_words = Some(MatchRung::Model);
    assert_eq!(
        before_and_after("phone Korvex Q9", "Korvex", &[]),
        [None, by_words]
    );
    assert_eq!(
        before_and_after("Velora X2 128GB", "Velora", &[]),
        [by_words; 2]
    );
    assert_eq!(
        before_and_after("Korvex Q8 phone", "Korvex", &[]),
        [None, None]
    );
}

/// Of two phones only the titles of their offers say which one an offer that leaves the model out is.
#[test]
fn what_its_offers_call_a_product_tells_which_one_is_meant() {
    let names: Vec<String> = (100..400)
        .map(|n| format!("Velora QX{n}00Z phone black 256GB"))
        .collect();
    let lexicon = Lexicon::learned(names.iter().map(|name| (name.as_str(), "Velora")));
    let known = |title| Subject::new(texts(title, "Velora", &[]));
    let called = |title| {
        Subject::new(SubjectTexts {
            is_canonical: false,
            ..texts(title, "", &[])
        })
    };
    let products = [known("Velora Sierra phone"), known("Velora Corda phone")];
    let titles = [
        [called("Velora VLR-SR77X Sierra phone, graphite edition")],
        [called("Velora VLR-CD55Y Corda phone, graphite edition")],
    ];
    let offer = called("Velora VLR-CD55Y phone, graphite edition");
    let placed = |titles: [&[Subject]; 2]| {
        let numbered = products.iter().zip(titles).zip(1..);
        let candidates: Vec<Candidacy<'_>> = numbered
            .map(|((subject, titles), no)| Candidacy {
                product: ProductNo(no),
                subject,
                titles,
                is_taken: false,
                may_be: &[],
            })
            .collect();
        match decide(&offer, &candidates, &lexicon) {
            Outcome::Existing { product, .. } => Some(product.0),
            Outcome::New { .. } => None,
        }
    };
    assert_eq!(placed([&[], &[]]), None);
    assert_eq!(placed([&titles[0], &titles[1]]), Some(2));
}
