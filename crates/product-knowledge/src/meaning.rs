//! Words that mean the same: `television` and `fernseher`, `256 GB` and `0.25 TB`.
//!
//! Texts and queries are read alike: each finds the codes of what its words mean, and an index that
//! keeps the codes of a text beside its words finds it under every other way to say so.

mod quantities;
mod synonyms;

use crate::comparable::Category;
use domain::text;
pub(crate) use quantities::is_of_storage;

/// The first letter of every code. No word has it.
pub const MARK: char = '=';
/// The shortest beginning that is taken for a name.
const SHORTEST_BEGINNING: usize = 4;

/// What neighbouring words mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The code; equal codes mean the same.
    pub code: String,
    /// Place of the first word.
    pub start: usize,
    /// How many words.
    pub len: usize,
    /// What kind of meaning it is.
    pub kind: Kind,
}

impl Meaning {
    /// Whether the word at a place is of a name of the thing that is meant.
    pub fn names(&self, place: usize) -> bool {
        let words = self.start..self.start + self.len;
        matches!(self.kind, Kind::Name | Kind::Narrower | Kind::Apart) && words.contains(&place)
    }
}

/// A kind of meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Names of a thing.
    Name,
    /// A name of a part of what the code means: `chromebook` of laptops. A text that has it is found
    /// under the code, but who asks for it asks for no more than it.
    Narrower,
    /// A name of something else than the code means that is compared with it: `freezer` with refrigerators.
    Apart,
    /// Names of a thing that begin so.
    Guessed,
    /// A number with a unit, which says more than its words do.
    Quantity,
}

/// The words of a text, and what they mean.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// [`text::tokens`] of the text.
    pub words: Vec<String>,
    /// What some of them mean, in no particular order.
    pub meanings: Vec<Meaning>,
    /// Places of words that name a thing of their own elsewhere, and here say of which kind another thing is:
    /// `mouse` of `mouse pad`.
    pub modifiers: Vec<usize>,
}

/// Reads a text.
pub fn read(text: &str) -> Reading {
    let (words, inches) = split(text);
    let mut meanings = synonyms::find(&words);
    let modifiers = synonyms::modifiers(&words, &meanings);
    quantities::add(&mut meanings, &words, &inches);
    Reading {
        words,
        meanings,
        modifiers,
    }
}

/// What a word means that is not finished, when all names that begin so are names of one thing.
pub fn of_beginning(word: &str, place: usize) -> Option<Meaning> {
    let code = synonyms::complete(word).filter(|_| word.len() >= SHORTEST_BEGINNING)?;
    Some(Meaning {
        code: format!("{MARK}{code}"),
        start: place,
        len: 1,
        kind: Kind::Guessed,
    })
}

/// Whether names of things that are known have this word, or one that begins so when it is not finished: then
/// it is not misspelt.
pub fn is_known(word: &str, unfinished: bool) -> bool {
    synonyms::is_known(word, unfinished)
}

/// Whether names of things have this word, and not only those of product lines: it says what something is rather than who
/// made it.
pub(crate) fn is_of_kinds(word: &str) -> bool {
    synonyms::is_of_kinds(word)
}

/// The code of a category of devices.
pub fn of_category(category: Category) -> String {
    format!("{MARK}{}", category.code())
}

/// The words, and the places of those behind which a sign for inches stands.
fn split(text: &str) -> (Vec<String>, Vec<usize>) {
    let mut words = Vec::new();
    let mut inches = Vec::new();
    let mut rest = text;
    let mut is_quoted = false;
    let mut from = 0;
    while let Some(found) = next_sign(rest, from) {
        let (before, behind) = rest.split_at(found.at);
        let is_number = before.ends_with(|c: char| c.is_ascii_digit());
        from = found.at + found.len;
        if is_number && !is_quoted {
            words.extend(text::tokens(before));
            inches.extend(words.len().checked_sub(1));
            rest = behind.get(found.len..).unwrap_or_default();
            from = 0;
        } else if found.is_quote {
            is_quoted = !is_quoted;
        }
    }
    words.extend(text::tokens(rest));
    (words, inches)
}

struct Sign {
    at: usize,
    len: usize,
    is_quote: bool,
}

