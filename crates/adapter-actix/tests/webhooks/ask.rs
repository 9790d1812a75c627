//! Requests, and what comes back.

use crate::support::{Answer, Ask};

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

impl Answer {
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }

    pub fn assert_refused(&self, status: u16, code: &str, about: &str) {
        assert_eq!(self.outcome(), (status, code.to_owned()), "{about}");
    }
}

impl Ask {
    /// A request by a live key that may do everything; with an idempotency key unless it reads.
    pub fn new(method: &str, path: &str) -> Self {
        let ask = Self::by_writer(method, format!("/v1/{path}"));
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

    /// With another idempotency key.
    pub fn key(self, key: &str) -> Self {
        self.without("Idempotency-Key").with("Idempotency-Key", key)
    }

    pub fn named(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}
