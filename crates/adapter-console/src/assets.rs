//! The stylesheet and the script.

use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::{HttpRequest, HttpResponse};
use adapter_actix::Asset;

const FOLDER: &str = "/console/assets";

/// The stylesheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let css = include_str!("../assets/console.css");
    Asset::new(FOLDER, "console", "css", "text/css; charset=utf-8", css)
});

/// The script.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let script = include_str!("../assets/console.js");
    let kind = "text/javascript; charset=utf-8";
    Asset::new(FOLDER, "console", "js", kind, script)
});

/// The picture beside the title.
pub static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let picture = include_str!("../assets/console.svg");
    Asset::new(FOLDER, "console", "svg", "image/svg+xml", picture)
});

/// Answers with the file of a path.
pub async fn file(request: HttpRequest) -> HttpResponse {
    let mut all = [&*STYLE, &*SCRIPT, &*ICON].into_iter();
    let Some(mut found) = all.find_map(|asset| asset.answer(&request)) else {
        return HttpResponse::build(StatusCode::NOT_FOUND).finish();
    };
    let nosniff = HeaderValue::from_static("nosniff");
    found.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, nosniff);
    found
}
