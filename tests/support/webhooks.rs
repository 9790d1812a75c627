//! One workspace's webhooks, as its owner manages them.

use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::watching::{self, Client};
use crate::webhook_receiver::Receiver;
use crate::{Answer, Backend, Deployment, Key, Service, wait_for};

/// What the owner's key may.
pub const SCOPES: [&str; 4] = [
    "catalog:read",
    "watchlists:read",
    "watchlists:write",
    "webhooks:write",
];

/// Where webhooks are.
pub const WEBHOOKS: &str = "/v1/webhooks";

/// Where deliveries are.
pub const DELIVERIES: &str = "/v1/webhook-deliveries";

/// A deployment with pauses that are short enough to wait for.
pub fn deployment(backend: Backend) -> Deployment {
    hasty(Deployment::new(backend))
}

/// The same deployment, counting nobody's requests and pausing for moments.
pub fn hasty(deployment: Deployment) -> Deployment {
    watching::unlimited(deployment)
        .with("PCS_WEBHOOK_RETRY_BASE", "20ms")
        .with("PCS_WEBHOOK_RETRY_CAP", "40ms")
        .with("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "100ms")
        .with("PCS_WEBHOOK_COOLDOWN_PERMANENT", "200ms")
        .with("PCS_WEBHOOK_TEST_INTERVAL", "1ms")
}

/// A receiver, and a service that reaches it.
pub struct World {
    /// The service; the first to go.
    pub service: Service,
    /// Who has webhooks.
    pub owner: Owner,
    /// The owner's key.
    pub key: Key,
    /// The settings and the store.
    pub deployment: Deployment,
    /// Where events go.
    pub receiver: Receiver,
}

impl World {
    /// With short pauses.
    pub fn new(backend: Backend) -> Self {
        Self::with(backend, &[])
    }

    /// With these settings besides.
    pub fn with(backend: Backend, settings: &[(&str, &str)]) -> Self {
        let receiver = Receiver::start();
        let mut deployment = receiver.reached_by(deployment(backend));
        for (name, value) in settings {
            deployment = deployment.with(name, value);
        }
        let key = owning(&deployment, "test");
        let service = deployment.serve();
        Self {
            owner: service.owner(&key),
            service,
            key,
            deployment,
            receiver,
        }
    }

    /// A webhook at a target of the receiver.
    pub fn webhook(&self, target: &str) -> Webhook {
        self.owner.register(&self.receiver.url(target))
    }

    /// Sends a test event; the delivery when it has ended.
    pub fn deliver(&self, webhook: &Webhook) -> Value {
        self.owner.ended(&self.owner.test(webhook))
    }

    /// Ends the service, as `kill -9` does, and starts it again.
    pub fn restart(&mut self) {
        self.service.kill();
        self.serve();
    }

    /// Starts the service again after it has ended.
    pub fn serve(&mut self) {
        self.service = self.deployment.serve();
        self.owner = self.service.owner(&self.key);
    }
}

/// A live key of a workspace that may have webhooks.
pub fn owning(deployment: &Deployment, workspace: &str) -> Key {
    deployment.ok(&[
        "workspace",
        "set",
        workspace,
        "--entitlement",
        "webhooks:manage",
    ]);
    deployment.key_in(workspace, "live", &SCOPES)
}

/// A registered webhook.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// What signs its events.
    pub secret: String,
}

impl Webhook {
    /// Its path.
    pub fn path(&self) -> String {
        format!("{WEBHOOKS}/{}", self.id)
    }
}

/// Somebody who has webhooks.
#[derive(Clone)]
pub struct Owner {
    client: Client,
}

impl Service {
    /// The holder of a key, who asks this process.
    pub fn owner(&self, key: &Key) -> Owner {
        Owner {
            client: self.client(key, "client-01"),
        }
    }
}

impl Owner {
    /// The same at another process of the service.
    #[must_use]
    pub fn at(&self, service: &Service) -> Self {
        Self {
            client: self.client.at(service),
        }
    }

    /// As the client of price watches.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The answer to a GET.
    pub fn get(&self, path: &str) -> Answer {
        self.client.ask("GET", path, &[], None)
    }

    /// What a GET shows.
    pub fn shown(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// The answer to a change with a key that was never used.
    pub fn change(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        static USED: AtomicU64 = AtomicU64::new(0);
        let key = format!("change-{}", USED.fetch_add(1, Ordering::Relaxed));
        self.change_once(&key, method, path, body)
    }

    /// The answer to a change with this idempotency key.
    pub fn change_once(&self, key: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let headers = [("Idempotency-Key", key)];
        self.client.ask(method, path, &headers, body.as_deref())
    }

    /// The answer to a POST.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.change("POST", path, Some(body))
    }

    /// Registers a URL for all events of watches.
    pub fn register(&self, url: &str) -> Webhook {
        registered(&self.post(WEBHOOKS, &input(url)))
    }

