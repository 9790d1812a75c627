//! Which feed an XML file is.

use ports_net::{FeedFormat, WantedFormat};
use quick_xml::Reader;
use quick_xml::events::Event;

use super::{Found, plain};
use crate::formats::skroutz_shape;

/// The feed that an XML text begins.
pub(super) fn find(text: &str, wanted: WantedFormat) -> Result<Found, String> {
    let root = root(text)?;
    let local = root.rsplit(':').next().unwrap_or_default().to_lowercase();
    match local.as_str() {
        _ if wanted == WantedFormat::Skroutz => by_shape(text),
        "rss" | "feed" | "rdf" => google_xml(text, &root),
        "html" | "head" | "body" | "div" | "script" => Ok(plain(FeedFormat::SchemaOrgPage)),
        "shop" if holds(text, "<shopitem") => heureka(text),
        "offers" if holds(text, "<o ") => ceneo(text),
        "item_list" if holds(text, "stock_quantity") || holds(text, "delivery_time") => {
            Err("an availability feed, which has no prices: give it with --availability".to_owned())
        }
        _ if text.contains(GOOGLE_NAMESPACE) && (holds(text, "<item") || holds(text, "<entry")) => {
            google_xml(text, &root)
        }
        _ => by_shape(text),
    }
}

/// What Google's namespaces hold.
const GOOGLE_NAMESPACE: &str = "base.google.com/ns";

/// Whether a text holds a part in whatever case; the part is in lower case.
fn holds(text: &str, part: &str) -> bool {
    let mut windows = text.as_bytes().windows(part.len());
    windows.any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

fn google_xml(text: &str, root: &str) -> Result<Found, String> {
    if text.contains(GOOGLE_NAMESPACE) || holds(text, "price>") {
        return Ok(plain(FeedFormat::GoogleXml));
    }
    Err(format!(
        "{root} XML without Google Merchant elements and without prices"
    ))
}

fn heureka(text: &str) -> Result<Found, String> {
    // An item that the beginning cuts may have its price behind it.
    let whole_item = holds(text, "</shopitem") || holds(text, "<shopitem/");
    if holds(text, "<price_vat") || !whole_item {
        return Ok(plain(FeedFormat::HeurekaXml));
    }
    let net = if holds(text, "<price>") {
        "; PRICE is without taxes and never taken for it"
    } else {
        ""
    };
    Err(format!(
        "a Heureka or Zboží catalogue without prices: no SHOPITEM has PRICE_VAT{net}"
    ))
}

fn ceneo(text: &str) -> Result<Found, String> {
    if holds(text, " price=") {
        return Ok(plain(FeedFormat::CeneoXml));
    }
    Err("a Ceneo catalogue without prices: no o element has the attribute price".to_owned())
}

fn by_shape(text: &str) -> Result<Found, String> {
    skroutz_shape::find(text).map(|_| plain(FeedFormat::SkroutzXml))
}

/// Name of the root element.
fn root(text: &str) -> Result<String, String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                return Ok(start.name().as_ref().to_owned());
            }
            Ok(Event::DocType(kind)) if kind.trim_start().to_lowercase().starts_with("html") => {
                return Err("an HTML page".to_owned());
            }
            Ok(Event::Eof) => return Err("XML without a root element".to_owned()),
            Ok(_) => {}
            Err(e) => return Err(format!("text that begins like XML and is none ({e})")),
        }
    }
}
