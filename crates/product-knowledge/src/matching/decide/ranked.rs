//! An offer's candidates in the order of their likelihood, and which of them are rivals of the first.

mod sisters;

use std::collections::BTreeSet;

use super::super::candidate_list::{ACCEPTANCE_COUNT, CandidateEvidence, ListModel};
use super::super::coverage::Coverage;
use super::super::evidence::is_tier;
use super::super::model::{CloseComparison, Model};
use super::super::weighed::Weighed;
use super::super::wording::{Kind, Token};
use super::standing::stands_for;
use super::{Agreement, Candidacy, Lexicon, Subject};
use domain::ids::ProductNo;

/// How many names and titles are tried at most: of the likeliest of the catalogue, and of the likeliest of all.
const TRIED: usize = 3;

/// A name of a candidate, or what one of its offers calls it, that was compared with the offer.
#[derive(Debug)]
pub struct RankedCandidate<'a> {
    /// The candidate.
    pub candidacy: Candidacy<'a>,
    /// What it says of the offer.
    pub evidence: CandidateEvidence,
    weighed: Weighed<'a>,
    rank: f64,
    /// What it stands for: itself, or the product that it may be the same as.
    stands_for: ProductNo,
}

impl RankedCandidate<'_> {
    /// Whether it is a name of the catalogue.
    const fn is_of_catalogue(&self) -> bool {
        self.weighed.subject.is_canonical
    }

    /// The product, and whether this is its name rather than what an offer calls it.
    fn called(&self) -> (ProductNo, bool) {
        let is_name = std::ptr::eq(self.weighed.subject, self.candidacy.subject);
        (self.candidacy.product, is_name)
    }
}

/// The candidates of an offer, the likeliest first.
#[derive(Debug)]
pub struct RankedList<'a> {
    offer: Weighed<'a>,
    ranked: Vec<RankedCandidate<'a>>,
}

