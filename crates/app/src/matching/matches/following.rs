//! What follows when a doubt is settled: what waited for the same evidence is decided anew.

use std::collections::{BTreeSet, HashMap};

use domain::ids::ProductNo;
use domain::placement::MatchKey;
use domain::product::Provenance;
use ports_store::{MatchEdit, OfferedCandidate, StoreError};
use product_knowledge::matching::{Candidacy, Lexicon, Outcome, Subject, decide};

use super::DoubtReviewer;
use crate::matching::candidates::most_shared;
use crate::matching::lexicon;
use crate::matching::rematch;

/// How often what was found may lead to more.
const ROUNDS: usize = 8;
/// How many products are decided anew at once.
const AT_ONCE: usize = 1000;

impl DoubtReviewer<'_> {
    /// Decides anew about a product and all that are in doubt about it or that it is in doubt about, then about those
    /// that wait for what was found; how many were found to be another. Another writer ends it: the next
    /// matching anew finds the rest.
    pub(super) async fn follow(&self, product: ProductNo) -> Result<u64, StoreError> {
        let lexicon = lexicon::find(self.matches).await?;
        let mut followed = 0;
        let mut about = BTreeSet::from([product]);
        for _ in 0..ROUNDS {
            let mut found = BTreeSet::new();
            for product in self.waiting(&about).await? {
                let Some(edit) = self.decided(product, &lexicon).await? else {
                    continue;
                };
                let is_done = match self.apply(std::slice::from_ref(&edit)).await {
                    Err(StoreError::Locked) => return Ok(followed),
                    done => done?,
                };
                if let (true, MatchEdit::Merge { into, .. }) = (is_done, edit) {
                    followed += 1;
                    found.insert(into);
                }
            }
            if found.is_empty() {
                break;
            }
            about = found;
        }
        Ok(followed)
    }

    /// These products, and all between which and them there is a doubt.
    async fn waiting(&self, about: &BTreeSet<ProductNo>) -> Result<Vec<ProductNo>, StoreError> {
        let mut waiting = about.clone();
        for product in about {
            waiting.extend(self.matches.find_doubted_with(*product).await?);
        }
        Ok(waiting.into_iter().take(AT_ONCE).collect())
    }

    /// What is to be done about a product that a feed brought, as things are now.
    async fn decided(
        &self,
        product: ProductNo,
        lexicon: &Lexicon,
    ) -> Result<Option<MatchEdit>, StoreError> {
        let Some(itself) = self.matches.find_candidates(&[product]).await?.pop() else {
            return Ok(None);
        };
        if itself.candidate.provenance != Provenance::Feed || itself.places.is_empty() {
            return Ok(None);
        }
        let subject = rematch::subject(&itself.candidate);
        let keys = subject.search_keys(lexicon);
        let found = self.matches.find_keyed(&keys).await?;
        let others = most_like(&itself, &keys, found);
        let subjects: Vec<(Subject, Vec<Subject>)> = others
            .iter()
            .map(|other| {
                (
                    rematch::subject(&other.candidate),
                    rematch::titles(&other.candidate),
                )
            })
            .collect();
        let doubted: Vec<Vec<ProductNo>> = others
            .iter()
            .map(|other| other.candidate.doubted().collect())
            .collect();
        let candidates: Vec<Candidacy<'_>> = others
            .iter()
            .zip(&subjects)
            .zip(&doubted)
            .map(|((other, (subject, titles)), doubted)| Candidacy {
                product: other.candidate.product,
                subject,
                titles,
                is_taken: other.shares_place(&itself),
                may_be: doubted,
            })
            .collect();
        Ok(match decide(&subject, &candidates, lexicon) {
            Outcome::Existing {
                product: into,
                rung,
                confidence,
            } => Some(MatchEdit::Merge {
                product,
                into,
                rung,
                confidence,
                settles: None,
            }),
            Outcome::New { doubt, .. } => doubt.map(|doubt| MatchEdit::Doubt {
                product,
                candidate: doubt.candidate,
                reason: doubt.reason,
            }),
        })
    }
}

/// Of the products that share keys with one, those to compare it with: of feeds' products older ones, and none that a
/// person has said to be another.
fn most_like(
    itself: &OfferedCandidate,
    keys: &[MatchKey],
    found: Vec<OfferedCandidate>,
) -> Vec<OfferedCandidate> {
    let no = itself.candidate.product;
    let is_apart = |one: &OfferedCandidate, other: ProductNo| {
        let mut said = one.candidate.asked.iter().filter(|asked| asked.is_settled);
        said.any(|asked| asked.candidate == other)
    };
    let mut found: HashMap<ProductNo, OfferedCandidate> = found
        .into_iter()
        .filter(|other| {
            let other_no = other.candidate.product;
            let stays = other.candidate.provenance != Provenance::Feed || other_no < no;
            stays && other_no != no && !is_apart(itself, other_no) && !is_apart(other, no)
        })
        .map(|other| (other.candidate.product, other))
        .collect();
    let shared: Vec<(ProductNo, bool)> = found
        .values()
        .flat_map(|other| {
            let shared = keys.iter().filter(|key| other.candidate.keys.contains(key));
            shared.map(|key| (other.candidate.product, key.is_of_number()))
        })
        .collect();
    most_shared(shared)
        .filter_map(|no| found.remove(&no))
        .collect()
}
