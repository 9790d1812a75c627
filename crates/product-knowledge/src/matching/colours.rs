//! Colour words of many languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::{self, Entry, Section};

static BY_WORD: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let colours = words::entries(Section::Colours).iter();
    let named = |colour: &'static Entry| colour.words.iter().map(|word| (*word, colour.name));
    colours.flat_map(named).collect()
});

/// The colour that a folded word names.
pub(super) fn colour(word: &str) -> Option<&'static str> {
    BY_WORD.get(word).copied()
}

/// Whether a folded word names a colour in one of the languages that are known.
pub fn is_colour(word: &str) -> bool {
    colour(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::colour;

    #[test]
    fn colours_are_the_same_in_every_language() {
        for word in ["schwarz", "noir", "nero", "cerna", "czarny", "zwart"] {
            assert_eq!(colour(word), Some("black"), "{word}");
        }
        assert_eq!(colour("nova"), None);
    }
}
