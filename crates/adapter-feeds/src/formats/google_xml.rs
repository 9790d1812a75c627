//! Google Merchant XML: `item` of RSS, `entry` of Atom.

use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::formats::google::GoogleRow;
use crate::formats::google_fields::{GoogleField, Named};
use crate::formats::google_shipping::Shipping;
use crate::reading::table::normal_name;
use crate::reading::xml::{self, Piece, Xml};

/// Google's namespace of product attributes, without its version and scheme. Shops' own attributes
/// (`cns`) and notes about attributes (`ns-metadata`) have others.
const NAMESPACE: &str = "base.google.com/ns/";
const MAX_PARTS: usize = 32;

/// Reads the items of a document.
pub(crate) struct GoogleXml<R> {
    xml: Xml<R>,
    items: u64,
    options: FeedOptions,
}

impl<R: BufRead> GoogleXml<R> {
    /// Begins with the document.
    pub(crate) fn open(input: R, options: &FeedOptions) -> Self {
        Self {
            xml: Xml::new(input),
            items: 0,
            options: options.clone(),
        }
    }

    fn item(&mut self) -> Result<Option<FeedItem>, FeedError> {
        loop {
            match self.xml.advance()? {
                Piece::End => return Ok(None),
                Piece::Open if is_item(self.xml.name()) => {
                    self.items += 1;
                    let mut row = GoogleRow::new(self.items, &self.options);
                    fill(&mut self.xml, &mut row)?;
                    return Ok(Some(row.finish()));
                }
                Piece::Open | Piece::Text | Piece::Close => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for GoogleXml<R> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.item().transpose()
    }
}

/// `item` of RSS, `entry` of Atom, in whatever case and with any prefix.
fn is_item(name: &str) -> bool {
    let name = local(name).1;
    name.eq_ignore_ascii_case("item") || name.eq_ignore_ascii_case("entry")
}

/// An attribute while its element is open.
#[derive(Default)]
struct Current {
    attribute: Option<(GoogleField, Named)>,
    text: String,
    part: String,
    part_text: String,
    parts: Vec<(String, String)>,
}

impl Current {
    /// Whether it is a description, which may hold elements of HTML.
    const fn is_description(&self) -> bool {
        matches!(self.attribute, Some((GoogleField::Description, _)))
    }
}

fn fill<R: BufRead>(xml: &mut Xml<R>, row: &mut GoogleRow<'_>) -> Result<(), FeedError> {
    let item = xml.depth();
    let mut current = Current::default();
    loop {
        let piece = xml.advance()?;
        let inside = xml.depth().saturating_sub(item);
        match (piece, inside) {
            (Piece::Open, 1) => current = begin(xml),
            (Piece::Open, 2) => {
                current.part = normal_name(local(xml.name()).1);
                current.part_text.clear();
            }
            (Piece::Text, _) if current.is_description() => {
                xml::append(&mut current.text, xml.text());
                xml::append(&mut current.text, " ");
            }
            (Piece::Text, 1) if current.attribute.is_some() => {
                xml::append(&mut current.text, xml.text());
            }
            (Piece::Text, 2) if current.attribute.is_some() => {
                xml::append(&mut current.part_text, xml.text());
            }
            (Piece::Close, 1) if current.parts.len() < MAX_PARTS => {
                let part = std::mem::take(&mut current.part);
                current
                    .parts
                    .push((part, std::mem::take(&mut current.part_text)));
            }
            (Piece::Close, 0) if xml.depth() >= item => {
                end(&std::mem::take(&mut current), row);
            }
            (Piece::Close, 0) | (Piece::End, _) => return Ok(()),
            _ => {}
        }
    }
}

/// Prefix and local name.
fn local(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

fn begin<R: BufRead>(xml: &Xml<R>) -> Current {
    let (prefix, name) = local(xml.name());
    let google = prefix == "g"
        || xml
            .namespaces()
            .iter()
            .any(|(known, namespace)| known == prefix && namespace.contains(NAMESPACE));
    let normal = normal_name(name);
    let by_name = GoogleField::from_name(&normal);
    let attribute = match by_name {
        Some(field) if google => Some((field, Named::Google)),
        Some(field) if prefix.is_empty() => Some((field, Named::Plain)),
        None if google || prefix.is_empty() => {
            GoogleField::from_alias(&normal).map(|field| (field, Named::Alias))
        }
        _ => None,
    };
    Current {
        attribute,
        text: xml.href().to_owned(),
        ..Current::default()
    }
}

fn end(current: &Current, row: &mut GoogleRow<'_>) {
    let part = |name: &str| {
        let found = current.parts.iter().find(|(known, _)| known == name);
        found
            .map(|(_, text)| text.trim().to_owned())
            .unwrap_or_default()
    };
    match current.attribute {
        None => {}
        Some((GoogleField::Shipping, _)) if !current.parts.is_empty() => row.shipping(Shipping {
            country: part("country"),
            service: part("service"),
            price: part("price"),
            max_handling: part("max_handling_time"),
            max_transit: part("max_transit_time"),
        }),
        Some((GoogleField::FreeFrom, _)) if !current.parts.is_empty() => {
            row.free_from(&part("country"), &part("price_threshold"));
        }
        Some((GoogleField::ProductDetail, _)) if !current.parts.is_empty() => {
            row.detail(&part("attribute_name"), &part("attribute_value"));
        }
        Some((GoogleField::Contract, named)) if !current.parts.is_empty() => {
            row.set(GoogleField::Contract, named, &part("amount"));
        }
        Some((field, named)) => row.set(field, named, &current.text),
    }
}
