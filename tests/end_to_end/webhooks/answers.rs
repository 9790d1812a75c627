//! What becomes of a delivery by what its receiver answers.

use std::time::Duration;

use serde_json::{Value, json};
use tests::webhook_receiver::{Received, Reply, Step, raw, saying, status, status_with};
use tests::webhooks::{World, attempts, instant, outcomes, text};
use tests::{Backend, timed};
use time::OffsetDateTime;

crate::on_both_stores!(
    any_2xx_acknowledges,
    what_fails_is_sent_again_signed_anew,
    a_refusal_ends_the_delivery_and_rests_the_endpoint,
    a_receiver_says_when_it_wants_to_be_asked_again,
    what_a_receiver_said_is_shown_and_nothing_secret_of_it,
    what_a_receiver_said_is_not_kept_unless_the_operator_wants_it,
);

fn any_2xx_acknowledges(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook?shop=1&a=%20b");
    for (place, code) in [200, 201, 202, 204, 299].into_iter().enumerate() {
        let target = "/hook?shop=1&a=%20b";
        world.receiver.then(target, status(code));
        let delivery = world.deliver(&webhook);
        assert_eq!(delivery["status"], "delivered", "{delivery}");
        assert_eq!(delivery["last_error_code"], Value::Null);
        assert_eq!(delivery["attempts"], 1);
        assert_eq!(delivery["next_attempt_at"], Value::Null);
        assert_eq!(outcomes(&delivery), [json!(code)]);
        let attempt = &attempts(&delivery)[0];
        assert_eq!(attempt["error_code"], Value::Null);
        assert_eq!(attempt["next_retry_at"], Value::Null);
        assert!(instant(attempt, "started_at") <= instant(attempt, "finished_at"));
        assert!(instant(&delivery, "created_at") <= instant(&delivery, "delivered_at"));

        let received = world.receiver.received(target);
        assert_eq!(received.len(), place + 1);
        let received = &received[place];
        assert_eq!(received.line, format!("POST {target} HTTP/1.1"));
        assert_eq!(received.header("host"), tests::webhook_receiver::HOST);
        assert_eq!(received.header("content-type"), "application/json");
        assert_eq!(received.header("x-webhook-delivery"), text(&delivery, "id"));
        assert_eq!(received.header("x-webhook-attempt"), "1");
        assert_eq!(received.header("x-webhook-event"), "webhook.test");
        let event = text(&delivery, "event_id");
        assert_eq!(received.header("idempotency-key"), event);
        let body = received.json();
        let expected = json!({
            "id": event, "type": "webhook.test", "created_at": body["created_at"], "mode": "live",
            "data": {"test": true},
        });
        assert_eq!(body, expected);
        assert!(received.is_signed_with(&webhook.secret));
        let unwanted = ["cookie", "authorization", "accept-encoding", "expect"];
        let named = |(name, _): &(String, String)| unwanted.contains(&name.as_str());
        assert!(!received.headers.iter().any(named), "{received:?}");
    }
    // one connection was enough for all
    assert_eq!(world.receiver.accepted(), 1);
}

fn what_fails_is_sent_again_signed_anew(backend: Backend) {
    let world = World::with(
        backend,
        &[
            ("PCS_WEBHOOK_RETRY_BASE", "1500ms"),
            ("PCS_WEBHOOK_RETRY_CAP", "3s"),
        ],
    );
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(500));
    let delivery = world.deliver(&webhook);
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    assert_eq!(delivery["attempts"], 2);
    assert_eq!(delivery["last_error_code"], "http_error", "it is kept");
    assert_eq!(outcomes(&delivery), [json!(500), json!(200)]);
    let [first, second] = attempts(&delivery).as_slice() else {
        panic!("not two attempts: {delivery}");
    };
    assert_eq!([&first["number"], &second["number"]], [1, 2]);
    assert_eq!(first["error_code"], "http_error");
    assert_eq!(second["error_code"], Value::Null);
    let planned = instant(first, "next_retry_at");
    let wait = planned - instant(first, "finished_at");
    let in_range = time::Duration::milliseconds(1150)..time::Duration::seconds(5);
    assert!(in_range.contains(&wait), "{wait}");
    let late = instant(second, "started_at") - planned;
    assert!(late >= time::Duration::ZERO, "{late}");

    let received = world.receiver.received("/hook");
    let [first, second] = received.as_slice() else {
        panic!("not two requests: {received:#?}");
    };
    assert_eq!(first.body, second.body);
    for name in ["idempotency-key", "x-webhook-delivery", "x-webhook-event"] {
        assert_eq!(first.header(name), second.header(name), "{name}");
    }
    let numbers = [first, second].map(|r| r.header("x-webhook-attempt"));
    assert_eq!(numbers, ["1", "2"]);
    assert!(first.signed_at() < second.signed_at());
    assert_ne!(first.signature(), second.signature());
    for received in [first, second] {
        assert!(received.is_signed_with(&webhook.secret), "{received:?}");
        assert!(!received.is_signed_with("whsec_of_somebody_else"));
    }
}

