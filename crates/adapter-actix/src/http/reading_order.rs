//! Texts of feeds that would turn the reading direction of what stands behind them.

use domain::text::{contained, turns_direction};

/// The document with each text of it [contained](contained): behind a mark in a shop's name, the price in the same sentence
/// would be read backwards. Fields keep their values, so that they send back exactly what they were given. Markup has
/// every `<` and `>` of a text escaped.
pub fn in_reading_order(document: String) -> String {
    if !document.contains(turns_direction) {
        return document;
    }
    let mut kept = String::with_capacity(document.len());
    for part in document.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        kept.push_str(&contained(text));
        if tag.contains(" value=") {
            kept.push_str(tag);
        } else {
            kept.push_str(&contained(tag));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("<p>Größe 1 &lt; 2</p>", "<p>Größe 1 &lt; 2</p>")]
    #[case("<p>Shop \u{202e}: 12.34</p>\u{2066}", "<p>Shop : 12.34</p>")]
    #[case("<p>\u{2068}Shop: 12.34</p>\u{2069}", "<p>Shop: 12.34</p>")]
    #[case(
        "<option value=\"\u{202e}Shop\">\u{202e}Shop</option>",
        "<option value=\"\u{202e}Shop\">Shop</option>"
    )]
    fn texts_read_one_way_and_fields_are_exact(#[case] document: &str, #[case] expected: &str) {
        assert_eq!(in_reading_order(document.to_owned()), expected);
    }
}
