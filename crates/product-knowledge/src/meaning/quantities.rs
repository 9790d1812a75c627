//! Numbers with a unit, in one unit for each kind of size.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Kind, MARK, Meaning};
use crate::specs;
use crate::words::lists::matching::VERSIONED;
use crate::words::lists::search::{SIZES, STORAGE};
use crate::words::{self, Section};
use domain::text;

/// A unit: the name of its entry, the unit in which it is compared, and what one of it comes to there.
struct Unit {
    entry: &'static str,
    compared: &'static str,
    factors: &'static [f64],
    /// There are often more than 999 of it, so that a point or comma before three digits separates thousands.
    is_often_thousands: bool,
}

const fn unit(entry: &'static str, compared: &'static str, factors: &'static [f64]) -> Unit {
    Unit {
        entry,
        compared,
        factors,
        is_often_thousands: false,
    }
}

impl Unit {
    const fn often_thousands(self) -> Self {
        Self {
            is_often_thousands: true,
            ..self
        }
    }

    fn number(&self, written: &str) -> Option<f64> {
        if self.is_often_thousands {
            specs::large(written)
        } else {
            written.parse().ok()
        }
    }
}

/// Sizes of storage step by 1000 or 1024, so both are meant.
const UNITS: [Unit; 25] = [
    unit("ah", "mah", &[1000.0]),
    unit("cl", "ml", &[10.0]),
    unit("cm", "mm", &[10.0]),
    unit("dl", "ml", &[100.0]),
    unit("ft", "ft", &[1.0]),
    unit("g", "g", &[1.0]).often_thousands(),
    unit("gb", "gb", &[1.0]),
    unit("ghz", "mhz", &[1000.0]),
    unit("hz", "hz", &[1.0]),
    unit("in", "in", &[1.0]),
    unit("kg", "g", &[1000.0]),
    unit("kw", "w", &[1000.0]),
    unit("l", "ml", &[1000.0]),
    unit("m", "mm", &[1000.0]),
    unit("mah", "mah", &[1.0]).often_thousands(),
    unit("mb", "gb", &[0.001, 1.0 / 1024.0]),
    unit("mhz", "mhz", &[1.0]).often_thousands(),
    unit("ml", "ml", &[1.0]).often_thousands(),
    unit("mm", "mm", &[1.0]).often_thousands(),
    unit("mp", "mp", &[1.0]),
    unit("pc", "pc", &[1.0]),
    unit("tb", "gb", &[1000.0, 1024.0]),
    unit("v", "v", &[1.0]),
    unit("w", "w", &[1.0]).often_thousands(),
    unit("wh", "wh", &[1.0]),
];

/// Units by their names.
static BY_NAME: LazyLock<HashMap<&'static str, &'static Unit>> = LazyLock::new(|| {
    let names = |unit: &'static Unit| {
        let names = [Section::Units, Section::UnitsInSearch];
        let names = names
            .into_iter()
            .flat_map(|of| words::entry(of, unit.entry));
        names.map(move |name| (name, unit))
    };
    UNITS.iter().flat_map(names).collect()
});

/// Units of one letter that end names of models and standards: `5g`, `802.11g`, `T3V`.
const SHORTEST_GRAMS: f64 = 20.0;

/// French terabytes, written apart from their number as an English word that stands behind numbers too: `USB 3.0 to SATA`.
const TERABYTES: &str = "to";

/// What stands behind sizes of clothes in codes: no unit.
const SIZE: &str = "size";

/// Adds the sizes, and the numbers with a unit; `inches` are the places of numbers with the sign for inches.
pub(super) fn add(meanings: &mut Vec<Meaning>, words: &[String], inches: &[usize]) {
    for (start, word) in words.iter().enumerate() {
        meanings.extend(size(words, start));
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let end = word.find(|c: char| c.is_ascii_alphabetic());
        let (number, joined) = word.split_at(end.unwrap_or(word.len()));
        let (unit, len) = if !joined.is_empty() {
            (joined, 1)
        } else if inches.contains(&start) {
            ("in", 1)
        } else {
            (words.get(start + 1).map_or("", String::as_str), 2)
        };
        let Some(known) = BY_NAME.get(unit) else {
            continue;
        };
        let Some(number) = known.number(number) else {
            continue;
        };
        if len == 2 && unit == TERABYTES && !is_of_storage(words, start) {
            continue;
        }
        let is_name = len == 1 && unit == "g" && (number < SHORTEST_GRAMS || number.fract() > 0.0);
        if !is_name {
            meanings.extend(known.factors.iter().map(|factor| Meaning {
                code: code(number * factor, known.compared),
                start,
                len,
                kind: Kind::Quantity,
            }));
        }
    }
}

/// The size that a word at this place and the number behind it state: `gr. 4`, `size 42.5`. Behind a number the word is a unit.
fn size(words: &[String], start: usize) -> Option<Meaning> {
    let word = words.get(start)?;
    let stated = words.get(start + 1).filter(|next| text::is_number(next))?;
    let before = start.checked_sub(1).and_then(|place| words.get(place));
    let is_unit =
        before.is_some_and(|before| text::is_number(before)) && BY_NAME.contains_key(word.as_str());
    let is_size = SIZES.contains(&word.as_str()) && !is_unit;
    let number = stated.parse().ok().filter(|_| is_size)?;
    Some(Meaning {
        code: code(number, SIZE),
        start,
        len: 2,
        kind: Kind::Quantity,
    })
}

/// Whether a number with `to` behind it is a size of storage rather than `USB 3.0 to SATA` or `2 to 4 players`: it ends the text, or
/// the text speaks of storage; never up to another number, and no version.
pub(crate) fn is_of_storage(words: &[String], start: usize) -> bool {
    let word = |place: usize| words.get(place).map(String::as_str);
    let before = start.checked_sub(1).and_then(word);
    let is_version = before.is_some_and(|before| VERSIONED.contains(&before))
        || word(start).is_some_and(|number| number.ends_with(".0"));
    let Some(next) = word(start + 2) else {
        return !is_version;
    };
    let is_up_to = next.starts_with(|c: char| c.is_ascii_digit());
    let is_storage = words.iter().any(|word| STORAGE.contains(&word.as_str()));
    is_storage && !is_up_to && !is_version
}

fn code(number: f64, unit: &str) -> String {
    let number = format!("{number:.3}");
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{MARK}{number}{unit}")
}

#[cfg(test)]
mod tests {
    use super::{BY_NAME, Section, UNITS, words};

    #[test]
    fn every_unit_has_names_and_every_name_a_unit() {
        let is_known = |name: &str| UNITS.iter().any(|unit| unit.entry == name);
        for entry in words::entries(Section::UnitsInSearch) {
            assert!(is_known(entry.name), "{}", entry.name);
        }
        for unit in &UNITS {
            assert!(BY_NAME.values().any(|known| known.entry == unit.entry));
        }
        let names = |of| {
            UNITS
                .iter()
                .flat_map(move |unit| words::entry(of, unit.entry))
        };
        let all = names(Section::Units).count() + names(Section::UnitsInSearch).count();
        assert_eq!(all, BY_NAME.len(), "each name has one unit");
    }
}
