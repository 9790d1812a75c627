//! What matching the catalogue anew would do.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::ids::ProductNo;
use domain::placement::{KEY_LIMIT, MatchKey};
use domain::product::Provenance;
use ports_store::{Candidate, MatchEdit, MatchStore, OfferedCandidate, StoreError};
use product_knowledge::matching::{Candidacy, Lexicon, Outcome, Subject, decide};

use super::numbers::Forgotten;
use super::regroup::is_of_words;
use super::{LOOKED_UP, Other, PAGE, subject};
use crate::matching::candidates::most_shared;

/// The keys of all products, or of what else is looked for, with their numbers.
pub(super) struct Keys<N = ProductNo>(Vec<(MatchKey, N)>);

impl<N> Default for Keys<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<N: Ord + Copy> Keys<N> {
    /// Adds keys of a product.
    pub(super) fn add<'k>(&mut self, no: N, keys: impl IntoIterator<Item = &'k MatchKey>) {
        self.0.extend(keys.into_iter().map(|key| (*key, no)));
    }

    /// Once all are there.
    pub(super) fn in_order(mut self) -> Self {
        self.0.sort_unstable();
        self.0.dedup();
        self
    }

    /// The products that have a key, and these that have it too; none when they are more than so many.
    pub(super) fn with(&self, key: MatchKey, more: &[N], limit: usize) -> Vec<N> {
        let begin = self.0.partition_point(|(other, _)| *other < key);
        let rest = self.0.get(begin..).unwrap_or_default();
        let found = rest.iter().take_while(|(other, _)| *other == key);
        let found = found.map(|(_, no)| *no).chain(more.iter().copied());
        let found: Vec<N> = found.take(limit + 1).collect();
        if found.len() > limit {
            return Vec::new();
        }
        found
    }
}

/// The edits that matching anew makes, decided one product after the other: each knows what became of
/// those before it.
pub(super) struct Plan<'a> {
    matches: &'a dyn MatchStore,
    lexicon: &'a Lexicon,
    keys: &'a Keys,
    /// Numbers that products claim no longer.
    forgotten: &'a Forgotten,
    /// Products that are merged, each into which.
    gone: HashMap<ProductNo, ProductNo>,
    /// What merged products bring.
    brought: HashMap<ProductNo, Vec<OfferedCandidate>>,
    /// Products of the catalogue that others became.
    of_catalogue: HashSet<ProductNo>,
    /// The edits, in order.
    pub(super) edits: Vec<MatchEdit>,
    /// How many of them merge.
    pub(super) merged: u64,
    /// How many of them are doubts.
    pub(super) doubts: u64,
}

/// Products that others may be the same as.
type Others = HashMap<ProductNo, Other>;

impl<'a> Plan<'a> {
    /// An empty plan.
    pub(super) fn new(
        matches: &'a dyn MatchStore,
        lexicon: &'a Lexicon,
        keys: &'a Keys,
        forgotten: &'a Forgotten,
    ) -> Self {
        Self {
            matches,
            lexicon,
            keys,
            forgotten,
            gone: HashMap::new(),
            brought: HashMap::new(),
            of_catalogue: HashSet::new(),
            edits: Vec::new(),
            merged: 0,
            doubts: 0,
        }
    }

    /// Looks at all products; how many there are. `progress` is told how many were looked at.
    pub(super) async fn make(
        &mut self,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<u64, StoreError> {
        let mut products = 0;
        let mut after = None;
        loop {
            let page = self.matches.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(products);
            };
            after = Some(last.candidate.product);
            products += domain::num::u64_from_usize(page.len());
            let is_brought = |it: &OfferedCandidate| it.candidate.provenance == Provenance::Feed;
            let brought = page.into_iter().filter(is_brought);
            let looked: Vec<(OfferedCandidate, Subject)> = brought
                .map(|mut offered| {
                    self.forgotten.leave_out(&mut offered);
                    let subject = subject(&offered.candidate);
                    (offered, subject)
                })
                .collect();
            let mut others = self.others(&looked).await?;
            for (offered, subject) in &looked {
                self.look(offered, subject, &mut others);
            }
            progress(products);
        }
    }

