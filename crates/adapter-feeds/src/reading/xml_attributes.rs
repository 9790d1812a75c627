//! Attributes of elements, bounded.

use std::borrow::Cow;

use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::BytesStart;

use crate::reading::marks::UNKNOWN_ENTITY_TEXT;
use crate::reading::xml::append;

/// The most attributes of one element that are looked at.
const MAX_ATTRIBUTES: usize = 64;

/// Appends names and values of an element's attributes.
pub(crate) fn keep(start: &BytesStart<'_>, place: &mut Vec<(String, String)>) {
    let mut found = start.attributes();
    for attribute in found.with_checks(false).flatten().take(MAX_ATTRIBUTES) {
        let (mut name, mut value) = (String::new(), String::new());
        append(&mut name, attribute.key.as_ref());
        append(&mut value, &unescaped(&attribute.value));
        place.push((name, value));
    }
}

/// A value with its entities resolved; those that are not defined are marked.
fn unescaped(value: &str) -> Cow<'_, str> {
    let unknown = |name: &str| match name {
        "nbsp" => Some(" "),
        _ => resolve_predefined_entity(name).or(Some(UNKNOWN_ENTITY_TEXT)),
    };
    // A bare ampersand, as in addresses, leaves nothing but itself to resolve.
    unescape_with(value, unknown).unwrap_or_else(|_| value.replace("&amp;", "&").into())
}

/// The `href` of an Atom link to the page itself.
pub(crate) fn alternate(link: &BytesStart<'_>) -> String {
    let mut href = String::new();
    for attribute in link
        .attributes()
        .with_checks(false)
        .flatten()
        .take(MAX_ATTRIBUTES)
    {
        match attribute.key.as_ref() {
            "href" => {
                let value = quick_xml::escape::unescape(&attribute.value).unwrap_or_default();
                append(&mut href, &value);
            }
            "rel" if attribute.value != "alternate" => return String::new(),
            _ => {}
        }
    }
    href
}
