//! The signature check of the PyPI package `stripe` judges deliveries: many receivers have it already.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tests::webhook_receiver::{Received, status};
use tests::webhooks::{World, text};
use tests::{Backend, offers_csv, python, wait_for};

/// What the package is asked, and what it must say.
#[derive(Clone)]
struct Case {
    body: Vec<u8>,
    signature: String,
    secret: String,
    /// How many seconds later it is.
    later: u32,
    expected: &'static str,
}

impl Case {
    fn asked(&self) -> Value {
        let hex: String = self.body.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({
            "body": hex, "signature": self.signature, "secret": self.secret, "later": self.later,
        })
    }
}

/// What the package says to each.
fn verify(cases: &[Case]) -> Vec<String> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("stripe/verify.py");
    let mut child = Command::new(python::with("stripe"))
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let asked: Vec<Value> = cases.iter().map(Case::asked).collect();
    let mut input = child.stdin.take().expect("stdin");
    input
        .write_all(json!(asked).to_string().as_bytes())
        .expect("cases");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("text");
    said.lines().map(str::to_owned).collect()
}

/// Imports a product whose name is not plain ASCII, for a price; its id.
fn product(world: &World, price: &str) -> String {
    let row = ["a1", "Nova Café 5 128GB", "Nova", "", price];
    let file = world.deployment.file("feed.csv", offers_csv(&[row]));
    world.deployment.import(&file, "Läden & Söhne", &[]);
    wait_for("the product", || {
        let found = world.owner.shown("/v1/search?q=nova+cafe");
        let product = found["items"].as_array()?.first()?;
        Some(text(product, "canonical_product_id").to_owned())
    })
}

/// A delivery as it came, and changed in every way that matters.
fn cases(received: &Received, secret: &str) -> Vec<Case> {
    const MISMATCH: &str = "refused: No signatures found matching";
    let good = Case {
        body: received.body.clone(),
        signature: received.signature().to_owned(),
        secret: secret.to_owned(),
        later: 0,
        expected: "accepted",
    };
    let changed = |change: &dyn Fn(&mut Case)| {
        let mut case = good.clone();
        case.expected = MISMATCH;
        change(&mut case);
        case
    };
    let (middle, last) = (good.body.len() / 2, good.body.len() - 1);
    let at = received.signed_at();
    let younger = format!("t={}", at + 60);
    vec![
        good.clone(),
        Case {
            later: 240,
            ..good.clone()
        },
        Case {
            later: 320,
            expected: "refused: Timestamp outside the tolerance zone",
            ..good.clone()
        },
        changed(&|case| case.body[0] = b'['),
        changed(&|case| case.body[middle] ^= 1),
        changed(&|case| case.body.push(b'\n')),
        changed(&|case| case.body.truncate(last)),
        changed(&|case| case.secret.push('x')),
        changed(&|case| case.secret = case.secret[1..].to_owned()),
        // a younger instant was never signed
        changed(&|case| case.signature = case.signature.replace(&format!("t={at}"), &younger)),
    ]
}

#[test]
fn the_package_stripe_accepts_deliveries_and_refuses_what_was_changed() {
    let world = World::new(Backend::Sqlite);
    let product_id = product(&world, "100.00");
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(500));
    world.deliver(&webhook);
    let body = json!({
        "canonical_product_id": product_id, "target_price": 95, "channel": "webhook",
    });
    let watch = world.owner.client().create(&body.to_string());
    assert_eq!(watch.status, 201, "{}", watch.text());
    product(&world, "89.90");
    // a test that failed once, and a price with letters of more than one byte
    let received = world.receiver.wait_for("/hook", 3);
    assert!(str::from_utf8(&received[2].body).unwrap().contains("Café"));
    let all: Vec<Case> = received
        .iter()
        .flat_map(|received| cases(received, &webhook.secret))
        .collect();
    let said = verify(&all);
    assert_eq!(said.len(), all.len());
    for (place, (said, case)) in said.iter().zip(&all).enumerate() {
        let expected = case.expected;
        assert!(said.starts_with(expected), "{place}: {expected}: {said}");
    }
}
