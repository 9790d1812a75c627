//! Telling operators by ntfy, Slack, Discord or Matrix: one call is one attempt, on a connection of its own.
//!
//! The addresses are the operator's, so they may be anywhere; without TLS only where it is not public, which is looked at
//! once the connection is there and before anything is sent.

mod addresses;
mod echo;
mod formats;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::address::{AddressRanges, is_public};
use domain::alarm::message::Message;
use http_body_util::Full;
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use ports_net::{AlarmChannel, WebhookAnswer, WebhookError};
use rustls::pki_types::CertificateDer;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

pub use addresses::AlarmAddresses;

use addresses::Address;
use formats::Outgoing;

use crate::connector::{Connector, HTTPS, StageLimits};
use crate::overrides::ConnectOverrides;
use crate::request;
use crate::resolver::SystemResolver;
use crate::tls;
use crate::webhook::exchange::{DRAIN, answer};
use crate::webhook::metered::{Allowance, Metered};
use crate::webhook::words;

/// The longest that an attempt takes up to the status.
const TIMEOUT: Duration = Duration::from_secs(13);

/// Within what is left of the attempt.
const LIMITS: StageLimits = StageLimits {
    resolve: Duration::from_secs(5),
    connect: Duration::from_secs(5),
    handshake: Duration::from_secs(5),
};

/// Sends to channels. Clones share the look-ups of names.
#[derive(Clone)]
pub struct AlarmClient {
    connector: Connector,
}

/// One channel.
struct AlarmSender {
    address: Address,
    client: AlarmClient,
}

impl AlarmClient {
    /// Trusts the public roots and `extra_roots`. Fails if one of these cannot be read.
    pub fn new(extra_roots: Vec<CertificateDer<'static>>) -> Result<Self, rustls::Error> {
        let everywhere = AddressRanges::parse("0.0.0.0/0,::/0").unwrap_or_default();
        Ok(Self {
            connector: Connector {
                tls: Arc::new(tls::config(extra_roots)?),
                resolver: Arc::new(SystemResolver::default()),
                allowed: everywhere,
                overrides: ConnectOverrides::default(),
                https_port: HTTPS,
                limits: LIMITS,
            },
        })
    }

    /// The channels at these addresses, in their order.
    pub fn channels(&self, addresses: &AlarmAddresses) -> Vec<Arc<dyn AlarmChannel>> {
        let channels = addresses.each().map(|address| {
            Arc::new(AlarmSender {
                address: address.clone(),
                client: self.clone(),
            })
        });
        channels
            .map(|channel| -> Arc<dyn AlarmChannel> { channel })
            .collect()
    }
}

impl AlarmSender {
    fn request(&self, outgoing: Outgoing) -> Result<Request<Full<Bytes>>, WebhookError> {
        let Outgoing {
            method,
            target,
            content_type,
            headers,
            body,
        } = outgoing;
        let mut request = Request::builder()
            .method(method)
            .uri(target)
            .header(HOST, self.address.host())
            .header(USER_AGENT, request::USER_AGENT)
            .header(CONTENT_TYPE, content_type);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(authorization) = &self.address.authorization {
            let value = request::authorization(authorization)
                .map_err(|error| WebhookError::Denied(error.to_string()))?;
            request = request.header(AUTHORIZATION, value);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        request.map_err(|_| WebhookError::Denied("it makes no request".to_owned()))
    }

    async fn attempt(&self, message: &Message, id: Uuid) -> Result<WebhookAnswer, WebhookError> {
        let deadline = Instant::now() + TIMEOUT;
        let request = self.request(formats::outgoing(&self.address, message, id))?;
        let (host, port) = self.address.place();
        let allowance = Allowance::new();
        let connector = &self.client.connector;
        if self.address.is_plain() {
            let stream = connector.connect_plainly(host, port, deadline).await;
            let stream = stream.map_err(words::unconnected)?;
            let peer = stream.peer_addr();
            if !peer.is_ok_and(|peer| !is_public(peer.ip())) {
                let why = "without TLS only an address that is not public is told";
                return Err(WebhookError::Denied(why.to_owned()));
            }
            exchange(Metered::new(stream, allowance), request, deadline).await
        } else {
            let metered = |stream| Metered::new(stream, allowance);
            let stream = connector.connect(host, port, deadline, metered).await;
            let stream = stream.map_err(words::unconnected)?;
            exchange(stream, request, deadline).await
        }
    }
}

#[async_trait]
impl AlarmChannel for AlarmSender {
    fn name(&self) -> &str {
        &self.address.name
    }

    fn place(&self) -> &str {
        self.address.text()
    }

    async fn post(&self, message: &Message, id: Uuid) -> Result<WebhookAnswer, WebhookError> {
        let mut answer = self.attempt(message, id).await?;
        answer.body.bytes = echo::masked(&answer.body.bytes, &self.address);
        Ok(answer)
    }
}

/// One request and its answer.
async fn exchange<S>(
    stream: S,
    request: Request<Full<Bytes>>,
    deadline: Instant,
) -> Result<WebhookAnswer, WebhookError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let exchanged = async {
        let (mut sender, driver) = http1::handshake(TokioIo::new(stream)).await?;
        let mut connection = JoinSet::new();
        connection.spawn(driver);
        let response = sender.send_request(request).await?;
        Ok((response, connection))
    };
    let exchanged = timeout_at(deadline, exchanged).await;
    let (response, connection) = exchanged
        .map_err(|_| WebhookError::Timeout("waiting for the answer"))?
        .map_err(|error: hyper::Error| words::exchange(&error))?;
    let (head, rest) = response.into_parts();
    let answered = answer(&head, rest, Instant::now() + DRAIN).await;
    drop(connection);
    Ok(answered.0)
}

#[cfg(test)]
mod tests;
