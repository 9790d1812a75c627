//! The rungs of numbers: a trade item number, or brand and part number.
//!
//! Words are no veto unless it is nearly certain that they speak of another thing: shops call one thing by many
//! names, and few use a number for what it does not stand for.

use super::super::amounts;
use super::super::model::Model;
use super::super::weighed::Weighed;
use super::{
    Agreement, Candidacy, Lexicon, Rung, Subject, fits_pack, numbers_contradict, same_attributes,
    weights,
};
use domain::placement::MatchRung;

/// Below this likelihood two things that share a number are nearly certainly not one. Of a hundred offers with a number
/// ninety-nine or more carry their own, and titles that have hardly a word in common are the rule between shops: words
/// have to be very unlikely before a mistaken number is the better explanation.
pub(in super::super) const NEARLY_NONE: f64 = 0.001;
/// Below this likelihood words do not speak for a number at least: it yields to another product that they do speak for.
pub(super) const UNLIKELY: f64 = 0.05;
/// From this likelihood on words clearly speak for a product.
const LIKELY: f64 = 0.9;
/// A second offer of one shop with the same number is at least as likely the same, or the shop uses the number for
/// several things.
const SECOND_OFFER: f64 = 0.25;
/// Before words are learned: how alike the words of a second offer are at least.
const SECOND_WORDING: f64 = 0.25;

const WORDS_OF_ANOTHER: &str = "same number, but the words are those of another product";

