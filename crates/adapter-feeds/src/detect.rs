//! What a file is, found out from its beginning.

use ports_net::{FeedError, FeedFormat, WantedFormat};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::field::Field;
use crate::google_fields::GoogleField;
use crate::money::shown;
use crate::schema_org;
use crate::skroutz_shape;
use crate::table::{Record, Table, normal_name};
use crate::{awin_columns, idealo_columns};

/// The delimiters of tables that are known.
const DELIMITERS: [u8; 4] = *b",;\t|";

/// First bytes of files that people mistake for feeds.
const MAGIC: [(&[u8], &str); 12] = [
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive inside an archive"),
    (b"\x1f\x8b", "gzip inside an archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (
        b"\x28\xb5\x2f\xfd",
        "a Zstandard archive; gzip and zip are accepted",
    ),
    (b"BZh", "a bzip2 archive; gzip and zip are accepted"),
    (b"\xfd7zXZ", "an xz archive; gzip and zip are accepted"),
    (b"7z\xbc\xaf", "a 7z archive; gzip and zip are accepted"),
    (b"Rar!", "a RAR archive; gzip and zip are accepted"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
];

/// A recognized feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its format.
    pub(crate) format: FeedFormat,
    /// The delimiter of its fields, for tables.
    pub(crate) delimiter: u8,
}

/// Finds the format of a feed, or says what the file is instead.
pub(crate) fn feed(raw: &[u8], head: &str, wanted: WantedFormat) -> Result<Found, FeedError> {
    let refuse = |found: String| match asked_for(wanted) {
        None => FeedError::NotAFeed(found),
        Some(wanted) => FeedError::WrongFormat {
            wanted: wanted.to_owned(),
            found,
        },
    };
    let text = not_empty(raw, head)?;
    let found = if text.starts_with('<') && schema_org::is_page(text, wanted) {
        Ok(plain(FeedFormat::SchemaOrgPage))
    } else if text.starts_with('<') {
        xml(text, wanted)
    } else if text.starts_with(['{', '[']) {
        json_lines(text, wanted == WantedFormat::Offers)
    } else {
        table(raw, head, wanted)
    };
    let found = found.map_err(refuse)?;
    let fits = fits(wanted, found.format);
    if fits {
        Ok(found)
    } else {
        Err(refuse(match found.format {
            FeedFormat::SchemaOrgPage => "an HTML page".to_owned(),
            other => other.to_string(),
        }))
    }
}

/// What a wanted format is called in an error; `None` when any will do.
const fn asked_for(wanted: WantedFormat) -> Option<&'static str> {
    match wanted {
        WantedFormat::Auto => None,
        WantedFormat::Offers => Some("an offers file, CSV or JSON Lines"),
        WantedFormat::Google => Some("Google Merchant XML or TSV"),
        WantedFormat::Heureka => Some("Heureka XML"),
        WantedFormat::Idealo => Some("idealo CSV"),
        WantedFormat::Awin => Some("Awin CSV"),
        WantedFormat::Ceneo => Some("Ceneo XML"),
        WantedFormat::Skroutz => Some("Skroutz XML"),
        WantedFormat::SchemaOrg => Some("a page with schema.org data"),
    }
}

const fn fits(wanted: WantedFormat, found: FeedFormat) -> bool {
    match wanted {
        WantedFormat::Auto => true,
        WantedFormat::Offers => {
            matches!(found, FeedFormat::OffersCsv | FeedFormat::OffersJsonLines)
        }
        WantedFormat::Google => matches!(found, FeedFormat::GoogleXml | FeedFormat::GoogleTsv),
        WantedFormat::Heureka => matches!(found, FeedFormat::HeurekaXml),
        WantedFormat::Idealo => matches!(found, FeedFormat::IdealoCsv),
        WantedFormat::Awin => matches!(found, FeedFormat::AwinCsv),
        WantedFormat::Ceneo => matches!(found, FeedFormat::CeneoXml),
        WantedFormat::Skroutz => matches!(found, FeedFormat::SkroutzXml),
        WantedFormat::SchemaOrg => matches!(found, FeedFormat::SchemaOrgPage),
    }
}

/// The beginning without white space; an empty file is refused.
pub(crate) fn not_empty<'a>(raw: &[u8], head: &'a str) -> Result<&'a str, FeedError> {
    let text = head.trim_start();
    if text.is_empty() {
        let what = if raw.is_empty() {
            "the file is empty"
        } else {
            "the file is blank"
        };
        return Err(FeedError::NotAFeed(what.to_owned()));
    }
    Ok(text)
}

fn plain(format: FeedFormat) -> Found {
    Found {
        format,
        delimiter: b',',
    }
}

