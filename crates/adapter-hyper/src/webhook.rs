//! Posting events to receivers: one call is one attempt.

mod connection;
pub(crate) mod exchange;
mod interim;
pub(crate) mod metered;
mod outgoing;
mod pool;
mod retry_after;
mod settings;
pub(crate) mod words;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ports_net::{WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use rustls::Error as TlsError;
use tokio::time::Instant;

pub use outgoing::USER_AGENT_OF_WEBHOOKS;
pub use settings::WebhookSettings;

use exchange::Failure;
use metered::{Allowance, Metered};
use outgoing::Outgoing;
use pool::Pool;

use crate::connector::{Connector, HTTPS, StageLimits};
use crate::tls;

/// Within what is left of the attempt.
const LIMITS: StageLimits = StageLimits {
    resolve: Duration::from_secs(3),
    connect: Duration::from_secs(5),
    handshake: Duration::from_secs(5),
};

/// Posts events over TLS to addresses that were judged, on connections that are kept for each endpoint.
pub struct HyperTransport {
    timeout: Duration,
    connector: Connector,
    pool: Arc<Pool>,
}

impl HyperTransport {
    /// Works as it is set. Fails if an extra root cannot be read.
    pub fn new(settings: WebhookSettings) -> Result<Self, TlsError> {
        let mut tls = tls::config(settings.extra_roots.clone())?;
        tls.alpn_protocols = vec![connection::H2.to_vec(), b"http/1.1".to_vec()];
        Ok(Self {
            timeout: settings.timeout,
            pool: Arc::new(Pool::new(&settings)),
            connector: Connector {
                tls: Arc::new(tls),
                resolver: settings.resolver,
                allowed: settings.allowed,
                overrides: settings.overrides,
                https_port: settings.port,
                limits: LIMITS,
            },
        })
    }

    /// Tries the connections that are kept, then a fresh one. The request goes on to the next connection
    /// only when the last one gave it back unsent.
    async fn attempt(
        &self,
        outgoing: &Outgoing,
        deadline: Instant,
    ) -> Result<WebhookAnswer, WebhookError> {
        let (endpoint, host) = (outgoing.endpoint(), outgoing.host());
        while let Some(kept) = self.pool.take(endpoint, host).await {
            match exchange::run(kept, outgoing, deadline).await {
                Err(Failure::Unsent(_)) => {}
                Err(Failure::Final(error)) => return Err(error),
                Ok(answer) => return Ok(answer),
            }
        }
        let allowance = Allowance::new();
        let metered = |stream| Metered::new(stream, allowance.clone());
        let stream = self.connector.connect(host, HTTPS, deadline, metered);
        let stream = stream.await.map_err(words::unconnected)?;
        let opened = connection::open(stream, allowance, deadline).await?;
        let fresh = self.pool.admit(endpoint, host, opened);
        match exchange::run(fresh, outgoing, deadline).await {
            Err(Failure::Unsent(error) | Failure::Final(error)) => Err(error),
            Ok(answer) => Ok(answer),
        }
    }
}

#[async_trait]
impl WebhookTransport for HyperTransport {
    async fn post(&self, request: WebhookRequest) -> Result<WebhookAnswer, WebhookError> {
        let deadline = Instant::now() + self.timeout;
        self.attempt(&Outgoing::new(request)?, deadline).await
    }
}
