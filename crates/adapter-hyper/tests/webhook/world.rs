//! Transports to receivers.

use std::sync::Arc;
use std::time::Duration;

use adapter_hyper::{ConnectOverrides, HyperTransport, WebhookSettings};
use domain::address::AddressRanges;
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use fakes::ScriptedResolver;
use ports_net::{HostResolver, WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use uuid::Uuid;

use crate::identity::Identity;
use crate::receiver::Receiver;

pub const HOST: &str = "hooks.example.com";

/// Short enough to wait for, long enough for everything that does not hang.
pub const SHORT: Duration = Duration::from_secs(2);

/// A receiver and what it takes to reach it.
pub struct World {
    pub receiver: Receiver,
    pub resolver: Arc<ScriptedResolver>,
    pub settings: WebhookSettings,
    pub transport: HyperTransport,
}

impl World {
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// With other settings.
    pub async fn with(change: impl FnOnce(&mut WebhookSettings)) -> Self {
        Self::of(Identity::of(&[HOST]), change).await
    }

    /// With another certificate, whose root is trusted.
    pub async fn of(identity: Identity, change: impl FnOnce(&mut WebhookSettings)) -> Self {
        let receiver = Receiver::start(identity).await;
        let (resolver, mut settings) = settings(receiver.port, &receiver.identity);
        change(&mut settings);
        let transport = HyperTransport::new(settings.clone()).unwrap();
        Self {
            receiver,
            resolver,
            settings,
            transport,
        }
    }

    pub async fn post(&self) -> Result<WebhookAnswer, WebhookError> {
        self.transport.post(request(1, "/hook")).await
    }

    pub async fn status(&self) -> u16 {
        self.post().await.unwrap().status
    }
}

/// Settings that find the host on the loopback interface.
pub fn settings(port: u16, identity: &Identity) -> (Arc<ScriptedResolver>, WebhookSettings) {
    let resolver = Arc::new(ScriptedResolver::new());
    resolver.lead(HOST, &[&["127.0.0.1"]]);
    let finds: Arc<dyn HostResolver> = resolver.clone();
    let mut settings = WebhookSettings::new(finds);
    settings.port = port;
    settings.allowed = AddressRanges::parse("127.0.0.0/8").unwrap();
    settings.extra_roots = vec![identity.root.clone()];
    (resolver, settings)
}

/// A request of an endpoint.
pub fn request(endpoint: u128, target: &str) -> WebhookRequest {
    request_to(endpoint, &format!("https://{HOST}{target}"))
}

/// A request of an endpoint to another URL.
pub fn request_to(endpoint: u128, url: &str) -> WebhookRequest {
    WebhookRequest {
        endpoint: Uuid::from_u128(endpoint),
        url: WebhookUrl::parse(url, &ExemptHosts::default()).unwrap(),
        headers: vec![("idempotency-key", "event-1".to_owned())],
        body: br#"{"a":1}"#.to_vec(),
    }
}

/// The override that leads the host to a port of the loopback interface.
pub fn to_port(port: u16) -> ConnectOverrides {
    ConnectOverrides::parse(&format!("{HOST}:443:127.0.0.1:{port}")).unwrap()
}
