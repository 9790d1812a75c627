//! What delivery costs by the `DELIVERY` elements of Heureka and Zboží.

use domain::money::Amount;
use ports_net::FeedOptions;

use crate::formats::marketplace::price_text;
use crate::offer::field::{Field, RawOffer};
use crate::offer::money::{self, MoneyFault};
use crate::reading::xml_item::Block;

/// Parts of the names of carriers that bring nothing to the door: boxes, shops, counters.
const PICKUP: [&str; 14] = [
    "PICKUP",
    "PARCELSHOP",
    "PARCELBOX",
    "BOX",
    "POINT",
    "NAPOSTU",
    "DEPO",
    "POSTOMAT",
    "ULOZENKA",
    "BALIKOVNA",
    "VYDEJN",
    "ODBER",
    "PERSONAL",
    "STORE",
];

/// The cheapest way to the customer's door. What can only be fetched has no cost of delivery that
/// could be compared, and payment on delivery is never counted.
pub(crate) fn put(root: Block<'_>, raw: &mut RawOffer, options: &FeedOptions) {
    let mut cheapest: Option<(Amount, String)> = None;
    let mut pickup = false;
    for block in root.named("delivery") {
        let text = block.first("delivery_price");
        if text.is_empty() {
            continue;
        }
        if is_pickup(block.first("delivery_id")) {
            pickup = true;
            continue;
        }
        let text = price_text(text, options.decimal_mark);
        match money::read(&text, raw.texts.get(Field::Currency), options) {
            Ok(price) if cheapest.as_ref().is_none_or(|(least, _)| price < *least) => {
                cheapest = Some((price, text));
            }
            Ok(_) => {}
            Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) => {
                raw.remark("DELIVERY_PRICE", format!("dropped: {reason}"));
            }
        }
    }
    match cheapest {
        Some((_, text)) => *raw.texts.slot(Field::DeliveryCost) = text,
        None if pickup => {
            let reason = "only for fetching it: the cost of delivery is not known";
            raw.remark("DELIVERY_PRICE", reason.to_owned());
        }
        None => {}
    }
}

fn is_pickup(carrier: &str) -> bool {
    let unaccented = |c: char| match c {
        'Á' => 'A',
        'É' | 'Ě' => 'E',
        'Í' => 'I',
        'Ý' => 'Y',
        other => other,
    };
    let letters = carrier.chars().flat_map(char::to_uppercase);
    let compact: String = letters
        .map(unaccented)
        .filter(char::is_ascii_alphanumeric)
        .collect();
    // This one has a service of the same name to the door.
    compact == "ZASILKOVNA" || PICKUP.iter().any(|part| compact.contains(part))
}
