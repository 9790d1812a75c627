use std::hash::{DefaultHasher, Hasher};

use actix_web::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};

use super::view::View;

/// Another content has another name.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A file that pages load, such as a stylesheet.
pub struct Asset {
    /// Its path, which is another one when its content is: browsers may keep it for ever.
    pub path: String,
    view: View,
}

impl Asset {
    /// A file of this text in a folder, as in `/assets`; its name gets a digest between `name` and `ending`.
    pub fn new(
        folder: &str,
        name: &str,
        ending: &str,
        content_type: &'static str,
        text: &str,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        Self {
            path: format!("{folder}/{name}-{:016x}.{ending}", hasher.finish()),
            view: View::new(text.into(), HeaderValue::from_static(content_type)),
        }
    }

    /// Answers a request for it; `None` when the request is for another path.
    pub fn answer(&self, request: &HttpRequest) -> Option<HttpResponse> {
        if self.path != request.path() {
            return None;
        }
        let mut answer = self.view.answer(request.headers());
        Self::set_caching(answer.headers_mut());
        Some(answer)
    }

    /// Says of an answer with a file how it is cached.
    pub fn set_caching(headers: &mut HeaderMap) {
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(CACHE_CONTROL, FOR_EVER);
    }
}
