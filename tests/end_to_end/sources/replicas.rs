//! Several workers on one store.

use tests::Backend;
use tests::sources::{Shop, content, feed};

#[test]
fn of_two_replicas_one_runs_a_source() {
    let shop = Shop::new(Backend::Postgres);
    let replicas = [shop.worker(), shop.worker()];
    let ids: Vec<_> = (0..8)
        .map(|n| {
            let target = format!("/{n}.csv");
            shop.server
                .afterwards(&target, content(&feed("399.90"), ""));
            let url = shop.server.url(&target);
            shop.deployment.source(&url, &format!("Shop {n}"), &[])
        })
        .collect();
    let run_by_now = |runs: u64| {
        for id in &ids {
            let source = shop.deployment.source_when(id, "a run", |source| {
                source["state"] == "ok" && source["runs"].as_u64() >= Some(runs)
            });
            assert_eq!(source["runs"], runs, "{source}");
        }
        for n in 0..8 {
            let requests = shop.server.received(&format!("/{n}.csv"));
            assert_eq!(requests.len() as u64, runs);
        }
    };
    run_by_now(1);
    for runs in 2..=4 {
        shop.deployment.make_due();
        run_by_now(runs);
    }
    for replica in replicas {
        assert_eq!(replica.terminate(), Some(0));
    }
}
