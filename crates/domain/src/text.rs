//! Folding and splitting of text: one way for ids, matching, the index and queries; characters that nobody sees.

use unicode_normalization::UnicodeNormalization;

/// Lower case, without diacritics and compatibility forms, every script in Latin letters.
///
/// `Größe` and `GROSSE` fold alike; so do full-width digits and their plain forms.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let composed: String = text.nfkc().collect();
    any_ascii::any_ascii(&composed).to_lowercase()
}

/// Whether a character turns the reading direction of the text around it: marks, overrides and isolates of direction. Nobody
/// sees it, and with it one text looks like another.
pub const fn turns_direction(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Begins a text whose direction is that of its first letter, whatever stands around it (Unicode, UAX #9).
const FIRST_STRONG_ISOLATE: char = '\u{2068}';

/// Ends what [`FIRST_STRONG_ISOLATE`] began.
const POP_ISOLATE: char = '\u{2069}';

/// How many isolates are open behind each character; `None` where one is closed that was not begun.
fn depths(text: &str) -> impl Iterator<Item = (char, Option<usize>)> {
    let mut depth = Some(0_usize);
    text.chars().map(move |c| {
        depth = match c {
            FIRST_STRONG_ISOLATE => depth.map(|depth| depth.saturating_add(1)),
            POP_ISOLATE => depth.and_then(|depth| depth.checked_sub(1)),
            _ => depth,
        };
        (c, depth)
    })
}

/// The text without what [turns the direction](turns_direction) of the text behind it: everything of the kind but isolates
/// that are closed in it.
pub fn contained(text: &str) -> String {
    let is_closed = depths(text)
        .last()
        .is_none_or(|(_, depth)| depth == Some(0));
    let is_isolate = |c| matches!(c, FIRST_STRONG_ISOLATE | POP_ISOLATE);
    text.replace(|c| turns_direction(c) && !(is_closed && is_isolate(c)), "")
}

/// The same, and with letters that are written from right to left in an isolate, so that what stands around them keeps its
/// place.
pub fn isolated(text: &str) -> String {
    let text = contained(text);
    let is_bare = |(c, depth)| depth == Some(0) && is_right_to_left(c);
    if depths(&text).any(is_bare) {
        format!("{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}")
    } else {
        text
    }
}

/// Whether a character is of a block whose scripts are written from right to left: Hebrew, Arabic and those beside them.
const fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}

/// Whether a character is one that nobody sees: it [turns the direction](turns_direction), or it has no width (joiners, marks
/// of the byte order, annotations, tags), and with it a word is another than it looks.
pub const fn is_hidden(c: char) -> bool {
    turns_direction(c)
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2028}'..='\u{2029}'
                | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text folded, with every run of anything but letters and digits as one `_`.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in fold(text).chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('_') {
            slug.push('_');
        }
    }
    slug.truncate(slug.trim_end_matches('_').len());
    slug
}

/// The words of a text: folded runs of letters and digits, with an inner point or comma kept only
/// between two digits (`6.1`). A hyphen or slash splits (`SM-G991B` gives `sm`, `g991b`). A plus sign
/// at the end of a word is the word `plus` (`S25+` gives `s25`, `plus`); before a digit it splits
/// (`8GB+256GB`).
pub fn tokens(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut tokens = Vec::new();
    let mut current = String::new();
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        let between_digits = matches!(c, '.' | ',')
            && current.ends_with(|p: char| p.is_ascii_digit())
            && chars.peek().is_some_and(char::is_ascii_digit);
        if c.is_ascii_alphanumeric() {
            current.push(c);
        } else if between_digits {
            current.push('.');
        } else if !current.is_empty() {
            tokens.push(std::mem::take(&mut current));
            if c == '+' && !chars.peek().is_some_and(char::is_ascii_digit) {
                tokens.push("plus".to_owned());
            }
        }
    }
    if !current.is_empty() {
        tokens.push(current);
    }
    tokens
}

/// The text folded with nothing but letters and digits left: the form in which part numbers are
/// compared (`SM-G991B/DS` and `smg991bds` are the same).
pub fn compact(text: &str) -> String {
    fold(text)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect()
}

/// Whether a token holds a digit. Such tokens (models, capacities, numbers) are never guessed.
pub fn has_digit(token: &str) -> bool {
    token.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a token is a number and nothing else.
pub fn is_number(token: &str) -> bool {
    token.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{compact, contained, fold, isolated, slug, tokens};

    #[test]
    fn text_is_folded_and_split() {
        assert_eq!(fold("Größe ＡＢ１"), "grosse ab1");
        assert_eq!(slug("  iPhone 15 Pro (128 GB) "), "iphone_15_pro_128_gb");
        assert_eq!(slug("---"), "");
        assert_eq!(
            tokens("Nova X2, 6,1\" SM-G991B/DS 128GB."),
            ["nova", "x2", "6.1", "sm", "g991b", "ds", "128gb"]
        );
        assert_eq!(
            tokens("S25+ Pro+ 8GB+256GB +x2 a + b"),
            ["s25", "plus", "pro", "plus", "8gb", "256gb", "x2", "a", "b"]
        );
        assert_eq!(compact("SM-G991B/DS"), "smg991bds");
    }

    #[test]
    fn a_text_is_kept_from_turning_what_stands_behind_it() {
        for (text, alone, inside) in [
            ("Shop", "Shop", "Shop"),
            ("\u{202e}Shop\u{2069}", "Shop", "Shop"),
            ("Shop \u{2068}", "Shop ", "Shop "),
            ("\u{2067}Shop\u{2069}", "Shop", "Shop"),
            ("א", "א", "\u{2068}א\u{2069}"),
            ("א\u{2068}", "א", "\u{2068}א\u{2069}"),
            ("\u{2069}א\u{2068}", "א", "\u{2068}א\u{2069}"),
            (
                "at \u{2068}א\u{2069} now",
                "at \u{2068}א\u{2069} now",
                "at \u{2068}א\u{2069} now",
            ),
        ] {
            assert_eq!(
                (contained(text), isolated(text)),
                (alone.to_owned(), inside.to_owned()),
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn slugs_have_the_form_of_ids(text in "\\PC{0,60}") {
            let slug = slug(&text);
            prop_assert!(slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
            prop_assert!(!slug.contains("__") && !slug.starts_with('_') && !slug.ends_with('_'));
        }

        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,60}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
