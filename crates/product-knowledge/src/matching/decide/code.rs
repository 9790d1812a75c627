//! The rung of model codes: the longest code of a name stands in the title, and of those that have the same code the
//! title states exactly what tells this one from the others.

use std::collections::BTreeSet;

use super::super::codes;
use super::super::coverage::Coverage;
use super::super::evidence::{Compared, Evidence, is_tier};
use super::super::model::Model;
use super::super::weighed::Weighed;
use super::super::wording::{Bundle, Kind};
use super::numbers::UNLIKELY;
use super::standing::stands_for;
use super::{
    Agreement, Candidacy, Lexicon, Rung, Subject, numbers_contradict, parts_contradict, weights,
};
use domain::ids::ProductNo;
use domain::placement::MatchRung;

/// A code decides alone when its rarest word is so rare in the catalogue: what many names have is of a standard, or of
/// somebody else's part.
const RARE: f64 = 0.65;
/// From so many signs on, words for a tier in the title (`4K Ultra HD`) do not make it another product.
const LONG_CODE: usize = 8;

/// Takes the candidate whose code stands in the offer's title, when it is longer than that of any other, or when the
/// title tells which of the variants with this code it is.
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
    let weighed = Weighed::new(offer, lexicon);
    let variants: Vec<Variant<'_, '_>> = standing
        .iter()
        .map(|(_, c)| Variant::new(&weighed, c, stands_for(c, candidates), longest, lexicon))
        .collect();
    let is_rare = variants.iter().any(|v| v.rarity >= RARE);
    if !is_rare {
        return Rung::Nothing;
    }
    let Some(meant) = the_one_meant(&variants) else {
        return Rung::Nothing;
    };
    let is_one_of_several = variants.iter().any(|v| v.stands_for != meant);
    if is_one_of_several && names_another(offer, &variants) {
        return Rung::Nothing;
    }
    let mut meant: Vec<&Variant<'_, '_>> =
        variants.iter().filter(|v| v.stands_for == meant).collect();
    // the product itself before those that may be the same as it
    meant.sort_by_key(|v| v.candidacy.product != v.stands_for);
    let mut fitting = meant
        .iter()
        .filter(|v| fits(&weighed, v.candidacy.subject, longest, lexicon));
    fitting.next().map_or(Rung::Nothing, |v| {
        Rung::found(v.candidacy.product, MatchRung::Code, weights::CODE)
    })
}

/// One of those that have the code, beside the title.
struct Variant<'c, 'a> {
    candidacy: &'c Candidacy<'a>,
    stands_for: ProductNo,
    /// For each word of the title, whether the name has it too.
    stated: Vec<bool>,
    /// How rare the rarest word of its longest codes is.
    rarity: f64,
    /// The title states its part number.
    is_part_stated: bool,
    /// The words of the name, and those of them that the title lacks.
    words: BTreeSet<&'a str>,
    missing: BTreeSet<&'a str>,
}

impl<'c, 'a> Variant<'c, 'a> {
    fn new(
        offer: &Weighed<'_>,
        candidacy: &'c Candidacy<'a>,
        stands_for: ProductNo,
        longest: usize,
        lexicon: &Lexicon,
    ) -> Self {
        let name = Weighed::new(candidacy.subject, lexicon);
        let coverage = Coverage::of(offer, &name);
        let tokens = || {
            let tokens = candidacy.subject.wording.tokens.iter();
            tokens.map(|token| token.text.as_str())
        };
        let lacking = tokens().zip(&coverage.b).filter(|(_, has)| !**has);
        Self {
            candidacy,
            stands_for,
            rarity: codes::rarity_of_standing(&name, &offer.subject.wording, longest),
            is_part_stated: codes::stated_part(&candidacy.subject.wording, &offer.subject.wording)
                .is_some(),
            words: tokens().collect(),
            missing: lacking.map(|(word, _)| word).collect(),
            stated: coverage.a,
        }
    }

    /// Whether the title says that it is this one rather than another: what it states of the other stands in this name
    /// too, and what it lacks of this name the other has as well, or it states the part number of this one.
    fn is_rather_than(&self, other: &Self) -> bool {
        let mut stated = self.stated.iter().zip(&other.stated);
        stated.all(|(own, others)| *own || !*others)
            && (self.is_part_stated || self.missing.is_subset(&other.words))
    }
}

/// Which of the variants the title means, if it tells.
fn the_one_meant(variants: &[Variant<'_, '_>]) -> Option<ProductNo> {
    let is_meant = |one: &&Variant<'_, '_>| {
        let mut others = variants.iter().filter(|v| v.stands_for != one.stands_for);
        others.all(|other| one.is_rather_than(other))
    };
    let meant: BTreeSet<ProductNo> = variants
        .iter()
        .filter(is_meant)
        .map(|v| v.stands_for)
        .collect();
    let only = meant.first().copied();
    only.filter(|_| meant.len() == 1)
}

/// Whether the title has a model number that none of the variants has, or a tier where tiers tell them apart: then it may
/// be one more of them, which is missing.
fn names_another(offer: &Subject, variants: &[Variant<'_, '_>]) -> bool {
    let is_known = |place: usize| variants.iter().any(|v| v.stated.get(place) == Some(&true));
    let mut names = variants.iter().map(|v| &v.candidacy.subject.wording);
    let have_tiers = names.any(|name| name.tokens.iter().any(is_tier));
    let mut tokens = offer.wording.tokens.iter().enumerate();
    tokens.any(|(place, token)| {
        let tells = token.kind == Kind::Model || (have_tiers && is_tier(token));
        tells && !is_known(place)
    })
}

/// Whether a name and a title that share a code speak of one thing: no other code, capacity, kit, accessory or tier.
fn fits(weighed: &Weighed<'_>, product: &Subject, code: usize, lexicon: &Lexicon) -> bool {
    let offer = weighed.subject;
    if numbers_contradict(offer, product)
        || parts_contradict(offer, product)
        || offer.is_priced_otherwise(product)
        || offer.is_accessory_beside(product)
        || offer.is_told_apart(product)
        || offer.wording.has_lens != product.wording.has_lens
        || codes::lacks_code(&product.wording, &offer.wording)
    {
        return false;
    }
    let compared = Compared::of(weighed, &Weighed::new(product, lexicon));
    let judgement = Model::fitted().judged(&compared);
    let is_unlike = judgement.confidence < UNLIKELY;
    let has_bundle = |side: &Subject| side.wording.bundle == Bundle::Things;
    let is_kit = offer.wording.has_lens && !has_bundle(offer) && !has_bundle(product);
    !is_unlike
        && !compared.is_made_for
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
