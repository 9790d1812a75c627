use app::ErrorCode;
use domain::email::EmailAddress;
use domain::watch::{Channel, WatchStatus};
use serde_json::{Value, json};

use domain::ids::CanonicalProductId;
use domain::watch::{WatchPatch, WatchTerms};

use super::{PriceWatchInput, PriceWatchPatch};
use crate::http::json::{self, RequestBody};

fn wanted(body: &[u8]) -> Result<(CanonicalProductId, WatchTerms), app::AppError> {
    let read: json::JsonBody<PriceWatchInput> = json::read(body, PriceWatchInput::check)?;
    read.content.terms()
}

fn patch(body: &[u8]) -> Result<WatchPatch, app::AppError> {
    let read: json::JsonBody<PriceWatchPatch> = json::read(body, PriceWatchPatch::check)?;
    Ok(read.content.into())
}

/// The fields at fault.
fn faults<T: std::fmt::Debug>(read: Result<T, app::AppError>) -> Vec<&'static str> {
    let error = read.unwrap_err();
    assert_eq!(error.code, ErrorCode::Validation);
    error.details.iter().map(|detail| detail.field).collect()
}

fn with(name: &str, value: Value) -> Vec<u8> {
    let mut body = json!({
        "canonical_product_id": "nova_x2", "target_price": 499.95, "destination": "a@b.example"
    });
    body[name] = value;
    body.to_string().into_bytes()
}

#[test]
fn the_body_of_the_table_is_taken() {
    let (product, terms) = wanted(&with("channel", "email".into())).unwrap();
    assert_eq!(product.as_str(), "nova_x2");
    assert_eq!(terms.condition.target().unwrap().decimal(), "499.95");
    let Channel::Email { destination } = terms.channel else {
        panic!("{:?}", terms.channel);
    };
    assert_eq!(destination.as_str(), "a@b.example");
    let short = br#"{"canonical_product_id":"a","target_price":1,"destination":"a@b.example"}"#;
    let (_, terms) = wanted(short).unwrap();
    assert_eq!(terms.channel.kind().code(), "email");
}

#[test]
fn the_body_of_the_guide_is_taken() {
    for (body, destination) in [
        (
            r#"{"canonical_product_id":"a","target_price":1,"channel":"webhook",
            "condition":"target_price"}"#,
            None,
        ),
        (
            r#"{"canonical_product_id":"a","target_price":1,"channel":"webhook",
            "destination":"a@b.example"}"#,
            Some("a@b.example"),
        ),
    ] {
        let (_, terms) = wanted(body.as_bytes()).unwrap();
        assert_eq!(terms.channel.kind().code(), "webhook");
        let kept = terms.channel.destination().map(EmailAddress::as_str);
        assert_eq!(kept, destination);
    }
    assert!(wanted(&with("condition", "target_price".into())).is_ok());
}

