//! The variants of a product.

use super::super::choice::add_missing;
use super::super::fields::NUMBERS;
use super::super::item::Item;

/// What a variant does not take over from its group.
const OF_GROUP_ONLY: [&str; 7] = [
    "hasvariant",
    "offers",
    "productgroupid",
    "variesby",
    "url",
    "sku",
    "productid",
];

/// A variant with what its group says of all.
pub(super) fn of_group(variant: &Item, group: &Item) -> Item {
    let mut common = group.clone();
    common.props.retain(|(name, _)| {
        !OF_GROUP_ONLY.contains(&name.as_str())
            && !NUMBERS.contains(&name.as_str())
            && name != "mpn"
    });
    let mut variant = variant.clone();
    add_missing(&mut variant, &common);
    variant
}
