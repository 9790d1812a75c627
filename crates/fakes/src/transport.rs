use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use domain::webhook::excerpt::BodyBeginning;
use ports_net::{WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use uuid::Uuid;

/// A transport that keeps the requests it is given. It answers as it was told for the request's endpoint,
/// else as it was told for its URL: first what is due once, in order, then what stands; and 200 when it
/// was told nothing.
#[derive(Debug, Default)]
pub struct ScriptedTransport(Mutex<Kept>);

/// To whom an answer belongs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Addressee {
    /// Requests to an endpoint.
    Endpoint(Uuid),
    /// Requests to a URL in its stored spelling.
    Url(String),
}

#[derive(Debug, Default)]
struct Kept {
    requests: Vec<WebhookRequest>,
    scripts: HashMap<Addressee, Script>,
}

#[derive(Debug, Default)]
struct Script {
    once: VecDeque<Said>,
    standing: Option<Said>,
}

#[derive(Debug, Clone)]
enum Said {
    Result(Result<WebhookAnswer, WebhookError>),
    Nothing,
}

impl From<Uuid> for Addressee {
    fn from(endpoint: Uuid) -> Self {
        Self::Endpoint(endpoint)
    }
}

impl From<&str> for Addressee {
    fn from(url: &str) -> Self {
        Self::Url(url.to_owned())
    }
}

impl ScriptedTransport {
    /// A transport to receivers that answer 200.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what becomes of the next requests.
    pub fn answer(
        &self,
        to: impl Into<Addressee>,
        results: impl IntoIterator<Item = Result<WebhookAnswer, WebhookError>>,
    ) {
        let results = results.into_iter().map(Said::Result);
        self.script(to.into(), |script| script.once.extend(results));
    }

    /// Adds statuses of the next answers.
    pub fn answer_status(&self, to: impl Into<Addressee>, statuses: &[u16]) {
        self.answer(to, statuses.iter().map(|status| Ok(bare(*status))));
    }

    /// What becomes of every request that nothing is due for.
    pub fn always(&self, to: impl Into<Addressee>, result: Result<WebhookAnswer, WebhookError>) {
        self.script(to.into(), |script| {
            script.standing = Some(Said::Result(result));
        });
    }

    /// Leaves every request that nothing is due for without an answer, and without an end.
    pub fn hang(&self, to: impl Into<Addressee>) {
        self.script(to.into(), |script| script.standing = Some(Said::Nothing));
    }

    /// Forgets what was told about somebody.
    pub fn recover(&self, to: impl Into<Addressee>) {
        self.script(to.into(), |script| *script = Script::default());
    }

    /// The requests, in order.
    pub fn requests(&self) -> Vec<WebhookRequest> {
        self.with(|kept| kept.requests.clone())
    }

    fn script(&self, to: Addressee, change: impl FnOnce(&mut Script)) {
        self.with(|kept| change(kept.scripts.entry(to).or_default()));
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn next(&self, request: WebhookRequest) -> Said {
        self.with(|kept| {
            let mut said = None;
            let url = Addressee::from(request.url.as_str());
            for to in [Addressee::from(request.endpoint), url] {
                said = said.or_else(|| kept.scripts.get_mut(&to)?.next());
            }
            kept.requests.push(request);
            said.unwrap_or(Said::Result(Ok(bare(200))))
        })
    }
}

impl Script {
    fn next(&mut self) -> Option<Said> {
        self.once.pop_front().or_else(|| self.standing.clone())
    }
}

fn bare(status: u16) -> WebhookAnswer {
    WebhookAnswer {
        status,
        retry_after: None,
        body: BodyBeginning::default(),
    }
}

#[async_trait]
impl WebhookTransport for ScriptedTransport {
    async fn post(&self, request: WebhookRequest) -> Result<WebhookAnswer, WebhookError> {
        match self.next(request) {
            Said::Result(result) => result,
            Said::Nothing => pending().await,
        }
    }
}

#[cfg(test)]
mod tests;
