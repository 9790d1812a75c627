//! What of an answer is kept.

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use proptest::prelude::*;
use rstest::rstest;

use crate::webhook::excerpt::{BodyBeginning, Excerpt, MAX_EXCERPT, READ_FOR_EXCERPT};

fn body(content_type: Option<&str>, bytes: &[u8]) -> BodyBeginning {
    BodyBeginning {
        content_type: content_type.map(str::to_owned),
        bytes: bytes.to_vec(),
        is_whole: true,
    }
}

fn told(text: &str) -> String {
    let excerpt = Excerpt::of(&body(Some("text/plain"), text.as_bytes()));
    excerpt.map_or_else(String::new, |it| it.as_str().to_owned())
}

#[rstest]
#[case(None, true)]
#[case(Some(""), true)]
#[case(Some("text/plain"), true)]
#[case(Some("TEXT/HTML; charset=utf-8"), true)]
#[case(Some(" application/json ;charset=utf-8"), true)]
#[case(Some("application/problem+json"), true)]
#[case(Some("application/soap+xml"), true)]
#[case(Some("application/x-www-form-urlencoded"), true)]
#[case(Some("application/octet-stream"), false)]
#[case(Some("image/png"), false)]
#[case(Some("image/svg"), false)]
#[case(Some("application/jsonx"), false)]
#[case(Some("multipart/form-data"), false)]
fn only_text_is_kept(#[case] content_type: Option<&str>, #[case] is_kept: bool) {
    let excerpt = Excerpt::of(&body(content_type, b"no such order"));
    assert_eq!(excerpt.is_some(), is_kept);
}

#[test]
fn what_cannot_be_read_is_replaced_or_left_out() {
    let latin = body(Some("text/plain"), b"Caf\xe9 closed");
    assert_eq!(Excerpt::of(&latin).unwrap().as_str(), "Caf\u{fffd} closed");
    assert_eq!(Excerpt::of(&body(None, b"\x89PNG\x1a")), None, "of no kind");
    for nothing in ["", " \r\n\t "] {
        assert_eq!(told(nothing), "");
    }
    // a character that the bound cut
    let cut = body(None, "caf\u{e9}".as_bytes().get(..4).unwrap());
    assert_eq!(Excerpt::of(&cut).unwrap().as_str(), "caf");
}

#[rstest]
#[case("line one\r\n\tline two", "line one\n\tline two")]
#[case("\u{1b}[31mred\u{7}", "\u{fffd}[31mred\u{fffd}")]
#[case("a\u{202e}cod.exe\u{2066}", "a\u{fffd}cod.exe\u{fffd}")]
#[case("in\u{200b}visible\u{feff}", "in\u{fffd}visible\u{fffd}")]
fn characters_that_act_are_replaced(#[case] said: &str, #[case] expected: &str) {
    assert_eq!(told(said), expected);
}

#[rstest]
// told: what helps to mend a receiver
#[case("Invalid signature", "Invalid signature")]
#[case(r#"{"error":"invalid signature"}"#, r#"{"error":"invalid signature"}"#)]
#[case("CSRF token missing", "CSRF token missing")]
#[case("Basic authentication is required", "Basic authentication is required")]
#[case(
    "event 9b639eca-4563-58bf-a51f-eaf7cb8634f6",
    "event 9b639eca-4563-58bf-a51f-eaf7cb8634f6"
)]
#[case(
    "whd_f879eed0e9a755e6a6875c1cd1828d02 failed",
    "whd_f879eed0e9a755e6a6875c1cd1828d02 failed"
)]
#[case(
    "at /usr/share/app/controllers/webhooks/receiver/index.js:12",
    "at /usr/share/app/controllers/webhooks/receiver/index.js:12"
)]
// not told: what logs in somewhere
#[case(
    "Authorization: Bearer abc\nHost: a",
    "Authorization: [redacted]\nHost: a"
)]
#[case(
    r#"{"authorization":"Bearer a b","host":"a"}"#,
    r#"{"authorization":[redacted],"host":"a"}"#
)]
#[case(
    r#"{"proxy-authorization": "Basic QQ=="}"#,
    r#"{"proxy-authorization": [redacted]}"#
)]
#[case(
    "{'Authorization': 'Bearer x', 'Host': 'a'}",
    "{'Authorization': [redacted], 'Host': 'a'}"
)]
#[case(
    "[Authorization] => Bearer x\n[Host] => a",
    "[Authorization] => [redacted]\n[Host] => a"
)]
#[case("Set-Cookie: sid=1; path=/", "Set-Cookie: [redacted]")]
#[case("password=hunter2", "password=[redacted]")]
#[case("<td>Basic dXNlcjpwYXNz</td>", "<td>[redacted]</td>")]
#[case("X-Api-Key: 12345", "X-Api-Key: [redacted]")]
#[case(
    "Cannot POST /hook?token=abc&amp;b=c",
    "Cannot POST /hook?token=[redacted]&amp;b=[redacted]"
)]
#[case(
    "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abc was refused",
    "token [redacted] was refused"
)]
#[case("key pcs_live_abcdefgh0123 is unknown", "key [redacted] is unknown")]
// not told: what signs, and what was signed with it
#[case("expected whsec_short", "expected [redacted]")]
#[case("X-Webhook-Signature: t=1,v1=00", "X-Webhook-Signature: [redacted]")]
#[case(
    r#"{"webhook-signature":"v1,e3uc+xB\/cZ="}"#,
    r#"{"webhook-signature":[redacted]}"#
)]
#[case("got v1=c8deeeb4a7e3 instead", "got [redacted] instead")]
fn secrets_are_redacted(#[case] said: &str, #[case] expected: &str) {
    assert_eq!(told(said), expected);
}

