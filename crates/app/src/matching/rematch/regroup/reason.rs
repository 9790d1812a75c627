//! Why an offer is placed anew.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use domain::ids::OfferNo;
use domain::placement::MatchRung;
use ports_store::{GroupedOffer, OfferPlace};

/// Why an offer is placed anew, the strongest reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// What brought it does not hold, or something contradicts.
    DoesNotBelong,
    /// Its store has a better offer of the product.
    IsSecond,
    /// Nothing speaks against the product, but another one may be more like it: it stays unless that one is certain.
    MayBelongElsewhere,
}

/// Whether words brought an offer to its product.
pub(super) fn is_by_words(offer: &GroupedOffer) -> bool {
    is_of_words(offer.rung)
}

/// Whether a rung is one of words.
pub(in crate::matching::rematch) const fn is_of_words(rung: MatchRung) -> bool {
    matches!(rung, MatchRung::Model | MatchRung::Code)
}

/// The offers of a product beside which their store has a better one in the same condition: one that more than words
/// brought, else the surer one, else the older one.
pub(super) fn seconds<'o>(offers: impl Iterator<Item = &'o GroupedOffer>) -> HashSet<OfferNo> {
    let mut by_place: BTreeMap<OfferPlace, Vec<&GroupedOffer>> = BTreeMap::new();
    for offer in offers {
        by_place.entry(offer.place()).or_default().push(offer);
    }
    let rest = by_place.into_values().flat_map(|mut offers| {
        offers.sort_by_key(|offer| {
            let sure = Reverse(offer.confidence);
            (is_by_words(offer), sure, offer.no)
        });
        offers.into_iter().skip(1)
    });
    rest.map(|offer| offer.no).collect()
}
