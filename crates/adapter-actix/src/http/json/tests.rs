use serde::Deserialize;

use super::Members;
use crate::http::typed::{Accepted, Field, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what is read is seen by its spelling")]
struct Priced {
    name: Option<Field<Name>>,
    price: Option<Field<Number>>,
}

struct Name;

impl Accepted for Name {
    const ACCEPTED: &'static str = "a text";

    fn read(value: Value<'_>) -> Option<Self> {
        value.storable_text().map(|_| Self)
    }
}

struct Number;

impl Accepted for Number {
    const ACCEPTED: &'static str = "a number";

    fn read(value: Value<'_>) -> Option<Self> {
        value.number().map(|_| Self)
    }
}

/// The fields at fault with what is accepted, or the one spelling.
fn read(body: &[u8]) -> Result<String, Vec<(&'static str, String)>> {
    let read = super::read::<Priced>(body, |_| ());
    read.map(|read| read.spelling).map_err(|error| {
        let details = error.details.into_iter();
        details.map(|d| (d.field, d.problem.into_owned())).collect()
    })
}

fn faults(all: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    all.iter()
        .map(|(field, text)| (*field, (*text).to_owned()))
        .collect()
}

#[test]
fn anything_but_one_object_is_refused() {
    let deep = format!("{{\"name\":{}1{}}}", "[".repeat(8000), "]".repeat(8000));
    for bad in [
        &b""[..],
        b" ",
        b"null",
        b"[]",
        b"\"name\"",
        b"1",
        b"{",
        b"{} {}",
        b"{}x",
        b"{}\0",
        b"{'name':\"a\"}",
        b"{name:\"a\"}",
        b"{\"name\":\"a\",}",
        b"{\"name\" \"a\"}",
        b"{\"name\":\"a\"}//",
        b"{\"name\":NaN}",
        b"{\"name\":Infinity}",
        b"{\"price\":+1}",
        b"{\"price\":01}",
        b"{\"price\":.5}",
        b"{\"price\":1.}",
        b"{\"price\":0x10}",
        b"{\"name\":\"a\nb\"}",
        b"{\"name\":\"\xff\"}",
        b"{\"name\":\"\xed\xa0\x80\"}",
        b"{\"name\":\"\xc0\xaf\"}",
        b"{\"\\ud800\":1}",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b"\0{\0}",
    ] {
        let refused = faults(&[("body", "one JSON object in UTF-8")]);
        assert_eq!(read(bad), Err(refused), "{bad:?}");
    }
    assert_eq!(read(deep.as_bytes()), Err(faults(&[("name", "a text")])));
}

#[test]
fn texts_are_unicode_without_nul() {
    for bad in [
        "null",
        "true",
        "1",
        "[]",
        "{}",
        "\"a\\u0000\"",
        "\"\\ud800\"",
        "\"\\udc00\\ud800\"",
        "\"\\x\"",
    ] {
        let body = format!("{{\"name\":{bad}}}");
        assert!(read(body.as_bytes()).is_err(), "{bad}");
    }
    let good = read(br#"{"name":"\ud83d\ude00 \u00e9"}"#);
    assert_eq!(good.unwrap(), "{\"name\":\"😀 é\"}");
}

#[test]
fn numbers_are_not_texts() {
    for bad in ["\"5\"", "null", "true", "[5]", "{}"] {
        let body = format!("{{\"price\":{bad}}}");
        assert_eq!(
            read(body.as_bytes()),
            Err(faults(&[("price", "a number")])),
            "{bad}"
        );
    }
    for good in ["5", "-0", "1e999", "-1.5E+3"] {
        let body = format!("{{\"price\":{good}}}");
        assert!(read(body.as_bytes()).is_ok(), "{good}");
    }
}

#[test]
fn members_come_once_and_are_known() {
    let unknown = ("body", "no members but name, price");
    for (body, refused) in [
        (r#"{"name":"a","name":"a"}"#, vec![("name", "given once")]),
        (
            r#"{"name":"a","\u006eame":"b"}"#,
            vec![("name", "given once")],
        ),
        (
            r#"{"price":1,"name":"a","price":1,"name":"a"}"#,
            vec![("name", "given once"), ("price", "given once")],
        ),
        (r#"{"Name":"a"}"#, vec![unknown]),
        (r#"{"name":"a","id":1,"id":2}"#, vec![unknown]),
        (r#"{"":1}"#, vec![unknown]),
        (r#"{"name\u0000":"a"}"#, vec![unknown]),
        (
            r#"{"name":1,"x":{"a":1,"a":2}}"#,
            vec![unknown, ("name", "a text")],
        ),
    ] {
        assert_eq!(read(body.as_bytes()), Err(faults(&refused)), "{body}");
    }
}

#[test]
fn required_members_are_missed_once() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never made")]
    struct Named {
        name: Field<Name>,
    }

    let error = super::read::<Named>(b"{}", |_| ()).err().unwrap();
    assert_eq!(error.details.len(), 1);
    assert_eq!(
        (error.details[0].field, &*error.details[0].problem),
        ("name", "a text")
    );
    let refuse = |members: &mut Members<'_>| members.refuse("name", "another text");
    let error = super::read::<Named>(b"{}", refuse).err().unwrap();
    assert_eq!(error.details.len(), 1);
    assert_eq!(error.details[0].problem, "another text");
}

#[test]
fn null_is_no_value() {
    for name in ["name", "price"] {
        let body = format!("{{\"{name}\":null}}");
        let refused = read(body.as_bytes()).unwrap_err();
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].0, name);
    }
}

#[test]
fn every_spelling_of_a_body_is_one_text() {
    let spelt = read(br#"{"name":"a/b","price":499.95}"#).unwrap();
    for same in [
        &br#"{"price":499.95,"name":"a/b"}"#[..],
        b" {\t\"name\" :\n\"a\\/b\" , \"price\":499.950}\r\n",
        br#"{"n\u0061me":"\u0061\u002fb","price":4.9995e2}"#,
        br#"{"name":"a/b","price":49995E-2}"#,
        br#"{"name":"a/b","price":0.0049995e+5}"#,
    ] {
        assert_eq!(read(same).unwrap(), spelt);
    }
    for other in [
        &br#"{"name":"a/b","price":499.96}"#[..],
        br#"{"name":"a/b","price":-499.95}"#,
        br#"{"name":"a/b","price":4999.5}"#,
        br#"{"name":"a/b","price":499.95000000000000000000000000000000000001}"#,
        br#"{"name":"a b","price":499.95}"#,
        br#"{"name":"A/b","price":499.95}"#,
        br#"{"name":"a/b"}"#,
    ] {
        assert_ne!(read(other).unwrap(), spelt);
    }
}

#[test]
fn numbers_are_compared_by_value() {
    let spelt = |number: &str| read(format!("{{\"price\":{number}}}").as_bytes()).unwrap();
    for (one, other) in [
        ("100", "1e2"),
        ("0", "-0.000e5"),
        ("10", "1e00000000000000000001"),
    ] {
        assert_eq!(spelt(one), spelt(other));
    }
    assert_ne!(spelt("1"), spelt("10"));
    assert_ne!(spelt("1e5"), spelt("1e-5"));
    assert_ne!(spelt("1e999999999999999999999"), spelt("1e99"));
}

#[test]
fn booleans_and_arrays_are_nothing_else() {
    for (body, expected) in [
        ("true", "Some(true) None"),
        (" false ", "Some(false) None"),
        (r#""true""#, "None None"),
        ("1", "None None"),
        ("null", "None None"),
        (r#"{"0":"a"}"#, "None None"),
        ("[ ]", "None Some([])"),
        (r#"["a", 1]"#, r#"None Some([Some("a"), None])"#),
        (r#"["a","b","c"]"#, "None None"),
    ] {
        let raw: &serde_json::value::RawValue = serde_json::from_str(body).unwrap();
        let value = Value::new(raw);
        let texts = value.list(2);
        let texts = texts.map(|items| items.into_iter().map(Value::text).collect::<Vec<_>>());
        assert_eq!(
            format!("{:?} {texts:?}", bool::read(value)),
            expected,
            "{body}"
        );
    }
}
