use std::hash::{DefaultHasher, Hasher};

use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, HttpResponse};

use super::view::View;

/// A file that pages load, such as a stylesheet.
pub struct Asset {
    /// Its path, which is another one when its content is: browsers may keep it for ever.
    pub path: String,
    view: View,
}

impl Asset {
    /// How long browsers and caches keep it.
    pub const CACHING: HeaderValue =
        HeaderValue::from_static("public, max-age=31536000, immutable");

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
        let is_asked = self.path == request.path();
        is_asked.then(|| self.view.answer(request.headers()))
    }
}
