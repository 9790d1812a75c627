//! What the elements of a Skroutz feed mean: the format leaves all names to the shop.

use crate::offer::field::Field;
use crate::offer::money::shown;
use crate::reading::table::normal_name;
use crate::reading::xml::{self, Piece, Xml};

macro_rules! keys {
    ($($variant:ident [$($alias:literal),+],)+) => {
        /// A fact about an item.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Key { $($variant,)+ }

        /// The names that shops use for each, in the order in which they are believed.
        const ALIASES: &[(Key, &[&str])] = &[$((Key::$variant, &[$($alias),+]),)+];
    };
}

keys! {
    VariationId ["variationid", "variantid"],
    Id ["uniqueid", "uid", "id", "productid", "itemid", "sku", "code"],
    Name ["name", "title", "productname", "producttitle"],
    Link ["link", "url", "productlink", "producturl", "productpage"],
    Image ["image", "imagelink", "imageurl", "mainimage", "img", "picture", "thumbnail"],
    Category ["categorypath", "categoryname", "category", "categoryfull", "categorytree"],
    Price ["pricewithvat", "pricevat", "pricewithtax", "finalprice", "price"],
    Currency ["currency"],
    Manufacturer ["manufacturer", "brand", "manufacturername"],
    Mpn ["mpn", "partnumber", "manufacturerpartnumber", "manufacturersku"],
    Ean ["ean", "barcode", "gtin", "ean13", "eanbarcode", "upc", "isbn"],
    Availability ["availability", "availabilitytext", "deliverytime"],
    InStock ["instock"],
    Quantity ["quantity", "stockquantity", "qty", "stock", "inventory"],
    Shipping ["shipping", "shippingcost", "shippingcosts", "deliverycost"],
    Color ["color", "colour"],
    Size ["size", "sizes"],
    Condition ["condition"],
}

/// The fields of an offer and the facts that they are taken from as they stand.
pub(crate) const TEXTS: [(Field, Key); 9] = [
    (Field::Title, Key::Name),
    (Field::Brand, Key::Manufacturer),
    (Field::Category, Key::Category),
    (Field::Mpn, Key::Mpn),
    (Field::Currency, Key::Currency),
    (Field::Condition, Key::Condition),
    (Field::Url, Key::Link),
    (Field::ImageUrl, Key::Image),
    (Field::Price, Key::Price),
];

/// What an element of a normalized name means, and how many names are believed before it.
pub(crate) fn key(name: &str) -> Option<(Key, usize)> {
    let name = name.replace('_', "");
    ALIASES.iter().find_map(|(key, aliases)| {
        let rank = aliases.iter().position(|alias| *alias == name)?;
        Some((*key, rank))
    })
}

/// Which elements of a document are items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    depth: usize,
    name: String,
}

impl Shape {
    /// Whether an element at a depth, of a name without prefix, is an item.
    pub(crate) fn is_item(&self, depth: usize, name: &str) -> bool {
        depth == self.depth && name == self.name
    }
}

/// What was seen in an element.
#[derive(Debug, Default)]
struct Seen {
    element: String,
    id: bool,
    name: bool,
    price: bool,
}

/// Finds the outermost elements that have an id, a name and a price in the beginning of a document,
/// or says what the document is instead.
pub(crate) fn find(head: &str) -> Result<Shape, String> {
    let mut xml = Xml::with_attributes(head.as_bytes());
    let mut open: Vec<Seen> = Vec::new();
    let mut best: Option<Shape> = None;
    let mut priceless: Option<String> = None;
    let mut root = String::new();
    let mut judge = |seen: &Seen, depth: usize| {
        let outer = best.as_ref().is_none_or(|best| depth < best.depth);
        if depth < 2 || !seen.id || !seen.name {
            return;
        }
        if !seen.price {
            priceless.get_or_insert_with(|| seen.element.clone());
        } else if outer {
            let name = seen.element.clone();
            best = Some(Shape { depth, name });
        }
    };
    // The beginning ends anywhere: an error ends it like its end.
    while let Ok(piece) = xml.advance() {
        match piece {
            Piece::Open => {
                if let Some(parent) = open.last_mut() {
                    parent.see(xml.name());
                } else {
                    xml.name().clone_into(&mut root);
                }
                open.push(Seen {
                    element: xml::local(xml.name()).to_owned(),
                    id: xml.attributes().iter().any(|(name, _)| name == "id"),
                    ..Seen::default()
                });
            }
            Piece::Close => {
                if let Some(seen) = open.pop() {
                    judge(&seen, open.len() + 1);
                }
            }
            Piece::Text => {}
            Piece::End => break,
        }
    }
    for (depth, seen) in open.iter().enumerate() {
        judge(seen, depth + 1);
    }
    best.ok_or_else(|| instead(&root, priceless))
}

impl Seen {
    fn see(&mut self, child: &str) {
        match key(&normal_name(xml::local(child))) {
            Some((Key::Id, _)) => self.id = true,
            Some((Key::Name, _)) => self.name = true,
            Some((Key::Price, _)) => self.price = true,
            _ => {}
        }
    }
}

fn instead(root: &str, priceless: Option<String>) -> String {
    let root = shown(root);
    match priceless {
        Some(item) => format!(
            "a catalogue without prices: its root element is {root}, and {} has an id and a name, \
             but no price_with_vat or price",
            shown(&item)
        ),
        None => format!(
            "XML of an unknown kind: its root element is {root}, and no element in it has an id, a \
             name and a price"
        ),
    }
}
