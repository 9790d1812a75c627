//! Traces, as a collector gets them.

use opentelemetry_proto::tonic::trace::v1::Span;
use tests::collector::{Collector, attribute, hex};
use tests::webhooks::World;
use tests::{Backend, Deployment, Key, Service, offers_csv, timed, wait_for};

crate::on_both_stores!(
    a_request_is_a_trace_with_what_it_did,
    an_import_by_command_is_a_trace,
    traces_that_begin_here_are_bounded_by_the_second,
    receivers_of_webhooks_are_told_the_trace,
);

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

fn feed(deployment: &Deployment) -> String {
    let rows = [
        ["a", "Nova X2 128GB", "Nova", "4006381333931", "10.00"],
        ["b", "Orbit Y1 64GB", "Orbit", "4380417010677", "20.00"],
    ];
    deployment.file("offers.csv", offers_csv(&rows))
}

fn start(backend: Backend, endpoint: &str) -> (Deployment, Service, Key) {
    let deployment = Deployment::new(backend);
    deployment.import(&feed(&deployment), "Store One", &[]);
    let key = deployment.key_in("shop", "live", &["catalog:read", "comparison:read"]);
    let deployment = deployment.with("PCS_OTLP_ENDPOINT", endpoint);
    let service = deployment.serve();
    (deployment, service, key)
}

fn ask(service: &Service, key: &Key, path: &str, parent: &str) -> u16 {
    let bearer = format!("Bearer {}", key.secret);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("traceparent", parent),
        ("X-Request-Id", "request-7"),
    ];
    service.get_with(path, &headers).status
}

fn of_trace<'a>(spans: &'a [Span], name: &str) -> Option<&'a Span> {
    let mut spans = spans.iter();
    spans.find(|span| hex(&span.trace_id) == TRACE && span.name.contains(name))
}

fn a_request_is_a_trace_with_what_it_did(backend: Backend) {
    let collector = Collector::start();
    let (_deployment, service, key) = start(backend, &collector.url);
    let parent = format!("00-{TRACE}-{CALLER}-01");
    let path = "/v1/products/nova_x2_128gb/history?private=someone";
    assert_eq!(ask(&service, &key, path, &parent), 200);
    assert_eq!(
        ask(&service, &key, "/v1/search?q=secretquery", &parent),
        200
    );
    for (path, name, status) in [
        ("/v1/products/nova_x2_128gb", "product", 200),
        // two that cannot be compared
        (
            "/v1/compare?ids=nova_x2_128gb,orbit_y1_64gb",
            "compare",
            400,
        ),
    ] {
        assert_eq!(ask(&service, &key, path, &parent), status);
        collector.wait_for(name, |span| {
            span.name == name && hex(&span.trace_id) == TRACE
        });
    }
    let spans = wait_for("the spans of two requests", || {
        let spans = collector.spans();
        let is_whole = of_trace(&spans, "GET /v1/products/{canonical_product_id}/history")
            .is_some()
            && of_trace(&spans, "GET /v1/search").is_some();
        is_whole.then_some(spans)
    });
    let request = of_trace(&spans, "GET /v1/products/{canonical_product_id}/history").unwrap();
    assert_eq!(hex(&request.parent_span_id), CALLER);
    assert_eq!(request.kind, 2, "a server's");
    let told = |name| attribute(request, name);
    assert_eq!(told("http.response.status_code").as_deref(), Some("200"));
    assert_eq!(told("http.request.method").as_deref(), Some("GET"));
    assert_eq!(told("workspace").as_deref(), Some("shop"));
    assert_eq!(told("request_id").as_deref(), Some("request-7"));
    // under it the use case, and under that the store
    let used = of_trace(&spans, "price intelligence").expect("a use case");
    assert_eq!(used.parent_span_id, request.span_id);
    let read = of_trace(&spans, "read the store").expect("a transaction");
    assert!(spans.iter().any(|span| span.span_id == read.parent_span_id));
    let search = of_trace(&spans, "GET /v1/search").unwrap();
    let found = spans
        .iter()
        .find(|span| span.name == "search" || span.name == "browse");
    assert_eq!(
        found.expect("on a blocking thread").parent_span_id,
        search.span_id
    );
    assert_eq!(collector.service("service.name").as_deref(), Some("cotejo"));

    // a trace that the caller does not keep is not sent, and one without a caller begins here
    let unsampled = format!("00-{}-{CALLER}-00", "1".repeat(32));
    ask(&service, &key, "/v1/search?q=nova", &unsampled);
    ask(&service, &key, "/v1/search?q=nova", "");
    let own = collector.wait_for("a trace of its own", |span| {
        span.name == "GET /v1/search" && hex(&span.trace_id) != TRACE
    });
    assert_ne!(hex(&own.trace_id), "1".repeat(32));
    assert!(own.parent_span_id.is_empty());
    assert!(service.metric("cotejo_trace_spans_total{outcome=\"sent\"}") > Some(0));

    let bytes = collector.bytes();
    for secret in [key.secret.as_str(), "secretquery", "someone", "127.0.0.1"] {
        let holds = bytes
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        assert!(!holds, "{secret} was sent");
    }
}

