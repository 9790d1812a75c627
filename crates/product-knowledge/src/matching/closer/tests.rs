use super::CloserLook;
use crate::matching::coverage::Coverage;
use crate::matching::{Lexicon, Subject, SubjectTexts, Weighed};

/// What a closer look at two titles says, by its names.
fn look(a: &str, b: &str, name: &str) -> f64 {
    let subject = |title| {
        Subject::new(SubjectTexts {
            title,
            ..SubjectTexts::default()
        })
    };
    let lexicon = Lexicon::default();
    let (a, b) = (subject(a), subject(b));
    let (a, b) = (Weighed::new(&a, &lexicon), Weighed::new(&b, &lexicon));
    let coverage = Coverage::of(&a, &b);
    let looked = CloserLook::of(&a, &b, &coverage);
    let place = CloserLook::NAMES.iter().position(|known| *known == name);
    looked.values()[place.unwrap()]
}

#[test]
fn codes_that_differ_in_their_last_letters_are_told_from_codes_of_a_series() {
    let cases = [
        // name, other title, differ, one-sided, series
        ("nova qxh965wh oven", "nova qxh965wf oven", 0.6, 0.0, 0.0),
        ("nova qxh965wh oven", "nova qxh965 oven", 0.6, 0.6, 0.0),
        ("nova qxh965wh oven", "nova qx-h965/wf oven", 0.6, 0.0, 0.0),
        ("nova qxh965wh oven", "nova qxh965wh oven", 0.0, 0.0, 0.0),
        ("nova qxh965wh oven", "nova qxh701wh oven", 0.0, 0.0, 0.5),
    ];
    for (a, b, differ, one_sided, series) in cases {
        let found = ["endings_differ", "ending_one_sided", "series_differ"];
        let found = found.map(|name| look(a, b, name));
        for (found, wanted) in found.iter().zip([differ, one_sided, series]) {
            assert!((found - wanted).abs() < 1e-9, "{a} | {b}: {found}");
        }
    }
}

#[test]
fn a_code_that_is_cut_by_a_colour_is_found_among_the_signs() {
    assert!(
        look(
            "nova case qx13pinkv2",
            "nova qx13 pink v2 case",
            "code_hidden"
        ) > 0.5
    );
    assert!(
        look(
            "nova case qx13pinkv2",
            "nova qx14 pink v2 case",
            "code_hidden"
        ) < 0.1
    );
}

#[test]
fn words_that_begin_alike_count_in_part() {
    let whole = look("novafilm camera", "novafilm camera silver", "begun_alike");
    let part = look("novafilm camera", "nova camera silver", "begun_alike");
    let none = look("novafilm camera", "orbit camera silver", "begun_alike");
    assert!(whole > part && part > none, "{whole} {part} {none}");
}

#[test]
fn quantities_of_both_sides_and_of_one_are_counted() {
    let (a, b) = ("nova 800w oven 20l", "nova oven 800 watt 45 cm");
    let third = 1.0 / 3.0;
    assert!((look(a, b, "quantities_same") - third).abs() < 1e-9);
    assert!((look(a, b, "quantities_one_sided") - 2.0 * third).abs() < 1e-9);
}
