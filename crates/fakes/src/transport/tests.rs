use std::collections::VecDeque;
use std::sync::Mutex;

use contract_tests::webhook_transport::{Reaction, Receipt, Reception, request, usual_body};
use domain::webhook::excerpt::{BodyBeginning, READ_FOR_EXCERPT};
use ports_net::{RetryAfter, WebhookAnswer, WebhookError, WebhookTransport};
use time::macros::datetime;
use uuid::Uuid;

use super::ScriptedTransport;

/// The fake with what the receiver behind a real one would have read.
#[derive(Default)]
struct Receiver {
    transport: ScriptedTransport,
    /// Whether the requests reach it: those that nothing was told about do.
    reached: Mutex<VecDeque<bool>>,
}

impl Reception for Receiver {
    fn transport(&self) -> &dyn WebhookTransport {
        &self.transport
    }

    fn react(&self, reaction: Reaction) {
        let why = "so it was told".to_owned();
        let result = match reaction {
            Reaction::Answer(status, headers) => Ok(answer(status, &headers, usual_body(status))),
            Reaction::Say(status, headers, body) => Ok(answer(status, &headers, &body)),
            Reaction::BreakOff => Err(WebhookError::Transport(why)),
            Reaction::TurnPrivate => Err(WebhookError::Denied(why)),
            Reaction::Vanish => Err(WebhookError::Dns(why)),
        };
        let reached = matches!(result, Ok(_) | Err(WebhookError::Transport(_)));
        self.reached.lock().unwrap().push_back(reached);
        self.transport.answer(Uuid::from_u128(1), [result]);
    }

    fn received(&self) -> Vec<Receipt> {
        let reached = self.reached.lock().unwrap();
        let mut reached = reached.iter().copied();
        let arrived = |_: &_| reached.next().unwrap_or(true);
        let requests = self.transport.requests();
        requests.into_iter().filter(arrived).map(receipt).collect()
    }
}

fn answer(status: u16, headers: &[(&str, String)], body: &[u8]) -> WebhookAnswer {
    let value = |wanted: &str| {
        let found = headers.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| value.clone())
    };
    let beginning = BodyBeginning {
        content_type: value("content-type"),
        bytes: body[..body.len().min(READ_FOR_EXCERPT)].to_vec(),
        is_whole: body.len() <= READ_FOR_EXCERPT,
    };
    WebhookAnswer {
        status,
        retry_after: value("retry-after").as_deref().and_then(said),
        body: match value("content-encoding") {
            Some(_) => BodyBeginning::default(),
            None => beginning,
        },
    }
}

fn said(text: &str) -> Option<RetryAfter> {
    match text {
        "Sun, 06 Nov 1994 08:49:37 GMT" => Some(RetryAfter::At(datetime!(1994-11-06 08:49:37 UTC))),
        _ => text.parse().ok().map(RetryAfter::Seconds),
    }
}

fn receipt(request: ports_net::WebhookRequest) -> Receipt {
    let header = |(name, value): (&str, String)| (name.to_owned(), value);
    Receipt {
        target: request.url.path_and_query().to_owned(),
        headers: request.headers.into_iter().map(header).collect(),
        body: request.body,
    }
}

contract_tests::webhook_transport_contract!(async { Receiver::default() });

#[tokio::test]
async fn answers_come_for_the_endpoint_before_those_for_the_url() {
    let transport = ScriptedTransport::new();
    let sent = request(1);
    let failed = Err(WebhookError::Transport("told".to_owned()));
    transport.answer_status(sent.endpoint, &[500, 410]);
    transport.answer_status(sent.url.as_str(), &[429]);
    transport.always(sent.endpoint, failed.clone());
    let mut outcomes = Vec::new();
    for _ in 0..4 {
        outcomes.push(transport.post(request(1)).await.map(|a| a.status));
    }
    let failed = failed.map(|a: WebhookAnswer| a.status);
    assert_eq!(outcomes, [Ok(500), Ok(410), failed.clone(), failed]);
    transport.recover(sent.endpoint);
    assert_eq!(transport.post(request(1)).await.unwrap().status, 429);
    assert_eq!(transport.post(request(2)).await.unwrap().status, 200);
    assert_eq!(transport.requests().len(), 6);
}
