//! Texts of feeds that would turn the reading direction of what stands behind them.

use domain::text::turns_direction;

/// The document without characters that [turn the direction](turns_direction) of the text around them: behind one of them
/// in a shop's name, the price in the same sentence would be read backwards. Tags keep theirs, so that a field sends back
/// exactly what it was given; markup has every `<` of a text escaped.
pub fn in_reading_order(mut document: String) -> String {
    if document.contains(turns_direction) {
        let mut is_tag = false;
        document.retain(|c| {
            match c {
                '<' => is_tag = true,
                '>' => is_tag = false,
                _ => {}
            }
            is_tag || !turns_direction(c)
        });
    }
    document
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
