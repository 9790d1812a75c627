//! A ready-made answer: a body in the forms in which it is sent, each with its entity tag.

use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;

use actix_web::http::header::{self, ETag, HeaderMap, HeaderValue};
use actix_web::{HttpResponse, http::StatusCode};
use app::AppError;
use bytes::Bytes;
use serde::Serialize;

use crate::http::conditional::{Copy, copy};
use crate::http::encoding::{Coding, SMALLEST_BYTES};
use crate::http::problem::JSON;

/// One form of a body.
#[derive(Debug)]
struct Form {
    coding: Coding,
    body: Bytes,
    tag: HeaderValue,
}

/// A body with its forms; compressed ones are made when they are first asked for, and kept.
#[derive(Debug)]
pub struct View {
    digest: String,
    content_type: HeaderValue,
    plain: Form,
    packed: [OnceLock<Option<Form>>; Coding::COMPRESSED.len()],
}

impl View {
    /// A view of a body as JSON.
    pub fn of(body: &impl Serialize) -> Result<Self, AppError> {
        serde_json::to_vec(body)
            .map(Self::json)
            .map_err(AppError::server)
    }

    /// A view of a JSON text.
    pub fn json(body: Vec<u8>) -> Self {
        Self::new(body, JSON)
    }

    /// A view of a body of any type.
    pub fn new(body: Vec<u8>, content_type: HeaderValue) -> Self {
        let digest = digest(&body);
        let plain = Form::new(Coding::Identity, Bytes::from(body), &digest);
        Self {
            digest,
            content_type,
            plain,
            packed: Default::default(),
        }
    }

    /// The body as it was given.
    pub fn body(&self) -> &[u8] {
        &self.plain.body
    }

    /// How much memory it may come to take.
    pub fn weight(&self) -> u32 {
        u32::try_from(self.plain.body.len().saturating_mul(2))
            .unwrap_or(u32::MAX)
            .saturating_add(512)
    }

    /// The answer to a request with these headers: the body in the form that the caller likes best,
    /// or 304 when it has that body already.
    pub fn answer(&self, headers: &HeaderMap) -> HttpResponse {
        let form = self.form(Coding::wanted(headers));
        let mut answer = match copy(headers, |tag| self.has(tag)) {
            Copy::Old => return self.full(form),
            Copy::Any => {
                let mut answer = HttpResponse::build(StatusCode::NOT_MODIFIED);
                answer.insert_header((header::ETAG, form.tag.clone()));
                answer
            }
            Copy::Current(tag) => {
                let mut answer = HttpResponse::build(StatusCode::NOT_MODIFIED);
                answer.insert_header(ETag(tag));
                answer
            }
        };
        answer.finish()
    }

    /// Makes a form before it is asked for.
    pub fn prepare(&self, coding: Coding) {
        self.form(coding);
    }

    fn full(&self, form: &Form) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        answer.insert_header((header::CONTENT_TYPE, self.content_type.clone()));
        answer.insert_header((header::ETAG, form.tag.clone()));
        if form.coding != Coding::Identity {
            let name = HeaderValue::from_static(form.coding.name());
            answer.insert_header((header::CONTENT_ENCODING, name));
        }
        answer.body(form.body.clone())
    }

    /// Whether a tag is of one of the forms of this very body.
    fn has(&self, tag: &str) -> bool {
        let Some(suffix) = tag.strip_prefix(self.digest.as_str()) else {
            return false;
        };
        let is = |coding: &Coding| suffix.strip_prefix('-') == Some(coding.name());
        suffix.is_empty() || Coding::COMPRESSED.iter().any(is)
    }

    fn form(&self, coding: Coding) -> &Form {
        if coding == Coding::Identity || self.plain.body.len() < SMALLEST_BYTES {
            return &self.plain;
        }
        let place = Coding::COMPRESSED.iter().position(|c| *c == coding);
        let made = place
            .and_then(|place| self.packed.get(place))
            .and_then(|slot| {
                slot.get_or_init(|| {
                    let body = coding.compress(&self.plain.body)?;
                    Some(Form::new(coding, Bytes::from(body), &self.digest))
                })
                .as_ref()
            });
        made.unwrap_or(&self.plain)
    }
}

impl Form {
    fn new(coding: Coding, body: Bytes, digest: &str) -> Self {
        let text = match coding {
            Coding::Identity => format!("\"{digest}\""),
            packed => format!("\"{digest}-{}\"", packed.name()),
        };
        let tag = HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("\"\""));
        Self { coding, body, tag }
    }
}

/// 128 bits in hexadecimal digits: the same for the same body in every process of one build.
fn digest(body: &[u8]) -> String {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(salt);
        hasher.write(body);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

#[cfg(test)]
mod tests {
    use actix_web::HttpResponse;
    use actix_web::body::to_bytes;
    use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue, IF_NONE_MATCH};
    use futures_util::FutureExt;

    use super::View;

    fn ask(view: &View, accept: &str, tag: &str) -> HttpResponse {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_str(accept).unwrap());
        headers.insert(IF_NONE_MATCH, HeaderValue::from_str(tag).unwrap());
        view.answer(&headers)
    }

    fn header<'a>(response: &'a HttpResponse, name: &str) -> Option<&'a str> {
        response
            .headers()
            .get(name)
            .map(|value| value.to_str().unwrap())
    }

    #[test]
    fn each_form_has_a_tag_of_its_own_and_any_of_them_is_current() {
        let view = View::json(b"[1,2,3]".repeat(500));
        let plain = ask(&view, "", "\"x\"");
        assert_eq!(header(&plain, "content-encoding"), None);
        let plain_tag = header(&plain, "etag").unwrap().to_owned();
        let gzip = ask(&view, "gzip", "\"x\"");
        assert_eq!(header(&gzip, "content-encoding"), Some("gzip"));
        let gzip_tag = header(&gzip, "etag").unwrap().to_owned();
        assert_ne!(gzip_tag, plain_tag);
        for tag in [
            &plain_tag,
            &gzip_tag,
            &format!("W/{plain_tag}"),
            &format!("\"y\", {gzip_tag}"),
        ] {
            let again = ask(&view, "gzip", tag);
            assert_eq!(again.status(), 304, "{tag}");
            assert!(tag.ends_with(header(&again, "etag").unwrap()));
            assert!(
                to_bytes(again.into_body())
                    .now_or_never()
                    .unwrap()
                    .unwrap()
                    .is_empty()
            );
        }
        assert_eq!(
            header(&ask(&view, "gzip", "*"), "etag"),
            Some(gzip_tag.as_str())
        );
        let other = View::json(b"[1,2,4]".repeat(500));
        assert_eq!(ask(&other, "gzip", &gzip_tag).status(), 200);
        assert_eq!(
            ask(&view, "", &gzip_tag.replace("gzip", "lzma")).status(),
            200
        );
    }

    #[test]
    fn small_bodies_are_not_compressed() {
        let view = View::json(b"[1]".to_vec());
        assert_eq!(header(&ask(&view, "br", "\"x\""), "content-encoding"), None);
    }
}
