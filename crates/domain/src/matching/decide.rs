//! The ladder.

mod likeness;

use super::lexicon::Lexicon;
use super::subject::{Agreement, Subject};
use super::{Confidence, MatchRung, weights};
use crate::ids::ProductNo;

/// A doubt for a person to settle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The product that the offer may belong to.
    pub candidate: ProductNo,
    /// Why it was not simply taken.
    pub reason: String,
}

/// Where an offer belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// To a product that exists.
    Existing {
        /// The product.
        product: ProductNo,
        /// The rung that decided.
        rung: MatchRung,
        /// How sure that is.
        confidence: Confidence,
    },
    /// To a new product.
    New {
        /// How sure it is that the offer is described rightly.
        confidence: Confidence,
        /// The new product may be the same as another.
        doubt: Option<Doubt>,
    },
}

/// A product that an offer may belong to.
#[derive(Debug, Clone, Copy)]
pub struct Candidacy<'a> {
    /// The product.
    pub product: ProductNo,
    /// What is known of it.
    pub subject: &'a Subject,
    /// The offer's store offers it already, under another id. A store has one offer of a product, so words alone
    /// do not bring a second one to it.
    pub is_taken: bool,
}

/// Finds the product of an offer among the candidates that share a key with it. The order of the
/// candidates does not matter. `lexicon` is what the catalogue's names teach.
pub fn decide(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Outcome {
    let fitting = fitting(offer, candidates);
    let pairs: Vec<(ProductNo, &Subject)> =
        fitting.iter().map(|c| (c.product, c.subject)).collect();
    let pairs: Vec<&(ProductNo, &Subject)> = pairs.iter().collect();
    let mut doubt = match by_numbers(offer, &pairs) {
        Rung::Decided(outcome) => return outcome,
        Rung::Doubt(found) => Some(found),
        Rung::Nothing => None,
    };
    match by_words(offer, &pairs, &fitting, lexicon) {
        Rung::Decided(outcome) => return outcome,
        Rung::Doubt(found) => doubt = doubt.or(Some(found)),
        Rung::Nothing => {}
    }
    let confidence = if doubt.is_some() {
        weights::IN_DOUBT
    } else if !offer.gtins.is_empty() {
        weights::NEW_WITH_GTIN
    } else if !offer.mpn.is_empty() && !offer.brand.is_empty() {
        weights::NEW_WITH_MPN
    } else {
        weights::NEW_BY_TITLE
    };
    Outcome::New { confidence, doubt }
}

/// The product of an offer when its trade item number or part number says so: what [`decide`] answers then
/// whatever the words are. Only candidates that share a number matter.
pub fn decide_by_numbers(offer: &Subject, candidates: &[Candidacy<'_>]) -> Option<Outcome> {
    let fitting = fitting(offer, candidates);
    let pairs: Vec<(ProductNo, &Subject)> =
        fitting.iter().map(|c| (c.product, c.subject)).collect();
    let pairs: Vec<&(ProductNo, &Subject)> = pairs.iter().collect();
    match by_numbers(offer, &pairs) {
        Rung::Decided(outcome) => Some(outcome),
        Rung::Doubt(_) | Rung::Nothing => None,
    }
}

/// The candidates that hold as many pieces, in order of their numbers.
fn fitting<'a>(offer: &Subject, candidates: &[Candidacy<'a>]) -> Vec<Candidacy<'a>> {
    let mut fitting: Vec<Candidacy<'a>> = candidates
        .iter()
        .filter(|c| fits_pack(offer, c.subject))
        .copied()
        .collect();
    fitting.sort_by_key(|c| c.product);
    fitting
}

/// The first rung of numbers that decides, else its first doubt.
fn by_numbers(offer: &Subject, pairs: &[&(ProductNo, &Subject)]) -> Rung {
    match by_gtin(offer, pairs) {
        Rung::Nothing => by_mpn(offer, pairs),
        Rung::Doubt(doubt) => match by_mpn(offer, pairs) {
            Rung::Decided(outcome) => Rung::Decided(outcome),
            Rung::Doubt(_) | Rung::Nothing => Rung::Doubt(doubt),
        },
        decided @ Rung::Decided(_) => decided,
    }
}