fn xml(text: &str, wanted: WantedFormat) -> Result<Found, String> {
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

fn json_lines(text: &str, told: bool) -> Result<Found, String> {
    if text.starts_with('[') {
        return Err("a JSON array; JSON Lines with one object a line are accepted".to_owned());
    }
    let first = text.lines().next().unwrap_or_default().trim();
    if first == "{" {
        return Err("a JSON document over several lines; one object a line is accepted".to_owned());
    }
    let known = [Field::OfferId, Field::Price, Field::Title, Field::Ean];
    let names_one = known
        .iter()
        .any(|f| text.contains(&format!("\"{}\"", f.own_name())));
    if told || (names_one && !text.contains("\"@context\"")) {
        return Ok(plain(FeedFormat::OffersJsonLines));
    }
    Err("JSON without offer_id and price".to_owned())
}

fn table(raw: &[u8], head: &str, wanted: WantedFormat) -> Result<Found, String> {
    if matches!(wanted, WantedFormat::Idealo | WantedFormat::Awin) {
        return asked_table(head, wanted);
    }
    let own = |name: &str| own_field(name).is_some();
    let (delimiter, names) = header(head, own);
    let missing = missing(
        &names,
        &[Field::OfferId.own_name(), Field::Price.own_name()],
    );
    if missing.is_empty() {
        return Ok(Found {
            format: FeedFormat::OffersCsv,
            delimiter,
        });
    }
    let tabbed: Vec<String> = header_names(head, b'\t')
        .iter()
        .map(|name| normal_name(name))
        .collect();
    let google = self::missing(&tabbed, &["id", "price"]);
    if google.is_empty() {
        return Ok(Found {
            format: FeedFormat::GoogleTsv,
            delimiter: b'\t',
        });
    }
    if let Some(found) = foreign_table(head) {
        return Ok(found);
    }
    if let Some(what) = binary(raw, head) {
        return Err(what);
    }
    let known_google = tabbed
        .iter()
        .filter(|name| GoogleField::from_name(name).is_some())
        .count();
    let known_own = names
        .iter()
        .filter(|name| own_field(name).is_some())
        .count();
    if (known_google > known_own || wanted == WantedFormat::Google) && known_google > 1 {
        return Err(format!(
            "a tab-separated table without {}",
            google.join(" and ")
        ));
    }
    if known_own > 1 || (known_own > 0 && names.len() > 1) {
        return Err(format!("a table without {}", missing.join(" and ")));
    }
    let first = head.trim_start().lines().next().unwrap_or_default();
    Err(format!(
        "text of an unknown kind that begins with {}",
        shown(first)
    ))
}

/// A table of the format that was asked for, which needs no more than an id and a price then.
fn asked_table(head: &str, wanted: WantedFormat) -> Result<Found, String> {
    let (found, missing) = if wanted == WantedFormat::Idealo {
        (idealo_table(head), "sku and price")
    } else {
        let missing = "merchant_product_id (or product_id, aw_product_id) and price";
        (awin_table(head), missing)
    };
    found.ok_or_else(|| format!("a table without {missing}"))
}

/// A table whose header tells whose it is.
fn foreign_table(head: &str) -> Option<Found> {
    let names = |found: &Found| header_names(head, found.delimiter);
    awin_table(head)
        .filter(|found| awin_columns::is_header(&names(found)))
        .or_else(|| idealo_table(head).filter(|found| idealo_columns::is_header(&names(found))))
}

fn idealo_table(head: &str) -> Option<Found> {
    let (delimiter, names) = header(head, idealo_columns::is_known);
    idealo_columns::is_readable(&names).then_some(Found {
        format: FeedFormat::IdealoCsv,
        delimiter,
    })
}

fn awin_table(head: &str) -> Option<Found> {
    let (delimiter, names) = header(head, awin_columns::is_known);
    awin_columns::is_readable(&names).then_some(Found {
        format: FeedFormat::AwinCsv,
        delimiter,
    })
}

/// A known column of our own offers files.
pub(crate) fn own_field(name: &str) -> Option<Field> {
    let name = name.trim().to_lowercase();
    Field::ALL
        .iter()
        .copied()
        .find(|field| field.own_name() == name)
}

fn missing(names: &[String], required: &[&str]) -> Vec<String> {
    let has = |wanted: &&&str| !names.iter().any(|name| name == **wanted);
    required
        .iter()
        .filter(has)
        .map(|name| (*name).to_owned())
        .collect()
}

/// The delimiter under which most names of the first line are known, and the names.
pub(crate) fn header(head: &str, known: impl Fn(&str) -> bool) -> (u8, Vec<String>) {
    let count = |names: &[String]| names.iter().filter(|name| known(name)).count();
    let mut best = (b',', Vec::new());
    let mut most = 0;
    for delimiter in DELIMITERS {
        let names = header_names(head, delimiter);
        if best.1.is_empty() || count(&names) > most {
            most = count(&names);
            best = (delimiter, names);
        }
    }
    best
}

fn header_names(head: &str, delimiter: u8) -> Vec<String> {
    let mut record = Record::new();
    match Table::new(head.as_bytes(), delimiter).read(&mut record) {
        Ok(true) => record
            .fields()
            .map(|name| name.trim().to_lowercase())
            .collect(),
        _ => Vec::new(),
    }
}

/// What a file is that is no text.
pub(crate) fn binary(raw: &[u8], head: &str) -> Option<String> {
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| raw.starts_with(magic)) {
        return Some((*what).to_owned());
    }
    let strange = |c: &char| {
        *c == '\u{fffd}' || (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
    };
    let strange = head.chars().take(4096).filter(strange).count();
    let looked_at = head.chars().take(4096).count();
    (head.contains('\0') || strange * 10 > looked_at).then(|| "binary data".to_owned())
}