/// The next sign that may stand for inches; a quotation mark may as well quote.
fn next_sign(text: &str, from: usize) -> Option<Sign> {
    let rest = text.get(from..)?;
    let signs = [
        ("\"", true),
        ("\u{201d}", true),
        ("\u{2033}", false),
        ("''", false),
    ];
    let found = signs.iter().filter_map(|(sign, is_quote)| {
        rest.find(sign).map(|at| Sign {
            at: from + at,
            len: sign.len(),
            is_quote: *is_quote,
        })
    });
    found.min_by_key(|sign| sign.at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Kind, MARK, is_known, of_beginning, read};
    use domain::text;

    fn codes(text: &str) -> Vec<String> {
        let mut codes: Vec<String> = read(text).meanings.into_iter().map(|m| m.code).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    #[track_caller]
    fn alike(texts: &[&str]) {
        for text in texts {
            let shared = codes(text)
                .iter()
                .any(|code| codes(texts[0]).contains(code));
            assert!(shared, "{text:?} {:?} {:?}", codes(text), codes(texts[0]));
        }
    }

    #[track_caller]
    fn differ(one: &str, other: &str) {
        let shared = codes(one)
            .into_iter()
            .find(|code| codes(other).contains(code));
        assert_eq!(shared, None, "{one:?} {other:?}");
    }

    #[test]
    fn one_thing_has_many_names() {
        alike(&[
            "TV",
            "television",
            "Fernseher",
            "televize",
            "Telewizory",
            "televisore",
        ]);
        alike(&[
            "fridge",
            "refrigerator",
            "Kühlschrank",
            "lednice",
            "lodówka",
        ]);
        alike(&["laptop", "notebooks", "ordinateur portable", "Notebooky"]);
        alike(&[
            "phone",
            "smartphone",
            "Handy",
            "mobile phone",
            "mobilní telefon",
            "κινητό",
        ]);
        alike(&[
            "headphones",
            "earphones",
            "Kopfhörer",
            "sluchátka",
            "cuffie",
        ]);
        alike(&["case", "Hülle", "obal", "coque", "etui", "funda"]);
        alike(&["usb stick", "flash drive", "pendrive", "USB-Stick"]);
        alike(&["memory card", "Speicherkarte", "paměťová karta"]);
        alike(&["washing machine", "Waschmaschine", "pračka", "lave-linge"]);
        differ("phone", "tablet");
        differ("laptop", "case");
        assert_eq!(asked("freezer"), Vec::<String>::new());
        assert_eq!(codes("nova x2 blue"), Vec::<String>::new());
    }

    fn asked(text: &str) -> Vec<String> {
        let named = read(text).meanings.into_iter();
        let named = named.filter(|m| m.kind == Kind::Name);
        let mut shown: Vec<String> = named
            .map(|m| format!("{} {} {}", m.code, m.start, m.len))
            .collect();
        shown.dedup();
        shown
    }

    #[test]
    fn a_qualifier_is_no_part_of_what_its_kind_is_called() {
        for (text, head) in [
            ("oled tv", "=tv 1 1"),
            ("smart tv", "=tv 1 1"),
            ("bluetooth speaker", "=speaker 1 1"),
            ("surround sound speakers", "=speaker 2 1"),
            ("gaming laptop", "=laptop 1 1"),
            ("laser printer", "=printer 1 1"),
            ("robot vacuum", "=vacuum 1 1"),
            ("in ear kopfhörer", "=headphones 2 1"),
            ("pod coffee machine", "=coffee-machine 1 2"),
            ("compact digital camera", "=camera 1 2"),
            ("lcd monitor", "=monitor 1 1"),
        ] {
            assert_eq!(
                asked(text).first().map(String::as_str),
                Some(head),
                "{text}"
            );
        }
        for whole in ["mobile phone", "digitální fotoaparát", "ordenador portátil"] {
            let words = text::tokens(whole).len();
            assert!(asked(whole)[0].ends_with(&format!(" 0 {words}")), "{whole}");
        }
    }

    #[test]
    fn a_narrower_name_is_found_under_its_kind_and_asks_for_itself_only() {
        for (text, code) in [
            ("chromebook", "=laptop"),
            ("soundbar", "=speaker"),
            ("headset", "=headphones"),
            ("microsd card", "=memory-card"),
        ] {
            assert_eq!(codes(text), [code], "{text}");
            assert_eq!(asked(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_thing_that_only_qualifies_another_is_a_modifier() {
        assert_eq!(read("gaming mouse pad").modifiers, [1]);
        assert_eq!(read("camera lens").modifiers, [0]);
        assert_eq!(
            read("washing machine, mouse").modifiers,
            Vec::<usize>::new()
        );
    }

    #[test]
    fn names_of_things_and_of_product_lines_are_known() {
        assert!(is_known("garmin", false) && is_known("fernseher", false));
        assert!(is_known("garmi", true) && !is_known("garmi", false));
        assert!(!is_known("samsnug", true) && !is_known("haedp", true));
    }

    #[test]
    fn one_size_is_written_in_many_units() {
        alike(&["256 GB", "256GB", "0.25 TB", "0,25TB"]);
        alike(&["1 TB", "1000GB", "1024 GB"]);
        alike(&["512 MB", "0.5 GB"]);
        alike(&[
            "55\"",
            "55 inch",
            "55 zoll",
            "55''",
            "55-inch",
            "55″",
            "55in",
            "55 inches",
        ]);
        alike(&["2 kg", "2000 g", "2kg"]);
        alike(&["1.5 l", "1500 ml", "1,5 litre"]);
        alike(&["2.4 GHz", "2400 MHz"]);
        alike(&["1.5 kW", "1500 W", "1500 watt"]);
        alike(&["5000 mAh", "5 Ah"]);
        alike(&["3 m", "300 cm", "3000 mm"]);
        alike(&["10,000mAh", "10.000 mAh", "10 Ah"]);
        alike(&["1,200 W", "1.2 kW"]);
        alike(&["1.500 kg", "1500 g"]);
        differ("256 GB", "256 MB");
        differ("55\"", "55 cm");
        differ("2 kg", "2 g");
        assert_eq!(codes("Nova 5G"), Vec::<String>::new());
        assert_eq!(codes("802.11g"), Vec::<String>::new());
    }

    #[test]
    fn french_bytes_pieces_and_sizes_are_read() {
        alike(&["32 Go", "32Go", "32GB", "32 GB"]);
        alike(&["1 To", "1To", "1TB", "SSD 1 To NVMe", "1000 Go"]);
        alike(&[
            "144 Stück",
            "144 Stk.",
            "144 St",
            "144St.",
            "144 pieces",
            "144 szt.",
        ]);
        alike(&[
            "Gr. 4",
            "Größe 4",
            "size 4",
            "taille 4",
            "Groesse 4",
            "rozmiar 4",
        ]);
        alike(&["Gr. 42,5", "size 42.5"]);
        differ("Gr. 4", "Gr. 5");
        differ("size 4", "4 kg");
        differ("500 gr 4", "size 4");
        for text in [
            "USB 3.0 to SATA SSD",
            "3 to 5 SSD",
            "HDMI 2 to VGA",
            "size m",
            "surface go",
        ] {
            let read = codes(text);
            let has = |end: &str| read.iter().any(|code| code.ends_with(end));
            assert!(!has("0gb") && !has("size"), "{text}: {read:?}");
        }
    }

    #[test]
    fn a_beginning_of_one_thing_means_it() {
        let means = |word: &str| of_beginning(word, 0).map(|meaning| meaning.code);
        assert_eq!(means("lapt").as_deref(), Some("=laptop"));
        assert_eq!(means("fernse").as_deref(), Some("=tv"));
        assert_eq!(means("process").as_deref(), Some("=processor"));
        assert_eq!(means("lap"), None);
        assert_eq!(means("tele"), None);
        assert_eq!(means("nova"), None);
        assert_eq!(means("soundbar"), None);
        assert_eq!(means("chromeb"), None);
    }

    #[test]
    fn quoted_text_has_no_inches() {
        assert_eq!(codes("\"nova 15\""), Vec::<String>::new());
        assert_eq!(codes("\"32\" nova\""), Vec::<String>::new());
        assert_eq!(codes("nova 32\" and 55\""), ["=32in", "=55in"]);
    }

    proptest! {
        #[test]
        fn words_are_those_of_every_other_text(text in "[a-z0-9 \"'.,″é-]{0,40}") {
            prop_assert_eq!(read(&text).words, text::tokens(&text));
        }

        #[test]
        fn meanings_lie_within_the_words(text in "\\PC{0,40}") {
            let reading = read(&text);
            for meaning in &reading.meanings {
                prop_assert!(meaning.len > 0);
                prop_assert!(meaning.start + meaning.len <= reading.words.len());
                prop_assert!(meaning.code.starts_with(MARK));
                prop_assert!(!meaning.code.contains(char::is_whitespace));
            }
        }
    }
}
