//! The rungs of names: the very words of a name, or of brand and model with every attribute.

use super::{
    Agreement, Candidacy, Rung, Subject, numbers_contradict, parts_contradict, same_attributes,
    weights,
};
use domain::placement::MatchRung;

/// The very words of a product's name and of no other's: three at least with the same brand, five where a
/// brand is not stated.
pub(super) fn by_name(offer: &Subject, candidates: &[Candidacy<'_>]) -> Rung {
    let mut same = candidates.iter().filter(|candidacy| {
        let c = candidacy.subject;
        let words = match offer.brand_agreement(c) {
            Agreement::Agree => 3,
            Agreement::Unknown => 5,
            Agreement::Contradict => return false,
        };
        offer.same_title(c, words)
            && !offer.attributes.capacities_contradict(&c.attributes)
            && !offer.attributes.colours_contradict(&c.attributes)
            && !numbers_contradict(offer, c)
            && !parts_contradict(offer, c)
    });
    match (same.next(), same.next()) {
        (Some(found), None) => Rung::found(found.product, MatchRung::Model, weights::MODEL),
        _ => Rung::Nothing,
    }
}

/// The same words of brand and model, and the same attributes or those that the catalogue states.
pub(super) fn by_model(offer: &Subject, candidates: &[Candidacy<'_>]) -> Rung {
    let same: Vec<_> = candidates
        .iter()
        .filter(|candidacy| {
            let c = candidacy.subject;
            offer.same_model(c)
                && !offer.is_told_apart(c)
                && (offer.brand_agreement(c) == Agreement::Agree || offer.same_full_name(c))
                && !offer.attributes.capacities_contradict(&c.attributes)
                && !offer.attributes.colours_contradict(&c.attributes)
                && !offer.attributes.kinds_contradict(&c.attributes)
                && !parts_contradict(offer, c)
        })
        .collect();
    let exact: Vec<_> = same
        .iter()
        .filter(|c| same_attributes(offer, c.subject))
        .collect();
    let covered: Vec<_> = same.iter().filter(|c| covers(c.subject, offer)).collect();
    let not_all = "same brand and model, but not every attribute is stated on both sides";
    match (exact.as_slice(), covered.as_slice(), same.as_slice()) {
        (_, _, []) => Rung::Nothing,
        ([c], ..) if !numbers_contradict(offer, c.subject) => {
            Rung::found(c.product, MatchRung::Model, weights::MODEL)
        }
        ([], [c], _) if !numbers_contradict(offer, c.subject) => {
            Rung::found(c.product, MatchRung::Model, weights::MODEL_COVERED)
        }
        ([], [], [c]) => Rung::doubt(c.product, not_all),
        ([c], ..) | ([], [c], _) => Rung::doubt(
            c.product,
            "same brand, model and attributes, but other trade item numbers",
        ),
        // feeds alone call many things of a maker by what kind they are
        (_, _, several) => {
            let mut catalogues = several.iter().filter(|c| c.subject.is_canonical);
            catalogues.next().map_or(Rung::Nothing, |c| {
                Rung::doubt(
                    c.product,
                    "several variants of the same brand and model fit",
                )
            })
        }
    }
}

/// A product of the operator's catalogue stands for colours that it does not state, and memory may be
/// left out beside the storage on either side.
fn covers(product: &Subject, offer: &Subject) -> bool {
    let (its, offered) = (&product.attributes, &offer.attributes);
    product.is_canonical
        && its.capacities_gb.last() == offered.capacities_gb.last()
        && its.colours.is_subset(&offered.colours)
}