fn a_refusal_ends_the_delivery_and_rests_the_endpoint(backend: Backend) {
    let world = World::with(backend, &[("PCS_WEBHOOK_COOLDOWN_PERMANENT", "2500ms")]);
    let webhook = world.webhook("/hook");
    assert_eq!(world.owner.webhook(&webhook)["cooldown_until"], Value::Null);
    world.receiver.then("/hook", status(410));
    let delivery = world.deliver(&webhook);
    assert_eq!(delivery["status"], "failed", "{delivery}");
    assert_eq!(delivery["last_error_code"], "http_error");
    assert_eq!(outcomes(&delivery), [json!(410)]);
    assert_eq!(attempts(&delivery)[0]["next_retry_at"], Value::Null);
    let shown = world.owner.webhook(&webhook);
    assert_eq!(shown["enabled"], true, "a cooldown does not switch it off");
    assert_eq!(shown["incident"]["state"], "open", "{shown}");
    assert_eq!(shown["incident"]["cause"], "http_error");
    let until = instant(&shown, "cooldown_until");
    let began = instant(&attempts(&delivery)[0], "finished_at");
    let cooldown = until - began;
    let in_range = time::Duration::milliseconds(2500)..time::Duration::seconds(10);
    assert!(in_range.contains(&cooldown), "{cooldown}");

    // what is queued meanwhile waits
    let later = world.deliver(&webhook);
    assert_eq!(later["status"], "delivered", "{later}");
    assert_eq!(later["attempts"], 1, "waiting takes no attempts");
    let probed = instant(&attempts(&later)[0], "started_at");
    assert!(probed >= until, "{probed} {until}");
    assert_eq!(world.receiver.received("/hook").len(), 2);
    let shown = world.owner.webhook(&webhook);
    assert_eq!(shown["incident"], Value::Null, "{shown}");
    assert_eq!(shown["cooldown_until"], Value::Null);
    assert_eq!(world.owner.delivery(text(&delivery, "id")), delivery);
}

/// An answer that says back what it was sent, and much more.
fn echo(secret: &str, target: &str, signed: &Received) -> Vec<u8> {
    let mut echo = format!(
        "<b>no route</b> {target}\u{202e}\u{1b}[2J\nwhsec: {}\n",
        secret
    );
    for name in ["x-webhook-signature", "webhook-signature", "webhook-id"] {
        echo.push_str(&format!("{name}: {}\n", signed.header(name)));
    }
    let mut echo = echo.into_bytes();
    echo.extend_from_slice(b"caf\xe9 ");
    echo.extend(b"long ".repeat(20_000));
    echo
}

/// The console's page of a delivery.
fn page_of(world: &World, id: &str) -> String {
    let ada = world.service.log_in("ada");
    let found = world
        .service
        .console(&ada, &format!("/console/webhooks?id={id}"));
    let mut links = found.text().split('"');
    let path = links.find(|it| it.starts_with('/') && it.ends_with(id));
    let page = world.service.console(&ada, path.expect("a link"));
    page.text().to_owned()
}

