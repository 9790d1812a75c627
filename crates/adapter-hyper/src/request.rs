//! The request for a download, and what its answer is known by.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::Empty;
use hyper::body::Incoming;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Request, Response};
use ports_net::{Authorization, NetError, Validators};

use crate::target::Target;

pub const USER_AGENT: &str = concat!("price-comparison-service/", env!("CARGO_PKG_VERSION"));

/// The longest entity tag that is kept, in bytes.
const LONGEST_TAG: usize = 512;

/// What a request says besides its target.
pub struct Asking<'a> {
    /// What is known of the content.
    pub known: Option<&'a Validators>,
    /// Who asks.
    pub authorization: Option<HeaderValue>,
}

/// The request for a target.
pub fn request(target: &Target, asking: &Asking<'_>) -> Result<Request<Empty<Bytes>>, NetError> {
    let mut request = Request::get(target.path_and_query())
        .header(header::HOST, target.host())
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::ACCEPT, "*/*")
        .header(header::ACCEPT_ENCODING, "identity")
        .body(Empty::new())
        .map_err(|error| NetError::Url(error.to_string()))?;
    let known = |text: fn(&Validators) -> &Option<String>| {
        let text = asking.known.and_then(|known| text(known).as_deref())?;
        HeaderValue::from_str(text).ok()
    };
    let headers = [
        (header::IF_NONE_MATCH, known(|known| &known.etag)),
        (
            header::IF_MODIFIED_SINCE,
            known(|known| &known.last_modified),
        ),
        (header::AUTHORIZATION, asking.authorization.clone()),
    ];
    for (name, value) in headers {
        if let Some(value) = value {
            request.headers_mut().insert(name, value);
        }
    }
    Ok(request)
}

/// The header that says who asks.
pub fn authorization(authorization: &Authorization) -> Result<HeaderValue, NetError> {
    let text = match authorization {
        Authorization::Basic(pair) if pair.contains(':') => {
            format!("Basic {}", STANDARD.encode(pair))
        }
        Authorization::Basic(_) => {
            return Err(NetError::Credentials(
                "basic ones have the form user:password",
            ));
        }
        Authorization::Bearer(token) => format!("Bearer {token}"),
    };
    let is_token = |b: u8| b.is_ascii_graphic();
    if matches!(authorization, Authorization::Bearer(token) if token.is_empty() || !token.bytes().all(is_token))
    {
        return Err(NetError::Credentials(
            "a token consists of visible ASCII characters without blanks",
        ));
    }
    let refused = |_| NetError::Credentials("they hold characters that no header may have");
    let mut value = HeaderValue::try_from(text).map_err(refused)?;
    value.set_sensitive(true);
    Ok(value)
}

/// What the content of an answer is known by. What is too long or no text is not kept.
pub fn validators(response: &Response<Incoming>) -> Validators {
    let text = |name: HeaderName| {
        let text = response.headers().get(name)?.to_str().ok()?.trim();
        let is_kept = (1..=LONGEST_TAG).contains(&text.len());
        is_kept.then(|| text.to_owned())
    };
    Validators {
        etag: text(header::ETAG),
        last_modified: text(header::LAST_MODIFIED),
    }
}
