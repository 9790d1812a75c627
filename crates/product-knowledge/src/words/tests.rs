use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rstest::rstest;

use super::{Entry, FILES, Section, Tables, WordsError, lists, text};

/// The words of an entry when a text was added.
fn words(tables: &Tables, section: Section, name: &str) -> Vec<&'static str> {
    let named = tables.entries(section).iter().find(|e| e.name == name);
    named.map(|entry| entry.words.clone()).unwrap_or_default()
}

#[test]
fn every_file_is_read_and_has_its_words_in_order_and_in_their_form() {
    let mut seen = BTreeSet::new();
    for file in FILES {
        for stated in text::read(file).unwrap() {
            let (section, name) = (stated.section, stated.name);
            assert!(
                seen.insert((section, name)),
                "[{}] {name} twice",
                section.name()
            );
            let words: Vec<&str> = stated.words.iter().map(|(_, word)| *word).collect();
            let order = words.is_sorted_by(|a, b| a < b);
            assert!(order, "[{}] {name} is not in order", section.name());
            for word in words {
                let read = section.form().read(word);
                assert_eq!(read.as_deref(), Some(word), "[{}] {name}", section.name());
            }
        }
    }
    for section in Section::ALL {
        assert!(seen.iter().any(|(s, _)| s == section), "{}", section.name());
    }
}

#[rstest]
#[case(Section::Colours)]
#[case(Section::Kinds)]
#[case(Section::Synonyms)]
#[case(Section::Names)]
#[case(Section::Translations)]
#[case(Section::Units)]
#[case(Section::UnitsInSearch)]
#[case(Section::UnitsInTitles)]
#[case(Section::UnitsBehindNumbers)]
#[case(Section::Properties)]
#[case(Section::LabelUnits)]
#[case(Section::DeviceWords)]
fn a_word_stands_once(#[case] section: Section) {
    let mut places = BTreeMap::new();
    for Entry { name, words } in Tables::built_in().entries(section) {
        for word in words {
            assert_eq!(places.insert(*word, *name), None, "{word} of {name}");
        }
    }
}

#[test]
fn every_list_has_words_and_every_such_entry_a_list() {
    let tables = Tables::built_in();
    let mut used: BTreeSet<(Section, &str)> = BTreeSet::new();
    for (section, name) in lists::all() {
        assert!(!words(&tables, section, name).is_empty(), "{name}");
        used.insert((section, name));
    }
    let sections: BTreeSet<Section> = used.iter().map(|(section, _)| *section).collect();
    for section in sections {
        for entry in tables.entries(section) {
            let is_of_category = crate::comparable::Category::from_code(entry.name).is_some();
            assert!(
                is_of_category || used.contains(&(section, entry.name)),
                "[{}] {}",
                section.name(),
                entry.name
            );
        }
    }
}

#[test]
fn words_are_added_in_the_form_in_which_they_are_compared() {
    let added = "# of our market\n\
        [colours]\n\
        pink: Růžově, ροζ\n\
        mauve:\n    mauve,\n    malven-farben,\n\
        \n\
        [kinds]\r\n\
        phone line: Zorvex Z#\r\n\
        [synonyms]\n\
        desk-lamp: Pöytälamppu\n\
        [translations]\n\
        running shoes: Juoksukengät, bėgimo bateliai\n\
        [properties]\n\
        storage: Interní úložiště\n\
        [prices]\n\
        from: Începând\n\
        [other headings]\n\
        phone: Lauko-\n";
    let refused = Tables::built_in().extended(added).unwrap_err();
    let WordsError::Refused { line, .. } = refused else {
        panic!("{refused}");
    };
    assert_eq!(line, 6, "a colour is one word");
    let tables = Tables::built_in()
        .extended(&added.replace("malven-farben", "malvenfarben"))
        .unwrap();
    let has = |section, name: &str, word: &str| words(&tables, section, name).contains(&word);
    assert!(has(Section::Colours, "pink", "ruzove") && has(Section::Colours, "pink", "rosa"));
    assert_eq!(
        words(&tables, Section::Colours, "mauve"),
        ["mauve", "malvenfarben"]
    );
    assert!(has(Section::Kinds, "phone line", "zorvex z#"));
    assert!(has(Section::Synonyms, "desk-lamp", "poytalamppu"));
    assert!(has(
        Section::Translations,
        "running shoes",
        "begimo bateliai"
    ));
    assert!(has(Section::Properties, "storage", "interni uloziste"));
    assert!(has(Section::Prices, "from", "începând"));
    assert!(has(Section::OtherHeadings, "phone", "lauko-"));
}

#[test]
fn a_word_that_means_the_same_already_changes_nothing() {
    let before = Tables::built_in();
    let after = Tables::built_in()
        .extended("[colours]\nblack: Schwarz, noir\n[kinds]\nphone: Handy\n")
        .unwrap();
    assert_eq!(before.0, after.0);
}

