//! The variants of a product.

use super::super::fields::NUMBERS;
use super::super::item::Item;
use super::super::shared::read_of;

/// What a variant does not take over from its group, beside numbers.
const OF_GROUP_ONLY: [&str; 6] = ["hasvariant", "offers", "url", "sku", "productid", "mpn"];

/// What a group says of all of its variants.
pub(super) fn of_all(group: &Item) -> Item {
    let mut shared = read_of(group, &OF_GROUP_ONLY);
    shared
        .props
        .retain(|(name, _)| !NUMBERS.contains(&name.as_str()));
    shared
}
