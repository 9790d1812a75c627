//! HTTP/2 on one connection: what actix's own dispatcher does, within bounds that it leaves open (ADR 0087).

mod answering;
mod exchanges;

use std::net::SocketAddr;
use std::pin::pin;
use std::rc::Rc;

use actix_http::error::DispatchError;
use actix_http::{Request, Response};
use actix_server::GracefulShutdownSignal;
use actix_service::Service;
use actix_web::body::BoxBody;
use h2::server::{Builder, Connection};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::connection::{AnswerBody, Guarded};
use crate::http2::exchanges::Exchanges;

/// What comes in of one request's body before it is read, and of all on one connection. A body that is
/// longer than the first is refused by then.
const STREAM_WINDOW: u32 = 32 * 1024;
const CONNECTION_WINDOW: u32 = 128 * 1024;

/// The longest head, as the protocol counts it: what `read_body` accepts and answers for by itself, and some
/// more. Beyond it the protocol answers.
const MAX_HEAD: u32 = 64 * 1024;

/// How much of one answer waits on the connection for a client that does not take it; the rest waits in the
/// answer.
const SEND_BUFFER: usize = 64 * 1024;

/// How many streams that the client has reset may wait to be looked at, and how many mistakes the protocol
/// answers with a reset, before the connection is ended. (Streams beyond the limit are refused, not counted.)
const MOST_RESET: usize = 20;
const MOST_REFUSED: usize = 100;

/// Speaks HTTP/2 on a connection until it ends. A request that its client gives up is dropped at once, and
/// all that run when the connection ends.
pub async fn serve<T, S>(
    stream: Guarded<T>,
    peer: Option<SocketAddr>,
    requests: Rc<S>,
    stop: GracefulShutdownSignal,
) -> Result<(), DispatchError>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    S: Service<Request, Response = Response<AnswerBody>> + 'static,
    S::Error: Into<Response<BoxBody>>,
    S::Future: 'static,
{
    let (activity, streams) = (stream.activity(), stream.limits().streams);
    let handshake = builder(streams).handshake(stream).await;
    let mut connection: Connection<_, _> = handshake.map_err(DispatchError::H2)?;
    let mut exchanges = Exchanges::new(requests, activity, peer, streams);
    let mut stopped = pin!(stop.notified());
    let mut is_stopping = false;
    loop {
        let next = tokio::select! {
            next = exchanges.next(&mut connection) => next,
            () = &mut stopped, if !is_stopping => {
                is_stopping = true;
                connection.graceful_shutdown();
                continue;
            }
        };
        match next {
            Ok(Some((request, respond))) => exchanges.begin(request, respond),
            Ok(None) => return Ok(()),
            Err(error) => return Err(DispatchError::H2(error)),
        }
    }
}

fn builder(streams: u32) -> Builder {
    let mut builder = Builder::new();
    builder
        .initial_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_header_list_size(MAX_HEAD)
        .max_concurrent_streams(streams)
        .max_send_buffer_size(SEND_BUFFER)
        .max_pending_accept_reset_streams(MOST_RESET)
        .max_local_error_reset_streams(Some(MOST_REFUSED));
    builder
}
