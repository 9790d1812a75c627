//! The ladder.

mod asking;
mod code;
mod likeness;
mod names;
mod numbers;
mod ranked;
mod standing;

pub(super) use numbers::NEARLY_NONE;
pub use ranked::{RankedCandidate, RankedList};

use super::amounts;
use super::codes;
use super::lexicon::Lexicon;
use super::subject::{Agreement, Subject};
use super::weights;
use domain::ids::ProductNo;
use domain::placement::{Confidence, MatchRung};

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
    /// What offers call it that are placed with it already: what it is, is told by all of them.
    pub titles: &'a [Subject],
    /// The offer's store offers it already, under another id. A store has one offer of a product, so words alone
    /// do not bring a second one to it, and a number only when the words are alike.
    pub is_taken: bool,
    /// The products that it may itself be the same as, while nobody has said whether it is. It is no rival of theirs.
    pub may_be: &'a [ProductNo],
}

#[cfg(test)]
impl<'a> Candidacy<'a> {
    /// One of which nothing else is known.
    const fn alone(product: ProductNo, subject: &'a Subject) -> Self {
        Self {
            product,
            subject,
            titles: &[],
            is_taken: false,
            may_be: &[],
        }
    }
}

/// Finds the product of an offer among the candidates that share a key with it. The order of the
/// candidates does not matter. `lexicon` is what the catalogue's names teach.
pub fn decide(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Outcome {
    let fitting = fitting(offer, candidates, lexicon);
    let mut vetoed = None;
    let by_numbers = numbers::by_numbers(offer, &fitting, lexicon);
    let mut doubt = match by_numbers.or_else(|| numbers::of_another_pack(offer, candidates)) {
        Rung::Decided(outcome) => return outcome,
        Rung::Doubt(found) => Some(found),
        Rung::Veto(found) => {
            vetoed = Some(found.candidate);
            Some(found)
        }
        Rung::Nothing => None,
    };
    match by_words(offer, &fitting, lexicon) {
        // words do not overrule what speaks against a number
        Rung::Decided(Outcome::Existing { product, .. }) if vetoed == Some(product) => {}
        Rung::Decided(outcome) => return outcome,
        Rung::Doubt(found) | Rung::Veto(found) => {
            let named = fitting.iter().find(|c| c.product == found.candidate);
            let is_worth_it =
                named.is_none_or(|c| !asking::is_plainly_another(offer, c.subject, lexicon));
            doubt = doubt.or(is_worth_it.then_some(found));
        }
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
/// unless something speaks against it. Only candidates that share a number have to be among them: when the words
/// hardly speak for the product, others have to be asked too, and nothing is answered.
pub fn decide_by_numbers(
    offer: &Subject,
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> Option<Outcome> {
    match numbers::by_numbers(offer, &fitting(offer, candidates, lexicon), lexicon) {
        Rung::Decided(Outcome::Existing { product, .. })
            if candidates.iter().any(|c| {
                c.product == product && numbers::is_unlikely(offer, c.subject, lexicon)
            }) =>
        {
            None
        }
        Rung::Decided(outcome) => Some(outcome),
        Rung::Doubt(_) | Rung::Veto(_) | Rung::Nothing => None,
    }
}

/// Whether an offer cannot be of a product, whatever brought it there: another brand, count of pieces, capacity, amount or
/// kind of device, another model of the series, or a thing made for it.
pub fn contradict(offer: &Subject, product: &Subject) -> bool {
    cannot_be(offer, product) || offer.is_cased_beside(product)
}

/// The same of two offers, whichever comes first; nor do words tell them apart, or is one called a case or the like, and the
/// other not.
pub(super) fn are_two(offer: &Subject, product: &Subject) -> bool {
    offer.together.is_joined() != product.together.is_joined()
        || offer.is_told_apart(product)
        || cannot_be(offer, product)
        || offer.is_cased_beside(product)
        || product.is_cased_beside(offer)
}

fn cannot_be(offer: &Subject, product: &Subject) -> bool {
    !fits_pack(offer, product)
        || offer.brand_agreement(product) == Agreement::Contradict
        || offer.attributes.capacities_contradict(&product.attributes)
        || offer.attributes.kinds_contradict(&product.attributes)
        || amounts::contradict(offer, product)
        || offer.models_contradict(product)
}

/// The candidates that hold as many pieces, in order of their numbers, each as what it is called like the offer.
fn fitting<'a>(
    offer: &Subject,
    candidates: &[Candidacy<'a>],
    lexicon: &Lexicon,
) -> Vec<Candidacy<'a>> {
    let mut fitting: Vec<Candidacy<'a>> = candidates
        .iter()
        .filter(|c| fits_pack(offer, c.subject))
        .map(|c| Candidacy {
            subject: c.subject.as_called_by(offer, lexicon),
            // the catalogue's products are those that others may be
            may_be: if c.subject.is_canonical {
                &[]
            } else {
                c.may_be
            },
            ..*c
        })
        .collect();
    fitting.sort_by_key(|c| c.product.age());
    fitting
}

fn fits_pack(offer: &Subject, product: &Subject) -> bool {
    let is_as_many = offer.holds_as_many(product) || product.holds_as_many(offer);
    is_as_many && offer.together.is_like(product.together)
}

/// The very words, the same brand and model, a model code, or the likeliest of the list.
fn by_words(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Rung {
    // a plus on one side may be another thing: a number overrules it, words do not
    let candidates: Vec<Candidacy<'_>> = candidates
        .iter()
        .filter(|c| c.subject.together.is_joined() == offer.together.is_joined())
        .copied()
        .collect();
    let candidates = candidates.as_slice();
    // a store that calls two things alike has two things, when only feeds say what they are
    if candidates
        .iter()
        .all(|c| c.is_taken && !c.subject.is_canonical)
    {
        return Rung::Nothing;
    }
    let exact = names::by_name(offer, candidates).or_else(|| names::by_model(offer, candidates));
    let found = exact.or_else(|| {
        code::by_code(offer, candidates, lexicon)
            .or_else(|| likeness::by_likeness(offer, candidates, lexicon))
    });
    let Rung::Decided(Outcome::Existing { product, .. }) = &found else {
        return found;
    };
    let taken = candidates
        .iter()
        .find(|c| c.product == *product && c.is_taken);
    match taken {
        None => found,
        // likewise
        Some(taken) if !taken.subject.is_canonical => Rung::Nothing,
        Some(_) => Rung::doubt(
            *product,
            "the store has another offer of this product already",
        ),
    }
}

enum Rung {
    Decided(Outcome),
    Doubt(Doubt),
    /// A doubt about a product because something speaks against it, which words do not overrule.
    Veto(Doubt),
    Nothing,
}

impl Rung {
    /// What a weaker rung decides when this one does not; its doubt only where this one has none.
    fn or_else(self, weaker: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Decided(_) => self,
            Self::Nothing => weaker(),
            Self::Doubt(_) | Self::Veto(_) => match weaker() {
                decided @ Self::Decided(_) => decided,
                Self::Doubt(_) | Self::Veto(_) | Self::Nothing => self,
            },
        }
    }

    fn found(product: ProductNo, rung: MatchRung, confidence: Confidence) -> Self {
        Self::Decided(Outcome::Existing {
            product,
            rung,
            confidence,
        })
    }

    fn veto(candidate: ProductNo, reason: &str) -> Self {
        Self::Veto(Doubt {
            candidate,
            reason: reason.to_owned(),
        })
    }

    fn doubt(candidate: ProductNo, reason: &str) -> Self {
        Self::Doubt(Doubt {
            candidate,
            reason: reason.to_owned(),
        })
    }
}

/// The same colours and the same capacities are stated.
fn same_attributes(a: &Subject, b: &Subject) -> bool {
    a.attributes.capacities_gb == b.attributes.capacities_gb
        && a.attributes.colours == b.attributes.colours
}

fn numbers_contradict(a: &Subject, b: &Subject) -> bool {
    !a.gtins.is_empty() && !b.gtins.is_empty() && a.gtins.is_disjoint(&b.gtins)
}

fn parts_contradict(a: &Subject, b: &Subject) -> bool {
    match (a.mpn.as_str(), b.mpn.as_str()) {
        ("", "") => false,
        ("", part) => codes::states_another_part(&a.wording, part),
        (part, "") => codes::states_another_part(&b.wording, part),
        (one, other) => one != other,
    }
}

#[cfg(test)]
mod called_tests;
#[cfg(test)]
mod code_tests;
#[cfg(test)]
mod kind_tests;
#[cfg(test)]
mod shop_words_tests;
#[cfg(test)]
mod tests;
