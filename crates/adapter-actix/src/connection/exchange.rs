//! A request and its answer, as the connection sees them.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_http::error::PayloadError;
use actix_http::{BoxedPayloadStream, ConnectionType, HttpMessage, Payload, Request, Response};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use bytes::Bytes;
use futures_util::Stream;
use tokio::task::yield_now;

use crate::connection::activity::Activity;

/// Lasts from the end of a request's head until its answer is handed over, or given up.
pub struct Exchange {
    activity: Rc<Activity>,
}

impl Exchange {
    /// Begins with the request; `None` when its connection is not guarded.
    pub fn begin(request: &mut Request) -> Option<Self> {
        // told by actix over HTTP/1.1, by [`crate::http2`] over HTTP/2
        let told = request.conn_data::<Rc<Activity>>().cloned();
        let activity = told.or_else(|| request.extensions().get::<Rc<Activity>>().cloned())?;
        let has_body = !matches!(request.payload(), Payload::None);
        activity.began(has_body);
        if has_body && !activity.is_http2() {
            let payload = RequestBody {
                payload: request.take_payload(),
                activity: Rc::clone(&activity),
            };
            let payload: BoxedPayloadStream = Box::pin(payload);
            *request.payload() = Payload::from(payload);
        }
        if request.head().connection_type() == ConnectionType::Close {
            activity.close();
        }
        Some(Self { activity })
    }

    /// Lets other connections go first when the request came together with the one before it: however many a
    /// client sends at once, others wait for one of them and not for all.
    pub async fn wait_for_turn(exchange: Option<&Self>) {
        if exchange.is_some_and(|exchange| exchange.activity.is_pipelined()) {
            yield_now().await;
        }
    }

    /// The answer, whose body ends the exchange.
    pub fn end_with(
        exchange: Option<Self>,
        answer: ServiceResponse<BoxBody>,
    ) -> Response<AnswerBody> {
        let answer = Response::from(answer);
        if let Some(exchange) = &exchange
            && answer.head().connection_type() == ConnectionType::Close
        {
            exchange.activity.close();
        }
        answer.map_body(|_, body| AnswerBody {
            body,
            rest: Bytes::new(),
            _exchange: exchange,
        })
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.activity.ended();
    }
}

/// The body of a request over HTTP/1.1, which tells when it came to its end.
struct RequestBody {
    payload: Payload,
    activity: Rc<Activity>,
}

impl Stream for RequestBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = ready!(Pin::new(&mut self.payload).poll_next(cx));
        if next.is_none() {
            self.activity.body_ended();
        }
        Poll::Ready(next)
    }
}

/// How much of an answer is handed over at a time. Over HTTP/1.1 actix copies what it is given for each connection,
/// so that a whole body would be there as often as it is sent.
const PART: usize = 32 * 1024;

/// The body of an answer, in parts, and the exchange that it is the end of.
pub struct AnswerBody {
    body: BoxBody,
    /// What came of the body and was not handed over.
    rest: Bytes,
    _exchange: Option<Exchange>,
}

impl MessageBody for AnswerBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        while self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let part = self.rest.len().min(PART);
        Poll::Ready(Some(Ok(self.rest.split_to(part))))
    }
}
