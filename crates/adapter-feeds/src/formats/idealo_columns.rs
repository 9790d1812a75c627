//! The columns of idealo CSV and the names they go by.

use crate::offer::aliases::{self, Aliases};
use crate::offer::field::Field;

/// A column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Goes into a field as it stands.
    Plain(Field),
    Eans,
    Hans,
    Description,
    Delivery,
    /// Costs of delivery by parcel or letter.
    Parcel,
    /// Costs of delivery by a forwarder.
    Freight,
    Size,
    Gender,
    Material,
    Used,
    Replica,
    Download,
    Deposit,
    Fulfillment,
}

/// Names in lower case without anything but letters and digits.
const ALIASES: &Aliases<Column> = &[
    (
        Column::Plain(Field::OfferId),
        &[
            "sku",
            "offerid",
            "articleid",
            "articlenumber",
            "artikelnummer",
            "artikelnr",
            "id",
        ],
    ),
    (
        Column::Plain(Field::Title),
        &[
            "title",
            "productname",
            "produktname",
            "name",
            "titel",
            "artikelname",
        ],
    ),
    (
        Column::Plain(Field::Brand),
        &[
            "brand",
            "manufacturer",
            "hersteller",
            "marke",
            "marque",
            "marca",
            "producent",
        ],
    ),
    (
        Column::Plain(Field::Category),
        &[
            "categorypath",
            "category",
            "kategorie",
            "kategoriepfad",
            "productcategory",
        ],
    ),
    (
        Column::Plain(Field::Url),
        &[
            "url",
            "deeplink",
            "link",
            "producturl",
            "produkturl",
            "productlink",
        ],
    ),
    (
        Column::Plain(Field::ImageUrl),
        &[
            "imageurls",
            "imageurl",
            "image",
            "images",
            "bild",
            "bildurl",
            "imagelink",
        ],
    ),
    (
        Column::Plain(Field::Price),
        &[
            "price",
            "preis",
            "prix",
            "precio",
            "prezzo",
            "cena",
            "bruttopreis",
        ],
    ),
    (
        Column::Plain(Field::Currency),
        &["currency", "wahrung", "währung"],
    ),
    (Column::Plain(Field::Condition), &["condition", "zustand"]),
    (Column::Plain(Field::Variant), &["colour", "color", "farbe"]),
    (
        Column::Eans,
        &["eans", "ean", "gtin", "gtins", "ean13", "barcode"],
    ),
    (
        Column::Hans,
        &[
            "hans",
            "han",
            "mpn",
            "mpns",
            "herstellernummer",
            "herstellerartikelnummer",
        ],
    ),
    (
        Column::Description,
        &["description", "beschreibung", "produktbeschreibung"],
    ),
    (
        Column::Delivery,
        &[
            "delivery",
            "deliverytime",
            "lieferzeit",
            "deliverytext",
            "lieferstatus",
        ],
    ),
    (Column::Size, &["size", "größe", "groesse"]),
    (Column::Gender, &["gender", "geschlecht"]),
    (Column::Material, &["material"]),
    (Column::Used, &["used", "gebraucht"]),
    (Column::Replica, &["replica", "replik"]),
    (Column::Download, &["download"]),
    (Column::Deposit, &["deposit", "pfand"]),
    (Column::Fulfillment, &["fulfillmenttype", "fulfilmenttype"]),
];

/// Beginnings of the names of columns with costs of delivery; of several the cheapest counts.
const COSTS: [&str; 7] = [
    "deliverycosts",
    "deliverycost",
    "shippingcosts",
    "shippingcost",
    "versandkosten",
    "fraisdeport",
    "spesedispedizione",
];

/// Parts of names of carriers that the customer goes to.
const PICKUP: [&str; 7] = [
    "pickup", "abholung", "collect", "retrait", "ritiro", "recogida", "odbior",
];

/// Parts of names of forwarders.
const FREIGHT: [&str; 4] = ["spedition", "freight", "forwarder", "fracht"];

/// The column of a header's name.
pub(crate) fn column(name: &str) -> Option<(Column, usize)> {
    let name: String = name
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if COSTS.iter().any(|costs| name.starts_with(costs)) {
        let says = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        return match (says(&PICKUP), says(&FREIGHT)) {
            (true, _) => None,
            (false, true) => Some((Column::Freight, 0)),
            (false, false) => Some((Column::Parcel, 0)),
        };
    }
    aliases::find(ALIASES, &name)
}

fn means(name: &str, wanted: Column) -> bool {
    column(name).is_some_and(|(column, _)| column == wanted)
}

/// Whether a name of a header is known.
pub(crate) fn is_known(name: &str) -> bool {
    column(name).is_some()
}

/// Whether a column holds the price.
pub(crate) fn is_price(name: &str) -> bool {
    means(name, Column::Plain(Field::Price))
}

/// Whether a header is an idealo file's: an id, a price and costs of delivery or payment.
pub(crate) fn is_header(names: &[String]) -> bool {
    let has = |wanted: Column| names.iter().any(|name| means(name, wanted));
    let costs = |name: &String| {
        let name = name.to_lowercase();
        name.starts_with("deliverycosts") || name.starts_with("paymentcosts")
    };
    is_readable(names) && names.iter().any(costs) && has(Column::Plain(Field::Title))
}

/// Whether a header has what a row needs.
pub(crate) fn is_readable(names: &[String]) -> bool {
    let has = |field| names.iter().any(|name| means(name, Column::Plain(field)));
    has(Field::OfferId) && has(Field::Price)
}
