//! The stylesheet and the script.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};
use adapter_actix::Asset;

/// Where files are.
const FOLDER: &str = "/assets";

/// The stylesheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let css = include_str!("../assets/explorer.css");
    Asset::new(FOLDER, "explorer", "css", "text/css; charset=utf-8", css)
});

/// The script.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let script = include_str!("../assets/explorer.js");
    Asset::new(
        FOLDER,
        "explorer",
        "js",
        "text/javascript; charset=utf-8",
        script,
    )
});

/// The picture beside the title.
pub static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let picture = include_str!("../assets/explorer.svg");
    Asset::new(FOLDER, "explorer", "svg", "image/svg+xml", picture)
});

/// The file with the path of a request.
pub fn asked(request: &HttpRequest) -> Option<HttpResponse> {
    let mut all = [&*STYLE, &*SCRIPT, &*ICON].into_iter();
    all.find_map(|asset| asset.answer(request))
}