    /// The products that share a key with one of these.
    async fn others(&self, looked: &[(OfferedCandidate, Subject)]) -> Result<Others, StoreError> {
        let numbers: BTreeSet<ProductNo> = looked
            .iter()
            .flat_map(|(offered, subject)| self.sharing(offered.candidate.product, subject))
            .collect();
        let numbers: Vec<ProductNo> = numbers.into_iter().collect();
        let mut others = Others::new();
        for numbers in numbers.chunks(LOOKED_UP) {
            for mut offered in self.matches.find_candidates(numbers).await? {
                let no = offered.candidate.product;
                self.forgotten.leave_out(&mut offered);
                for brought in self.brought.get(&no).into_iter().flatten() {
                    take_over(&mut offered, brought);
                }
                others.insert(no, Other::new(offered));
            }
        }
        Ok(others)
    }

    /// The products to compare with this one: those that share keys with it, or have taken over one that does.
    fn sharing(&self, itself: ProductNo, subject: &Subject) -> BTreeSet<ProductNo> {
        let keys = subject.search_keys(self.lexicon);
        let found = keys.iter().flat_map(|key| {
            let products = self.keys.with(*key, &[], KEY_LIMIT).into_iter();
            products.map(|no| (self.became(no), key.is_of_number()))
        });
        most_shared(found.filter(|(no, _)| *no != itself)).collect()
    }

    /// Whether a product that a feed brought became one of the catalogue.
    pub(super) fn is_of_catalogue(&self, product: ProductNo) -> bool {
        self.of_catalogue.contains(&self.became(product))
    }

    /// The product that stands for this one now.
    pub(super) fn became(&self, mut no: ProductNo) -> ProductNo {
        while let Some(into) = self.gone.get(&no) {
            no = *into;
        }
        no
    }

    /// Decides what a product is.
    fn look(&mut self, offered: &OfferedCandidate, subject: &Subject, others: &mut Others) {
        let product = offered.candidate.product;
        let numbers = self.sharing(product, subject);
        let found = numbers.iter().filter_map(|no| others.get(no));
        let found = found.filter(|other| self.can_become(offered, &other.offered));
        let found: Vec<(&Other, Vec<ProductNo>)> = found
            .map(|other| (other, self.doubted(&other.offered)))
            .collect();
        let found: Vec<Candidacy<'_>> = found
            .iter()
            .map(|(other, doubted)| Candidacy {
                product: other.offered.candidate.product,
                subject: &other.subject,
                titles: &other.titles,
                may_be: doubted,
                is_taken: other.offered.shares_place(offered),
            })
            .collect();
        match decide(subject, &found, self.lexicon) {
            // which products of feeds are one by their words is decided of all of them together
            Outcome::Existing {
                product: into,
                rung,
                ..
            } if is_of_words(rung)
                && others
                    .get(&into)
                    .is_some_and(|into| into.offered.is_of_feed()) => {}
            Outcome::Existing {
                product: into,
                rung,
                confidence,
            } => {
                self.edits.push(MatchEdit::Merge {
                    product,
                    into,
                    rung,
                    confidence,
                    settles: None,
                });
                self.merged += 1;
                self.merge(offered, into, others);
            }
            Outcome::New {
                doubt: Some(doubt), ..
            } if self.is_new_doubt(offered, doubt.candidate, others) => {
                self.edits.push(MatchEdit::Doubt {
                    product,
                    candidate: doubt.candidate,
                    reason: doubt.reason,
                });
                self.doubts += 1;
            }
            Outcome::New { .. } => {}
        }
    }

