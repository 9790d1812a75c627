//! Sisters, one of whose names says more than the title.

use std::collections::BTreeMap;

use super::super::super::coverage::Coverage;
use super::super::super::wording::Kind;
use super::{RankedCandidate, RankedList};

impl<'a> RankedList<'a> {
    /// Whether another product fits better, whatever is weighed: its name has every word of the title that this one has, and what the
    /// title lacks of it is lacking of this one too, with plain words besides. `990 Pro 2TB` is the `990 Pro 2TB NVMe` rather than the
    /// `990 Pro 2TB NVMe with heatsink`. Model numbers, quantities and colours are weighed where they differ.
    pub fn is_surpassed(&self, candidate: &RankedCandidate<'a>) -> bool {
        let product = candidate.candidacy;
        // what a product of the catalogue is, is told by its name
        let tells = |one: &RankedCandidate<'a>| !product.subject.is_canonical || one.called().1;
        let of =
            |one: &&RankedCandidate<'a>| one.candidacy.product == product.product && tells(one);
        let own: Vec<Fit<'_>> = self
            .ranked
            .iter()
            .filter(of)
            .map(|one| self.fit(one))
            .collect();
        let is_rival = |one: &&RankedCandidate<'a>| {
            one.stands_for != candidate.stands_for
                && one.candidacy.subject.is_canonical == product.subject.is_canonical
                && !one.candidacy.is_taken
                && tells(one)
                && !self.contradicts(one)
        };
        let mut rivals = self.ranked.iter().filter(is_rival).map(|one| self.fit(one));
        rivals.any(|rival| own.iter().all(|one| rival.surpasses(one)))
    }

    fn fit<'s>(&'s self, candidate: &'s RankedCandidate<'a>) -> Fit<'s> {
        let coverage = Coverage::of(&self.offer, &candidate.weighed);
        let tokens = candidate.weighed.subject.wording.tokens.iter();
        let lacking = tokens.zip(&coverage.b).filter(|(_, has)| !**has);
        Fit {
            stated: coverage.a,
            lacking: lacking
                .map(|(token, _)| (token.text.as_str(), token.kind))
                .collect(),
        }
    }
}

/// How a name fits a title.
struct Fit<'a> {
    /// For each word of the title, whether the name has it.
    stated: Vec<bool>,
    /// The words of the name that the title lacks.
    lacking: BTreeMap<&'a str, Kind>,
}

impl Fit<'_> {
    fn surpasses(&self, other: &Self) -> bool {
        let mut stated = self.stated.iter().zip(&other.stated);
        stated.all(|(own, others)| *own || !*others)
            && self.lacking.len() < other.lacking.len()
            && self
                .lacking
                .keys()
                .all(|word| other.lacking.contains_key(word))
            && other.lacks_only_words_beside(self)
    }

    fn lacks_only_words_beside(&self, other: &Self) -> bool {
        let mut more = self
            .lacking
            .iter()
            .filter(|(word, _)| !other.lacking.contains_key(*word));
        more.all(|(_, kind)| *kind == Kind::Word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Candidacy, Lexicon, Subject};
    use super::super::ListModel;
    use super::RankedList;
    use crate::matching::SubjectTexts;
    use domain::ids::ProductNo;

    #[test]
    fn of_sisters_the_one_whose_name_says_least_fits_better() {
        let subject = |title, is_canonical| {
            Subject::new(SubjectTexts {
                title,
                brand: "Marlo",
                is_canonical,
                ..SubjectTexts::default()
            })
        };
        let bare = subject("Marlo 990 Pro 2TB PCIe NVMe SSD", true);
        let cooled = subject("Marlo 990 Pro with Heatsink 2TB PCIe NVMe SSD", true);
        let candidates = [
            Candidacy::alone(ProductNo(1), &bare),
            Candidacy::alone(ProductNo(2), &cooled),
        ];
        let surpassed = |title| -> Vec<ProductNo> {
            let offer = subject(title, false);
            let model = ListModel::fitted();
            let list = RankedList::of(&offer, &candidates, &Lexicon::default(), model);
            let surpassed = list.ranked.iter().filter(|one| list.is_surpassed(one));
            surpassed.map(|one| one.candidacy.product).collect()
        };
        assert_eq!(surpassed("Marlo 990 Pro NVMe SSD 2TB"), [ProductNo(2)]);
        assert_eq!(surpassed("Marlo 990 Pro Heatsink NVMe SSD 2TB"), []);
    }
}
