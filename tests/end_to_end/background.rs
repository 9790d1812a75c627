//! What a serving process does beside answering gives way to requests.

use tests::process::threads;
use tests::{Backend, Deployment, Service};

/// How far the threads of the background stand behind the others (`nice`); `None` where they do not.
fn behind(service: &Service) -> Option<i64> {
    let threads = threads(service.pid());
    let of = |name: &str| {
        let named = threads
            .iter()
            .filter(|(thread, _)| thread.starts_with(name));
        let mut found: Vec<i64> = named.map(|(_, niceness)| *niceness).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let [answering] = of("actix-server wo")[..] else {
        panic!("threads that answer differ: {threads:?}");
    };
    match of("background")[..] {
        [] => None,
        [niceness] => Some(niceness - answering),
        _ => panic!("threads of the background differ: {threads:?}"),
    }
}

#[test]
fn a_process_that_answers_puts_its_background_behind() {
    let deployment = Deployment::new(Backend::Sqlite);
    assert_eq!(behind(&deployment.serve()), Some(10));
    let answering = deployment.command(&["serve", "--roles", "http"]);
    let answering = Service::start(answering, "http");
    answering.wait_until_ready();
    assert_eq!(behind(&answering), Some(10));
    drop(answering);
    // beside a worker alone nobody waits for an answer
    let working = deployment.command(&["serve", "--roles", "worker"]);
    let working = Service::start(working, "http");
    working.wait_until_ready();
    assert_eq!(behind(&working), None);
}
