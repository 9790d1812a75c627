//! One client's price watches, and feeds that move prices.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::{Answer, Backend, Deployment, Key, Service, wait_for};

/// The product of [`Feed`]s.
pub const PRODUCT: &str = "nova_x2_128gb";

/// What a client may ask for.
pub const SCOPES: [&str; 3] = ["catalog:read", "watchlists:read", "watchlists:write"];

/// Where watches are.
pub const WATCHES: &str = "/v1/watchlists";

/// A deployment that counts nobody's requests.
pub fn deployment(backend: Backend) -> Deployment {
    unlimited(Deployment::new(backend))
}

/// The same deployment, counting nobody's requests.
pub fn unlimited(deployment: Deployment) -> Deployment {
    deployment
        .with("PCS_RATE_LIMIT_READS", "0")
        .with("PCS_RATE_LIMIT_WRITES", "0")
        .with("PCS_RATE_LIMIT_AUTH_FAILURES", "0")
}

/// One offer of one product.
#[derive(Debug, Clone, Copy)]
pub struct Feed<'a> {
    /// Item price.
    pub price: &'a str,
    /// Empty: not stated.
    pub delivery: &'a str,
    /// Availability.
    pub availability: &'a str,
    /// Condition.
    pub condition: &'a str,
}

impl<'a> Feed<'a> {
    /// A new one in stock, delivered for nothing.
    pub fn of(price: &'a str) -> Self {
        Self {
            price,
            delivery: "0",
            availability: "in_stock",
            condition: "new",
        }
    }

    /// The file.
    pub fn csv(&self) -> String {
        let Self {
            price,
            delivery,
            availability,
            condition,
        } = self;
        format!(
            "offer_id,title,brand,ean,price,delivery_cost,availability,condition,url\n\
             a1,Nova X2 128GB,Nova,4006381333931,{price},{delivery},{availability},{condition},\
             https://shop.example/a1\n"
        )
    }

    /// Imports it; answers how many watches fired.
    pub fn import(&self, deployment: &Deployment, store: &str) -> u64 {
        self.import_with(deployment, store, &[])
    }

    /// Imports it with options; answers how many watches fired.
    pub fn import_with(&self, deployment: &Deployment, store: &str, more: &[&str]) -> u64 {
        let file = deployment.file("feed.csv", self.csv());
        let counts = deployment.import(&file, store, more);
        counts["triggered"].as_u64().expect("a count")
    }
}

/// Imports a price of one shop; answers how many watches fired.
pub fn price(deployment: &Deployment, price: &str) -> u64 {
    Feed::of(price).import(deployment, "Store One")
}

/// How many mails are in the outbox; there must be some. A process that has just started looks at once.
pub fn outbox(deployment: &Deployment) -> u64 {
    let service = deployment.serve();
    wait_for("mails in the outbox", || {
        service
            .metric("cotejo_mails_waiting")
            .filter(|count| *count > 0)
    })
}

/// A client of a caller of the service.
#[derive(Clone)]
pub struct Client {
    base: String,
    agent: ureq::Agent,
    bearer: String,
    id: String,
    keys_used: Arc<AtomicU64>,
}

impl Service {
    /// A client of the holder of a key.
    pub fn client(&self, key: &Key, id: &str) -> Client {
        key.client(id).at(self)
    }
}

impl Key {
    /// A client of the holder of this key, wherever the service is.
    pub fn client(&self, id: &str) -> Client {
        Client {
            base: String::new(),
            agent: crate::agent(),
            bearer: format!("Bearer {}", self.secret),
            id: id.to_owned(),
            keys_used: Arc::default(),
        }
    }
}

impl Client {
    /// Another client of the same caller.
    #[must_use]
    pub fn named(&self, id: &str) -> Self {
        Self {
            id: id.to_owned(),
            ..self.clone()
        }
    }

    /// Its identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The same client of another process of the service.
    #[must_use]
    pub fn at(&self, service: &Service) -> Self {
        Self {
            base: service.base.clone(),
            agent: service.agent.clone(),
            ..self.clone()
        }
    }

    /// The answer to any request of this client.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let answer = self.try_ask(&self.base, method, path, headers, body);
        answer.expect("an answer")
    }

    /// The answer to any request of this client to the service at an address, if there is one.
    pub fn try_ask(
        &self,
        base: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Option<Answer> {
        let mut all = vec![
            ("Authorization", self.bearer.as_str()),
            ("X-Service-Client-Id", self.id.as_str()),
        ];
        if body.is_some() {
            all.push(("Content-Type", "application/json"));
        }
        all.extend(headers);
        crate::try_send(&self.agent, method, &format!("{base}{path}"), &all, body).ok()
    }

    /// Asks for a watch with a key that this client has not used yet.
    pub fn create(&self, body: &str) -> Answer {
        let count = self.keys_used.fetch_add(1, Ordering::Relaxed);
        self.create_once(&format!("{}-{count}", self.id), body)
    }

    /// Asks for a watch with this idempotency key.
    pub fn create_once(&self, key: &str, body: &str) -> Answer {
        self.ask("POST", WATCHES, &[("Idempotency-Key", key)], Some(body))
    }

    /// A watch of the product by mail; must be created.
    pub fn watch(&self, target: &str, destination: &str) -> Value {
        created(&self.create(&by_mail(target, destination)))
    }

    /// Asks for a change of a watch.
    pub fn patch(&self, id: &str, body: &str) -> Answer {
        self.ask("PATCH", &format!("{WATCHES}/{id}"), &[], Some(body))
    }

    /// Asks for the end of a watch.
    pub fn delete(&self, id: &str) -> Answer {
        self.ask("DELETE", &format!("{WATCHES}/{id}"), &[], None)
    }

    /// All watches.
    pub fn list(&self) -> Vec<Value> {
        let answer = self.ask("GET", WATCHES, &[], None);
        assert_eq!(answer.status, 200, "{}", answer.text());
        let list = answer.json();
        let items = list["items"].as_array().expect("items").clone();
        assert_eq!(list["total"], items.len());
        assert_eq!(list.as_object().expect("an object").len(), 2, "{list}");
        items
    }
}

/// The body that asks for a watch of the product by mail; the target as it stands.
pub fn by_mail(target: &str, destination: &str) -> String {
    format!(
        "{{\"canonical_product_id\":\"{PRODUCT}\",\"target_price\":{target},\
         \"destination\":\"{destination}\"}}"
    )
}

/// The body that asks for a watch of the product by webhook.
pub fn by_webhook(target: u32) -> String {
    let body =
        json!({"canonical_product_id": PRODUCT, "target_price": target, "channel": "webhook"});
    body.to_string()
}

/// The watch that was created.
pub fn created(answer: &Answer) -> Value {
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

/// The id of a watch.
pub fn id(watch: &Value) -> &str {
    watch["id"].as_str().expect("an id")
}