#[rstest]
#[case(
    "black: vantablack",
    1,
    "stands before the first section, as in [colours]"
)]
#[case(
    "[colors]\nblack: vantablack",
    1,
    "`[colors]` is no section: they are colours, kinds,"
)]
#[case(
    "[colours]\n\nvantablack",
    3,
    "is no entry, which is a name, `:` and words"
)]
#[case(
    "[colours]\n  vantablack",
    2,
    "is indented and belongs to no name before it"
)]
#[case("[colours]\nblack:\nblue: blauer", 2, "`black` has no words")]
#[case("[colours]\nblack: one,, two", 2, "`` in `one,, two` is no word")]
#[case(
    "[colours]\nblack: one\n  blue: two",
    3,
    "`blue: two` in `blue: two` is no word"
)]
#[case(
    "[colours]\nblack: jet black",
    2,
    "`jet black` is none of [colours], which accepts one word"
)]
#[case(
    "[colours]\nblack: ***",
    2,
    "`***` is none of [colours], which accepts one word"
)]
#[case(
    "[colours]\nVanta: vantablack",
    2,
    "`Vanta` is no name in [colours]: new ones have small letters, digits and `-`"
)]
#[case(
    "[colours]\nblue:\n    azur,\n    Schwarz",
    4,
    "`schwarz` cannot be `blue`: it is `black` in [colours]"
)]
#[case(
    "[kinds]\nbicycle: velo",
    2,
    "`bicycle` is no name in [kinds]: it has phone, phone heading"
)]
#[case(
    "[kinds]\nphone: Fernseher",
    2,
    "`fernseher` cannot be `phone`: it is `tv` in [kinds] already"
)]
#[case(
    "[synonyms]\nlamp: tablet",
    2,
    "`tablet` cannot be `lamp`: it is `tablet` in [kinds] already"
)]
#[case(
    "[translations]\ndiapers: nappies",
    2,
    "`nappies` is in the name `nappies` of [translations]"
)]
#[case(
    "[translations]\nwindeln: pampersy",
    2,
    "in the name `windeln`, `windeln` is read as `nappies` in [translations]: use that"
)]
#[case("[translations]\nshoe: shoes", 2, "`shoes` is in the name `")]
#[case(
    "[synonyms]\nlamp: noir",
    2,
    "`noir` cannot be `lamp`: it is `black` in [colours] already"
)]
#[case(
    "[units]\nkg: zoll",
    2,
    "`zoll` cannot be `kg`: it is `in` in [units] already"
)]
#[case(
    "[units]\nmile: meile",
    2,
    "`mile` is no name in [units]: it has ah, cl,"
)]
#[case(
    "[properties]\nram: storage",
    2,
    "`storage` cannot be `ram`: it is `storage` in [properties]"
)]
#[case(
    "[prices]\nfree: ab",
    2,
    "`ab` cannot be `free`: it is `from` in [prices] already"
)]
#[case(
    "[synonyms]\nlamp: lampadaire\n[colours]\nblack: lampadaire",
    4,
    "it is `lamp` in [synonyms] already"
)]
#[case(
    "[values]\nyes: Nein",
    2,
    "`nein` cannot be `yes`: it is `no` in [values] already"
)]
#[case(
    "[accessories]\ncovers: Tablet",
    2,
    "`tablet` cannot be `covers`: it is `tablet` in [kinds] already"
)]
#[case(
    "[kinds]\ntablet: lanyard",
    2,
    "`lanyard` cannot be `tablet`: it is `covers` in [accessories] already"
)]
fn refusals_name_line_word_and_what_is_accepted(
    #[case] added: &str,
    #[case] expected: usize,
    #[case] told: &str,
) {
    let refused = Tables::built_in().extended(added).unwrap_err();
    let WordsError::Refused { line, problem } = refused else {
        panic!("{refused}");
    };
    assert_eq!(line, expected, "{problem}");
    assert!(problem.contains(told), "{problem}");
}

/// Texts that are nearly tables.
fn nearly() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "\\[(colours|kinds|synonyms|units|values|prices|nothing)\\]",
        "(black|phone|phone line|in|yes|from|new): \\PC{0,12}",
        "[a-z]{1,5}: [a-zé#, -]{0,16}",
        " {1,2}[a-z#,: -]{0,12}",
        "\\PC{0,20}",
    ];
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_one_of_its_lines(added in nearly()) {
        match Tables::built_in().extended(&added) {
            Ok(tables) => {
                for (section, entries) in &tables.0 {
                    for word in entries.iter().flat_map(|entry| &entry.words) {
                        let read = section.form().read(word);
                        prop_assert_eq!(read.as_deref(), Some(*word));
                    }
                }
            }
            Err(WordsError::Refused { line, problem }) => {
                prop_assert!((1..=added.lines().count()).contains(&line), "{line}: {problem}");
            }
            Err(WordsError::Late) => prop_assert!(false, "nothing was read before"),
        }
    }
}
