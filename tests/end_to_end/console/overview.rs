//! How the deployment stands, in numbers.

use tests::watching::{self, SCOPES};
use tests::{Backend, Deployment, Service};

crate::on_both_stores!(sources_and_watches_are_counted);

/// What is said of a number.
fn number(page: &str, name: &str) -> String {
    let value = page.split(&format!("<dt>{name}</dt><dd>")).nth(1);
    let value = value.and_then(|rest| rest.split('<').next());
    value.unwrap_or_else(|| panic!("{name}: {page}")).to_owned()
}

fn sources_and_watches_are_counted(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.operator("ada");
    // a feed with a row
    watching::price(&deployment, "100.00");
    let source = |store: &str| {
        let feed = deployment.file(&format!("{store}.csv"), "offer_id\n");
        (deployment.source(&feed, store, &[]), feed)
    };
    let (gone, feed) = source("gone");
    std::fs::remove_file(feed).expect("a feed less");
    deployment.run_failing(&gone);
    source("due");
    let (paused, _) = source("paused");
    deployment.ok(&["source", "pause", &paused]);
    // nobody runs sources here
    let service = deployment.command(&["serve", "--roles", "http"]);
    let service = Service::start(service, "http");
    service.wait_until_ready();
    let key = deployment.key("live", &SCOPES);
    service
        .client(&key, "client-one")
        .watch("90", "reader@example.com");
    let ada = service.log_in("ada");
    let page = service.console(&ada, "/console").text().to_owned();
    for (name, counted) in [
        ("Sources", "3"),
        ("Sources due", "1"),
        ("Sources running", "0"),
        ("Sources failing", "1"),
        ("Watches", "1"),
    ] {
        assert_eq!(number(&page, name), counted, "{name}");
    }
    let read = "data-column=\"Read\"><div><span class=\"amount\">1<";
    assert!(page.contains(read), "{page}");
}
