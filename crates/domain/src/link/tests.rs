use std::borrow::Cow;

use iri_string::types::{UriReferenceStr, UriStr};
use proptest::prelude::*;

use super::{LinkError, page, picture, stored};

fn read(text: &str) -> String {
    page(text)
        .unwrap_or_else(|e| panic!("{text} {e}"))
        .into_owned()
}

#[test]
fn what_is_no_uri_is_encoded_as_browsers_do() {
    let table = [
        ("https://s.example/a|b", "https://s.example/a%7Cb"),
        (r"https://s.example/a\b?c\d", "https://s.example/a/b?c%5Cd"),
        (r"https://s.example\a", "https://s.example/a"),
        ("https://s.example/p/{id}", "https://s.example/p/%7Bid%7D"),
        (
            "https://s.example/p?id={id}",
            "https://s.example/p?id=%7Bid%7D",
        ),
        ("https://s.example/x^y?x^y", "https://s.example/x%5Ey?x%5Ey"),
        (
            "https://s.example/ä?q=ü#ö",
            "https://s.example/%C3%A4?q=%C3%BC#%C3%B6",
        ),
        ("https://s.example/%zz?%", "https://s.example/%25zz?%25"),
        (
            "https://s.example/100%|%c3%a4%2",
            "https://s.example/100%25%7C%c3%a4%252",
        ),
        (
            "https://s.example/a[1]?b[]=`",
            "https://s.example/a%5B1%5D?b%5B%5D=%60",
        ),
        ("https://s.example/#a#b", "https://s.example/#a%23b"),
        (
            "https://bücher.example/|",
            "https://xn--bcher-kva.example/%7C",
        ),
        (
            "HTTPS://u|:p|@S.example:443/|",
            "https://u%7C:p%7C@s.example/%7C",
        ),
        (
            "http://[2001:DB8::1]:8080/|",
            "http://[2001:db8::1]:8080/%7C",
        ),
        ("https://s.example/🛒", "https://s.example/%F0%9F%9B%92"),
    ];
    for (text, expected) in table {
        assert_eq!(read(text), expected);
        assert_eq!(stored(text.to_owned()), expected);
        assert_eq!(read(expected), expected, "once is enough");
    }
}

#[test]
fn a_link_that_is_a_uri_stays_byte_by_byte() {
    for text in [
        "https://s.example",
        "HTTP://S.Example:80/a/../b/./c",
        "https://user:secret@s.example/?a=1&b=%7c&&c=/?:@!$'()*+,;=-._~#x?y",
        "https://s.example/%C3%A4%c3",
        "http://127.0.0.1:8080/a",
        "http://[::1]/",
        "https://s_1.example./",
        "https://s.example:/",
    ] {
        assert!(
            matches!(page(text), Ok(Cow::Borrowed(same)) if same == text),
            "{text}"
        );
        assert_eq!(stored(text.to_owned()), text);
    }
}

#[test]
fn what_browsers_do_not_open_is_no_link() {
    for text in [
        "",
        "s.example",
        "/a",
        "//s.example/",
        "ftp://s.example/",
        "javascript:alert(1)",
        "mailto:a@b.example",
        "https:",
        "https://",
        "https:///a",
        "https:/s.example",
        "https://?a",
        "https://s.example/a b",
        "https://s.example/\ta",
        "https://s.example/\u{a0}",
        "https://s.example/\u{85}",
        "https://s.example/<b>",
        "https://s.example/\"a\"",
    ] {
        assert_eq!(page(text), Err(LinkError::Form), "{text:?}");
    }
    for text in [
        "https://s.example:99999/",
        "https://s.example:x/",
        "https://a|b.example/",
        "https://%zz.example/",
        "https://[::1/",
        "https://[zz]/",
        "https://1.2.3.4.5/",
        "https://:80/",
        "https://u@/",
        "https://xn--a/",
    ] {
        let error = page(text).unwrap_err();
        assert!(matches!(error, LinkError::Unreadable(_)), "{text} {error}");
        assert!(error.to_string().contains("http or https"), "{error}");
        assert!(
            UriReferenceStr::new(&stored(text.to_owned())).is_ok(),
            "{text}"
        );
    }
}

