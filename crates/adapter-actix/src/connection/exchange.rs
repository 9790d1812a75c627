//! A request and its answer, as the connection sees them.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_http::{ConnectionType, Request, Response};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use bytes::Bytes;

use crate::connection::activity::Activity;

/// Lasts from the end of a request's head until its answer is handed over, or given up.
pub struct Exchange {
    activity: Rc<Activity>,
}

impl Exchange {
    /// Begins with the request; `None` when its connection is not guarded.
    pub fn begin(request: &Request) -> Option<Self> {
        let activity = Rc::clone(request.conn_data::<Rc<Activity>>()?);
        activity.began();
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
            _exchange: exchange,
        })
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.activity.ended();
    }
}

/// The body of an answer, and the exchange that it is the end of.
pub struct AnswerBody {
    body: BoxBody,
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
        Pin::new(&mut self.body).poll_next(cx)
    }
}
