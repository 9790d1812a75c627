//! Nobody sees or changes another's watches.

use serde_json::Value;
use tests::watching::{self, Client, SCOPES, WATCHES, by_mail, by_webhook, created, id, price};
use tests::{Backend, Service};

crate::on_both_stores!(
    nobody_sees_or_changes_anothers_watch,
    each_operation_needs_its_scope,
    every_operation_needs_one_client,
);

const UNKNOWN: &str = "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10";

/// Clients that could be taken for each other.
fn owners(backend: Backend) -> (tests::Deployment, Service, Vec<Client>) {
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let keys = [
        deployment.key_in("first", "live", &SCOPES),
        deployment.key_in("first", "test", &SCOPES),
        deployment.key_in("second", "live", &SCOPES),
        deployment.key_in("second", "test", &SCOPES),
    ];
    let service = deployment.serve();
    let mut clients: Vec<Client> = keys
        .iter()
        .map(|key| service.client(key, "client-01"))
        .collect();
    let alike = ["client-02", "CLIENT-01", "client_01", "client-010"];
    clients.extend(alike.map(|id| service.client(&keys[0], id)));
    (deployment, service, clients)
}

/// Status and error, without the id of the request.
fn outcome(answer: &tests::Answer) -> (u16, Value) {
    let mut body = answer.json();
    body["request_id"] = Value::Null;
    (answer.status, body)
}

fn nobody_sees_or_changes_anothers_watch(backend: Backend) {
    let (_deployment, _service, clients) = owners(backend);
    for client in &clients {
        assert!(client.list().is_empty());
    }
    let mut lists: Vec<Vec<Value>> = clients
        .iter()
        .zip(0..)
        .map(|(client, place)| {
            let watch = client.watch(&format!("{}", 90 + place), &format!("c{place}@a.example"));
            let other = created(&client.create(&by_webhook(90 + place)));
            vec![watch, other]
        })
        .collect();
    let mut ids: Vec<&str> = lists.iter().flatten().map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 2 * clients.len());
    let everybodys = |lists: &[Vec<Value>]| {
        for (client, list) in clients.iter().zip(lists) {
            assert_eq!(client.list(), *list);
        }
    };
    everybodys(&lists);
    let body = r#"{"target_price":50,"destination":"eve@a.example","status":"paused"}"#;
    let no_such = clients[0].patch(UNKNOWN, body);
    let none_such = clients[0].delete(UNKNOWN);
    assert_eq!(no_such.refusal(), (404, "not_found".into()));
    for (place, stranger) in clients.iter().enumerate() {
        for (_, list) in lists
            .iter()
            .enumerate()
            .filter(|(owner, _)| *owner != place)
        {
            for watch in list {
                let answer = stranger.patch(id(watch), body);
                assert_eq!(outcome(&answer), outcome(&no_such));
                let answer = stranger.delete(id(watch));
                assert_eq!(outcome(&answer), outcome(&none_such));
            }
        }
    }
    everybodys(&lists);
    for (place, client) in clients.iter().enumerate() {
        // a creation replaces one's own
        lists[place][0] = client.watch("70", "new@a.example");
        let change = client.patch(id(&lists[place][1]), r#"{"target_price":71}"#);
        lists[place][1] = change.json();
        if place % 3 == 0 {
            assert_eq!(client.delete(id(&lists[place].remove(0))).status, 204);
        }
        everybodys(&lists);
    }
}

fn each_operation_needs_its_scope(backend: Backend) {
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let scopes: [&[&str]; 5] = [
        &[],
        &["catalog:read", "comparison:read"],
        &["webhooks:write"],
        &["watchlists:read"],
        &["watchlists:write"],
    ];
    let keys = scopes.map(|scopes| deployment.key("live", scopes));
    let service = deployment.serve();
    for (scopes, key) in scopes.iter().zip(&keys) {
        let client = service.client(key, "client-01");
        let list = client.ask("GET", WATCHES, &[], None);
        let answers = [
            client.create(&by_mail("95", "ann@a.example")),
            client.patch(UNKNOWN, r#"{"status":"paused"}"#),
            client.delete(UNKNOWN),
        ];
        let (may_read, may_write) = match scopes {
            ["watchlists:read"] => (true, false),
            ["watchlists:write"] => (true, true),
            _ => (false, false),
        };
        let forbidden = (403, "insufficient_scope".to_owned());
        assert_eq!(list.status, if may_read { 200 } else { 403 }, "{scopes:?}");
        if !may_read {
            assert_eq!(list.refusal(), forbidden, "{scopes:?}");
        }
        if may_write {
            assert_eq!(answers.each_ref().map(|a| a.status), [201, 404, 404]);
        } else {
            for answer in answers {
                assert_eq!(answer.refusal(), forbidden, "{scopes:?}");
            }
        }
    }
}

fn every_operation_needs_one_client(backend: Backend) {
    const NAME: &str = "X-Service-Client-Id";
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let owner = service.client(&key, "client-01");
    let watch = owner.watch("95", "ann@a.example");
    let bearer = format!("Bearer {}", key.secret);
    let (short, long) = ("c".repeat(7), "c".repeat(81));
    let bad: [&[(&str, &str)]; 9] = [
        &[],
        &[(NAME, "")],
        &[(NAME, &short)],
        &[(NAME, &long)],
        &[(NAME, "client 01")],
        &[(NAME, "client.01")],
        &[(NAME, "\"client-01\"")],
        &[(NAME, "client-01"), (NAME, "client-01")],
        &[(NAME, "client-01"), (NAME, "client-02")],
    ];
    let path = format!("{WATCHES}/{}", id(&watch));
    let create = by_mail("90", "eve@a.example");
    let operations = [
        ("GET", WATCHES, None),
        ("POST", WATCHES, Some(create.as_str())),
        ("PATCH", &path, Some(r#"{"status":"paused"}"#)),
        ("DELETE", &path, None),
    ];
    for clients in bad {
        for (method, path, body) in operations {
            let mut headers = vec![
                ("Authorization", bearer.as_str()),
                ("Idempotency-Key", "k"),
                ("Content-Type", "application/json"),
            ];
            headers.extend(clients);
            let answer = match body {
                Some(body) => service.send(method, path, &headers, body),
                None => service.ask(method, path, &headers),
            };
            let refused = (401, "authentication_error".to_owned());
            assert_eq!(answer.refusal(), refused, "{method} {clients:?}");
            let challenge = answer.header("www-authenticate");
            assert!(challenge.is_some_and(|c| c.starts_with("Bearer ")));
        }
    }
    assert_eq!(owner.list(), [watch]);
}