/// Those that a caller keeps are sent beside them.
fn traces_that_begin_here_are_bounded_by_the_second(backend: Backend) {
    let collector = Collector::start();
    let deployment = Deployment::new(backend).with("PCS_TRACES_PER_SECOND", "1");
    let deployment = deployment.with("PCS_OTLP_ENDPOINT", &collector.url);
    deployment.import(&feed(&deployment), "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let kept = format!("00-{TRACE}-{CALLER}-01");
    let took = timed(|| {
        for _ in 0..100 {
            ask(&service, &key, "/v1/search?q=nova", "");
            ask(&service, &key, "/v1/search?q=orbit", &kept);
        }
    });
    let spans = wait_for("the spans of the caller", || {
        let spans = collector.spans();
        let of_caller = spans
            .iter()
            .filter(|span| hex(&span.parent_span_id) == CALLER);
        (of_caller.count() == 100).then_some(spans)
    });
    let own = spans
        .iter()
        .filter(|span| span.name == "GET /v1/search" && span.parent_span_id.is_empty());
    let own = u64::try_from(own.count()).unwrap();
    assert!((1..=took.as_secs() + 2).contains(&own), "{own} in {took:?}");
}

fn an_import_by_command_is_a_trace(backend: Backend) {
    let collector = Collector::start();
    let deployment = Deployment::new(backend).with("PCS_OTLP_ENDPOINT", &collector.url);
    deployment.import(&feed(&deployment), "Store One", &[]);
    // all was sent when the command ended
    let spans = collector.spans();
    let import = spans.iter().find(|span| span.name == "import a snapshot");
    let import = import.expect("the import");
    assert_eq!(attribute(import, "store").as_deref(), Some("Store One"));
    let write = spans
        .iter()
        .find(|span| span.name == "write the store" && span.trace_id == import.trace_id);
    assert!(write.is_some(), "{spans:#?}");
}

fn receivers_of_webhooks_are_told_the_trace(backend: Backend) {
    let collector = Collector::start();
    let world = World::with(backend, &[("PCS_OTLP_ENDPOINT", &collector.url)]);
    let webhook = world.webhook("/hook?token=hidden");
    world.deliver(&webhook);
    let received = world.receiver.wait_for("/hook?token=hidden", 1);
    let parent = received[0].header("traceparent").to_owned();
    let posted = collector.wait_for("the span of the attempt", |span| {
        span.name == "POST webhook" && parent.contains(&hex(&span.span_id))
    });
    assert_eq!(
        parent,
        format!("00-{}-{}-01", hex(&posted.trace_id), hex(&posted.span_id))
    );
    assert_eq!(
        attribute(&posted, "http.response.status_code").as_deref(),
        Some("200")
    );
    let delivery = collector.wait_for("the delivery", |span| span.span_id == posted.parent_span_id);
    assert_eq!(delivery.name, "deliver");
    let bytes = collector.bytes();
    for secret in [
        webhook.secret.as_str(),
        "hidden",
        tests::webhook_receiver::HOST,
    ] {
        let holds = bytes
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        assert!(!holds, "{secret} was sent");
    }
}

#[test]
fn without_a_collector_receivers_are_told_no_trace() {
    let world = World::new(Backend::Sqlite);
    let webhook = world.webhook("/hook");
    world.deliver(&webhook);
    let received = world.receiver.wait_for("/hook", 1);
    let names = received[0].headers.iter().map(|(name, _)| name.as_str());
    assert!(names.into_iter().all(|name| name != "traceparent"));
}

#[test]
fn a_collector_that_refuses_or_hangs_stops_nobody_and_what_is_lost_is_counted() {
    let collector = Collector::start();
    collector.answer(400);
    let (_deployment, service, key) = start(Backend::Sqlite, &collector.url);
    let parent = format!("00-{TRACE}-{CALLER}-01");
    assert_eq!(ask(&service, &key, "/v1/search?q=nova", &parent), 200);
    wait_for("spans that were refused", || {
        service
            .metric("cotejo_trace_spans_total{outcome=\"failed\"}")
            .filter(|spans| *spans > 0)
    });
    wait_for("a line of the log", || {
        let log = service.log();
        let mut lines = log.iter();
        lines
            .any(|line| line.contains("traces cannot be sent"))
            .then_some(())
    });
    collector.hang();
    let before = collector.requests();
    assert_eq!(ask(&service, &key, "/v1/search?q=nova", &parent), 200);
    wait_for("a call that hangs", || {
        (collector.requests() > before).then_some(())
    });
    for _ in 0..50 {
        let took = tests::timed(|| {
            assert_eq!(ask(&service, &key, "/v1/search?q=nova", &parent), 200);
        });
        assert!(took < std::time::Duration::from_secs(4), "{took:?}");
    }
    assert_eq!(service.terminate(), Some(0));
}

#[test]
fn the_check_of_settings_asks_the_collector() {
    let collector = Collector::start();
    let deployment =
        |endpoint: &str| Deployment::new(Backend::Sqlite).with("PCS_OTLP_ENDPOINT", endpoint);
    let ran = deployment(&collector.url).run(&["config", "check"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("PCS_OTLP_ENDPOINT"), "{}", ran.stderr);
    assert!(collector.requests() > 0);

    // the service would run: a warning
    collector.answer(404);
    let ran = deployment(&collector.url).run(&["config", "check"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let told = format!(
        "PCS_OTLP_ENDPOINT: {}/v1/traces does not take traces: it answers 404",
        collector.url
    );
    assert!(ran.stderr.contains(&told), "{}", ran.stderr);
    for bad in [
        "collector:4318",
        "grpc://h:4317",
        "http://u:p@h:4318",
        "http://h/?a=b",
    ] {
        let ran = deployment(bad).run(&["config", "check"]);
        assert_eq!(ran.status, Some(2), "{bad}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("PCS_OTLP_ENDPOINT accepts"),
            "{}",
            ran.stderr
        );
        assert!(!ran.stderr.contains("u:p@"), "{}", ran.stderr);
    }
}
