//! What several products take over from one description: no more than rows read, and not without bound.

use super::fields::NUMBERS;
use super::item::Item;

/// The most bytes that are taken over by products of a page beside the first one.
pub(super) const MAX_SHARED: usize = 64 * 1024 * 1024;
/// Properties of a product that rows read, beside its numbers.
const READ: [&str; 38] = [
    "additionalproperty",
    "availability",
    "brand",
    "businessfunction",
    "category",
    "color",
    "currency",
    "deliveryleadtime",
    "description",
    "hasmerchantreturnpolicy",
    "hasvariant",
    "highprice",
    "identifier",
    "image",
    "inventorylevel",
    "itemcondition",
    "lowprice",
    "manufacturer",
    "material",
    "model",
    "mpn",
    "name",
    "offercount",
    "offeredby",
    "offers",
    "pattern",
    "price",
    "pricecurrency",
    "pricespecification",
    "pricevaliduntil",
    "productid",
    "seller",
    "shippingdetails",
    "size",
    "sku",
    "url",
    "validthrough",
    "warranty",
];

/// A description without what rows do not read, as reviews, and without some other properties.
pub(super) fn read_of(item: &Item, without: &[&str]) -> Item {
    let is_read = |name: &str| READ.contains(&name) || NUMBERS.contains(&name);
    let props = item.props.iter();
    Item {
        kinds: item.kinds.clone(),
        id: item.id.clone(),
        props: props
            .filter(|(name, _)| is_read(name) && !without.contains(&name.as_str()))
            .cloned()
            .collect(),
    }
}

/// How many products may take over something of a size: at least one, and at most all.
pub(super) fn that_fit(all: usize, size: usize, room: &mut usize) -> usize {
    let most = room.checked_div(size).unwrap_or(all).max(1).min(all);
    *room = room.saturating_sub(size.saturating_mul(most));
    most
}

/// What to say of variants that are not read.
pub(super) fn left_out(most: usize, all: usize) -> String {
    format!(
        "only the first {most} of {all} variants are read: there are too many, or they share too much"
    )
}
