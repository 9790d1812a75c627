//! The last rung: the likeliest of the candidates, when the list says that it is right.

use super::super::candidate_list::{CandidateEvidence, ListModel, in_thousandths};
use super::super::model::Model;
use super::super::weighed::Weighed;
use super::{
    Agreement, Candidacy, Lexicon, MatchRung, Outcome, Rung, Subject, numbers_contradict,
    parts_contradict,
};
use crate::ids::ProductNo;

/// How many reasons are told for and against.
const TOLD: usize = 2;

/// A candidate that was compared with the offer.
struct Ranked<'a, 'c> {
    candidacy: &'c Candidacy<'a>,
    weighed: Weighed<'a>,
    evidence: CandidateEvidence,
    rank: f64,
    /// What it stands for: itself, or the product that it may be the same as.
    stands_for: ProductNo,
}

/// Takes the likeliest candidate when it is likely enough beside the others, asks when it may be the same.
pub(super) fn by_likeness(
    offer: &Subject,
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> Rung {
    if !lexicon.is_taught() {
        return Rung::Nothing;
    }
    let model = ListModel::fitted();
    let ranked = ranked(offer, candidates, lexicon);
    let Some(first) = ranked.first() else {
        return Rung::Nothing;
    };
    // two products of the catalogue are rivals in any case: the likelier one is the group's
    let mut has_catalogues = false;
    let (mut own, others): (Vec<_>, Vec<_>) = ranked.iter().partition(|one| {
        let is_canonical = one.candidacy.subject.is_canonical;
        let is_own = !(is_canonical && has_catalogues) && is_of_one_group(first, one);
        has_catalogues |= is_own && is_canonical;
        is_own
    });
    own.sort_by_key(|one| !one.candidacy.subject.is_canonical);
    let rivals: Vec<&CandidateEvidence> = others.iter().map(|r| &r.evidence).collect();
    let mut doubt = Rung::Nothing;
    for one in own {
        let probability = model.acceptance(&one.evidence, &rivals);
        let subject = one.candidacy.subject;
        let differ = numbers_contradict(offer, subject) || parts_contradict(offer, subject);
        let is_likely = probability >= model.automatic;
        if is_likely && !differ && !one.evidence.contradicts() {
            return Rung::Decided(Outcome::Existing {
                product: one.candidacy.product,
                rung: MatchRung::Model,
                confidence: in_thousandths(probability),
            });
        }
        let is_asked = if differ {
            is_likely
        } else {
            probability >= model.review
        };
        if is_asked && matches!(doubt, Rung::Nothing) {
            let also = if differ {
                "the numbers that are stated differ"
            } else if probability < model.automatic && !rivals.is_empty() {
                "not sure enough beside the others"
            } else {
                ""
            };
            doubt = self::doubt(one, probability, also);
        }
    }
    doubt
}

/// Whether a candidate is no rival of the first: it is in doubt about the same product, or a feed brought one of the
/// two and they are likely one product.
fn is_of_one_group(first: &Ranked<'_, '_>, one: &Ranked<'_, '_>) -> bool {
    /// Candidates that lie further behind are no rivals in any case.
    const NEAR: f64 = 4.0;
    let (a, b) = (first.candidacy.subject, one.candidacy.subject);
    if first.candidacy.product == one.candidacy.product {
        return true;
    }
    let is_in_doubt = first.stands_for == one.stands_for;
    let is_near = first.rank - one.rank <= NEAR && !(a.is_canonical && b.is_canonical);
    if !is_in_doubt && !is_near {
        return false;
    }
    let model = Model::fitted();
    let judgement = model.judge(&first.weighed, &one.weighed);
    let is_likely = is_in_doubt || judgement.confidence >= model.review;
    is_likely && !judgement.compared.evidence.contradicts()
}

/// The candidates whose brand does not contradict, the likeliest first. What the store's feeds alone brought and the
/// store offers already is another thing of the same store, however much both titles share of its manner of writing.
fn ranked<'a, 'c>(
    offer: &Subject,
    candidates: &'c [Candidacy<'a>],
    lexicon: &Lexicon,
) -> Vec<Ranked<'a, 'c>> {
    let model = ListModel::fitted();
    let weighed = Weighed::new(offer, lexicon);
    let mut ranked: Vec<Ranked<'a, 'c>> = candidates
        .iter()
        .filter(|c| c.subject.is_canonical || !c.is_taken)
        .filter(|c| offer.brand_agreement(c.subject) != Agreement::Contradict)
        .map(|candidacy| {
            let subject = Weighed::new(candidacy.subject, lexicon);
            let evidence = CandidateEvidence::of(&weighed, &subject);
            Ranked {
                candidacy,
                weighed: subject,
                rank: model.rank(&evidence),
                evidence,
                stands_for: stands_for(candidacy, candidates),
            }
        })
        .collect();
    ranked.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    ranked
}

/// The candidate that this one may be the same as, and that one, and so on.
pub(super) fn stands_for(candidacy: &Candidacy<'_>, candidates: &[Candidacy<'_>]) -> ProductNo {
    /// Doubts may go round in a circle.
    const STEPS: usize = 8;
    let mut at = candidacy;
    for _ in 0..STEPS {
        let next = candidates.iter().find(|c| at.may_be.contains(&c.product));
        let Some(next) = next else { break };
        at = next;
    }
    at.product
}

/// A doubt that tells the likelihood and what speaks for and against.
fn doubt(candidate: &Ranked<'_, '_>, probability: f64, also: &str) -> Rung {
    let (speaks_for, against) = Model::fitted().reasons(&candidate.evidence.judgement.compared);
    let percent = crate::num::i64_from_f64(probability * 100.0);
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