fn fits_pack(offer: &Subject, product: &Subject) -> bool {
    product.pack_size == offer.pack_size && product.is_bundle == offer.is_bundle
}

/// The same words of brand and model, or likely the same by the model of all evidence.
fn by_words(
    offer: &Subject,
    pairs: &[&(ProductNo, &Subject)],
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> Rung {
    let exact = match by_name(offer, pairs) {
        Rung::Nothing => by_model(offer, pairs),
        found => found,
    };
    let found = match exact {
        Rung::Nothing => likeness::by_likeness(offer, candidates, lexicon),
        Rung::Decided(_) | Rung::Doubt(_) => exact,
    };
    let Rung::Decided(Outcome::Existing { product, .. }) = &found else {
        return found;
    };
    let is_taken = |c: &&Candidacy<'_>| c.product == *product && c.is_taken;
    if candidates.iter().any(|c| is_taken(&c)) {
        return Rung::doubt(
            *product,
            "the store has another offer of this product already",
        );
    }
    found
}

enum Rung {
    Decided(Outcome),
    Doubt(Doubt),
    Nothing,
}

impl Rung {
    fn found(product: ProductNo, rung: MatchRung, confidence: Confidence) -> Self {
        Self::Decided(Outcome::Existing {
            product,
            rung,
            confidence,
        })
    }

    fn doubt(candidate: ProductNo, reason: &str) -> Self {
        Self::Doubt(Doubt {
            candidate,
            reason: reason.to_owned(),
        })
    }
}

/// One number may be claimed for several products, and producers reuse one for colours: brand,
/// capacities, plain colours and names have to fit, and where several products fit the attributes
/// decide.
fn by_gtin(offer: &Subject, candidates: &[&(ProductNo, &Subject)]) -> Rung {
    let sharing: Vec<_> = candidates
        .iter()
        .filter(|(_, c)| !c.gtins.is_disjoint(&offer.gtins))
        .collect();
    let Some((first, _)) = sharing.first() else {
        return Rung::Nothing;
    };
    let fits: Vec<_> = sharing
        .iter()
        .filter(|(_, c)| {
            offer.brand_agreement(c) != Agreement::Contradict && !evidence_contradicts(offer, c)
        })
        .collect();
    let narrowed: Vec<_> = if fits.len() > 1 {
        fits.iter()
            .copied()
            .filter(|(_, c)| same_attributes(offer, c))
            .collect()
    } else {
        fits.clone()
    };
    match (fits.first(), narrowed.as_slice()) {
        (_, [(no, found)]) => {
            let sure = offer.brand_agreement(found) == Agreement::Agree;
            let confidence = if sure {
                weights::GTIN_WITH_BRAND
            } else {
                weights::GTIN_WITHOUT_BRAND
            };
            Rung::found(*no, MatchRung::Gtin, confidence)
        }
        (None, _) => Rung::doubt(
            *first,
            "same trade item number, but brand, model, capacity or colour differs",
        ),
        (Some((no, _)), _) => Rung::doubt(*no, "several products claim the same trade item number"),
    }
}

fn by_mpn(offer: &Subject, candidates: &[&(ProductNo, &Subject)]) -> Rung {
    if offer.mpn.is_empty() {
        return Rung::Nothing;
    }
    let same: Vec<_> = candidates
        .iter()
        .filter(|(_, c)| c.mpn == offer.mpn && offer.brand_agreement(c) == Agreement::Agree)
        .collect();
    match same.as_slice() {
        [] => Rung::Nothing,
        [(no, c)] if numbers_contradict(offer, c) => Rung::doubt(
            *no,
            "same brand and part number, but other trade item numbers",
        ),
        [(no, c)] if evidence_contradicts(offer, c) => Rung::doubt(
            *no,
            "same brand and part number, but model, capacity or colour differs",
        ),
        [(no, _)] => Rung::found(*no, MatchRung::Mpn, weights::MPN),
        [(no, _), ..] => Rung::doubt(*no, "several products have the same brand and part number"),
    }
}

/// The very words of a product's name and of no other's: three at least with the same brand, five where a
/// brand is not stated.
fn by_name(offer: &Subject, candidates: &[&(ProductNo, &Subject)]) -> Rung {
    let mut same = candidates.iter().filter(|(_, c)| {
        let words = match offer.brand_agreement(c) {
            Agreement::Agree => 3,
            Agreement::Unknown => 5,
            Agreement::Contradict => return false,
        };
        offer.same_title(c, words) && !numbers_contradict(offer, c) && !parts_contradict(offer, c)
    });
    match (same.next(), same.next()) {
        (Some((no, _)), None) => Rung::found(*no, MatchRung::Model, weights::MODEL),
        _ => Rung::Nothing,
    }
}

fn by_model(offer: &Subject, candidates: &[&(ProductNo, &Subject)]) -> Rung {
    let same: Vec<_> = candidates
        .iter()
        .filter(|(_, c)| {
            offer.same_model(c)
                && (offer.brand_agreement(c) == Agreement::Agree || offer.same_full_name(c))
                && !offer.attributes.capacities_contradict(&c.attributes)
                && !offer.attributes.colours_contradict(&c.attributes)
                && !offer.attributes.kinds_contradict(&c.attributes)
                && !parts_contradict(offer, c)
        })
        .collect();
    let exact: Vec<_> = same
        .iter()
        .filter(|(_, c)| same_attributes(offer, c))
        .collect();
    let covered: Vec<_> = same.iter().filter(|(_, c)| covers(c, offer)).collect();
    let not_all = "same brand and model, but not every attribute is stated on both sides";
    match (exact.as_slice(), covered.as_slice(), same.as_slice()) {
        (_, _, []) => Rung::Nothing,
        ([(no, c)], ..) if !numbers_contradict(offer, c) => {
            Rung::found(*no, MatchRung::Model, weights::MODEL)
        }
        ([], [(no, c)], _) if !numbers_contradict(offer, c) => {
            Rung::found(*no, MatchRung::Model, weights::MODEL_COVERED)
        }
        ([], [], [(no, _)]) => Rung::doubt(*no, not_all),
        ([(no, _)], ..) | ([], [(no, _)], _) => Rung::doubt(
            *no,
            "same brand, model and attributes, but other trade item numbers",
        ),
        (_, _, [(no, _), ..]) => {
            Rung::doubt(*no, "several variants of the same brand and model fit")
        }
    }
}

/// The same colours and the same capacities are stated.
fn same_attributes(a: &Subject, b: &Subject) -> bool {
    a.attributes.capacities_gb == b.attributes.capacities_gb
        && a.attributes.colours == b.attributes.colours
}

/// A product of the operator's catalogue stands for colours that it does not state, and memory may be
/// left out beside the storage on either side.
fn covers(product: &Subject, offer: &Subject) -> bool {
    let (its, offered) = (&product.attributes, &offer.attributes);
    product.is_canonical
        && its.capacities_gb.last() == offered.capacities_gb.last()
        && its.colours.is_subset(&offered.colours)
}

/// What speaks against a number that two share.
fn evidence_contradicts(a: &Subject, b: &Subject) -> bool {
    a.attributes.capacities_contradict(&b.attributes)
        || a.attributes.plain_colours_contradict(&b.attributes)
        || a.attributes.kinds_contradict(&b.attributes)
        || a.names_contradict(b)
}

fn numbers_contradict(a: &Subject, b: &Subject) -> bool {
    !a.gtins.is_empty() && !b.gtins.is_empty() && a.gtins.is_disjoint(&b.gtins)
}

fn parts_contradict(a: &Subject, b: &Subject) -> bool {
    !a.mpn.is_empty() && !b.mpn.is_empty() && a.mpn != b.mpn
}

#[cfg(test)]
mod tests;
