//! The words under which a text is found.

mod together;

use domain::text;
use product_knowledge::meaning::{self, Kind};

/// Units that people write with and without a space before them.
const UNITS: [&str; 14] = [
    "gb", "tb", "mb", "mah", "mp", "inch", "wh", "w", "kg", "g", "hz", "mm", "cm", "ml",
];

/// The words of a text.
pub(crate) struct Words {
    /// Those that say what it speaks of.
    pub words: Vec<String>,
    /// Things that only say of which kind another thing is: `mouse` of `mouse pad`.
    pub modifiers: Vec<String>,
}

/// Every word of a text, and beside them other spellings of the same thing:
///
/// * what stands without a space is one word too: `SM-G991B/DS` is also `smg991bds`;
/// * a number and its unit are one word too: `128 GB` is also `128gb`;
/// * what numbers stand in is one word too: `140 x 200` is also `140x200`, `205/55 R16` also `55r16`, `87 01 250` also
///   `8701250`;
/// * a number joined to its unit is found without it: `128gb` is also `128` and `gb`;
/// * a thing of a kind is one word too: `mouse pad` is also `mousepad`;
/// * what words mean is one word too, the code of the meaning.
pub(crate) fn of(text: &str) -> Words {
    let reading = meaning::read(text);
    let word_at = |place: &usize| reading.words.get(*place).cloned();
    let modifiers: Vec<String> = reading.modifiers.iter().filter_map(word_at).collect();
    let behind = |place: &usize| word_at(place).zip(word_at(&(place + 1)));
    let joined = reading.modifiers.iter().filter_map(behind);
    let joined: Vec<String> = joined.map(|(word, next)| word + &next).collect();
    let mut words = reading.words;
    let mut spellings = joined;
    let is_parted = |chunk: &&str| chunk.contains(|c: char| !c.is_alphanumeric());
    for chunk in text.split_whitespace().filter(is_parted) {
        if text::tokens(chunk).len() > 1 {
            spellings.push(text::compact(chunk));
        }
    }
    for (number, unit) in words.iter().zip(words.iter().skip(1)) {
        if text::is_number(number) && is_unit(unit) {
            spellings.push(format!("{number}{unit}"));
        }
    }
    spellings.extend(together::written_apart(text, &words));
    for word in &words {
        if let Some((number, unit)) = split_unit(word) {
            spellings.push(number.to_owned());
            spellings.push(unit.to_owned());
        }
    }
    words.append(&mut spellings);
    let meant = reading.meanings.into_iter();
    let meant = meant.filter(|meaning| meaning.kind != Kind::Apart);
    words.extend(meant.map(|meaning| meaning.code));
    words.retain(|word| !modifiers.contains(word));
    Words { words, modifiers }
}

fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// `5g` is not split: there it is a radio more often than a weight.
fn split_unit(word: &str) -> Option<(&str, &str)> {
    let start = word
        .find(|c: char| c.is_ascii_alphabetic())
        .filter(|start| *start > 0)?;
    let (number, unit) = word.split_at_checked(start)?;
    (is_unit(unit) && unit != "g").then_some((number, unit))
}

#[cfg(test)]
mod tests {
    use super::of;

    fn sorted(text: &str) -> Vec<String> {
        let mut words = of(text).words;
        words.sort();
        words
    }

    #[test]
    fn a_part_number_is_its_parts_and_the_whole() {
        assert_eq!(sorted("SM-G991B/DS"), ["ds", "g991b", "sm", "smg991bds"]);
        assert_eq!(sorted("WH 1000"), ["1000", "wh"]);
    }

    #[test]
    fn numbers_and_units_are_found_in_both_spellings() {
        assert_eq!(sorted("128 GB"), ["128", "128gb", "=128gb", "gb"]);
        assert_eq!(sorted("128GB"), ["128", "128gb", "=128gb", "gb"]);
        assert_eq!(sorted("6,1 inch"), ["6.1", "6.1inch", "=6.1in", "inch"]);
        assert_eq!(sorted("Nova 5G"), ["5g", "nova"]);
        assert_eq!(sorted("g991w"), ["g991w"]);
    }

    #[test]
    fn what_numbers_stand_in_is_found_in_both_spellings() {
        for (apart, together) in [
            ("140 x 200 cm", "140x200"),
            ("30 x 20 x 10", "30x20x10"),
            ("30 x 20 x 10", "30x20"),
            ("90x200cm", "90x200"),
            ("205/55 R16 91V", "55r16"),
            ("205/55 R 16", "55r16"),
            ("225/45 ZR17", "45zr17"),
            ("Cobra 87 01 250", "8701250"),
        ] {
            let words = sorted(apart);
            assert!(words.iter().any(|word| word == together), "{words:?}");
        }
        for (text, no_word) in [
            ("iphone 15 x 10", "iphone15x10"),
            ("r16 55", "55r16"),
            ("400 60 tablets", "40060"),
            ("1 2 3", "123"),
            ("11 22, 33", "112233"),
        ] {
            let words = sorted(text);
            assert!(words.iter().all(|word| word != no_word), "{words:?}");
        }
    }
}
