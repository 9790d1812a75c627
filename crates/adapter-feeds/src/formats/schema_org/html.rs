//! Whether a text is a page, and the whole of it.

use std::io::Read;

use ports_net::{FeedError, WantedFormat};

use super::MAX_PAGE;
use crate::reading::charset::Text;
use crate::reading::fault::feed_error;

/// Whether a text is an HTML page, by its first element.
pub(crate) fn is_page(text: &str, wanted: WantedFormat) -> bool {
    const FIRST: [&str; 12] = [
        "!doctype", "html", "head", "body", "div", "script", "main", "section", "article", "meta",
        "title", "link",
    ];
    const ALSO: [&str; 14] = [
        "a", "base", "center", "form", "h1", "header", "nav", "noscript", "p", "span", "style",
        "table", "template", "ul",
    ];
    let mut rest = text.trim_start();
    loop {
        let skipped = if rest.starts_with("<!--") {
            rest.split_once("-->")
        } else if rest.starts_with("<?") {
            rest.split_once("?>")
        } else {
            break;
        };
        rest = skipped.map_or("", |(_, after)| after.trim_start());
    }
    let Some(tag) = rest.strip_prefix('<') else {
        return false;
    };
    let name: String = tag
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '!' | '-' | ':' | '_'))
        .flat_map(char::to_lowercase)
        .collect();
    let kind = tag.split_whitespace().nth(1).unwrap_or_default();
    match name.as_str() {
        "!doctype" => kind
            .get(..4)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("html")),
        name => {
            FIRST.contains(&name) || (wanted == WantedFormat::SchemaOrg && ALSO.contains(&name))
        }
    }
}

/// The whole page as text.
pub(super) fn whole(text: Text) -> Result<String, FeedError> {
    let mut html = String::new();
    let mut limited = text.take(MAX_PAGE + 1);
    limited
        .read_to_string(&mut html)
        .map_err(|e| feed_error(&e, "the page"))?;
    if domain::num::u64_from_usize(html.len()) > MAX_PAGE {
        return Err(FeedError::TooLarge { limit: MAX_PAGE });
    }
    Ok(html)
}
