//! The requests of one connection that are being answered.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::rc::Rc;
use std::task::Poll;

use actix_http::{HttpMessage, Payload, Request, Response};
use actix_service::Service;
use actix_web::body::BoxBody;
use bytes::Bytes;
use h2::RecvStream;
use h2::server::{Connection, SendResponse};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use crate::connection::{Activity, AnswerBody};
use crate::http2::answering;

/// A request, and where its answer goes.
pub type Asked = (http_types::Request<RecvStream>, SendResponse<Bytes>);

/// Requests that are being answered, no more than streams may be open: those that the client has reset
/// free their place when they have ended, not before.
pub struct Exchanges<S> {
    requests: Rc<S>,
    activity: Rc<Activity>,
    peer: Option<SocketAddr>,
    most: usize,
    running: JoinSet<()>,
}

impl<S> Exchanges<S>
where
    S: Service<Request, Response = Response<AnswerBody>> + 'static,
    S::Error: Into<Response<BoxBody>>,
    S::Future: 'static,
{
    /// None yet.
    pub fn new(
        requests: Rc<S>,
        activity: Rc<Activity>,
        peer: Option<SocketAddr>,
        streams: u32,
    ) -> Self {
        Self {
            requests,
            activity,
            peer,
            most: usize::try_from(streams).unwrap_or(usize::MAX),
            running: JoinSet::new(),
        }
    }

    /// Does the connection's work until there is a request that may begin; `None` when it has ended.
    pub async fn next<T>(
        &mut self,
        connection: &mut Connection<T, Bytes>,
    ) -> Result<Option<Asked>, h2::Error>
    where
        T: AsyncRead + AsyncWrite + Unpin,
    {
        poll_fn(|cx| {
            while let Poll::Ready(Some(_)) = self.running.poll_join_next(cx) {}
            if self.running.len() < self.most {
                return connection.poll_accept(cx).map(Option::transpose);
            }
            connection.poll_closed(cx).map_ok(|()| None)
        })
        .await
    }

    /// Begins to answer a request.
    pub fn begin(
        &mut self,
        request: http_types::Request<RecvStream>,
        respond: SendResponse<Bytes>,
    ) {
        let is_head = request.method() == http_types::Method::HEAD;
        let request = self.adapted(request);
        let answer = self.requests.call(request);
        self.running.spawn_local(async move {
            if let Err(error) = answering::run(answer, respond, is_head).await {
                tracing::debug!(%error, "an answer over HTTP/2 was not taken to its end");
            }
        });
    }

    fn adapted(&self, request: http_types::Request<RecvStream>) -> Request {
        let (parts, body) = request.into_parts();
        let mut request = Request::with_payload(Payload::from(body));
        let head = request.head_mut();
        head.uri = parts.uri;
        head.method = parts.method;
        head.version = parts.version;
        head.headers = parts.headers.into();
        head.peer_addr = self.peer;
        request.extensions_mut().insert(Rc::clone(&self.activity));
        request
    }
}
