//! Which feed a table is.

use ports_net::{FeedFormat, WantedFormat};

use super::header::{header, header_names, own_field};
use super::{Found, binary};
use crate::formats::awin_columns;
use crate::formats::google_fields::GoogleField;
use crate::formats::idealo_columns;
use crate::offer::field::Field;
use crate::reading::table::normal_name;

/// The feed whose table a text begins.
pub(super) fn find(raw: &[u8], head: &str, wanted: WantedFormat) -> Result<Found, String> {
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
    // not what stands in it: a path may lead to a file that is nobody's business
    Err("text of an unknown kind: its first line names no columns of a feed".to_owned())
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

fn missing(names: &[String], required: &[&str]) -> Vec<String> {
    let has = |wanted: &&&str| !names.iter().any(|name| name == **wanted);
    required
        .iter()
        .filter(has)
        .map(|name| (*name).to_owned())
        .collect()
}
