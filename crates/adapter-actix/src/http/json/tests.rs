use std::borrow::Cow;

use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};

use super::{Members, Shape, Value, require_type};

const SHAPE: Shape = Shape {
    members: &["name", "price"],
    listed: "no members but name, price",
};

fn text(value: Value<'_>) -> Option<String> {
    value.text()
}

/// The field at fault, or the one spelling.
fn read(body: &[u8]) -> Result<String, Vec<(&'static str, &'static str)>> {
    let shown = |error: app::AppError| {
        let details = error.details.iter();
        let texts = details.map(|d| match &d.problem {
            Cow::Borrowed(text) => (d.field, *text),
            Cow::Owned(_) => (d.field, ""),
        });
        texts.collect::<Vec<_>>()
    };
    let mut members = Members::read(body, &SHAPE).map_err(shown)?;
    members.optional("name", "a text", text);
    members.optional("price", "a number", |value| value.number().map(drop));
    members.finish().map_err(shown)
}

#[test]
fn only_json_is_declared() {
    let accepts = |values: &[&[u8]]| {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(CONTENT_TYPE, HeaderValue::from_bytes(value).unwrap());
        }
        require_type(&headers).is_ok()
    };
    for good in [
        &b"application/json"[..],
        b"Application/JSON",
        b"application/json; charset=utf-8",
        b"application/json;charset=UTF-8",
        b"application/json ; Charset=\"utf-8\"",
        b"application/json;",
    ] {
        assert!(accepts(&[good]), "{good:?}");
    }
    for bad in [
        &[][..],
        &[&b""[..]],
        &[b"text/plain"],
        &[b"application/x-www-form-urlencoded"],
        &[b"application/jsonp"],
        &[b"application/merge-patch+json"],
        &[b"text/json"],
        &[b"application/json; charset=utf-16"],
        &[b"application/json; charset=\"utf-8"],
        &[b"application/json; charset"],
        &[b"application/json; version=1"],
        &[b"application/json, text/plain"],
        &[b"application/json\xff"],
        &[b"application/json", b"application/json"],
    ] {
        assert!(!accepts(bad), "{bad:?}");
    }
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
        let refused = vec![("body", "one JSON object in UTF-8")];
        assert_eq!(read(bad), Err(refused), "{bad:?}");
    }
    assert_eq!(read(deep.as_bytes()), Err(vec![("name", "a text")]));
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
            Err(vec![("price", "a number")]),
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
        assert_eq!(read(body.as_bytes()), Err(refused), "{body}");
    }
}

#[test]
fn required_members_are_missed_once() {
    let mut members = Members::read(b"{}", &SHAPE).unwrap();
    assert_eq!(members.required("name", "a text", text), None);
    let error = members.refusal();
    assert_eq!(error.details.len(), 1);
    assert_eq!(error.details[0].field, "name");
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
    let value = |body: &'static str| -> Option<String> {
        let mut members = Members::read(body.as_bytes(), &SHAPE).unwrap();
        members.optional("name", "", |value| {
            let list = value.list(2);
            let texts = list.map(|items| items.into_iter().map(text).collect::<Vec<_>>());
            Some(format!("{:?} {texts:?}", value.boolean()))
        })
    };
    for (body, expected) in [
        (r#"{"name":true}"#, "Some(true) None"),
        (r#"{"name": false }"#, "Some(false) None"),
        (r#"{"name":"true"}"#, "None None"),
        (r#"{"name":1}"#, "None None"),
        (r#"{"name":null}"#, "None None"),
        (r#"{"name":{"0":"a"}}"#, "None None"),
        (r#"{"name":[ ]}"#, "None Some([])"),
        (r#"{"name":["a", 1]}"#, r#"None Some([Some("a"), None])"#),
        (r#"{"name":["a","b","c"]}"#, "None None"),
    ] {
        assert_eq!(value(body).unwrap(), expected, "{body}");
    }
}
