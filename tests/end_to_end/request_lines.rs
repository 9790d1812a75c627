//! Every line of the log that a request brings about names it.

use serde_json::Value;
use tests::{Backend, Deployment, Key, Service, offers_csv, wait_for};

crate::on_both_stores!(every_line_of_a_request_names_it);

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn start(backend: Backend, more: &[(&str, &str)]) -> (Deployment, Service, Key) {
    let settings = more.iter();
    let deployment = settings.fold(Deployment::new(backend), |deployment, (name, value)| {
        deployment.with(name, value)
    });
    let feed = offers_csv(&[["a", "Nova X2 128GB", "Nova", "4006381333931", "10.00"]]);
    let file = deployment.file("offers.csv", feed);
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key_in("shop", "live", &["catalog:read"]);
    let service = deployment.serve();
    (deployment, service, key)
}

/// Asks, and answers the lines that have the id, once the last of them is there.
fn lines_of(service: &Service, path: &str, key: &Key, id: &str, parent: &str) -> Vec<String> {
    let bearer = format!("Bearer {}", key.secret);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("X-Request-Id", id),
        ("traceparent", parent),
    ];
    service.get_with(path, &headers);
    let mut lines = Vec::new();
    wait_for("the line of the answer", || {
        lines.extend(service.log().into_iter().filter(|line| line.contains(id)));
        let is_last = |line: &String| line.contains("answered");
        lines.iter().any(is_last).then_some(())
    });
    lines
}

fn every_line_of_a_request_names_it(backend: Backend) {
    let (deployment, service, key) = start(backend, &[("PCS_LOG", "info,store=trace")]);
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let path = "/v1/products/nova_x2_128gb/history";
    let lines = lines_of(&service, path, &key, "request-7", &parent);
    if backend == Backend::Sqlite {
        let is_of_the_pool = |line: &String| line.contains("work on a blocking thread ended");
        assert!(lines.iter().any(is_of_the_pool), "{lines:#?}");
    }
    for line in &lines {
        let told: Value = serde_json::from_str(line).unwrap();
        assert_eq!(told["request_id"], "request-7", "{line}");
        assert_eq!(told["trace_id"], TRACE, "{line}");
        assert_eq!(line.matches("\"request_id\"").count(), 1, "{line}");
    }
    let answered: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert_eq!(answered["message"], "answered");
    assert_eq!(answered["workspace"], "shop");

    // a trace of its own where none is named in the right form
    let bad = format!("00-{TRACE}-0000000000000000-01");
    for (id, parent) in [("request-8", ""), ("request-9", bad.as_str())] {
        let lines = lines_of(&service, "/v1/search?q=nova", &key, id, parent);
        let told: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        let made = told["trace_id"].as_str().unwrap();
        assert_eq!(made.len(), 32, "{told}");
        assert!(
            made.bytes().all(|b| b.is_ascii_hexdigit()) && made != TRACE,
            "{told}"
        );
    }

    if backend == Backend::Sqlite {
        return;
    }
    // the cause of a failure is told in a line of its own
    deployment.take_store_away();
    let path = "/v1/products/nova_x2_128gb";
    let lines = lines_of(&service, path, &key, "request-10", &parent);
    let failed = lines.iter().find(|line| line.contains("a request failed"));
    let failed: Value = serde_json::from_str(failed.expect("a line of the failure")).unwrap();
    assert_eq!(failed["request_id"], "request-10");
    assert_eq!(failed["trace_id"], TRACE);
}

#[test]
fn lines_in_text_name_the_request_too() {
    let more = [("PCS_LOG", "info,store=trace"), ("PCS_LOG_FORMAT", "text")];
    let (_deployment, service, key) = start(Backend::Sqlite, &more);
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let path = "/v1/products/nova_x2_128gb/history";
    let lines = lines_of(&service, path, &key, "request-7", &parent);
    assert!(lines.len() > 1, "{lines:#?}");
    for line in &lines {
        assert!(line.contains("request_id=\"request-7\""), "{line}");
        assert!(line.contains(&format!("trace_id=\"{TRACE}\"")), "{line}");
    }
    let answered = lines.last().unwrap();
    assert!(answered.contains("workspace=\"shop\""), "{answered}");
}

#[test]
fn a_filter_that_names_one_target_keeps_the_request_in_its_lines() {
    let (_deployment, service, key) = start(Backend::Sqlite, &[("PCS_LOG", "http=info,api=info")]);
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let lines = lines_of(&service, "/v1/search?q=nova", &key, "request-7", &parent);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains(TRACE), "{lines:#?}");
}