fn what_a_receiver_said_is_shown_and_nothing_secret_of_it(backend: Backend) {
    let world = World::with(
        backend,
        &[("PCS_CONSOLE", "on"), ("PCS_WEBHOOK_ANSWERS", "on")],
    );
    world.deployment.operator("ada");
    let target = "/hook?token=very-secret";
    let webhook = world.webhook(target);
    // what is acknowledged is not asked what was said
    world
        .receiver
        .then(target, saying(200, "text/plain", b"thank you"));
    assert_eq!(world.deliver(&webhook).get("answers"), None);

    let signed = world.receiver.received(target)[0].clone();
    let echo = echo(&webhook.secret, target, &signed);
    world.receiver.then(target, saying(503, "text/html", &echo));
    world
        .receiver
        .then(target, saying(502, "image/png", b"no text"));
    world.receiver.then(
        target,
        vec![
            Step::Send(
                b"HTTP/1.1 410 Gone\r\nContent-Length: 100\r\n\r\n{\"error\":\"gone\"} cut-of"
                    .to_vec(),
            ),
            Step::Hang,
        ],
    );
    let failed = world.deliver(&webhook);
    assert_eq!(outcomes(&failed), [json!(503), json!(502), json!(410)]);
    let answers = failed["answers"].as_array().expect("answers");
    let of_attempts: Vec<_> = answers.iter().map(|one| one["attempt"].clone()).collect();
    assert_eq!(of_attempts, [json!(1), json!(3)], "the picture is not text");
    assert_eq!(answers[1]["beginning"], "{\"error\":\"gone\"}");
    let said = text(&answers[0], "beginning");
    assert!((900..=1024).contains(&said.len()), "{said}");
    for told in [
        "<b>no route</b> /hook?token=[redacted]",
        "webhook-id: ",
        signed.header("webhook-id"),
        "caf\u{fffd} long ",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let list = world.owner.deliveries(&webhook);
    assert!(
        list.iter().all(|one| one.get("answers").is_none()),
        "{list:?}"
    );

    let page = page_of(&world, text(&failed, "id"));
    for part in ["&lt;b&gt;no route&lt;/b&gt;", "Attempt 1", "Attempt 3"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let secret = webhook.secret.strip_prefix("whsec_").expect("a secret");
    let code = signed.signature();
    for shown in [said, &page] {
        for hidden in ["very-secret", secret, code, "\u{202e}", "\u{1b}"] {
            assert!(!shown.contains(hidden), "{hidden:?}: {shown}");
        }
    }
}

/// A header line that names an instant so many seconds from now.
fn retry_after_date(seconds: i64) -> (OffsetDateTime, String) {
    let at = tests::now() + time::Duration::seconds(seconds);
    let at = at.replace_nanosecond(0).unwrap();
    let form = time::macros::format_description!(
        "[weekday repr:short], [day] [month repr:short] [year] [hour]:[minute]:[second] GMT"
    );
    (at, format!("Retry-After: {}\r\n", at.format(form).unwrap()))
}

fn a_receiver_says_when_it_wants_to_be_asked_again(backend: Backend) {
    let world = World::new(backend);
    let (date, date_line) = retry_after_date(600);
    let (_, past) = retry_after_date(-600);
    let (_, far) = retry_after_date(90_000);
    let hour = 3600.0;
    let cases: [(&str, u16, String, f64); 9] = [
        ("/seconds", 429, "Retry-After: 90\r\n".to_owned(), 90.0),
        ("/date", 429, date_line, f64::NAN),
        (
            "/other-status",
            503,
            "Retry-After: 100\r\n".to_owned(),
            100.0,
        ),
        ("/day", 429, "Retry-After: 86400\r\n".to_owned(), hour),
        ("/far", 503, far, hour),
        (
            "/age",
            429,
            format!("Retry-After: {}\r\n", "9".repeat(19)),
            hour,
        ),
        ("/past", 429, past, 0.0),
        ("/negative", 429, "Retry-After: -5\r\n".to_owned(), 0.0),
        ("/garbage", 429, "Retry-After: soon\r\n".to_owned(), 0.0),
    ];
    let waiting: Vec<_> = cases
        .iter()
        .map(|(target, code, header, _)| {
            let webhook = world.webhook(target);
            world.receiver.then(target, status_with(*code, header));
            world.owner.test(&webhook)
        })
        .collect();
    for (id, (target, code, _, seconds)) in waiting.iter().zip(&cases) {
        let delivery = world.owner.attempted(id, 1);
        let attempt = &attempts(&delivery)[0];
        assert_eq!(attempt["http_status"], *code);
        let planned = instant(attempt, "next_retry_at");
        if seconds.is_nan() {
            let difference = (planned - date).as_seconds_f64();
            assert!((0.0..5.0).contains(&difference), "{target}: {difference}");
        } else {
            let wait = (planned - instant(attempt, "finished_at")).as_seconds_f64();
            let longest = seconds + 5.0;
            assert!((*seconds..longest).contains(&wait), "{target}: {wait}");
        }
        if *seconds == 0.0 {
            assert_eq!(world.owner.ended(id)["status"], "delivered", "{target}");
        } else {
            assert_eq!(delivery["status"], "pending", "{delivery}");
            assert_eq!(delivery["next_attempt_at"], attempt["next_retry_at"]);
            assert_eq!(world.receiver.received(target).len(), 1);
        }
    }
}

/// What a receiver says or does, and what is noted for it.
struct Case {
    target: &'static str,
    reply: Reply,
    outcome: Value,
    error: Option<&'static str>,
}

fn case(target: &'static str, reply: Reply, outcome: Value, error: Option<&'static str>) -> Case {
    Case {
        target,
        reply,
        outcome,
        error,
    }
}

fn misbehaviour() -> Vec<Case> {
    let begin = |head: &str| Step::Send(format!("HTTP/1.1 {head}\r\n\r\n").into_bytes());
    let gigabyte = vec![
        begin("200 OK\r\nContent-Length: 1073741824"),
        Step::Repeat(vec![b'x'; 65_536], 16_384),
    ];
    let ten_thousand: String = (0..10_000).map(|n| format!("H{n}: x\r\n")).collect();
    let http = Some("http_error");
    let transport = Some("transport_error");
    let elsewhere = |code, target: &str| {
        status_with(
            code,
            &format!("Location: https://hooks.receiver.test{target}\r\n"),
        )
    };
    vec![
        case("/301", elsewhere(301, "/elsewhere"), json!(301), http),
        case("/302", elsewhere(302, "/elsewhere"), json!(302), http),
        case("/307", elsewhere(307, "/elsewhere"), json!(307), http),
        case("/308", elsewhere(308, "/308"), json!(308), http),
        case("/304", status(304), json!(304), http),
        case("/408", status(408), json!(408), http),
        case("/409", status(409), json!(409), http),
        case("/425", status(425), json!(425), http),
        case("/502", status(502), json!(502), http),
        case("/599", status(599), json!(599), http),
        case("/hang", vec![Step::Hang], json!("timeout"), Some("timeout")),
        case(
            "/hang-in-the-head",
            vec![Step::Send(b"HTTP/1.1 200 OK\r\nA: ".to_vec()), Step::Hang],
            json!("timeout"),
            Some("timeout"),
        ),
        case(
            "/reset",
            vec![Step::Reset],
            json!("transport_error"),
            transport,
        ),
        case(
            "/close",
            vec![Step::Close],
            json!("transport_error"),
            transport,
        ),
        case(
            "/garbage",
            raw("hello\r\n\r\n"),
            json!("transport_error"),
            transport,
        ),
        case(
            "/10000-headers",
            status_with(200, &ten_thousand),
            json!("transport_error"),
            transport,
        ),
        case(
            "/hang-in-the-body",
            vec![begin("200 OK\r\nContent-Length: 100"), Step::Hang],
            json!(200),
            None,
        ),
        case("/gigabyte", gigabyte, json!(200), None),
    ]
}

#[test]
fn whatever_a_receiver_does_is_noted_and_what_failed_is_sent_again() {
    let world = World::with(Backend::Sqlite, &[("PCS_WEBHOOK_TIMEOUT", "5s")]);
    let sent: Vec<(Case, String)> = misbehaviour()
        .into_iter()
        .map(|case| {
            let webhook = world.webhook(case.target);
            world.receiver.then(case.target, case.reply.clone());
            let id = world.owner.test(&webhook);
            (case, id)
        })
        .collect();
    // side by side
    let took = timed(|| {
        for (case, id) in &sent {
            ends_as_noted(&world, case, id);
        }
    });
    assert!(took < Duration::from_secs(30), "{took:?}");
    let followed = world.receiver.received("/elsewhere");
    assert!(followed.is_empty(), "{followed:?}");
}

fn ends_as_noted(world: &World, case: &Case, id: &str) {
    let Case {
        target,
        reply: _,
        outcome,
        error,
    } = case;
    let delivery = world.owner.ended(id);
    assert_eq!(delivery["status"], "delivered", "{target}: {delivery}");
    let mut expected = vec![outcome.clone()];
    if error.is_some() {
        expected.push(json!(200));
    }
    assert_eq!(outcomes(&delivery), expected, "{target}");
    assert_eq!(attempts(&delivery)[0]["error_code"], json!(error));
    assert_eq!(delivery["last_error_code"], json!(error), "{target}");
    let received = world.receiver.received(target);
    assert_eq!(received.len(), expected.len(), "{target}");
}

#[test]
fn every_other_4xx_is_a_refusal() {
    let world = World::new(Backend::Sqlite);
    let sent: Vec<(u16, String)> = [400, 401, 403, 404, 410, 413, 422, 451, 499]
        .into_iter()
        .map(|code| {
            let target = format!("/{code}");
            world.receiver.then(&target, status(code));
            (code, world.owner.test(&world.webhook(&target)))
        })
        .collect();
    for (code, id) in sent {
        let delivery = world.owner.ended(&id);
        assert_eq!(delivery["status"], "failed", "{delivery}");
        assert_eq!(outcomes(&delivery), [json!(code)]);
        assert_eq!(world.receiver.received(&format!("/{code}")).len(), 1);
    }
}

fn what_a_receiver_said_is_not_kept_unless_the_operator_wants_it(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    world
        .receiver
        .then("/hook", saying(410, "text/plain", b"gone for good"));
    let failed = world.deliver(&webhook);
    assert_eq!(outcomes(&failed), [json!(410)]);
    assert_eq!(failed.get("answers"), None);
}
