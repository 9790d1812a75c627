//! Matching the whole catalogue anew: after the catalogue grew, or the rules of matching changed.

use std::collections::{BTreeSet, HashMap};

use domain::ids::ProductNo;
use domain::matching::{Candidacy, Lexicon, MatchKey, Outcome, Subject, SubjectTexts, decide};
use domain::product::Provenance;
use domain::watch::Freshness;
use ports_store::{Candidate, MatchEdit, MatchStore, OfferedCandidate, StoreError};
use ports_system::Clock;
use time::Duration;

use crate::lexicon;

/// How many products are read and edited at once.
const PAGE: u32 = 500;

/// How many keys are looked up at once.
const KEYS: usize = 2000;

/// What matching anew did, or would do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RematchCounts {
    /// Products that were looked at.
    pub products: u64,
    /// Products whose keys changed.
    pub rekeyed: u64,
    /// Products that were found to be the same as another, and are that one now.
    pub merged: u64,
    /// New doubts for a person.
    pub doubts: u64,
}

/// What matching anew needs.
pub struct Rematcher<'a> {
    /// Where products and doubts are kept.
    pub matches: &'a dyn MatchStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// Count, but change nothing.
    pub dry_run: bool,
}

impl Rematcher<'_> {
    /// Learns the catalogue's words anew, gives every product its keys, and looks for each product that
    /// a feed brought whether it is another one. `progress` is told how many were looked at.
    pub async fn rematch(
        &self,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<RematchCounts, StoreError> {
        let lexicon = if self.dry_run {
            lexicon::find(self.matches).await?
        } else {
            lexicon::learn(self.matches).await?
        };
        let applied_at = (!self.dry_run).then(|| self.freshness());
        let mut counts = RematchCounts {
            rekeyed: lexicon::rekey(self.matches, &lexicon, applied_at).await?,
            ..RematchCounts::default()
        };
        let mut after = None;
        loop {
            let page = self.matches.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(counts);
            };
            after = Some(last.candidate.product);
            self.look(&page, &lexicon, &mut counts).await?;
            counts.products += domain::num::u64_from_usize(page.len());
            progress(counts.products);
        }
    }

    fn freshness(&self) -> Freshness {
        Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        }
    }

    /// Looks at one page of products.
    async fn look(
        &self,
        page: &[OfferedCandidate],
        lexicon: &Lexicon,
        counts: &mut RematchCounts,
    ) -> Result<(), StoreError> {
        let brought = page
            .iter()
            .filter(|offered| offered.candidate.provenance == Provenance::Feed);
        let looked: Vec<(&OfferedCandidate, Subject)> = brought
            .map(|offered| (offered, subject(&offered.candidate)))
            .collect();
        let others = self.others(&looked, lexicon).await?;
        let mut gone = BTreeSet::new();
        let mut edits = Vec::new();
        for (offered, subject) in &looked {
            let found = others.of(offered, &subject.keys(lexicon), &gone);
            match decide(subject, &found, lexicon) {
                Outcome::Existing {
                    product,
                    rung,
                    confidence,
                } => {
                    gone.insert(offered.candidate.product);
                    edits.push(MatchEdit::Merge {
                        product: offered.candidate.product,
                        into: product,
                        rung,
                        confidence,
                    });
                }
                Outcome::New {
                    doubt: Some(doubt), ..
                } => edits.push(MatchEdit::Doubt {
                    product: offered.candidate.product,
                    candidate: doubt.candidate,
                    reason: doubt.reason,
                }),
                Outcome::New { doubt: None, .. } => {}
            }
        }
        if self.dry_run {
            let is_merge = |edit: &&MatchEdit| matches!(edit, MatchEdit::Merge { .. });
            let merges = domain::num::u64_from_usize(edits.iter().filter(is_merge).count());
            counts.merged += merges;
            counts.doubts += domain::num::u64_from_usize(edits.len()) - merges;
            return Ok(());
        }
        let (merged, doubts) = self.apply(&edits).await?;
        counts.merged += merged;
        counts.doubts += doubts;
        Ok(())
    }

    /// The products that share a key with one of these.
    async fn others(
        &self,
        looked: &[(&OfferedCandidate, Subject)],
        lexicon: &Lexicon,
    ) -> Result<Others, StoreError> {
        let keys: BTreeSet<MatchKey> = looked
            .iter()
            .flat_map(|(_, subject)| subject.keys(lexicon))
            .collect();
        let keys: Vec<MatchKey> = keys.into_iter().collect();
        let mut others = Others::default();
        for keys in keys.chunks(KEYS) {
            for offered in self.matches.find_candidates(keys).await? {
                others.add(offered);
            }
        }
        Ok(others)
    }

    async fn apply(&self, edits: &[MatchEdit]) -> Result<(u64, u64), StoreError> {
        if self.dry_run || edits.is_empty() {
            return Ok((0, 0));
        }
        let edited = self.matches.apply_matches(edits, self.freshness()).await?;
        Ok((edited.merged, edited.doubts))
    }
}

/// Products that others may be the same as, by key.
#[derive(Default)]
struct Others {
    by_key: HashMap<MatchKey, BTreeSet<ProductNo>>,
    products: HashMap<ProductNo, (OfferedCandidate, Subject)>,
}

impl Others {
    fn add(&mut self, offered: OfferedCandidate) {
        let no = offered.candidate.product;
        for key in &offered.candidate.keys {
            self.by_key.entry(key.clone()).or_default().insert(no);
        }
        let subject = subject(&offered.candidate);
        self.products.insert(no, (offered, subject));
    }

    /// What a product may be the same as: the catalogue's products, and those that a feed brought
    /// before it; so of two such products the older one stays.
    fn of(
        &self,
        offered: &OfferedCandidate,
        keys: &[MatchKey],
        gone: &BTreeSet<ProductNo>,
    ) -> Vec<Candidacy<'_>> {
        let itself = offered.candidate.product;
        let numbers: BTreeSet<ProductNo> = keys
            .iter()
            .filter_map(|key| self.by_key.get(key))
            .flatten()
            .copied()
            .filter(|no| *no != itself && !gone.contains(no))
            .collect();
        let candidacy = |no: ProductNo| {
            let (other, subject) = self.products.get(&no)?;
            let stays = other.candidate.provenance != Provenance::Feed || no < itself;
            stays.then(|| Candidacy {
                product: no,
                subject,
                is_taken: other
                    .stores
                    .iter()
                    .any(|store| offered.stores.contains(store)),
            })
        };
        numbers.into_iter().filter_map(candidacy).collect()
    }
}

/// What matching looks at in a product.
pub(crate) fn subject(candidate: &Candidate) -> Subject {
    Subject::new(SubjectTexts {
        title: &candidate.name,
        brand: &candidate.brand,
        model: &candidate.model,
        variant: &candidate.variant,
        mpn: &candidate.mpn,
        gtins: &candidate.gtins,
        pack_size: candidate.pack_size,
        is_bundle: candidate.is_bundle,
        is_canonical: candidate.provenance != Provenance::Feed,
    })
}
