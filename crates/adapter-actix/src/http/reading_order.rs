//! Texts of feeds that would turn the reading direction of what stands behind them.

use domain::text::{FIRST_STRONG_ISOLATE, POP_ISOLATE, turns_direction};

/// The document without characters that [turn the direction](turns_direction) of the text around them: behind one of them
/// in a shop's name, the price in the same sentence would be read backwards. Isolates, which turn nothing outside of
/// themselves, stay; so do all in a tag with a `value`, so that a field sends back exactly what it was given. Markup has every
/// `<` and `>` of a text escaped.
pub fn in_reading_order(document: String) -> String {
    if !document.contains(is_turn) {
        return document;
    }
    let mut kept = String::with_capacity(document.len());
    for part in document.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        kept.extend(text.chars().filter(|c| !is_turn(*c)));
        let is_field = tag.contains(" value=");
        kept.extend(tag.chars().filter(|c| is_field || !is_turn(*c)));
    }
    kept
}

const fn is_turn(c: char) -> bool {
    turns_direction(c) && !matches!(c, FIRST_STRONG_ISOLATE | POP_ISOLATE)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("<p>Größe 1 &lt; 2</p>", "<p>Größe 1 &lt; 2</p>")]
    #[case("<p>Shop \u{202e}: 12.34</p>\u{2066}", "<p>Shop : 12.34</p>")]
    #[case(
        "<option value=\"\u{202e}Shop\">\u{202e}Shop</option>",
        "<option value=\"\u{202e}Shop\">Shop</option>"
    )]
    fn texts_read_one_way_and_fields_are_exact(#[case] document: &str, #[case] expected: &str) {
        assert_eq!(in_reading_order(document.to_owned()), expected);
    }
}
