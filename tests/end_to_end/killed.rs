//! kill -9 in the middle of an import: readers see the last complete snapshot, and the rerun ends right.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tests::{Backend, Deployment, Key, Service, let_pass, wait_for};

crate::on_both_stores!(a_killed_import_leaves_the_last_complete_snapshot);

const OFFERS: usize = 4000;
const KILLS: u32 = 10;

/// A feed in which every price ends in the round's cents, every tenth offer is named in even rounds
/// only, and some are renamed.
fn feed(round: u32) -> String {
    let mut csv = "offer_id,title,brand,price,url,delivery_cost,availability\n".to_owned();
    for n in (0..OFFERS).filter(|n| round.is_multiple_of(2) || !n.is_multiple_of(10)) {
        let title = if n % 7 == 3 {
            format!("Nova Q{n} edition {round}")
        } else {
            format!("Nova Q{n} phone")
        };
        csv += &format!(
            "o{n},{title},Nova,{}.{round:02},https://s.example/{n},0,in_stock\n",
            n + 1
        );
    }
    csv
}

/// The rounds whose prices are seen in a sample of products; one, when a snapshot is whole.
fn rounds_seen(service: &Service, key: &Key) -> Vec<i64> {
    let mut seen: Vec<i64> = (0..OFFERS)
        .step_by(97)
        .filter(|n| n % 10 != 0 && n % 7 != 3)
        .map(|n| {
            let answer = service.get(&format!("/v1/products/nova_q{n}_phone"), key);
            assert_eq!(answer.status, 200, "nova_q{n}_phone");
            let price = answer.json()["offers"][0]["price"]
                .as_f64()
                .expect("a price");
            (price * 100.0).round() as i64 % 100
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen
}

fn totals(service: &Service, key: &Key) -> Value {
    service.get("/v1/search?q=nova", key).json()["total"].clone()
}

fn a_killed_import_leaves_the_last_complete_snapshot(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_RATE_LIMIT_READS", "0");
    let first = deployment.file("round0.csv", feed(0));
    deployment.import(&first, "Store One", &[]);
    let second = deployment.file("second.csv", feed(KILLS + 1));
    let whole = tests::timed(|| {
        deployment.import(&second, "Store One", &[]);
    });
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let mut in_force = i64::from(KILLS + 1);
    let mut killed_while_running = 0;
    for round in 1..=KILLS {
        let file = deployment.file("round.csv", feed(round));
        let mut child = deployment
            .command(&["import", &file, "--store", "Store One"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // spread over the import's length: a tenth more each round
        let_pass(
            whole
                .mul_f64(f64::from(round) / f64::from(KILLS))
                .max(Duration::from_millis(5)),
        );
        let still_running = child.try_wait().unwrap().is_none();
        killed_while_running += u32::from(still_running);
        child.kill().unwrap();
        child.wait().unwrap();
        let seen = wait_for("one whole snapshot", || {
            Some(rounds_seen(&service, &key)).filter(|seen| seen.len() == 1)
        });
        let published = i64::from(round);
        assert!(
            seen == [in_force] || seen == [published],
            "round {round}: {seen:?} after {in_force}"
        );
        let counts = deployment.import(&file, "Store One", &[]);
        assert_eq!(counts["rejected"], 0);
        assert_eq!(counts["accepted"], counts["read"]);
        wait_for("the rerun", || {
            (rounds_seen(&service, &key) == [published]).then_some(())
        });
        in_force = published;
        let named = feed(round).lines().count() - 1;
        wait_for("the number of products", || {
            (totals(&service, &key) == named).then_some(())
        });
    }
    assert!(
        killed_while_running >= 3,
        "only {killed_while_running} kills hit a running import"
    );
    let again = deployment.import(&deployment.file("round.csv", feed(KILLS)), "Store One", &[]);
    assert_eq!(
        [&again["created"], &again["changed"], &again["gone"]],
        [0, 0, 0]
    );
}
