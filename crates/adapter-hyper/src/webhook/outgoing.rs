//! The request as HTTP has it.

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{
    CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use hyper::http::uri::{Authority, PathAndQuery, Scheme};
use hyper::{Method, Request, Uri, Version};
use ports_net::{WebhookError, WebhookRequest};
use uuid::Uuid;

/// Who posts, as receivers see it.
pub const USER_AGENT_OF_WEBHOOKS: &str = "price-comparison-webhooks/1";
const AGENT: HeaderValue = HeaderValue::from_static(USER_AGENT_OF_WEBHOOKS);
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A request that can be put on any connection, as often as it comes back unsent.
pub struct Outgoing {
    endpoint: Uuid,
    authority: Authority,
    target: PathAndQuery,
    headers: HeaderMap,
    body: Bytes,
}

impl Outgoing {
    /// Reads what was asked for. What the transport itself says (host, length) cannot be said by the caller.
    pub fn new(request: WebhookRequest) -> Result<Self, WebhookError> {
        let url = &request.url;
        let body = Bytes::from(request.body);
        let mut headers = HeaderMap::with_capacity(request.headers.len() + 4);
        headers.insert(USER_AGENT, AGENT);
        headers.insert(CONTENT_TYPE, JSON);
        for (name, value) in request.headers {
            let value = HeaderValue::from_maybe_shared(Bytes::from(value))
                .map_err(|_| unwritable("the value of a header"))?;
            headers.insert(HeaderName::from_static(name), value);
        }
        headers.insert(CONTENT_LENGTH, body.len().into());
        Ok(Self {
            endpoint: request.endpoint,
            authority: url.host().parse().map_err(|_| unwritable("the host"))?,
            target: url
                .path_and_query()
                .parse()
                .map_err(|_| unwritable("the path or query"))?,
            headers,
            body,
        })
    }

    /// Whose endpoint it goes to.
    pub fn endpoint(&self) -> Uuid {
        self.endpoint
    }

    /// The host it goes to, in small letters.
    pub fn host(&self) -> &str {
        self.authority.as_str()
    }

    /// The request for a connection of a version.
    pub fn request(&self, version: Version) -> Result<Request<Full<Bytes>>, WebhookError> {
        let mut request = Request::new(Full::new(self.body.clone()));
        *request.method_mut() = Method::POST;
        *request.headers_mut() = self.headers.clone();
        *request.version_mut() = version;
        if version == Version::HTTP_2 {
            *request.uri_mut() = Uri::builder()
                .scheme(Scheme::HTTPS)
                .authority(self.authority.clone())
                .path_and_query(self.target.clone())
                .build()
                .map_err(|_| unwritable("the URL"))?;
        } else {
            *request.uri_mut() = Uri::from(self.target.clone());
            let host = HeaderValue::from_str(self.authority.as_str())
                .map_err(|_| unwritable("the host"))?;
            request.headers_mut().insert(HOST, host);
        }
        Ok(request)
    }
}

fn unwritable(what: &str) -> WebhookError {
    WebhookError::Transport(format!("{what} cannot be written"))
}