#[test]
fn a_picture_is_a_page_or_a_path() {
    let table = [
        ("/images/nova.webp", "/images/nova.webp"),
        ("images/nova x2.webp", "images/nova%20x2.webp"),
        (r"images\ä.webp", "images/%C3%A4.webp"),
        (
            "//cdn.example/a|b.png?x=[1]",
            "//cdn.example/a%7Cb.png?x=%5B1%5D",
        ),
        ("1:2/3:4.png", "1%3A2/3:4.png"),
        ("", ""),
        ("http://s.example/a|b", "http://s.example/a%7Cb"),
    ];
    for (text, expected) in table {
        assert_eq!(picture(text).unwrap(), expected);
        assert_eq!(stored(expected.to_owned()), expected);
    }
    for text in [
        "data:image/png;base64,AA",
        "javascript:x",
        "C:/a.png",
        "ftp://s.example/a.png",
    ] {
        assert_eq!(picture(text), Err(LinkError::NoPicture), "{text}");
    }
    assert_eq!(picture("https:a.png"), Err(LinkError::Form));
}

/// Texts that look like links, with all that may be in one.
fn any_link() -> impl Strategy<Value = String> {
    let piece = || {
        let mark = prop::sample::select(vec![
            "%", "%2", "%zz", "%C3", "|", "\\", "^", "{", "}", "[", "]", "`", "'", "ä", "日", "🛒",
            "?", "#", "/", "//", ":", "@", "&", "=", "..", ".", "a", "Z", "9", "~", "+", "\u{301}",
            "\u{200d}",
        ]);
        prop::collection::vec(mark, 0..12).prop_map(|pieces| pieces.concat())
    };
    let scheme = prop::sample::select(vec!["http://", "https://", "HTTPS://"]);
    let host = prop_oneof![
        4 => Just("s.example".to_owned()),
        1 => prop::sample::select(vec!["ä.example", "[::1]", "1.2.3.4", "a_b.example:81", "u:p@s.example"])
            .prop_map(str::to_owned),
        1 => piece(),
    ];
    (
        scheme,
        host,
        prop::sample::select(vec!["", "/", "?", "#", "\\"]),
        piece(),
    )
        .prop_map(|(scheme, host, mark, rest)| format!("{scheme}{host}{mark}{rest}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_accepted_link_is_a_uri_and_stays_one(text in any_link()) {
        if let Ok(link) = page(&text) {
            prop_assert!(UriStr::new(&link).is_ok(), "{text} {link}");
            prop_assert_eq!(page(&link).map(Cow::into_owned), Ok(link.to_string()));
            prop_assert_eq!(stored(text.clone()), link);
            let [before, after] = [&text, &*page(&text).unwrap()].map(|t| url::Url::parse(t).unwrap());
            prop_assert_eq!(before.host(), after.host());
        }
        if UriStr::new(&text).is_ok() {
            prop_assert!(page(&text).is_err() || page(&text) == Ok(Cow::Borrowed(&text)));
        }
    }

    #[test]
    fn whatever_was_stored_is_shown_as_a_uri(text in prop_oneof![any_link(), any::<String>()]) {
        let shown = stored(text);
        prop_assert!(UriReferenceStr::new(&shown).is_ok(), "{shown}");
        prop_assert_eq!(stored(shown.clone()), shown);
    }

    #[test]
    fn every_accepted_picture_is_a_uri_reference(text in prop_oneof![any_link(), any::<String>()]) {
        if let Ok(picture) = picture(&text) {
            prop_assert!(UriReferenceStr::new(&picture).is_ok(), "{text} {picture}");
        }
    }
}
