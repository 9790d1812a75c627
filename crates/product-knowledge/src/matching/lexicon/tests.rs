use proptest::prelude::*;

use super::Lexicon;

fn learned(names: &[&str]) -> Lexicon {
    Lexicon::learned(names.iter().map(|name| (*name, "")))
}

#[test]
fn common_words_are_less_rare() {
    let lexicon = learned(&[
        "nova x1 phone",
        "nova x2 phone",
        "iris 4 phone",
        "orbit z phone",
    ]);
    assert!(lexicon.rarity("phone") < lexicon.rarity("nova"));
    assert!(lexicon.rarity("nova") < lexicon.rarity("x2"));
    assert!((lexicon.rarity("never") - 1.0).abs() < f64::EPSILON);
}

#[test]
fn an_empty_lexicon_is_neutral() {
    let lexicon = Lexicon::default();
    assert!((lexicon.rarity("nova") - 1.0).abs() < f64::EPSILON);
    assert!(!lexicon.is_brand("nova"));
    assert!(lexicon.spelling_weight(12) > 0.0);
}

#[test]
fn brands_are_stated_or_begin_names() {
    let mut lexicon = learned(&["nova x1", "nova x2", "nova x3 case", "nova x4"]);
    lexicon.learn("headset z1 orbit", "Orbit");
    lexicon.learn("case for nova x1", "No Name");
    assert!(lexicon.is_brand("nova"));
    assert!(lexicon.is_brand("orbit"));
    assert!(!lexicon.is_brand("headset"));
    assert!(!lexicon.is_brand("case"));
}

/// A name begins with what the thing is in many shops' languages, and with its maker in others.
#[test]
fn words_for_kinds_of_things_are_no_brands() {
    for kind in ["kuchenka", "mikrowelle", "laptop", "waschmaschine"] {
        let names: Vec<String> = (1..8).map(|n| format!("{kind} Nova {n}0Q")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(!learned(&names).is_brand(kind), "{kind}");
    }
    let makers = ["samsung", "garmin", "blackview"];
    for maker in makers {
        let names: Vec<String> = (1..8).map(|n| format!("{maker} {n}0Q")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(learned(&names).is_brand(maker), "{maker}");
    }
}

#[test]
fn what_was_learned_by_former_rules_is_read_and_known_as_such() {
    let mut lexicon = Lexicon::default();
    lexicon.learn("Nova X2", "Nova");
    let text = lexicon.to_text();
    let (_, entries) = text.split_once('\n').unwrap();
    let former = format!("lexicon 1\n{entries}");
    assert_eq!(Lexicon::parse(&former), Lexicon::parse(&text));
    assert!(Lexicon::parse(&text).is_some());
    assert!(Lexicon::is_of_former_rules(&former) && !Lexicon::is_of_former_rules(&text));
}

#[test]
fn text_that_is_no_lexicon_is_refused() {
    for text in [
        "",
        "lexicon 999\nnames 1\n",
        "lexicon 1\n",
        "lexicon 1\nnames x\n",
        "lexicon 1\nnames 1\nw nova 1 1\n",
        "lexicon 1\nnames 1\nw nova 1 1 1 1\n",
        "lexicon 1\nnames 1\ns 60000 1\n",
        "lexicon 1\nnames 1\nx\n",
    ] {
        assert_eq!(Lexicon::parse(text), None, "{text:?}");
    }
    let long = format!("lexicon 1\nnames 1\nw {} 1 1 1\n", "a".repeat(49));
    assert_eq!(Lexicon::parse(&long), None);
}

proptest! {
    #[test]
    fn what_is_kept_as_text_judges_words_alike(
        names in proptest::collection::vec("[a-zé0-9 ,.]{0,40}", 0..20),
        brand in "[a-z]{0,8}",
    ) {
        let mut lexicon = Lexicon::default();
        for name in &names {
            lexicon.learn(name, &brand);
        }
        let read = Lexicon::parse(&lexicon.to_text()).unwrap();
        prop_assert_eq!(read.names(), lexicon.names());
        for word in names.iter().flat_map(|name| domain::text::tokens(name)) {
            prop_assert!((read.rarity(&word) - lexicon.rarity(&word)).abs() < 1e-12);
        }
        let again = Lexicon::parse(&read.to_text());
        prop_assert_eq!(again.as_ref(), Some(&read));
    }

    #[test]
    fn no_text_panics(text in "(lexicon 1\nnames [0-9]{1,12}\n)?([ws] [\\PC]{0,20}\n){0,4}") {
        let _read = Lexicon::parse(&text);
    }
}
