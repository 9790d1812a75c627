//! What a receiver must accept, and what it must refuse.

use ring::hmac;

use crate::Delivery;

/// What an example is given, and what it must say.
pub struct Case {
    pub name: &'static str,
    pub secrets: Vec<String>,
    pub header: String,
    pub body: Vec<u8>,
    pub now: i64,
    pub genuine: bool,
}

/// The vector that has been verified with independent programs.
fn reference() -> Delivery {
    let body = r#"{"id":"evt_1","type":"price.changed","data":{"price":"19.99","name":"Café"}}"#;
    let code = "c8deeeb4a7e3a7017645a71bdf9984fe5419b24d0637b2edbc2c5bf197a7fa63";
    Delivery {
        secret: "whsec_test_0123456789abcdef".to_owned(),
        header: format!("t=1700000000,v1={code}"),
        body: body.into(),
        at: 1_700_000_000,
    }
}

/// The lower-case code of a text that stands for the instant, and a body.
fn code(secret: &str, at: &str, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mac = hmac::sign(&key, &[at.as_bytes(), b".", body].concat());
    mac.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}

impl Delivery {
    /// The delivery as it came.
    fn case(&self, name: &'static str) -> Case {
        Case {
            name,
            secrets: vec![self.secret.clone()],
            header: self.header.clone(),
            body: self.body.clone(),
            now: self.at,
            genuine: true,
        }
    }

    fn refused(&self, name: &'static str) -> Case {
        Case {
            genuine: false,
            ..self.case(name)
        }
    }

    /// With another header.
    fn headed(&self, name: &'static str, genuine: bool, header: String) -> Case {
        Case {
            header,
            genuine,
            ..self.case(name)
        }
    }
}

/// All cases about one delivery, the reference vector, and one more delivery.
pub fn all(delivery: &Delivery, other: &Delivery) -> Vec<Case> {
    let mut cases = vec![
        reference().case("the reference vector"),
        other.case("another delivery"),
        delivery.case("as it came"),
    ];
    cases.extend(about_secrets(delivery));
    cases.extend(about_bodies(delivery));
    cases.extend(about_time(delivery));
    cases.extend(about_headers(delivery));
    cases
}

fn about_secrets(delivery: &Delivery) -> Vec<Case> {
    let (ours, others) = (delivery.secret.clone(), "whsec_another".to_owned());
    let with = |name, secrets: &[&String], genuine| Case {
        secrets: secrets.iter().map(ToString::to_string).collect(),
        genuine,
        ..delivery.case(name)
    };
    let bare = ours.trim_start_matches("whsec_").to_owned();
    let line = format!("{ours}\n");
    let unkeyed = code("", &delivery.at.to_string(), &delivery.body);
    vec![
        with("the first of two secrets", &[&ours, &others], true),
        with("the second of two secrets", &[&others, &ours], true),
        with("a wrong secret", &[&others], false),
        with("two wrong secrets", &[&others, &others], false),
        with("no secret", &[], false),
        with("a secret without its prefix", &[&bare], false),
        with("a secret with a line break", &[&line], false),
        Case {
            secrets: vec![String::new()],
            header: format!("t={},v1={unkeyed}", delivery.at),
            ..delivery.refused("an empty secret, and a code made with none")
        },
    ]
}

fn about_bodies(delivery: &Delivery) -> Vec<Case> {
    let with = |name, body: Vec<u8>| Case {
        body,
        ..delivery.refused(name)
    };
    let mut changed = delivery.body.clone();
    if let Some(last) = changed.iter_mut().rfind(|byte| byte.is_ascii_digit()) {
        *last ^= 1;
    }
    let read: serde_json::Value = serde_json::from_slice(&delivery.body).expect("JSON");
    let written = serde_json::to_vec_pretty(&read).expect("JSON");
    vec![
        with("a changed body", changed),
        with(
            "a body with a line break",
            [&delivery.body[..], b"\n"].concat(),
        ),
        with("a body that was read and written again", written),
        with("no body", Vec::new()),
    ]
}

fn about_time(delivery: &Delivery) -> Vec<Case> {
    let when = |name, now, genuine| Case {
        now,
        genuine,
        ..delivery.case(name)
    };
    let at = delivery.at;
    let later = format!("t={},v1=", at + 1);
    let moved = delivery.header.replace(&format!("t={at},v1="), &later);
    vec![
        when("300 seconds old", at + 300, true),
        when("301 seconds old", at + 301, false),
        when("300 seconds ahead", at - 300, true),
        when("301 seconds ahead", at - 301, false),
        delivery.headed("another instant than the signed one", false, moved),
    ]
}

fn about_headers(delivery: &Delivery) -> Vec<Case> {
    let at = delivery.at;
    let good = code(&delivery.secret, &at.to_string(), &delivery.body);
    let bad = code("whsec_another", &at.to_string(), &delivery.body);
    assert_eq!(delivery.header, format!("t={at},v1={good}"));
    let zeros = format!("0{at}");
    let zeroed = code(&delivery.secret, &zeros, &delivery.body);
    let thousandths = format!("{at}000");
    let fine = code(&delivery.secret, &thousandths, &delivery.body);
    let refused = |name, header| delivery.headed(name, false, header);
    vec![
        delivery.headed(
            "several codes of which one fits",
            true,
            format!("t={at},v1={bad},v1={good}"),
        ),
        delivery.headed(
            "a label that nobody knows yet",
            true,
            format!("t={at},v1={good},v2=abc"),
        ),
        refused(
            "several codes of which none fits",
            format!("t={at},v1={bad},v1={bad}"),
        ),
        refused("no header", String::new()),
        refused("no instant", format!("v1={good}")),
        refused("no code", format!("t={at}")),
        refused("an empty code", format!("t={at},v1=")),
        refused("half a code", format!("t={at},v1={}", &good[..32])),
        refused(
            "a code of capital letters",
            format!("t={at},v1={}", good.to_uppercase()),
        ),
        refused(
            "a code that is no text of ours",
            format!("t={at},v1=é{}", &good[2..]),
        ),
        refused("another label", format!("t={at},v0={good}")),
        refused("two instants", format!("t={at},t={at},v1={good}")),
        refused("a blank", format!("t={at}, v1={good}")),
        refused(
            "an instant with a zero in front",
            format!("t={zeros},v1={zeroed}"),
        ),
        refused(
            "an instant in thousandths",
            format!("t={thousandths},v1={fine}"),
        ),
        refused("an instant with a sign", format!("t=+{at},v1={good}")),
        refused(
            "an endless header",
            format!("{},v0={}", delivery.header, "0".repeat(450)),
        ),
    ]
}