    /// Changes a webhook; as it is then.
    pub fn patch(&self, webhook: &Webhook, change: &Value) -> Value {
        let answer = self.change("PATCH", &webhook.path(), Some(change));
        assert_eq!(answer.status, 200, "{change}: {}", answer.text());
        answer.json()
    }

    /// Removes a webhook.
    pub fn remove(&self, webhook: &Webhook) {
        let answer = self.change("DELETE", &webhook.path(), None);
        assert_eq!((answer.status, answer.text()), (204, ""));
    }

    /// Queues a test event; the id of its delivery.
    pub fn test(&self, webhook: &Webhook) -> String {
        // a test that comes within the interval of the last one is refused
        let answer = wait_for("the interval between tests", || {
            let answer = self.ask_for_test(webhook);
            (answer.status != 429).then_some(answer)
        });
        assert_eq!(answer.status, 202, "{}", answer.text());
        let queued = answer.json();
        assert_eq!(queued["status"], "pending");
        text(&queued, "delivery_id").to_owned()
    }

    /// The answer to the request for a test event.
    pub fn ask_for_test(&self, webhook: &Webhook) -> Answer {
        let path = format!("{}/test", webhook.path());
        self.post(&path, &json!({"confirm": true}))
    }

    /// The answer to the request for a replay.
    pub fn replay(&self, delivery: &str) -> Answer {
        self.change("POST", &format!("{DELIVERIES}/{delivery}/retry"), None)
    }

    /// A webhook as it is shown.
    pub fn webhook(&self, webhook: &Webhook) -> Value {
        self.shown(&webhook.path())
    }

    /// A delivery as it is shown.
    pub fn delivery(&self, id: &str) -> Value {
        self.shown(&format!("{DELIVERIES}/{id}"))
    }

    /// A delivery as soon as it is as wanted.
    pub fn delivery_when(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        wait_for(&format!("delivery {id}"), || {
            Some(self.delivery(id)).filter(|delivery| wanted(delivery))
        })
    }

    /// A delivery as soon as it has ended, one way or another.
    pub fn ended(&self, id: &str) -> Value {
        const UNENDED: [&str; 2] = ["pending", "sending"];
        self.delivery_when(id, |d| !UNENDED.contains(&text(d, "status")))
    }

    /// A delivery as soon as so many of its attempts have ended.
    pub fn attempted(&self, id: &str, times: usize) -> Value {
        self.delivery_when(id, |delivery| attempts(delivery).len() >= times)
    }

    /// Every delivery of a webhook, the newest first.
    pub fn deliveries(&self, webhook: &Webhook) -> Vec<Value> {
        let mut all = Vec::new();
        let mut offset = String::new();
        loop {
            let id = &webhook.id;
            let path = format!("{DELIVERIES}?subscription_id={id}&limit=25{offset}");
            let page = self.shown(&path);
            all.extend(page["items"].as_array().expect("items").iter().cloned());
            match page["next_offset"].as_i64() {
                Some(next) => offset = format!("&offset={next}"),
                None => return all,
            }
        }
    }

    /// Actions and outcomes of the audit, the newest first.
    pub fn audit(&self) -> Vec<(String, String)> {
        let audit = self.shown("/v1/webhook-audit");
        let items = audit["items"].as_array().expect("items").iter();
        items
            .map(|item| {
                let of = |name| text(item, name).to_owned();
                (of("action"), of("outcome"))
            })
            .collect()
    }
}

/// The body that registers a URL.
pub fn input(url: &str) -> Value {
    json!({"url": url, "events": ["watchlist.triggered"]})
}

/// The webhook that was registered.
pub fn registered(answer: &Answer) -> Webhook {
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    let secret = text(&body, "signing_secret").to_owned();
    assert!(secret.starts_with("whsec_"));
    Webhook {
        id: text(&body, "id").to_owned(),
        secret,
    }
}

/// A secret in the form that libraries of Standard Webhooks take.
pub fn standard_secret(secret: &str) -> String {
    format!("whsec_{}", BASE64_STANDARD.encode(secret))
}

/// A member that is a text.
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    let found = value[name].as_str();
    found.unwrap_or_else(|| panic!("no text {name}: {value}"))
}

/// A member that is an instant.
pub fn instant(value: &Value, name: &str) -> OffsetDateTime {
    OffsetDateTime::parse(text(value, name), &Rfc3339).expect("an instant")
}

/// The attempts of a delivery that ended.
pub fn attempts(delivery: &Value) -> &Vec<Value> {
    delivery["attempt_history"].as_array().expect("attempts")
}

/// Status or error of each attempt that ended.
pub fn outcomes(delivery: &Value) -> Vec<Value> {
    let of = |attempt: &Value| match &attempt["http_status"] {
        Value::Null => attempt["error_code"].clone(),
        status => status.clone(),
    };
    attempts(delivery).iter().map(of).collect()
}

/// A delivery as lists show it: without its payload and what receivers said.
pub fn listed(delivery: &Value) -> Value {
    let mut listed = delivery.clone();
    let members = listed.as_object_mut().expect("an object");
    members.remove("payload").expect("a payload");
    members.remove("answers");
    listed
}
