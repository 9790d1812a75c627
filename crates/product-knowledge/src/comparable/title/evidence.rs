//! What only the title of a device states.

use super::{Kind, Title};
use crate::comparable::Category;
use crate::words::lists::titles::{
    CLEAR, CORES, LAPTOP_LINES, OF_DEVICE, PROCESSORS, RADIOS, SCREENS,
};

impl Title {
    /// Whether the title bears out a category that a noun names. Bags, paper and contracts are called
    /// notebook and laptop too, and what is swallowed tablets.
    pub(super) fn is_borne_out(&self, noun: Category) -> bool {
        let called = |words: &[&str]| {
            let nouns = self.hits.iter().filter(|h| h.kind == Kind::Noun);
            let mut first = nouns.filter_map(|h| self.words.get(h.at));
            first.any(|w| words.contains(&w.as_str()))
        };
        if noun == Category::Tablet {
            return !called(&["tablets"]) || self.sizes() > 0 || self.has_inches;
        }
        if noun != Category::Laptop || called(&CLEAR) {
            return true;
        }
        let is_computer = |two: &[String]| match two {
            [kind, pc] => {
                matches!(kind.as_str(), "notebook" | "laptop")
                    && matches!(pc.as_str(), "pc" | "computer")
            }
            _ => false,
        };
        let is_line = |w: &String| LAPTOP_LINES.contains(&w.as_str());
        let sizes = self.sizes();
        self.has_processor()
            || sizes >= 2
            || (sizes == 1 && self.has_inches)
            || self.words.windows(2).any(is_computer)
            || self.words.iter().any(is_line)
    }

    /// Whether it states a capacity or power that no part of a large appliance has.
    pub(super) fn states_power(&self) -> bool {
        let least = |unit: &str| match unit {
            "l" | "liter" | "litre" | "litres" => Some(10.0),
            "w" | "watt" | "watts" => Some(300.0),
            "kg" => Some(3.0),
            _ => None,
        };
        self.words.iter().enumerate().any(|(at, word)| {
            let end = word.find(|c: char| c.is_ascii_alphabetic());
            let (number, joined) = word.split_at(end.unwrap_or(word.len()));
            let next = self.words.get(at + 1).map_or("", String::as_str);
            let unit = if joined.is_empty() { next } else { joined };
            let number = number.parse::<f64>().unwrap_or_default();
            least(unit).is_some_and(|least| number >= least)
        })
    }

    /// How many words it has that only phones are described with.
    pub(super) fn radios(&self) -> usize {
        let words = self.words.iter();
        words.filter(|word| RADIOS.contains(&word.as_str())).count()
    }

    /// Whether it states storage, memory or megapixels.
    pub fn states_size(&self) -> bool {
        self.counted(
            &["gb", "tb", "mp", "mpix"],
            &["gb", "tb", "mp", "ram", "ssd"],
        ) > 0
    }

    /// How many sizes of memory and storage it states; `8/256GB` are two.
    pub(super) fn sizes(&self) -> usize {
        let paired = self.words.windows(2).any(|two| match two {
            [memory, storage] => {
                let memory = memory.parse::<u16>().is_ok_and(|gb| (2..=64).contains(&gb));
                memory && is_sized(storage, &["gb", "tb"])
            }
            _ => false,
        });
        self.counted(&["gb", "tb"], &["gb", "tb"]) + usize::from(paired)
    }

    fn counted(&self, endings: &[&str], units: &[&str]) -> usize {
        let is_size = |(at, word): &(usize, &String)| {
            let next = self.words.get(at + 1).map_or("", String::as_str);
            is_sized(word, endings)
                || (word.starts_with(|c: char| c.is_ascii_digit()) && units.contains(&next))
        };
        self.words.iter().enumerate().filter(is_size).count()
    }

    fn has_processor(&self) -> bool {
        self.words.iter().enumerate().any(|(at, word)| {
            let next = self.words.get(at + 1).map_or("", String::as_str);
            PROCESSORS.contains(&word.as_str())
                || (word == "core" && CORES.contains(&next))
                || (word == "amd" && (numbered(next, 'a') || numbered(next, 'e')))
        })
    }

    /// A display alone: `Nova 15 display`, and not `Nova 15 with 6.1" display`.
    pub(super) fn is_spare_screen(&self, stated: Option<Category>) -> bool {
        let Some((last, before)) = self.words.split_last() else {
            return false;
        };
        let of_phone = |c| matches!(c, Category::Phone | Category::Tablet | Category::Smartwatch);
        let of_device = |w: &String| OF_DEVICE.contains(&w.as_str()) || w.contains('.');
        let mut lines = self.hits.iter().filter(|h| h.kind == Kind::Line);
        SCREENS.contains(&last.as_str())
            && !before.is_empty()
            && !before.iter().rev().take(4).any(of_device)
            && !self.states_size()
            && (stated.is_some_and(of_phone) || lines.any(|h| of_phone(h.category)))
    }
}

/// `256gb`.
fn is_sized(word: &str, endings: &[&str]) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && endings.iter().any(|e| word.ends_with(e))
}

/// `a6`, `e2`.
fn numbered(word: &str, letter: char) -> bool {
    word.strip_prefix(letter)
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a title states a size in inches: digits before an inch sign or the word.
pub(super) fn has_inches(title: &str) -> bool {
    let mut before = ' ';
    let signed = title.chars().any(|c| {
        let is_sign = matches!(c, '"' | '″' | '”') && before.is_ascii_digit();
        before = c;
        is_sign
    });
    let words = domain::text::tokens(title);
    let worded = words.windows(2).any(|two| match two {
        [number, unit] => {
            number.starts_with(|c: char| c.is_ascii_digit())
                && matches!(unit.as_str(), "inch" | "inches" | "zoll" | "in")
        }
        _ => false,
    });
    let decimal = |w: &String| {
        let inches = w.parse::<f64>().unwrap_or_default();
        w.contains('.') && (7.0..=18.4).contains(&inches)
    };
    signed || worded || words.iter().any(decimal)
}

/// Whether a title states the aperture of a lens: `f/2.8`, `f1.4`.
pub(super) fn has_aperture(words: &[String]) -> bool {
    let is_number = |word: &String| domain::text::is_number(word);
    let apart = words.windows(2).any(|two| match two {
        [f, number] => f == "f" && is_number(number),
        _ => false,
    });
    apart || words.iter().any(|w| numbered(w, 'f') && w.contains('.'))
}