#[test]
fn an_excerpt_is_bounded_and_ends_before_what_was_cut_off() {
    assert_eq!(told(&"ab ".repeat(2000)).len(), MAX_EXCERPT);
    assert_eq!(told(&"é ".repeat(600)).len(), MAX_EXCERPT - 2);
    // hidden values make room, and what the bound cut off in a token comes into sight
    let secret = "Ab0".repeat(14);
    let mut said = format!("cookie: {}\n", "c".repeat(READ_FOR_EXCERPT - 60));
    said.push_str("sent ");
    said.push_str(&secret);
    let mut cut = body(
        Some("text/plain"),
        &said.as_bytes()[..READ_FOR_EXCERPT - 10],
    );
    cut.is_whole = false;
    let excerpt = Excerpt::of(&cut).unwrap();
    assert_eq!(excerpt.as_str(), "cookie: [redacted]\nsent");
}

/// What stands around a secret in an answer.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("{\"secret\":\"", "\"}"),
    ("expected ", " but got something else"),
    ("<pre>", "</pre>"),
    ("{\"a\":[\"", "\",1]}"),
    ("got=", "\nnext line"),
];

proptest! {
    #[test]
    fn nothing_of_a_secret_or_a_signature_is_told(
        bytes in any::<[u8; 32]>(), around in 0..AROUND.len(), padding in 0..READ_FOR_EXCERPT, form in 0..6_usize,
    ) {
        let random = BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let secret = format!("whsec_{random}");
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let code = BASE64_STANDARD.encode(bytes);
        let (sent, hidden) = match form {
            0 => (secret, random),
            1 => (random.clone(), random),
            2 => (format!("whsec_{}", BASE64_STANDARD.encode(&secret)), BASE64_STANDARD.encode(&secret)),
            3 => (format!("t=1795295754,v1={hex}"), hex),
            4 => (hex.clone(), hex),
            _ => (format!("v1,{code}").replace('/', "\\/"), code.replace('/', "\\/")),
        };
        let (before, after) = AROUND[around];
        let said = format!("{}{before}{sent}{after}", ". ".repeat(padding / 2));
        let bytes = said.as_bytes();
        let mut read = body(Some("application/json"), &bytes[..bytes.len().min(READ_FOR_EXCERPT)]);
        read.is_whole = bytes.len() <= READ_FOR_EXCERPT;
        let excerpt = Excerpt::of(&read);
        let excerpt = excerpt.as_ref().map_or("", Excerpt::as_str);
        prop_assert!(!excerpt.contains(&hidden[..12]), "{excerpt}");
        prop_assert!(!excerpt.contains(&hidden[hidden.len() - 12..]), "{excerpt}");
    }

    #[test]
    fn an_excerpt_is_always_short_and_harmless(
        bytes in proptest::collection::vec(any::<u8>(), 0..=READ_FOR_EXCERPT), is_whole in any::<bool>(),
        text in "\\PC{0,400}",
    ) {
        for bytes in [bytes, text.into_bytes()] {
            let body = BodyBeginning { is_whole, ..body(Some("text/html"), &bytes) };
            if let Some(excerpt) = Excerpt::of(&body) {
                let text = excerpt.as_str();
                prop_assert!(!text.is_empty() && text.len() <= MAX_EXCERPT);
                let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
                prop_assert!(!text.contains(acts) && !text.contains(crate::text::turns_direction));
            }
        }
    }
}
