use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::{Amount, Currency};
use domain::watch::{
    FallPercent, Firing, NewLow, PriceFall, StatedMinimum, TargetPrice, WatchCondition,
};
use domain::webhook::event::{Event, WatchEvent};
use proptest::prelude::*;
use time::macros::datetime;
use uuid::{Uuid, uuid};

use super::envelope;

fn fired(code: &str, minor: i64, target: TargetPrice) -> WatchEvent {
    let amount = |minor| Amount::from_minor(minor).unwrap();
    WatchEvent {
        id: uuid!("9b639eca-4563-58bf-a51f-eaf7cb8634f6"),
        product: ProductNo(7),
        revision: Revision(8),
        firing: Firing {
            watch: uuid!("e349e471-5e92-4946-a1a1-157476dbcbae"),
            product: CanonicalProductId::parse("nova_x2_cafe_128gb").unwrap(),
            product_name: "Nova X2 Café 128GB".to_owned(),
            condition: WatchCondition::BelowTarget { target },
            watched_store: None,
            minimum: StatedMinimum {
                price: amount(minor),
                item: amount(minor),
                delivery: amount(0),
                store: "Store One".to_owned(),
                url: "https://one.example/nova".to_owned(),
            },
            source_revision: uuid!("1fbc1030-eca0-57f1-a4c4-671773cc8a7a"),
            observed_at: datetime!(2026-11-21 21:15:53.954043 UTC),
        },
        currency: Currency::parse(code).unwrap(),
        restarts: 0,
        evidence_until: None,
    }
}

fn euros(minor: i64, target: &str) -> WatchEvent {
    fired("EUR", minor, TargetPrice::parse_json(target).unwrap())
}

fn written(event: &WatchEvent) -> String {
    envelope(&Event::Triggered(event)).unwrap()
}

#[test]
fn a_firing_is_these_bytes() {
    let expected = concat!(
        r#"{"id":"9b639eca-4563-58bf-a51f-eaf7cb8634f6","type":"watchlist.triggered","#,
        r#""created_at":"2026-11-21T21:15:53.954043Z","mode":"live","data":{"#,
        r#""watch_id":"e349e471-5e92-4946-a1a1-157476dbcbae","#,
        r#""canonical_product_id":"nova_x2_cafe_128gb","product_name":"Nova X2 Café 128GB","#,
        r#""target_price":95,"current_price":93.95,"store":"Store One","#,
        r#""source_revision":"1fbc1030-eca0-57f1-a4c4-671773cc8a7a","#,
        r#""observed_at":"2026-11-21T21:15:53.954043Z"}}"#,
    );
    assert_eq!(written(&euros(9_395, "95")), expected);
    // of another condition: no target, and its code at the end
    let mut event = euros(9_395, "95");
    event.firing.condition = WatchCondition::BackInStock;
    let expected = expected
        .replace("\"target_price\":95,", "\"target_price\":null,")
        .replace("\"}}", "\",\"condition\":\"back_in_stock\"}}");
    assert_eq!(written(&event), expected);
    event.firing.condition = WatchCondition::PriceFall(PriceFall {
        percent: FallPercent::new(15).unwrap(),
        from: Amount::from_minor(11_150),
    });
    let of_low = expected.replace("back_in_stock", "new_low");
    let expected = expected.replace(
        "\"back_in_stock\"",
        "\"price_fall\",\"percent\":15,\"reference_price\":111.5",
    );
    assert_eq!(written(&event), expected);
    event.firing.condition = WatchCondition::NewLow(NewLow::begun_at(Amount::from_minor(11_150)));
    assert_eq!(written(&event), of_low);
}

#[test]
fn a_test_is_these_bytes() {
    let event = Event::Test {
        id: uuid!("59aa8f07-a8ba-4687-8484-9a38b76c4d2e"),
        at: datetime!(2026-11-21 23:15:29.089559999 +02:00),
    };
    let expected = concat!(
        r#"{"id":"59aa8f07-a8ba-4687-8484-9a38b76c4d2e","type":"webhook.test","#,
        r#""created_at":"2026-11-21T21:15:29.089559Z","mode":"live","data":{"test":true}}"#,
    );
    assert_eq!(envelope(&event).unwrap(), expected);
}

#[test]
fn prices_are_written_digit_for_digit() {
    let table = [
        ("EUR", 1, "1.0001", "1.0001", "0.01"),
        ("EUR", 9_000, "90.0100", "90.01", "90"),
        ("EUR", 9_350, "499.9999", "499.9999", "93.5"),
        (
            "EUR",
            10_000_000_000_000,
            "999999.95",
            "999999.95",
            "100000000000",
        ),
        ("EUR", 9_999_999_999_999, "1e3", "1000", "99999999999.99"),
        ("JPY", 1_500, "2000", "2000", "1500"),
        ("KWD", 1_500, "2", "2", "1.5"),
        ("KWD", 1_501, "2", "2", "1.501"),
    ];
    for (code, minor, target, shown_target, shown_price) in table {
        let target = TargetPrice::parse_json(target).unwrap();
        let text = written(&fired(code, minor, target));
        let expected = format!(r#""target_price":{shown_target},"current_price":{shown_price},"#);
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn control_characters_are_written_by_their_number() {
    let mut event = euros(9_395, "95");
    event.firing.product_name = "5\" \\ / \u{0}\u{8}\t\n\u{c}\r\u{1f}\u{7f}\u{2028} 🎧".to_owned();
    let expected = concat!(
        r#""product_name":"5\" \\ / \u0000\u0008\u0009\u000a\u000c\u000d\u001f"#,
        "\u{7f}\u{2028} 🎧\"",
    );
    let text = written(&event);
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_numbered_event_differs_in_its_id_alone() {
    let event = euros(9_395, "95");
    let second = event.numbered(1);
    assert_eq!(written(&event.numbered(0)), written(&event));
    assert_ne!(second.id, event.id);
    let (text, other) = (written(&event), written(&second));
    assert_eq!(
        other.strip_prefix(&format!("{{\"id\":\"{}\"", second.id)),
        text.strip_prefix(&format!("{{\"id\":\"{}\"", event.id))
    );
}

/// A JSON string (RFC 8259, section 7) in the spelling of the first version of the interface.
fn quoted(value: &str) -> String {
    let escaped = value.chars().map(|c| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if u32::from(c) < 0x20 => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

proptest! {
    /// Receivers compare and sign bytes, so whatever a feed holds is spelled in one way.
    #[test]
    fn names_are_spelled_in_one_way(name in any::<String>(), store in any::<String>(), id in any::<u128>()) {
        let mut event = euros(9_395, "95");
        event.id = Uuid::from_u128(id);
        event.firing.product_name.clone_from(&name);
        event.firing.minimum.store.clone_from(&store);
        let text = written(&event);
        let expected = format!(
            "{{\"id\":\"{}\",\"type\":\"watchlist.triggered\",\
             \"created_at\":\"2026-11-21T21:15:53.954043Z\",\"mode\":\"live\",\"data\":{{\
             \"watch_id\":\"e349e471-5e92-4946-a1a1-157476dbcbae\",\
             \"canonical_product_id\":\"nova_x2_cafe_128gb\",\"product_name\":{},\
             \"target_price\":95,\"current_price\":93.95,\"store\":{},\
             \"source_revision\":\"1fbc1030-eca0-57f1-a4c4-671773cc8a7a\",\
             \"observed_at\":\"2026-11-21T21:15:53.954043Z\"}}}}",
            Uuid::from_u128(id), quoted(&name), quoted(&store),
        );
        prop_assert_eq!(text, expected);
    }
}
