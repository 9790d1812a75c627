//! A request and its answer, as the connection sees them.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_http::error::PayloadError;
use actix_http::{BoxedPayloadStream, ConnectionType, HttpMessage, Payload, Request, Response};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::Stream;

use crate::connection::activity::{Activity, Body};

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
        let body = body_of(request);
        activity.began(body);
        if body == Body::Framed && !activity.is_http2() {
            let payload = FramedBody {
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

/// The body that follows the head of a request: actix has refused heads that state none clearly.
fn body_of(request: &mut Request) -> Body {
    if matches!(request.payload(), Payload::None) {
        return Body::Ended;
    }
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.filter(|_| !headers.contains_key(header::TRANSFER_ENCODING));
    let length = length.and_then(|length| length.to_str().ok()?.trim().parse().ok());
    length.map_or(Body::Framed, Body::Sized)
}

/// The body of a request over HTTP/1.1 whose length is not known before, which tells when it was read to its end.
struct FramedBody {
    payload: Payload,
    activity: Rc<Activity>,
}

impl Stream for FramedBody {
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
