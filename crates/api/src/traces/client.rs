//! How spans reach the collector: by the client that the program uses elsewhere, on the thread that sends spans.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};

/// How long a collector may take for a batch.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// What is read of an answer.
const MOST_OF_ANSWER: u64 = 64 * 1024;

/// Posts and waits: it is never called where others wait for the thread.
#[derive(Debug)]
pub struct Client(ureq::Agent);

impl Client {
    /// Follows no redirect and uses no proxy.
    pub fn new() -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .build();
        Self(ureq::Agent::new_with_config(config))
    }

    /// Posts, and answers the status and the beginning of the body.
    pub fn post(&self, request: Request<Bytes>) -> Result<Response<Bytes>, ureq::Error> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, body.to_vec());
        let mut answer = self.0.run(request)?;
        let body = answer.body_mut().with_config().limit(MOST_OF_ANSWER);
        let body = body.read_to_vec()?;
        let (head, _) = answer.into_parts();
        Ok(Response::from_parts(head, Bytes::from(body)))
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        Ok(self.post(request)?)
    }
}
