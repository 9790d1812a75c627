//! What a serving process does beside answering gives way to requests.

use tests::process::threads;
use tests::{Backend, Deployment, Service, wait_for};

/// Threads that answer: those of the listeners, and those of searches.
const ANSWERING: [&str; 2] = ["actix-server wo", "index"];

/// Threads of the background, and those that write the index.
const BACKGROUND: [&str; 4] = [
    "background",
    "thrd-tantivy-in",
    "segment_updater",
    "merge_thread",
];

/// The niceness that all threads with these names have, each name at least one.
fn niceness(service: &Service, names: &[&str], ask: impl Fn()) -> i64 {
    wait_for("threads of one niceness", || {
        // threads of searches end when there are none for a while
        ask();
        let threads = threads(service.pid());
        let of = |name: &str| {
            let named = threads
                .iter()
                .filter(|(thread, _)| thread.starts_with(name));
            named.map(|(_, niceness)| *niceness).collect::<Vec<_>>()
        };
        let each: Vec<Vec<i64>> = names.iter().map(|name| of(name)).collect();
        if each.iter().any(Vec::is_empty) {
            return None;
        }
        let all = each.concat();
        let first = all.first().copied()?;
        all.iter().all(|it| *it == first).then_some(first)
    })
}

#[test]
fn a_process_that_answers_puts_its_background_behind() {
    let deployment = Deployment::new(Backend::Sqlite);
    let key = deployment.key("live", &["catalog:read"]);
    for roles in ["http,worker", "http"] {
        let answering = deployment.command(&["serve", "--roles", roles]);
        let answering = Service::start(answering, "http");
        answering.wait_until_ready();
        let search = || assert_eq!(answering.get("/v1/search?q=nova", &key).status, 200);
        let first = niceness(&answering, &ANSWERING, search);
        let behind = niceness(&answering, &BACKGROUND, search);
        assert_eq!(behind, (first + 10).min(19), "beside {first}");
    }
}

#[test]
fn a_process_that_only_works_gives_way_to_nobody() {
    let deployment = Deployment::new(Backend::Sqlite);
    let working = deployment.command(&["serve", "--roles", "worker"]);
    let working = Service::start(working, "http");
    working.wait_until_ready();
    let first = niceness(&working, &["actix-server wo"], || {});
    assert_eq!(niceness(&working, &["background"], || {}), first);
}
