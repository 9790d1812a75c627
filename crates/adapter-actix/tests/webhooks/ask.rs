//! Requests, and what comes back.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use serde_json::Value;

use crate::world::{World, bearer};

/// The subscription that exists.
pub const WEBHOOK: &str = "wh_0000000000000000000000000000a000";
/// The delivery that exists.
pub const DELIVERY: &str = "whd_0000000000000000000000000000d000";
/// An incident.
pub const INCIDENT: &str = "wi_0000000000000000000000000000c000";
/// A rotation.
pub const ROTATION: &str = "wr_0000000000000000000000000000b000";

/// A body that registers a subscription.
pub const NEW: &str = r#"{"url":"https://hooks.customer.org/in","events":["watchlist.triggered"]}"#;

/// A body that names a time.
pub const TIME: &str = r#"{"from":"2026-03-01T06:00:00Z","to":"2026-03-01T13:30:00.5+02:00"}"#;

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: web::Bytes,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Status, and code if it is an error.
    pub fn outcome(&self) -> (u16, String) {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let code = body["error"].as_str().unwrap_or_default();
        (self.status.as_u16(), code.to_owned())
    }

    /// The fields at fault.
    pub fn fields(&self) -> Vec<String> {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let details = body["details"].as_array().into_iter().flatten();
        let fields = details.map(|d| d["field"].as_str().unwrap().to_owned());
        fields.collect()
    }

    pub fn assert_refused(&self, status: u16, code: &str, about: &str) {
        assert_eq!(self.outcome(), (status, code.to_owned()), "{about}");
    }
}

/// A request that has what it needs unless told otherwise.
#[derive(Clone)]
pub struct Ask {
    pub method: Method,
    pub path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

impl Ask {
    /// A request by a live key that may do everything; with an idempotency key unless it reads.
    pub fn new(method: &str, path: &str) -> Self {
        let ask = Self {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            path: format!("/v1/{path}"),
            headers: Vec::new(),
            body: Vec::new(),
        };
        let ask = ask.with("Authorization", &bearer("writer"));
        match method {
            "GET" | "HEAD" => ask,
            _ => ask.with("Idempotency-Key", "order-1"),
        }
    }

    pub fn post(path: &str) -> Self {
        Self::new("POST", path)
    }

    pub fn create() -> Self {
        Self::post("webhooks").json(NEW)
    }

    pub fn change(body: &str) -> Self {
        Self::new("PATCH", &format!("webhooks/{WEBHOOK}")).json(body)
    }

    pub fn remove() -> Self {
        Self::new("DELETE", &format!("webhooks/{WEBHOOK}"))
    }

    pub fn test() -> Self {
        Self::post(&format!("webhooks/{WEBHOOK}/test")).json(r#"{"confirm":true}"#)
    }

    pub fn retry() -> Self {
        Self::post(&format!("webhook-deliveries/{DELIVERY}/retry"))
    }

    pub fn replay_range() -> Self {
        Self::post(&format!("webhooks/{WEBHOOK}/replays")).json(TIME)
    }

    pub fn acknowledge() -> Self {
        let ask = Self::post(&format!("webhooks/{WEBHOOK}/incidents/acknowledge"));
        ask.json(&format!(r#"{{"incident_id":"{INCIDENT}"}}"#))
    }

    pub fn prepare() -> Self {
        Self::post(&format!("webhooks/{WEBHOOK}/secret-rotation"))
    }

    pub fn activate() -> Self {
        let ask = Self::post(&format!("webhooks/{WEBHOOK}/secret-rotation/activate"));
        ask.json(&format!(r#"{{"rotation_id":"{ROTATION}","confirm":true}}"#))
    }

    pub fn cancel() -> Self {
        let ask = Self::post(&format!("webhooks/{WEBHOOK}/secret-rotation/cancel"));
        ask.json(&format!(r#"{{"rotation_id":"{ROTATION}"}}"#))
    }

    /// Everything that changes something.
    pub fn changes() -> [Self; 10] {
        [
            Self::create(),
            Self::change(r#"{"enabled":true}"#),
            Self::remove(),
            Self::test(),
            Self::retry(),
            Self::replay_range(),
            Self::acknowledge(),
            Self::prepare(),
            Self::activate(),
            Self::cancel(),
        ]
    }

    /// Everything that reads.
    pub fn reads() -> [Self; 6] {
        [
            Self::new("GET", "webhooks"),
            Self::new("GET", &format!("webhooks/{WEBHOOK}")),
            Self::new("GET", "webhook-deliveries"),
            Self::new("GET", &format!("webhook-deliveries/{DELIVERY}")),
            Self::new("GET", "webhook-metrics"),
            Self::new("GET", "webhook-audit"),
        ]
    }

    /// The same with another path.
    pub fn at(mut self, from: &str, to: &str) -> Self {
        self.path = self.path.replace(from, to);
        self
    }

    pub fn by(self, key: &str) -> Self {
        self.without("Authorization")
            .with("Authorization", &bearer(key))
    }

    /// With another idempotency key.
    pub fn key(self, key: &str) -> Self {
        self.without("Idempotency-Key").with("Idempotency-Key", key)
    }

    /// One more header.
    pub fn with(self, name: &str, value: &str) -> Self {
        self.with_bytes(name, value.as_bytes())
    }

    pub fn with_bytes(mut self, name: &str, value: &[u8]) -> Self {
        self.headers.push((name.to_owned(), value.to_vec()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Another body, which is JSON.
    pub fn json(self, text: &str) -> Self {
        self.without("Content-Type")
            .with("Content-Type", "application/json")
            .body(text.as_bytes())
    }

    pub fn body(mut self, bytes: &[u8]) -> Self {
        self.body = bytes.to_vec();
        self
    }

    pub fn named(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    pub async fn send(self, world: &World) -> Answer {
        let http = world.http.clone();
        let service = init_service(App::new().configure(|config| http.configure(config))).await;
        let mut request = TestRequest::with_uri(&self.path).method(self.method);
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request = request.append_header((name, HeaderValue::from_bytes(value).unwrap()));
        }
        if !self.body.is_empty() {
            request = request.set_payload(self.body);
        }
        let response = call_service(&service, request.to_request()).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = read_body(response).await;
        Answer {
            status,
            headers,
            body,
        }
    }
}
