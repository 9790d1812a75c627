//! A request that is sent again takes effect once.

use serde_json::Value;
use tests::watching::{self, Client, SCOPES, WATCHES, by_mail, created, id, price};
use tests::{Answer, Backend, Deployment, Key, Service};

crate::on_both_stores!(
    a_request_that_is_sent_again_gets_its_first_answer,
    a_key_is_good_for_one_request,
    keys_of_other_tenants_are_independent,
    what_is_refused_leaves_its_key_unused,
    twins_at_the_same_time_have_one_effect,
);

const ANN: &str = "ann@customer.example";

fn start(backend: Backend) -> (Deployment, Service, Key, Client) {
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    (deployment, service, key, client)
}

fn is_replay(answer: &Answer) -> bool {
    match answer.header("idempotent-replayed") {
        Some(value) => value == "true",
        None => false,
    }
}

fn a_request_that_is_sent_again_gets_its_first_answer(backend: Backend) {
    let (deployment, _service, _key, client) = start(backend);
    let first = client.create_once("k", &by_mail("95", ANN));
    let watch = created(&first);
    assert!(!is_replay(&first));
    let respelt = format!(
        " {{\"destination\" : \"\\u0061nn@customer.example\",\n\t\"target_price\":95.00,\
         \"canonical_product_id\":\"{}\"}}\n",
        watching::PRODUCT
    );
    let replayed = |when: &str| {
        for body in [by_mail("95", ANN), by_mail("9.5e1", ANN), respelt.clone()] {
            let again = client.create_once("k", &body);
            assert_eq!(again.status, 201, "{when}: {}", again.text());
            assert!(is_replay(&again), "{when}");
            assert_eq!(again.text(), first.text(), "{when}");
            for header in ["location", "content-type"] {
                assert_eq!(again.header(header), first.header(header), "{when}");
            }
        }
    };
    replayed("at once");
    let changed = client.patch(id(&watch), r#"{"target_price":90,"status":"paused"}"#);
    assert_eq!(changed.status, 200);
    price(&deployment, "80.00");
    replayed("when it has changed");
    assert_eq!(
        client.list()[0]["status"],
        "paused",
        "a replay does nothing"
    );
    client.delete(id(&watch));
    replayed("when it is gone");
    assert_eq!(client.list(), [Value::Null; 0]);
}

fn a_key_is_good_for_one_request(backend: Backend) {
    let (deployment, service, key, client) = start(backend);
    created(&client.create_once("k", &by_mail("95", ANN)));
    let before = client.list();
    let named = by_mail("95", ANN).replace('}', ",\"channel\":\"email\"}");
    for (what, body) in [
        ("target", by_mail("94", ANN)),
        ("destination", by_mail("95", "ben@customer.example")),
        ("product", by_mail("95", ANN).replace("x2", "x3")),
        ("a default that is spelt out", named),
    ] {
        let answer = client.create_once("k", &body);
        let reused = (422, "idempotency_key_reused".to_owned());
        assert_eq!(answer.refusal(), reused, "{what}");
    }
    let other_key = deployment.key("live", &SCOPES);
    let neighbour = service.client(&key, "client-02");
    let colleague = service.client(&other_key, "client-01");
    for (what, other) in [("client", &neighbour), ("API key", &colleague)] {
        let answer = other.create_once("k", &by_mail("95", ANN));
        let reused = (422, "idempotency_key_reused".to_owned());
        assert_eq!(answer.refusal(), reused, "another {what}");
    }
    assert_eq!(client.list(), before);
    assert!(neighbour.list().is_empty());
    // it is compared byte by byte
    for other in ["K", "k.", "k-"] {
        assert!(!is_replay(&client.create_once(other, &by_mail("95", ANN))));
    }
    let body = by_mail("95", ANN);
    let longest = "k".repeat(255);
    assert_eq!(client.create_once(&longest, &body).status, 201);
    let too_long = "k".repeat(256);
    let ill_formed: [&[(&str, &str)]; 6] = [
        &[],
        &[("Idempotency-Key", "")],
        &[("Idempotency-Key", "a b")],
        &[("Idempotency-Key", "caf\u{e9}")],
        &[("Idempotency-Key", &too_long)],
        &[("Idempotency-Key", "k"), ("Idempotency-Key", "k")],
    ];
    for headers in ill_formed {
        let answer = client.ask("POST", WATCHES, headers, Some(&body));
        let refused = (400, "validation_error".to_owned());
        assert_eq!(answer.refusal(), refused, "{headers:?}");
    }
}

fn keys_of_other_tenants_are_independent(backend: Backend) {
    let (deployment, service, _key, client) = start(backend);
    let mine = created(&client.create_once("k", &by_mail("95", ANN)));
    let strangers = [
        deployment.key("test", &SCOPES),
        deployment.key_in("other", "live", &SCOPES),
        deployment.key_in("other", "test", &SCOPES),
    ];
    let mut ids = vec![id(&mine).to_owned()];
    for key in &strangers {
        let stranger = service.client(key, "client-01");
        let answer = stranger.create_once("k", &by_mail("94", "eve@customer.example"));
        let watch = created(&answer);
        assert!(!is_replay(&answer));
        assert!(!ids.contains(&id(&watch).to_owned()));
        ids.push(id(&watch).to_owned());
    }
    assert_eq!(client.list(), [mine]);
}

fn what_is_refused_leaves_its_key_unused(backend: Backend) {
    let (_deployment, _service, _key, client) = start(backend);
    let unknown = by_mail("95", ANN).replace("x2", "x9");
    for (body, status) in [
        (unknown, 404),
        (by_mail("0", ANN), 400),
        (by_mail("95", "ann"), 400),
    ] {
        assert_eq!(client.create_once("k", &body).status, status, "{body}");
    }
    let answer = client.create_once("k", &by_mail("95", ANN));
    assert!(!is_replay(&answer));
    created(&answer);
}

/// Twenty answers to requests that are sent at the same time.
fn at_once(ask: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let ask = &ask;
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..20)
            .map(|place| scope.spawn(move || ask(place)))
            .collect();
        let joined = started.into_iter().map(|thread| thread.join());
        joined.map(|answer| answer.expect("an answer")).collect()
    })
}

fn twins_at_the_same_time_have_one_effect(backend: Backend) {
    let (_deployment, _service, _key, client) = start(backend);
    for round in 0..5 {
        let body = by_mail(&format!("9{round}"), ANN);
        let key = format!("twins-{round}");
        let answers = at_once(|_| client.create_once(&key, &body));
        let mut texts = Vec::new();
        for answer in &answers {
            if answer.status == 409 {
                assert_eq!(answer.error(), "idempotency_in_progress");
                assert_eq!(answer.header("retry-after"), Some("1"));
            } else {
                assert_eq!(answer.status, 201, "{}", answer.text());
                texts.push(answer.text());
            }
        }
        texts.dedup();
        assert_eq!(texts.len(), 1, "{texts:#?}");
        let done = answers
            .iter()
            .filter(|answer| answer.status == 201 && !is_replay(answer));
        assert_eq!(done.count(), 1, "round {round}");
        assert!(is_replay(&client.create_once(&key, &body)));
        assert_eq!(client.list().len(), 1, "round {round}");
    }
    // keys of their own: each takes effect, on one watch
    let body = by_mail("95", ANN);
    let answers = at_once(|place| client.create_once(&format!("own-{place}"), &body));
    let mut ids: Vec<String> = answers.iter().map(|a| id(&created(a)).to_owned()).collect();
    assert!(!answers.iter().any(is_replay));
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
    assert_eq!(client.list().len(), 1);
}
