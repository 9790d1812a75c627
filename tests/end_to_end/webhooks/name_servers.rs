//! Names of receivers that are never answered for.

use std::net::Ipv4Addr;
use std::time::Duration;

use fakes::NameServer;
use tests::process::open_files;
use tests::webhooks::{World, attempts, owning, text};
use tests::{Backend, timed, wait_for};

/// Endpoints of one workspace in the zone that never answers: as many as it may have.
const SILENT: usize = 100;

/// Endpoints of another workspace, whose names are looked up as well.
const PROMPT: usize = 20;

/// The longest that half of the deliveries of that workspace may wait for their first attempt: half of the time
/// that a look-up may take, so that they have not waited for one that hangs.
const USUAL: Duration = Duration::from_millis(1500);

/// The longest that any of them may wait, on a machine that is busy.
const BOUND: Duration = Duration::from_secs(10);

/// How many files the service may have open meanwhile: for each of the 200 attempts that hang two questions
/// of three packets each, and what it has otherwise.
const FILES: usize = 200 * 6 + 300;

#[test]
fn a_zone_that_never_answers_gives_no_other_workspace_a_timeout() {
    let server = NameServer::start().unwrap();
    server.hang("silent.example.com");
    for number in 0..PROMPT {
        // nobody listens there, which is not said before the name has led there
        let name = format!("q{number}.prompt.example.com");
        server.lead(&name, Ipv4Addr::new(127, 0, 0, 77));
    }
    let world = World::with(
        Backend::Sqlite,
        &[
            ("PCS_WEBHOOK_NAME_SERVERS", &server.address.to_string()),
            ("PCS_WEBHOOK_ALLOW_CIDR", "127.0.0.77/32"),
        ],
    );
    let silent = world.service.owner(&owning(&world.deployment, "silent"));
    let hanging: Vec<String> = (0..SILENT)
        .map(|n| silent.register(&format!("https://e{n}.silent.example.com/hook")))
        .flat_map(|webhook| [silent.test(&webhook), silent.test(&webhook)])
        .collect();
    wait_for("look-ups that hang", || {
        let sending = world.service.metric("cotejo_webhooks_sending");
        (sending >= Some(SILENT as u64)).then_some(())
    });

    let reached = world.webhook("/hook");
    let mut most_files = 0;
    let mut waited = Vec::new();
    for number in 0..PROMPT {
        let url = format!("https://q{number}.prompt.example.com/hook");
        let webhook = world.owner.register(&url);
        let took = timed(|| {
            let delivery = world.owner.attempted(&world.owner.test(&webhook), 1);
            let error = text(&attempts(&delivery)[0], "error_code").to_owned();
            assert_eq!(error, "transport_error", "{delivery}");
        });
        waited.push(took);
        let took = timed(|| {
            let delivery = world.deliver(&reached);
            assert_eq!(delivery["status"], "delivered", "{delivery}");
        });
        waited.push(took);
        most_files = most_files.max(open_files(world.service.pid()));
    }
    waited.sort();
    assert!(waited[waited.len() / 2] < USUAL, "{waited:?}");
    assert!(waited[waited.len() - 1] < BOUND, "{waited:?}");
    assert!(most_files < FILES, "{most_files} open files");

    let delivery = silent.attempted(&hanging[0], 1);
    // by the time of the look-up, or by that of its questions
    let why = text(&attempts(&delivery)[0], "error_code").to_owned();
    assert!(
        ["timeout", "dns_error"].contains(&why.as_str()),
        "{delivery}"
    );
}
