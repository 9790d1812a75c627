//! The stylesheet and the script.

use std::hash::{DefaultHasher, Hasher};
use std::sync::LazyLock;

use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, HttpResponse};
use adapter_actix::View;

/// Browsers keep files: another content has another name.
pub const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A file that pages load.
pub struct Asset {
    /// Its path, which is another one when its content is.
    pub path: String,
    view: View,
}

/// The stylesheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let css = include_str!("../assets/explorer.css");
    Asset::new("explorer", "css", "text/css; charset=utf-8", css)
});

/// The script.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let script = include_str!("../assets/explorer.js");
    Asset::new("explorer", "js", "text/javascript; charset=utf-8", script)
});

/// The picture beside the title.
pub static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let picture = include_str!("../assets/explorer.svg");
    Asset::new("explorer", "svg", "image/svg+xml", picture)
});

impl Asset {
    fn new(name: &str, ending: &str, content_type: &'static str, text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        Self {
            path: format!("/assets/{name}-{:016x}.{ending}", hasher.finish()),
            view: View::new(text.into(), HeaderValue::from_static(content_type)),
        }
    }

    /// The file with the path of a request.
    pub fn asked(request: &HttpRequest) -> Option<HttpResponse> {
        let mut all = [&*STYLE, &*SCRIPT, &*ICON].into_iter();
        let asset = all.find(|asset| asset.path == request.path())?;
        Some(asset.view.answer(request.headers()))
    }
}
