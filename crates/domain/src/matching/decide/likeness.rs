//! The last rung: the model of all evidence.

use super::super::model::{Judgement, Model};
use super::super::weighed::Weighed;
use super::{
    Agreement, Candidacy, Lexicon, MatchRung, Outcome, Rung, Subject, numbers_contradict,
    parts_contradict,
};

/// Fewer names do not teach which words are rare, so that the model would take any shared word for a rare one.
const LEAST_NAMES: u32 = 100;

/// How many reasons are told for and against.
const TOLD: usize = 2;

/// Takes the likeliest candidate when the model is sure of it and of no other, asks when it may be the same.
pub(super) fn by_likeness(
    offer: &Subject,
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> Rung {
    if lexicon.names() < LEAST_NAMES {
        return Rung::Nothing;
    }
    let model = Model::fitted();
    let weighed = Weighed::new(offer, lexicon);
    let mut judged: Vec<(&Candidacy<'_>, Judgement)> = candidates
        .iter()
        .filter(|c| offer.brand_agreement(c.subject) != Agreement::Contradict)
        .map(|c| (c, model.judge(&weighed, &Weighed::new(c.subject, lexicon))))
        .collect();
    judged.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    let Some((best, judgement)) = judged.first() else {
        return Rung::Nothing;
    };
    let is_ahead = judged
        .get(1)
        .is_none_or(|(_, second)| judgement.score - second.score >= model.margin);
    let differ = numbers_contradict(offer, best.subject) || parts_contradict(offer, best.subject);
    let is_sure = model.is_automatic(judgement);
    match (is_sure, is_ahead, differ) {
        (true, true, false) => Rung::Decided(Outcome::Existing {
            product: best.product,
            rung: MatchRung::Model,
            confidence: judgement.in_thousandths(),
        }),
        (true, _, true) => doubt(best, judgement, "the numbers that are stated differ"),
        (_, _, true) => Rung::Nothing,
        (_, false, _) if judgement.confidence >= model.review => {
            doubt(best, judgement, "another product is about as likely")
        }
        _ if judgement.confidence >= model.review => doubt(best, judgement, ""),
        _ => Rung::Nothing,
    }
}

/// A doubt that tells the confidence and what speaks for and against.
fn doubt(candidate: &Candidacy<'_>, judgement: &Judgement, also: &str) -> Rung {
    let (speaks_for, against) = Model::fitted().reasons(&judgement.compared);
    let percent = crate::num::i64_from_f64(judgement.confidence * 100.0);
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
    Rung::doubt(candidate.product, &reason)
}