    /// Whether a product can become this other one: of the catalogue's products, and those that a feed brought
    /// before it, those of which nobody has said that they are another. So of two products of feeds the
    /// older one stays.
    fn can_become(&self, offered: &OfferedCandidate, other: &OfferedCandidate) -> bool {
        let (itself, no) = (offered.candidate.product, other.candidate.product);
        let stays = other.candidate.provenance != Provenance::Feed || no < itself;
        let settled = |one: &OfferedCandidate, about: ProductNo| {
            let mut asked = one.candidate.asked.iter().filter(|asked| asked.is_settled);
            asked.any(|asked| self.became(asked.candidate) == about)
        };
        stays && !settled(offered, no) && !settled(other, itself)
    }

    /// The products that this one may be the same as, and nobody has said whether it is, as they are now.
    fn doubted(&self, other: &OfferedCandidate) -> Vec<ProductNo> {
        let doubted = other.candidate.doubted();
        doubted.map(|no| self.became(no)).collect()
    }

    /// Whether a doubt is not asked yet, whichever of the two it names first, and can be: an offer waits for it.
    fn is_new_doubt(
        &self,
        offered: &OfferedCandidate,
        candidate: ProductNo,
        others: &Others,
    ) -> bool {
        let asks = |one: &OfferedCandidate, about: ProductNo| {
            let mut asked = one.candidate.asked.iter();
            asked.any(|asked| self.became(asked.candidate) == about)
        };
        let is_asked_back = others
            .get(&candidate)
            .is_some_and(|other| asks(&other.offered, offered.candidate.product));
        !asks(offered, candidate) && !is_asked_back && !offered.places.is_empty()
    }

    /// Doubts about products that were found to be one since are none.
    pub(super) fn settle(&mut self, merged: &HashMap<ProductNo, ProductNo>) {
        let became = |no: ProductNo| {
            let no = self.became(no);
            merged.get(&no).copied().unwrap_or(no)
        };
        let kept: Vec<bool> = self
            .edits
            .iter()
            .map(|edit| match edit {
                MatchEdit::Doubt {
                    product, candidate, ..
                } => became(*product) != became(*candidate),
                MatchEdit::Merge { .. } | MatchEdit::Distinct { .. } => true,
            })
            .collect();
        let mut kept_now = kept.iter();
        self.edits.retain(|_| kept_now.next() == Some(&true));
        let dropped = kept.iter().filter(|kept| !**kept).count();
        self.doubts = self
            .doubts
            .saturating_sub(domain::num::u64_from_usize(dropped));
    }

    /// What a merged product has goes over.
    fn merge(&mut self, offered: &OfferedCandidate, into: ProductNo, others: &mut Others) {
        let no = offered.candidate.product;
        if let Some(mut target) = others.remove(&into) {
            if !target.offered.is_of_feed() {
                self.of_catalogue.insert(into);
            }
            take_over(&mut target.offered, offered);
            others.insert(into, Other::new(target.offered));
        }
        self.gone.insert(no, into);
        let mut brought = self.brought.remove(&no).unwrap_or_default();
        brought.push(offered.clone());
        self.brought.entry(into).or_default().append(&mut brought);
    }
}

/// The numbers, titles, places and doubts of a merged product are those of its target, too.
fn take_over(target: &mut OfferedCandidate, merged: &OfferedCandidate) {
    for gtin in &merged.candidate.gtins {
        if !target.candidate.gtins.contains(gtin) {
            target.candidate.gtins.push(*gtin);
        }
    }
    target.candidate.asked.extend(&merged.candidate.asked);
    let called = std::iter::once(&merged.candidate.name).chain(&merged.candidate.titles);
    for title in called {
        let known = &mut target.candidate.titles;
        if known.len() < Candidate::TITLES && !known.contains(title) {
            known.push(title.clone());
        }
    }
    target.places.extend(&merged.places);
    target.places.sort_unstable();
    target.places.dedup();
}
