//! Numbers of new products while the store has not numbered them: negative ones.

use domain::ids::ProductNo;
use ports_store::Assignment;

use super::Taken;

/// Gives new products the numbers that the store gave them.
pub(super) fn number(taken: &mut Taken, numbers: &[ProductNo]) {
    let is_staged = |no: ProductNo| no.unnumbered_place().is_some();
    let staged: Vec<_> = taken.extract_if(|(no, _)| is_staged(*no)).collect();
    let numbered = staged
        .into_iter()
        .filter_map(|(no, condition)| Some((*numbers.get(no.unnumbered_place()?)?, condition)));
    taken.extend(numbered);
}

pub(super) fn assignment(product: ProductNo) -> Assignment {
    let place = product.unnumbered_place();
    place.map_or(Assignment::Existing(product), Assignment::New)
}
