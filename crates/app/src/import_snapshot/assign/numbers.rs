//! Numbers of new products while the store has not numbered them: negative ones.

use domain::ids::ProductNo;
use ports_store::Assignment;

use crate::import_snapshot::rows::Taken;

/// The number of a new product until the store has numbered it.
pub(super) fn staged_number(place: usize) -> ProductNo {
    ProductNo(-1 - domain::num::i64_from_usize(place))
}

/// Gives new products the numbers that the store gave them.
pub(in crate::import_snapshot) fn number(taken: &mut Taken, numbers: &[ProductNo]) {
    let staged: Vec<_> = taken.extract_if(|(no, _)| no.0 < 0).collect();
    let numbered = staged.into_iter().filter_map(|(no, condition)| {
        let place = domain::num::usize_from_i64(-1 - no.0);
        Some((*numbers.get(place)?, condition))
    });
    taken.extend(numbered);
}

pub(super) fn assignment(product: ProductNo) -> Assignment {
    if product.0 > 0 {
        Assignment::Existing(product)
    } else {
        Assignment::New(domain::num::usize_from_i64(-1 - product.0))
    }
}
