//! Making texts of feeds fit to stand in a mail.

use domain::text::is_hidden;
use url::Url;

/// The longest link.
const MAX_LINK: usize = 2000;

/// The text as one line of at most `most` characters: every run of white space and control characters
/// is one blank, and what nobody sees is gone.
pub fn one_line(text: &str, most: usize) -> String {
    cut(&line(text), most)
}

/// The same for a header: nothing in it reads as an encoded word (RFC 2047), which mail programs would
/// decode to characters that nobody has looked at.
pub fn header_line(text: &str, most: usize) -> String {
    cut(&line(text).replace("=?", "= ?"), most)
}

/// The same, with nothing that a mail program would make a link of: no scheme, and no point between two words. Links are
/// broken in what is seen: a character that nobody sees holds nothing apart.
pub fn line_without_links(text: &str, most: usize) -> String {
    cut(&without_links(&line(text)), most)
}

/// The whole text as one line.
fn line(text: &str) -> String {
    let plain = text.chars().filter_map(|c| {
        let is_blank = c.is_whitespace() || c.is_control();
        let seen = (!is_hidden(c)).then_some(c);
        if is_blank { Some(' ') } else { seen }
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ")
}

fn without_links(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    let mut before = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_decimal = is_digit(before) && is_digit(next);
        let joins = next.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
        match c {
            '.' if joins && !is_decimal => safe.push_str(". "),
            '@' if joins => safe.push_str("@ "),
            ':' if next == Some('/') => safe.push(' '),
            other => safe.push(other),
        }
        before = Some(c);
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

#[cfg(test)]
mod tests {
    use domain::text::is_hidden;
    use proptest::prelude::*;

    use super::{header_line, line_without_links, link, one_line};

    #[test]
    fn controls_and_direction_overrides_are_gone() {
        let name = "\u{202E}Nova\r\nBcc: x@y.example\0\t X2\u{2066} \u{2028}128\u{85}GB \u{7F}";
        assert_eq!(one_line(name, 100), "Nova Bcc: x@y.example X2 128 GB");
        assert_eq!(one_line("هاتف 128", 100), "هاتف 128");
        assert_eq!(one_line("👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿", 100), "👧 🏴");
    }

    #[test]
    fn what_has_no_width_is_gone() {
        let name = "No\u{200B}va\u{200C} \u{200D}\u{200E}X2\u{200F} \u{2060}128\u{FEFF}";
        assert_eq!(one_line(name, 100), "Nova X2 128");
        let name = "No\u{AD}va\u{180E} X\u{2061}2\u{2064}\u{FFF9}\u{E0041} 128\u{2028}GB";
        assert_eq!(one_line(name, 100), "Nova X2 128 GB");
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
            ("St. Moritz Co.", "St. Moritz Co."),
            ("Wait... (v.2)", "Wait... (v. 2)"),
            (
                "https:\u{200b}//evil\u{200b}.\u{200b}example\u{200b}/win",
                "https //evil. example/win",
            ),
            ("evil1.\u{ad}\u{2061}example", "evil1. example"),
        ] {
            assert_eq!(line_without_links(name, 100), shown, "{name}");
        }
    }

    /// The text with characters that nobody sees in any of its places.
    fn with_hidden(text: &'static str) -> impl Strategy<Value = String> {
        let hidden = || {
            let any = any::<char>().prop_filter("is seen", |c| is_hidden(*c));
            let known = prop::sample::select(vec![
                '\u{ad}', '\u{180e}', '\u{200b}', '\u{202e}', '\u{2061}', '\u{2064}', '\u{feff}',
            ]);
            prop_oneof![9 => known, 1 => any]
        };
        let between = prop::collection::vec(prop::collection::vec(hidden(), 0..3), text.len());
        between.prop_map(move |between| {
            let places = text.chars().zip(between);
            places.fold(String::new(), |all, (c, hidden)| {
                all + &hidden.into_iter().collect::<String>() + &c.to_string()
            })
        })
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
                prop_assert!(!line.chars().any(|c| c.is_control() || is_hidden(c)));
            }
            prop_assert!(!header_line(&text, most).contains("=?"));
        }

        #[test]
        fn what_nobody_sees_keeps_no_link_alive(
            url in prop::sample::select(vec![
                "https://evil.example/win", "HTTP://a1.b2.example", "www.evil.example", "me@evil.example",
            ]).prop_flat_map(with_hidden),
            around in "\\PC{0,5}",
        ) {
            let line = line_without_links(&format!("{around} {url} {around}"), 200);
            prop_assert!(!line.contains("://"), "{line:?}");
            prop_assert!(!line.contains(".example"), "{line:?}");
            prop_assert!(!line.contains("@evil"), "{line:?}");
            prop_assert!(!line.contains(is_hidden), "{line:?}");
        }

        #[test]
        fn any_link_is_plain_ascii(text in any::<String>()) {
            let link = link(&format!("https://a.example/{text}"));
            prop_assert!(link.is_none_or(|link| link.bytes().all(|b| b.is_ascii_graphic())));
        }
    }
}
