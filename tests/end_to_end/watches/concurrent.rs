//! Two shops are imported at the same time, again and again.

use std::process::Stdio;

use serde_json::Value;
use tests::watching::{self, SCOPES, created};
use tests::{Backend, Deployment, offers_csv};

crate::on_both_stores!(two_imports_at_once_never_fire_a_watch_twice);

const PRODUCTS: usize = 60;
const ROUNDS: u64 = 5;

/// Every product for a few cents more than this.
fn feed(price: u32) -> String {
    let rows: Vec<[String; 3]> = (0..PRODUCTS)
        .map(|n| {
            [
                format!("o{n}"),
                format!("Nova Q{n} phone"),
                format!("{price}.{n:02}"),
            ]
        })
        .collect();
    let rows: Vec<[&str; 5]> = rows
        .iter()
        .map(|[id, title, price]| [id.as_str(), title, "Nova", "", price])
        .collect();
    offers_csv(&rows)
}

/// Imports a feed of each shop at the same time; how many watches fired.
fn at_once(deployment: &Deployment, prices: [u32; 2]) -> u64 {
    let started: Vec<_> = ["Store One", "Store Two"]
        .into_iter()
        .zip(prices)
        .map(|(store, price)| {
            let file = deployment.file(&format!("{store}.csv"), feed(price));
            deployment
                .command(&["import", &file, "--store", store, "--json"])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary starts")
        })
        .collect();
    let fired = started.into_iter().map(|child| {
        let output = child.wait_with_output().expect("an end");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaint}");
        let counts: Value = serde_json::from_slice(&output.stdout).expect("counts as JSON");
        counts["triggered"].as_u64().expect("a count")
    });
    fired.sum()
}

fn two_imports_at_once_never_fire_a_watch_twice(backend: Backend) {
    let deployment = watching::deployment(backend);
    assert_eq!(at_once(&deployment, [100, 101]), 0);
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    for n in 0..PRODUCTS {
        let body = watching::by_mail("95", "ann@customer.example");
        let body = body.replace(watching::PRODUCT, &format!("nova_q{n}_phone"));
        created(&client.create(&body));
    }
    let all = u64::try_from(PRODUCTS).unwrap();
    for round in 0..ROUNDS {
        assert_eq!(at_once(&deployment, [90, 91]), all, "round {round}");
        assert_eq!(at_once(&deployment, [89, 91]), 0, "round {round}");
        assert_eq!(at_once(&deployment, [100, 99]), 0, "round {round}");
    }
    assert_eq!(watching::outbox(&deployment), ROUNDS * all);
}