#[test]
fn a_target_stands_with_the_condition_that_needs_one() {
    let wanted = |target: &str, condition: &str| {
        let body =
            format!(r#"{{"canonical_product_id":"a","channel":"webhook"{target}{condition}}}"#);
        wanted(body.as_bytes()).map(|(_, terms)| terms.condition.code())
    };
    let (none, some) = ("", r#","target_price":5"#);
    let [of_target, of_stock] =
        ["target_price", "back_in_stock"].map(|code| format!(r#","condition":"{code}""#));
    for (target, condition, code) in [
        (some, "", "target_price"),
        (some, of_target.as_str(), "target_price"),
        (none, of_stock.as_str(), "back_in_stock"),
    ] {
        assert_eq!(wanted(target, condition).unwrap(), code);
    }
    for (target, condition) in [
        (none, ""),
        (none, of_target.as_str()),
        (some, of_stock.as_str()),
        (r#","target_price":"x""#, of_stock.as_str()),
    ] {
        assert_eq!(faults(wanted(target, condition)), ["target_price"]);
    }
}

#[test]
fn every_member_is_held_to_its_form() {
    let longest = "p".repeat(128);
    assert!(wanted(&with("canonical_product_id", longest.into())).is_ok());
    for (name, values) in [
        (
            "canonical_product_id",
            json!([
                "",
                "Nova",
                "nova-x2",
                "nova\u{0}",
                "növa",
                "p".repeat(129),
                5,
                null,
                ["nova"]
            ]),
        ),
        (
            "target_price",
            json!([0, -1, 0.99, 1_000_000.01, "5", null, true, [5], { "value": 5 }]),
        ),
        (
            "channel",
            json!(["sms", "Email", "email ", "", null, 1, ["email"]]),
        ),
        ("destination", json!(["", "a", null, 1, ["a@b.example"]])),
        ("condition", json!(["target_prize", "", null, true])),
    ] {
        for value in values.as_array().unwrap() {
            assert_eq!(
                faults(wanted(&with(name, value.clone()))),
                [name],
                "{value}"
            );
        }
    }
}

#[test]
fn addresses_are_no_way_into_a_mail() {
    for bad in [
        "Ann <a@b.example>",
        "\"a b\"@c.example",
        "a(x)@b.example",
        "a@b.example,c@d.example",
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example%0aBcc:c@d.example",
        "a@b.example\u{0}",
        &format!("a@{}example", "b.".repeat(124)),
    ] {
        for channel in ["email", "webhook"] {
            let body = json!({
                "canonical_product_id": "a", "target_price": 5, "channel": channel,
                "destination": bad
            });
            let read = wanted(body.to_string().as_bytes());
            assert_eq!(faults(read), ["destination"], "{bad:?}");
        }
        let body = json!({ "destination": bad }).to_string();
        assert_eq!(faults(patch(body.as_bytes())), ["destination"], "{bad:?}");
    }
}

#[test]
fn target_prices_are_read_exactly() {
    let read = |number: &str| {
        let body = format!(
            r#"{{"canonical_product_id":"a","target_price":{number},"destination":"a@b.example"}}"#
        );
        wanted(body.as_bytes()).map(|(_, terms)| terms.condition.target().unwrap().decimal())
    };
    for (number, kept) in [
        ("1", "1"),
        ("1.0", "1"),
        ("1e6", "1000000"),
        ("499.99995", "500"),
        ("0.49995e3", "499.95"),
    ] {
        assert_eq!(read(number).unwrap(), kept);
    }
    for bad in [
        "0.99999999999999999999",
        "1000000.0000000000000000001",
        "1e999",
        "-0",
        "0",
    ] {
        assert_eq!(faults(read(bad)), ["target_price"], "{bad}");
    }
}

#[test]
fn a_percent_belongs_to_a_fall_and_is_a_whole_number() {
    let read = |condition: &str, percent: &str| {
        let body = format!(
            r#"{{"canonical_product_id":"a","destination":"a@b.example","condition":"{condition}"{percent}}}"#
        );
        wanted(body.as_bytes()).map(|(_, terms)| terms.condition)
    };
    for (percent, expected) in [("1", 1), ("10", 10), ("10.0", 10), ("2e1", 20), ("90", 90)] {
        let made = read("price_fall", &format!(r#","percent":{percent}"#)).unwrap();
        let fall = made.fall().unwrap();
        assert_eq!((fall.percent.get(), fall.from), (expected, None));
    }
    for bad in [
        "0", "91", "256", "-1", "10.5", "1e-1", "\"10\"", "null", "true",
    ] {
        let read = read("price_fall", &format!(r#","percent":{bad}"#));
        assert_eq!(faults(read), ["percent"], "{bad}");
        let body = format!(r#"{{"percent":{bad}}}"#);
        assert_eq!(faults(patch(body.as_bytes())), ["percent"], "{bad}");
    }
    assert_eq!(faults(read("price_fall", "")), ["percent"]);
    let with_target = r#","target_price":5"#;
    assert_eq!(
        faults(read("price_fall", with_target)),
        ["target_price", "percent"]
    );
    let both = r#","target_price":5,"percent":10"#;
    assert_eq!(faults(read("price_fall", both)), ["target_price"]);
    assert_eq!(read("new_low", "").unwrap().code(), "new_low");
    assert_eq!(faults(read("new_low", r#","percent":10"#)), ["percent"]);
    assert_eq!(
        faults(read("new_low", r#","target_price":1"#)),
        ["target_price"]
    );
    assert_eq!(faults(read("target_price", both)), ["percent"]);
    assert_eq!(
        faults(read("back_in_stock", r#","percent":10"#)),
        ["percent"]
    );
    let patched = patch(br#"{"percent":33}"#).unwrap();
    assert_eq!(patched.percent.unwrap().get(), 33);
}

#[test]
fn nobody_sets_what_is_not_theirs() {
    for name in [
        "id",
        "status",
        "created_at",
        "updated_at",
        "workspace",
        "mode",
        "client_id",
        "product",
        "current_price",
        "target_reached",
        "target_prize",
        "__proto__",
    ] {
        assert_eq!(faults(wanted(&with(name, "x".into()))), ["body"], "{name}");
    }
    for name in [
        "id",
        "channel",
        "canonical_product_id",
        "condition",
        "created_at",
    ] {
        let body = json!({ "status": "active", name: "email" }).to_string();
        assert_eq!(faults(patch(body.as_bytes())), ["body"], "{name}");
    }
}

#[test]
fn everything_that_is_wrong_is_named_at_once() {
    let all = ["canonical_product_id", "target_price", "destination"];
    assert_eq!(faults(wanted(b"{}")), all);
    let worst = br#"{"canonical_product_id":1,"target_price":0,"channel":2,"destination":3,
        "condition":4,"x":5,"x":6}"#;
    assert_eq!(
        faults(wanted(worst)),
        [
            "body",
            "canonical_product_id",
            "target_price",
            "channel",
            "destination",
            "condition"
        ]
    );
    let webhook = br#"{"canonical_product_id":"a","target_price":1,"channel":"webhook",
        "destination":"nobody"}"#;
    assert_eq!(faults(wanted(webhook)), ["destination"]);
    assert_eq!(
        faults(patch(
            br#"{"target_price":0,"destination":"","status":"gone"}"#
        )),
        ["target_price", "destination", "status"]
    );
}

#[test]
fn a_patch_has_at_least_one_member() {
    for empty in ["{}", " { } "] {
        assert_eq!(faults(patch(empty.as_bytes())), ["body"]);
    }
    let one = patch(br#"{"status":"paused"}"#).unwrap();
    assert_eq!(one.status, Some(WatchStatus::Paused));
    assert_eq!((one.target, one.destination), (None, None));
    let all = patch(br#"{"target_price":5,"destination":"a@b.example","status":"active"}"#);
    let all = all.unwrap();
    assert_eq!(all.target.unwrap().decimal(), "5");
    assert_eq!(all.destination.unwrap().as_str(), "a@b.example");
    for null in ["target_price", "destination", "status"] {
        let body = format!("{{\"{null}\":null}}");
        assert_eq!(faults(patch(body.as_bytes())), [null]);
    }
}
