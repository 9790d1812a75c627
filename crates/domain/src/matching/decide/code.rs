//! The rung of model codes: the longest code of a name stands in the title, and in that of no other candidate.

use super::super::codes;
use super::super::evidence::{Compared, Evidence};
use super::super::model::Model;
use super::super::weighed::Weighed;
use super::super::wording::Bundle;
use super::numbers::UNLIKELY;
use super::standing::stands_for;
use super::{
    Agreement, Candidacy, Lexicon, MatchRung, Rung, Subject, numbers_contradict, parts_contradict,
    weights,
};

/// From so many signs on, words for a tier in the title (`4K Ultra HD`) do not make it another product.
const LONG_CODE: usize = 8;

/// Takes the candidate whose code stands in the offer's title, when it is longer than that of any other.
pub(super) fn by_code(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Rung {
    let mut standing: Vec<(usize, &Candidacy<'_>)> = candidates
        .iter()
        .filter(|c| offer.brand_agreement(c.subject) != Agreement::Contradict)
        .map(|c| {
            (
                codes::longest_standing(&c.subject.wording, &offer.wording),
                c,
            )
        })
        .filter(|(length, _)| *length > 0)
        .collect();
    let Some(longest) = standing.iter().map(|(length, _)| *length).max() else {
        return Rung::Nothing;
    };
    standing.retain(|(length, _)| *length == longest);
    let Some(meant) = standing.first().map(|(_, c)| stands_for(c, candidates)) else {
        return Rung::Nothing;
    };
    if standing
        .iter()
        .any(|(_, c)| stands_for(c, candidates) != meant)
    {
        return Rung::Nothing;
    }
    // the product itself before those that may be the same as it
    standing.sort_by_key(|(_, c)| c.product != meant);
    let mut fitting = standing
        .iter()
        .filter(|(length, c)| fits(offer, c.subject, *length, lexicon));
    fitting.next().map_or(Rung::Nothing, |(_, c)| {
        Rung::found(c.product, MatchRung::Code, weights::CODE)
    })
}

/// Whether a name and a title that share a code speak of one thing: no other code, capacity, kit, accessory or tier.
fn fits(offer: &Subject, product: &Subject, code: usize, lexicon: &Lexicon) -> bool {
    if numbers_contradict(offer, product)
        || parts_contradict(offer, product)
        || offer.wording.has_lens != product.wording.has_lens
        || codes::lacks_code(&product.wording, &offer.wording)
    {
        return false;
    }
    let weighed = Weighed::new(offer, lexicon);
    let compared = Compared::of(&weighed, &Weighed::new(product, lexicon));
    let judgement = Model::fitted().judged(&compared);
    let is_unlike = lexicon.is_taught() && judgement.confidence < UNLIKELY;
    let is_joined = |side: &Subject| side.wording.bundle == Bundle::Things;
    let is_kit = offer.wording.has_lens && !is_joined(offer) && !is_joined(product);
    !is_unlike
        && !compared.evidence.contradicts()
        && says_the_same(&compared.evidence, code, is_kit)
}

/// `is_kit`: both have a lens, which some write as a bundle.
fn says_the_same(evidence: &Evidence, code: usize, is_kit: bool) -> bool {
    let one_sided = [evidence.capacity_one_sided, evidence.accessory_one_sided];
    let bundled = !is_kit && evidence.bundle_one_sided > 0.0;
    let is_short = code < LONG_CODE;
    let differs = is_short && (evidence.tiers_missing > 0.0 || evidence.colours_differ > 0.0);
    !differs && !bundled && one_sided.iter().all(|value| *value <= 0.0)
}
