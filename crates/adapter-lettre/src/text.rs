//! Making texts of feeds fit to stand in a mail.

use domain::text::turns_direction;
use url::Url;

/// The longest link.
const MAX_LINK: usize = 2000;

/// The text as one line of at most `most` characters: every run of white space and control characters
/// is one blank, and what would turn the reading direction of the rest around is gone.
pub fn one_line(text: &str, most: usize) -> String {
    let blank_controls = |c: char| if c.is_control() { ' ' } else { c };
    let visible: String = text
        .chars()
        .filter(|c| !is_hidden(*c))
        .map(blank_controls)
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    cut(&words.join(" "), most)
}

/// The same for a header: nothing in it reads as an encoded word (RFC 2047), which mail programs would
/// decode to characters that nobody has looked at.
pub fn header_line(text: &str, most: usize) -> String {
    let visible: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    one_line(&visible.replace("=?", "= ?"), most)
}

/// The text with nothing that a mail program would make a link of: no scheme, and no point between two words.
pub fn without_links(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_word = |place: Option<usize>| {
        let found = place.and_then(|place| chars.get(place));
        found.is_some_and(|c| c.is_alphabetic())
    };
    let mut safe = String::with_capacity(text.len());
    for (place, c) in chars.iter().enumerate() {
        let joins = is_word(place.checked_sub(1)) || is_word(place.checked_add(1));
        match c {
            '.' | '@' if joins => {
                safe.push(*c);
                safe.push(' ');
            }
            ':' if chars.get(place + 1) == Some(&'/') => safe.push(' '),
            other => safe.push(*other),
        }
    }
    safe
}

/// The first `most` characters, the last of them an ellipsis when something is missing.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// An address that a reader may follow: http or https, with a host and without credentials, in ASCII.
pub fn link(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain;
    (is_web && url.as_str().len() <= MAX_LINK).then(|| url.into())
}

/// What has no width, what turns the direction, the byte order mark, and annotations.
pub const fn is_hidden(c: char) -> bool {
    turns_direction(c)
        || matches!(
            c,
            '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{header_line, link, one_line, without_links};

    #[test]
    fn controls_and_direction_overrides_are_gone() {
        let name = "\u{202E}Nova\r\nBcc: x@y.example\0\t X2\u{2066} \u{2028}128\u{85}GB \u{7F}";
        assert_eq!(one_line(name, 100), "Nova Bcc: x@y.example X2 128 GB");
        assert_eq!(one_line("هاتف 128", 100), "هاتف 128");
        assert_eq!(one_line("👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿", 100), "👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿");
    }

    #[test]
    fn what_has_no_width_is_gone() {
        let name = "No\u{200B}va\u{200C} \u{200D}\u{200E}X2\u{200F} \u{2060}128\u{FEFF}";
        assert_eq!(one_line(name, 100), "Nova X2 128");
        assert_eq!(header_line("=\u{200B}?utf-8?q?x?=", 100), "= ?utf-8?q?x?=");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(one_line("abc", 3), "abc");
        assert_eq!(one_line("abcd", 3), "ab…");
        assert_eq!(one_line("ab cd", 4), "ab…");
        assert_eq!(one_line(&"ä".repeat(10_000), 120).chars().count(), 120);
    }

    #[test]
    fn names_are_no_links() {
        for (name, shown) in [
            ("Nova X2 6.1\" 128 GB", "Nova X2 6.1\" 128 GB"),
            ("Win at evil.example/x now", "Win at evil. example/x now"),
            ("https://evil.example", "https //evil. example"),
            ("mail me@evil.example", "mail me@ evil. example"),
            ("St. Moritz Co.", "St.  Moritz Co. "),
        ] {
            assert_eq!(without_links(name), shown, "{name}");
        }
    }

    #[test]
    fn nothing_reads_as_an_encoded_word() {
        let name = header_line("=?utf-8?q?=0D=0ABcc:_x?= ==??", 100);
        assert_eq!(name, "= ?utf-8?q?=0D=0ABcc:_x?= == ??");
    }

    #[test]
    fn only_web_addresses_are_links() {
        for (url, shown) in [
            (
                "https://a.example/b?c=d&e=f#g",
                "https://a.example/b?c=d&e=f#g",
            ),
            ("HTTP://A.example", "http://a.example/"),
            (
                "https://bücher.example/ä b\"'<>",
                "https://xn--bcher-kva.example/%C3%A4%20b%22'%3C%3E",
            ),
            ("https://a.example/\r\nb", "https://a.example/b"),
        ] {
            assert_eq!(link(url).as_deref(), Some(shown), "{url}");
        }
        let long = format!("https://a.example/{}", "x".repeat(2000));
        for url in [
            "",
            "a.example",
            "//a.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://a.example",
            "mailto:a@b.example",
            "https://shop.example@evil.example/",
            "https://u:p@evil.example/",
            "https://",
            &long,
        ] {
            assert_eq!(link(url), None, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_text_becomes_one_clean_line(text in any::<String>(), most in 1_usize..200) {
            for line in [one_line(&text, most), header_line(&text, most)] {
                prop_assert!(line.chars().count() <= most);
                prop_assert!(!line.chars().any(|c| c.is_control() || super::is_hidden(c)));
            }
            prop_assert!(!header_line(&text, most).contains("=?"));
        }

        #[test]
        fn any_link_is_plain_ascii(text in any::<String>()) {
            let link = link(&format!("https://a.example/{text}"));
            prop_assert!(link.is_none_or(|link| link.bytes().all(|b| b.is_ascii_graphic())));
        }
    }
}
