//! The last rung: the likeliest of the candidates, when the list says that it is right.

use super::super::candidate_list::{ListModel, in_thousandths};
use super::super::model::Model;
use super::ranked::{RankedCandidate, RankedList};
use super::{
    Candidacy, Lexicon, Outcome, Rung, Subject, asking, numbers_contradict, parts_contradict,
};
use domain::placement::MatchRung;

/// How many reasons are told for and against.
const TOLD: usize = 2;

/// Takes the likeliest candidate when it is likely enough beside the others, asks when it may be the same.
pub(super) fn by_likeness(
    offer: &Subject,
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> Rung {
    let model = ListModel::fitted();
    let list = RankedList::of(offer, candidates, lexicon, model);
    let mut doubt = Rung::Nothing;
    for (one, values) in list.tried(model) {
        let probability = model.accept.probability(&values);
        let subject = one.candidacy.subject;
        let numbers = numbers_contradict(offer, subject) || parts_contradict(offer, subject);
        let prices = offer.is_priced_otherwise(subject);
        let differ = numbers || prices;
        let is_likely = probability >= model.automatic;
        let is_taken =
            is_likely && !differ && !list.contradicts(one) && !offer.is_accessory_beside(subject);
        let is_one_of_several = is_taken && list.is_one_of_several(one);
        let is_surpassed = is_taken && list.is_surpassed(one);
        if is_taken && !is_one_of_several && !is_surpassed {
            return Rung::Decided(Outcome::Existing {
                product: one.candidacy.product,
                rung: MatchRung::Model,
                confidence: in_thousandths(probability),
            });
        }
        let is_asked = if differ {
            is_likely
        } else {
            probability >= asking::likely_enough(subject, model.review)
        };
        if is_asked && matches!(doubt, Rung::Nothing) {
            let also = if numbers {
                "the numbers that are stated differ"
            } else if prices {
                "the price is less than a quarter of what others ask, or more than four times that"
            } else if is_one_of_several {
                "the title does not tell which of several variants it is"
            } else if is_surpassed {
                "the name of another product says less that the title does not"
            } else if probability < model.automatic && list.has_several() {
                "not sure enough beside the others"
            } else {
                ""
            };
            doubt = self::doubt(one, probability, also);
        }
    }
    doubt
}

/// A doubt that tells the likelihood and what speaks for and against.
fn doubt(candidate: &RankedCandidate<'_>, probability: f64, also: &str) -> Rung {
    let (speaks_for, against) = Model::fitted().reasons(&candidate.evidence.judgement.compared);
    let percent = domain::num::i64_from_f64(probability * 100.0);
    let mut reason = format!("{percent} % likely the same");
    let told = [("for it", speaks_for), ("against it", against)];
    for (side, reasons) in told {
        let reasons: Vec<&str> = reasons.into_iter().take(TOLD).collect();
        if !reasons.is_empty() {
            reason.push_str(&format!("; {side}: {}", reasons.join(", ")));
        }
    }
    if !also.is_empty() {
        reason.push_str(&format!("; {also}"));
    }
    Rung::doubt(candidate.candidacy.product, &reason)
}
