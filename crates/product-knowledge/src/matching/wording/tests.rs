use proptest::prelude::*;
use rstest::rstest;

use super::{Bundle, Kind, Wording};
use crate::matching::SubjectTexts;

fn wording(title: &str) -> Wording {
    Wording::new(title, &SubjectTexts::default())
}

fn texts(title: &str) -> Vec<String> {
    wording(title)
        .tokens
        .into_iter()
        .map(|t| t.text.into())
        .collect()
}

#[rstest]
#[case::quantities("Nova Tab 0.25 TB 11\" 24,2 MP", &["nova", "tab", "256gb", "279.4in", "24.2mp"])]
#[case::joined_units("Nova Tab 256GB 11in", &["nova", "tab", "256gb", "279.4in"])]
#[case::escaped_inches(r#"Tom 14\" x 8 '"#, &["tom", "355.6in", "x", "203.2in"])]
#[case::no_inches("10's of it", &["10", "s", "of", "it"])]
#[case::focal_range("Zoom 18-55mm f/3.5-5.6", &["zoom", "18mm", "55mm", "3.5f", "5.6f"])]
#[case::range_apart("Zoom 18 135 mm", &["zoom", "18mm", "135mm"])]
#[case::generation("Nova X2 Mark II 5G", &["nova", "x2", "mk", "2", "5g"])]
#[case::colours("Nova schwarz rouge", &["nova", "black", "red"])]
#[case::code_with_a_point("Nova mwh122.1x oven", &["nova", "mwh1221x", "oven"])]
#[case::code_with_a_unit_within("Nova HMT 75 M 421", &["nova", "hmt", "75", "m", "421"])]
#[case::quantities_behind_a_maker("Neff 21 l 800 w", &["neff", "21l", "800w"])]
#[case::code_with_a_unit("Nova MWH 2621 MB", &["nova", "mwh", "2621", "mb"])]
#[case::storage("Nova SSD 1024 GB", &["nova", "ssd", "1024gb"])]
#[case::power("Nova kettle mit 1125 W", &["nova", "kettle", "mit", "1125w"])]
#[case::round_quantity("Nova PSU 1000 W", &["nova", "psu", "1000w"])]
#[case::large_round_quantity("Nova LED 12000 W", &["nova", "led", "12000w"])]
fn words_are_read(#[case] title: &str, #[case] expected: &[&str]) {
    assert_eq!(texts(title), expected);
}

#[test]
fn words_know_what_they_are() {
    let kinds: Vec<Kind> = wording("Nova X2 300 256GB black")
        .tokens
        .iter()
        .map(|t| t.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            Kind::Word,
            Kind::Model,
            Kind::Number,
            Kind::Measure,
            Kind::Colour
        ]
    );
}

#[rstest]
#[case::camera("Nova Alpha 7 II body", &["7", "2"])]
#[case::phone("Nova Xperia XZ iii", &["3"])]
#[case::console("Orbit VII", &["7"])]
#[case::no_numeral("Nova Mark X", &[])]
fn roman_numerals_are_numbers(#[case] title: &str, #[case] expected: &[&str]) {
    let wording = wording(title);
    let numbers = wording.tokens.iter().filter(|t| t.kind == Kind::Number);
    let told: Vec<&str> = numbers.clone().map(|t| t.text.as_str()).collect();
    assert_eq!(told, expected);
    assert!(numbers.into_iter().all(|t| t.number.is_some()));
}

#[test]
fn model_numbers_are_found_across_hyphens_and_blanks() {
    let has = |title: &str| wording(title).grams.iter().any(|g| g.text == "qv1000xm3");
    assert!(has("Nova QV-1000XM3 headphones"));
    assert!(has("Nova QV 1000 XM3"));
    assert!(has("Nova qv1000xm3/b"));
    assert!(!has("Nova QV-1000XM4"));
}

#[test]
fn fields_add_the_words_that_the_title_leaves_out() {
    let wording = Wording::new(
        "X2 128GB",
        &SubjectTexts {
            brand: "Nova",
            variant: "128GB black",
            mpn: "NV-X2/128",
            ..SubjectTexts::default()
        },
    );
    let texts: Vec<&str> = wording.tokens.iter().map(|t| t.text.as_str()).collect();
    assert_eq!(texts, ["nova", "x2", "128gb", "128gb", "black"]);
    assert_eq!(wording.part.as_deref(), Some("nvx2128"));
}

#[test]
fn lenses_and_bodies_are_told_apart() {
    assert!(wording("Nova Z50 body").is_body);
    assert!(wording("Nova Z50 Gehäuse").is_body);
    assert!(wording("Nova Z50 + 18-55mm").has_lens);
    assert_eq!(wording("Nova Z50 + 18-55mm").bundle, Bundle::Kit);
    assert_eq!(wording("Nova Z50 + 50mm F1.8").bundle, Bundle::Kit);
    assert_eq!(wording("Nova Z50 + bag").bundle, Bundle::Things);
    assert_eq!(wording("Nova watch 44mm + buds").bundle, Bundle::Things);
    assert_eq!(wording("Nova Z50").bundle, Bundle::No);
    assert!(!wording("Nova Z50").has_lens);
}

proptest! {
    #[test]
    fn no_text_panics_and_all_is_bounded(title in "\\PC{0,300}", brand in "\\PC{0,30}", mpn in "\\PC{0,30}") {
        let texts = SubjectTexts { brand: &brand, mpn: &mpn, ..SubjectTexts::default() };
        let wording = Wording::new(&title, &texts);
        prop_assert!(wording.tokens.len() <= 48);
        prop_assert!(wording.grams.len() <= 48 * 4);
        prop_assert!(wording.grams.is_sorted());
    }
}