/// The first rung of numbers that decides, else its first doubt.
pub(super) fn by_numbers(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Rung {
    by_gtin(offer, candidates, lexicon).or_else(|| by_mpn(offer, candidates, lexicon))
}

/// The doubt about a product that has the number but holds another count of pieces, or is sold with something else.
pub(super) fn of_another_pack(offer: &Subject, candidates: &[Candidacy<'_>]) -> Rung {
    let shares = |c: &&Candidacy<'_>| {
        !fits_pack(offer, c.subject)
            && !c.subject.gtins.is_disjoint(&offer.gtins)
            && offer.brand_agreement(c.subject) != Agreement::Contradict
    };
    let found = candidates
        .iter()
        .filter(shares)
        .min_by_key(|c| c.product.age());
    found.map_or(Rung::Nothing, |found| {
        Rung::veto(
            found.product,
            "same trade item number, but another count of pieces, or a bundle on one side",
        )
    })
}

/// Whether the words speak so little for a product with the same number that others have to be asked.
pub(super) fn is_unlikely(offer: &Subject, product: &Subject, lexicon: &Lexicon) -> bool {
    likelihood(offer, product, lexicon).is_some_and(|likely| likely < UNLIKELY)
}

/// One number may be claimed for several products: brand and capacity have to fit, and where several products of one
/// brand fit the attributes decide.
fn by_gtin(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Rung {
    let sharing: Vec<&Candidacy<'_>> = candidates
        .iter()
        .filter(|c| !c.subject.gtins.is_disjoint(&offer.gtins))
        .collect();
    let sharing = without_doubtful(sharing);
    let Some(first) = sharing.first() else {
        return Rung::Nothing;
    };
    let fits: Vec<&Candidacy<'_>> = sharing
        .iter()
        .copied()
        .filter(|c| offer.brand_agreement(c.subject) != Agreement::Contradict)
        .filter(|c| !is_another(offer, c.subject, lexicon))
        .collect();
    let narrowed: Vec<&Candidacy<'_>> = if fits.len() > 1 && are_of_one_brand(&fits) {
        let same = fits.iter().copied();
        same.filter(|c| same_attributes(offer, c.subject)).collect()
    } else {
        fits.clone()
    };
    match (fits.first(), narrowed.as_slice()) {
        (_, [found]) if is_used_for_several(offer, found, lexicon) => Rung::veto(
            found.product,
            "the store uses this trade item number for another offer already",
        ),
        (_, [found]) if speaks_for_another(offer, found, candidates, lexicon) => {
            Rung::veto(found.product, WORDS_OF_ANOTHER)
        }
        (_, [found]) => {
            let confidence = if offer.brand_agreement(found.subject) == Agreement::Agree {
                weights::GTIN_WITH_BRAND
            } else {
                weights::GTIN_WITHOUT_BRAND
            };
            Rung::found(found.product, MatchRung::Gtin, confidence)
        }
        (None, _) => Rung::veto(
            first.product,
            "same trade item number, but what is said of brand, model, kind or capacity differs",
        ),
        (Some(first), _) => Rung::doubt(
            first.product,
            "several products claim the same trade item number",
        ),
    }
}

/// Whether products may be variants of one thing, which their attributes tell apart.
fn are_of_one_brand(products: &[&Candidacy<'_>]) -> bool {
    let Some((first, others)) = products.split_first() else {
        return false;
    };
    let contradicts = |other: &&Candidacy<'_>| {
        first.subject.brand_agreement(other.subject) == Agreement::Contradict
    };
    !others.iter().any(contradicts)
}

fn by_mpn(offer: &Subject, candidates: &[Candidacy<'_>], lexicon: &Lexicon) -> Rung {
    if offer.mpn.is_empty() {
        return Rung::Nothing;
    }
    let same: Vec<&Candidacy<'_>> = candidates
        .iter()
        .filter(|c| c.subject.mpn == offer.mpn)
        .filter(|c| offer.brand_agreement(c.subject) == Agreement::Agree)
        .collect();
    match without_doubtful(same).as_slice() {
        [] => Rung::Nothing,
        [found] if numbers_contradict(offer, found.subject) => Rung::doubt(
            found.product,
            "same brand and part number, but other trade item numbers",
        ),
        [found] if is_another(offer, found.subject, lexicon) => Rung::veto(
            found.product,
            "same brand and part number, but what is said of model, kind or capacity differs",
        ),
        [found] if is_used_for_several(offer, found, lexicon) => Rung::veto(
            found.product,
            "the store uses this part number for another offer already",
        ),
        [found] if speaks_for_another(offer, found, candidates, lexicon) => {
            Rung::veto(found.product, WORDS_OF_ANOTHER)
        }
        [found] => Rung::found(found.product, MatchRung::Mpn, weights::MPN),
        [found, ..] => Rung::doubt(
            found.product,
            "several products have the same brand and part number",
        ),
    }
}

/// Those that claim a number, without those that may be the same as another that does.
fn without_doubtful<'c, 'a>(claiming: Vec<&'c Candidacy<'a>>) -> Vec<&'c Candidacy<'a>> {
    let others = claiming.clone();
    let may_be_other = |c: &Candidacy<'_>| others.iter().any(|o| c.may_be.contains(&o.product));
    let mut kept = claiming;
    kept.retain(|c| !may_be_other(c));
    if kept.is_empty() { others } else { kept }
}

/// Whether what shares a number is another thing nevertheless: another capacity, amount or kind of device, another model of
/// a series, a thing made for it, or by all evidence.
fn is_another(offer: &Subject, product: &Subject, lexicon: &Lexicon) -> bool {
    offer.attributes.capacities_contradict(&product.attributes)
        || offer.attributes.kinds_contradict(&product.attributes)
        || amounts::contradict(offer, product)
        || offer.names_contradict(product)
        || likelihood(offer, product, lexicon).is_some_and(|likely| likely < NEARLY_NONE)
}

/// Whether the words hardly speak for a product with the same number, and clearly for another one.
fn speaks_for_another(
    offer: &Subject,
    found: &Candidacy<'_>,
    candidates: &[Candidacy<'_>],
    lexicon: &Lexicon,
) -> bool {
    let is_other = |c: &&Candidacy<'_>| {
        let may_be_one = c.may_be.contains(&found.product) || found.may_be.contains(&c.product);
        c.product != found.product && !may_be_one
    };
    is_unlikely(offer, found.subject, lexicon)
        && candidates.iter().filter(is_other).any(|other| {
            likelihood(offer, other.subject, lexicon).is_some_and(|likely| likely >= LIKELY)
        })
}

/// Whether the store has the product under another offer already, and this one is called otherwise.
fn is_used_for_several(offer: &Subject, found: &Candidacy<'_>, lexicon: &Lexicon) -> bool {
    let is_alike = || {
        likelihood(offer, found.subject, lexicon).map_or_else(
            || {
                let product = Weighed::new(found.subject, lexicon);
                Weighed::new(offer, lexicon).wording_cosine(&product) >= SECOND_WORDING
            },
            |likely| likely >= SECOND_OFFER,
        )
    };
    let is_named = !offer.wording.tokens.is_empty() && !found.subject.wording.tokens.is_empty();
    found.is_taken && is_named && !is_alike()
}

/// How likely two are one by the words, where both have any.
fn likelihood(offer: &Subject, product: &Subject, lexicon: &Lexicon) -> Option<f64> {
    let is_named = !offer.wording.tokens.is_empty() && !product.wording.tokens.is_empty();
    is_named.then(|| {
        let (a, b) = (Weighed::new(offer, lexicon), Weighed::new(product, lexicon));
        Model::fitted().judge(&a, &b).confidence
    })
}
