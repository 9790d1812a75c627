//! Workspaces that receive webhooks.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::clock;
use crate::load::{Answer, Blocking};
use crate::outcome::Outcome;
use crate::process;
use crate::receiver::Receiver;
use crate::service::Api;

/// How often a request is sent again that got no answer.
const TRIES: u32 = 50;

const PAUSE: Duration = Duration::from_millis(100);

/// A workspace with a key that may do everything here.
#[derive(Debug)]
pub struct Tenant {
    key: String,
}

impl Tenant {
    /// Makes it, with everything that webhooks need.
    pub fn create(api: &Api, workspace: &str) -> Outcome<Self> {
        let mut command = api.command();
        command.args(["workspace", "set", workspace]);
        process::run(command.args(["--entitlement", "webhooks:manage"]))?;
        let scopes = ["webhooks:write", "watchlists:write", "catalog:read"];
        Ok(Self {
            key: api.key_of(workspace, "live", &scopes)?,
        })
    }

    /// Its key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Subscribes an endpoint to its events; the subscription's id.
    pub fn subscribe(&self, client: &mut Client, endpoint: usize) -> Outcome<String> {
        let url = format!("https://{}/hooks?of={endpoint}", Receiver::host(endpoint));
        let body = json!({"url": url, "events": ["watchlist.triggered"]});
        let made = client.create("/v1/webhooks", self, &format!("hook-{endpoint}"), &body)?;
        let id = made.get("id").and_then(Value::as_str);
        Ok(id.ok_or("a subscription without id")?.to_owned())
    }
}

/// A client of the API that asks again when it gets no answer.
pub struct Client {
    address: SocketAddr,
    line: Option<Blocking>,
}

impl Client {
    /// Of this service.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            line: None,
        }
    }

    /// Creates something with an idempotency key; what is answered.
    pub fn create(
        &mut self,
        path: &str,
        tenant: &Tenant,
        key: &str,
        body: &Value,
    ) -> Outcome<Value> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: a.example\r\nAuthorization: Bearer {}\r\n\
             X-Service-Client-Id: bench-client\r\nIdempotency-Key: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            tenant.key,
            body.len()
        );
        for _ in 0..TRIES {
            match self.once(request.as_bytes()) {
                Some(answer) if answer.status == 201 => {
                    return Ok(serde_json::from_slice(&answer.body)?);
                }
                Some(answer) if answer.status < 500 && answer.status != 409 => {
                    let said = String::from_utf8_lossy(&answer.body).into_owned();
                    return Err(format!("POST {path}: {} {said}", answer.status).into());
                }
                Some(_) | None => clock::sleep(PAUSE),
            }
        }
        Err(format!("POST {path} is not answered").into())
    }

    fn once(&mut self, request: &[u8]) -> Option<Answer> {
        let line = self.line.take();
        let mut line = line.or_else(|| Blocking::connect(self.address).ok())?;
        let answer = line.fetch(request).ok()?;
        self.line = Some(line);
        Some(answer)
    }
}
