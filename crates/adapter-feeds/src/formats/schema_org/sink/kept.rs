//! The attributes that structured data uses.

use html5ever::Attribute;
use html5ever::tendril::StrTendril;

/// Attributes that are kept; all others are dropped.
const KEPT: [&str; 22] = [
    "about",
    "class",
    "content",
    "data-src",
    "datetime",
    "href",
    "id",
    "itemid",
    "itemprop",
    "itemref",
    "itemscope",
    "itemtype",
    "name",
    "property",
    "rel",
    "resource",
    "src",
    "type",
    "typeof",
    "value",
    "vocab",
    "title",
];

pub(super) fn kept(attrs: Vec<Attribute>) -> Vec<(&'static str, StrTendril)> {
    let known = |attr: Attribute| {
        let name = KEPT.iter().find(|name| **name == &*attr.name.local)?;
        Some((*name, attr.value))
    };
    attrs.into_iter().filter_map(known).collect()
}