impl<'a> RankedList<'a> {
    /// Compares an offer with its candidates. Those whose brand contradicts are left out, and those of feeds that words tell apart
    /// from it for certain: they are no rivals, as names of the catalogue are; and so is what the store's
    /// feeds alone brought and the store offers already: it is another thing of the same store, however much both
    /// titles share of its manner of writing.
    pub fn of(
        offer: &'a Subject,
        candidates: &[Candidacy<'a>],
        lexicon: &Lexicon,
        model: &ListModel,
    ) -> Self {
        let weighed = Weighed::new(offer, lexicon);
        let mut ranked: Vec<RankedCandidate<'a>> = candidates
            .iter()
            .filter(|c| c.subject.is_canonical || !c.is_taken)
            .filter(|c| offer.brand_agreement(c.subject) != Agreement::Contradict)
            .filter(|c| c.subject.is_canonical || !offer.is_told_apart(c.subject))
            .flat_map(|candidacy| {
                let called = std::iter::once(candidacy.subject).chain(candidacy.titles);
                let stands_for = stands_for(candidacy, candidates);
                called.map(move |called| (candidacy, called, stands_for))
            })
            .map(|(candidacy, called, stands_for)| {
                let subject = Weighed::new(called, lexicon);
                let evidence = CandidateEvidence::of(&weighed, &subject);
                RankedCandidate {
                    candidacy: *candidacy,
                    weighed: subject,
                    rank: model.rank(&evidence),
                    evidence,
                    stands_for,
                }
            })
            .filter(|one| one.is_of_catalogue() || !one.evidence.are_told_apart())
            .collect();
        ranked.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        Self {
            offer: weighed,
            ranked,
        }
    }

    /// Those that may be taken, in the order in which they are tried, with what the list says of each: the likeliest of
    /// the catalogue and what is likely one with it, then the likeliest of all and what is likely one with that.
    pub fn tried(&self, model: &ListModel) -> Vec<(&RankedCandidate<'a>, [f64; ACCEPTANCE_COUNT])> {
        let of_catalogue = self.ranked.iter().find(|one| one.is_of_catalogue());
        let mut tried: Vec<(&RankedCandidate<'a>, [f64; ACCEPTANCE_COUNT])> = Vec::new();
        for likeliest in of_catalogue.into_iter().chain(self.ranked.first()) {
            let mut known: BTreeSet<(ProductNo, bool)> =
                tried.iter().map(|(one, _)| one.called()).collect();
            if known
                .iter()
                .any(|(product, _)| *product == likeliest.candidacy.product)
            {
                continue;
            }
            let group = self.group(likeliest);
            let (mut own, rivals): (Vec<_>, Vec<_>) = self
                .ranked
                .iter()
                .partition(|one| group.contains(&one.candidacy.product));
            // of each product its name and the likeliest title
            own.retain(|one| known.insert(one.called()));
            own.sort_by_key(|one| !one.is_of_catalogue());
            own.truncate(TRIED);
            let rivals: Vec<&CandidateEvidence> = rivals.iter().map(|one| &one.evidence).collect();
            let own = own.into_iter();
            tried.extend(own.map(|one| {
                let closer = CloseComparison::of(&self.offer, &one.weighed).numbers;
                (one, model.list_values(&one.evidence, &closer, &rivals))
            }));
        }
        tried
    }

    /// The products that are no rivals of a candidate.
    fn group(&self, likeliest: &RankedCandidate<'a>) -> BTreeSet<ProductNo> {
        let own = self
            .ranked
            .iter()
            .filter(|one| is_of_one_group(likeliest, one));
        own.map(|one| one.candidacy.product).collect()
    }

    /// Whether a candidate cannot be taken, whatever else is alike: it, or the name of its product, contradicts the offer.
    pub fn contradicts(&self, candidate: &RankedCandidate<'a>) -> bool {
        let name = (candidate.candidacy.product, true);
        let mut names = self.ranked.iter().filter(|one| one.called() == name);
        candidate.evidence.contradicts() || names.any(|one| one.evidence.contradicts())
    }

    /// Whether the title cannot tell a product of the catalogue from another: it states the same of both, and what it lacks of
    /// this name is a colour, a quantity, a number or a tier that the other name does not have.
    pub fn is_one_of_several(&self, candidate: &RankedCandidate<'a>) -> bool {
        if !candidate.is_of_catalogue() {
            return false;
        }
        let is_rival = |one: &&RankedCandidate<'a>| {
            one.is_of_catalogue()
                && one.candidacy.product != candidate.candidacy.product
                && one.evidence.states_as_much_as(&candidate.evidence)
        };
        let mut rivals = self.ranked.iter().filter(is_rival).peekable();
        if rivals.peek().is_none() {
            return false;
        }
        let coverage = Coverage::of(&self.offer, &candidate.weighed);
        let tokens = candidate.weighed.subject.wording.tokens.iter();
        let lacking = tokens.zip(&coverage.b).filter(|(_, has)| !**has);
        let telling: Vec<&Token> = lacking
            .map(|(token, _)| token)
            .filter(|token| token.kind != Kind::Word || is_tier(token))
            .collect();
        rivals.any(|rival| {
            let words = &rival.weighed.subject.wording.tokens;
            let is_known = |token: &&Token| words.iter().any(|word| word.text == token.text);
            !telling.iter().all(is_known)
        })
    }

    /// Whether there is more than one product.
    pub fn has_several(&self) -> bool {
        let mut products = self.ranked.iter().map(|one| one.candidacy.product);
        let first = products.next();
        products.any(|product| Some(product) != first)
    }
}

/// Whether a candidate is no rival of the first: it is in doubt about the same product, or a feed brought one of the
/// two and they are likely one product.
fn is_of_one_group(first: &RankedCandidate<'_>, one: &RankedCandidate<'_>) -> bool {
    /// Candidates that lie further behind are no rivals in any case.
    const NEAR: f64 = 4.0;
    /// From this confidence of the pair on two are likely one product.
    const LIKELY: f64 = 0.46;
    let (a, b) = (first.candidacy.subject, one.candidacy.subject);
    if first.candidacy.product == one.candidacy.product {
        return true;
    }
    // two products of the catalogue are rivals in any case
    if a.is_canonical && b.is_canonical {
        return false;
    }
    let is_in_doubt = first.stands_for == one.stands_for;
    if !is_in_doubt && (first.rank - one.rank).abs() > NEAR {
        return false;
    }
    let judgement = Model::fitted().judge(&first.weighed, &one.weighed);
    let is_likely = is_in_doubt || judgement.confidence >= LIKELY;
    is_likely && !judgement.compared.evidence.contradicts()
}
