//! Matching the whole catalogue anew: after the catalogue grew, or the rules of matching changed.
//!
//! All of it is decided before anything is written (`plan`), so a dry run tells just what the same run
//! without it does.

mod group;
mod numbers;
mod plan;
mod regroup;

use domain::freshness::Freshness;
use domain::product::Provenance;
use ports_store::{
    Candidate, MatchEdit, OfferedCandidate, Regrouping, RegroupingStore, StoreError,
};
use ports_system::Clock;
use product_knowledge::matching::{Subject, SubjectTexts};
use time::Duration;

use crate::matching::lexicon::{self, Change, LexiconStores, Relearned};
use group::Grouping;
use numbers::Moves;
use plan::{Keys, Plan};
use regroup::Regroup;

/// How many products are read and edited at once.
const PAGE: u32 = 500;

/// How many products are looked up at once.
const LOOKED_UP: usize = 1000;

/// What matching anew did, or would do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RematchCounts {
    /// Products that were looked at.
    pub products: u64,
    /// Products that were given keys which they lacked.
    pub rekeyed: u64,
    /// Products that were found to be the same as another, and are that one now.
    pub merged: u64,
    /// Offers that left a product where they do not belong any more.
    pub moved: u64,
    /// New doubts for a person.
    pub doubts: u64,
}

/// What was done after an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// Nothing was due.
    Nothing,
    /// Somebody else does what is due, or did when they were killed.
    Elsewhere,
    /// The catalogue's words were learned.
    Learned,
    /// Everything was matched anew.
    Matched(RematchCounts),
}

/// What matching anew does, and what it counts.
struct Planned {
    learned: Relearned,
    regroupings: Vec<Regrouping>,
    edits: Vec<MatchEdit>,
    counts: RematchCounts,
}

/// What matching anew needs.
pub struct Rematcher<'a> {
    /// Where products, doubts and what was learned are kept.
    pub stores: LexiconStores<'a>,
    /// Where offers stand together.
    pub groups: &'a dyn RegroupingStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// Count, but change nothing.
    pub dry_run: bool,
}

/// A catalogue of more products is matched anew when an operator asks for it: it takes about a second for a thousand.
const MATCHED_BY_IMPORTS: u64 = 20_000;

/// How long deciding of so few, and each step of doing it, takes at most; after that time another process may do what one
/// did not finish.
const LONGEST_OF_IMPORTS: Duration = Duration::minutes(15);

impl Rematcher<'_> {
    /// What is due after an import that brought products. When a catalogue has grown by half since its words were learned, they
    /// are learned anew; in one of at most 20,000 products with offers of several stores everything is matched anew then, as
    /// [`Rematcher::rematch`] does, because what came first had nothing to be compared with. What did not come
    /// to its end is due again. Nothing is done while somebody else does it.
    pub async fn follow_growth(&self) -> Result<Followed, StoreError> {
        let matches = self.stores.matches;
        let is_small = matches.count_products().await? <= MATCHED_BY_IMPORTS;
        if !is_small && self.stores.lexicons.is_rematch_unfinished().await? {
            self.leave_to_operator().await?;
        }
        if !is_small || !self.is_due_to_match().await? {
            return lexicon::follow(self.stores, self.clock).await;
        }
        let change = Change::begin(self.stores, self.clock, LONGEST_OF_IMPORTS).await?;
        let Some(change) = change else {
            return Ok(Followed::Elsewhere);
        };
        let done = async {
            change.note_unfinished(true).await?;
            let counts = self.change(&change, &mut |_| ()).await?;
            Ok(Followed::Matched(counts))
        };
        change.end(done.await).await
    }

    /// What was due in a catalogue that has become too large meanwhile is due no more.
    async fn leave_to_operator(&self) -> Result<(), StoreError> {
        let change = Change::begin(self.stores, self.clock, LONGEST_OF_IMPORTS).await?;
        match change {
            Some(change) => change.end(change.note_unfinished(false).await).await,
            None => Ok(()),
        }
    }

    async fn is_due_to_match(&self) -> Result<bool, StoreError> {
        let LexiconStores {
            matches,
            reader,
            lexicons,
        } = self.stores;
        if lexicons.is_rematch_unfinished().await? {
            return Ok(true);
        }
        Ok(reader.list_stores().await?.len() > 1 && lexicon::is_due(matches).await?)
    }

    /// Learns the catalogue's words anew, gives every product its keys, looks which offers do not belong to their product
    /// any more, and for each product that a feed brought whether it is another one. `progress` is told how many were looked at.
    pub async fn rematch(
        &self,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<RematchCounts, StoreError> {
        if self.dry_run {
            let planned = self.plan(progress).await?;
            return Ok(planned.counts);
        }
        let change = Change::begin(self.stores, self.clock, lexicon::LONGEST).await?;
        let change = change.ok_or(StoreError::Locked)?;
        let done = self.change(&change, progress).await;
        change.end(done).await
    }

    /// Decides all of it, and does it.
    async fn change(
        &self,
        change: &Change<'_>,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<RematchCounts, StoreError> {
        let planned = self.plan(progress).await?;
        change.renew().await?;
        change.put_in_force(&planned.learned).await?;
        let mut counts = planned.counts;
        counts.moved = self.regroup(change, &planned.regroupings).await?;
        (counts.merged, counts.doubts) = self.apply(change, &planned.edits).await?;
        change.note_unfinished(false).await?;
        Ok(counts)
    }

    /// Decides all of it.
    async fn plan(&self, progress: &mut (dyn FnMut(u64) + Send)) -> Result<Planned, StoreError> {
        let matches = self.stores.matches;
        let learned = Relearned::of(self.stores).await?;
        let mut keys = Keys::default();
        let add = |no, made: &_| keys.add(no, made);
        let rekeyed = learned.look(matches, add).await?;
        let keys = keys.in_order();
        let mut regroup = Regroup::new(matches, self.groups, &learned.lexicon, &keys);
        regroup.make().await?;
        let mut plan = Plan::new(matches, &learned.lexicon, &keys, &regroup.forgotten);
        let products = plan.make(progress).await?;
        let mut grouped = Grouping::new(&regroup, &plan).make().await?;
        plan.settle(&grouped.merged);
        let moves = regroup.regroupings.iter().chain(&grouped.regroupings);
        let mut left = regroup.left_numbers(&Moves::of(moves)).await?;
        let counts = RematchCounts {
            products,
            rekeyed,
            merged: plan.merged + domain::num::u64_from_usize(grouped.edits.len()),
            moved: regroup.moved + domain::num::u64_from_usize(grouped.regroupings.len()),
            doubts: plan.doubts,
        };
        let mut edits = plan.edits;
        edits.append(&mut grouped.edits);
        let mut regroupings = regroup.regroupings;
        regroupings.append(&mut grouped.regroupings);
        regroupings.append(&mut left);
        Ok(Planned {
            learned,
            regroupings,
            edits,
            counts,
        })
    }

    fn freshness(&self) -> Freshness {
        Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        }
    }

    /// Applies what was decided of offers; how many were moved.
    async fn regroup(
        &self,
        change: &Change<'_>,
        regroupings: &[Regrouping],
    ) -> Result<u64, StoreError> {
        let mut moved = 0;
        for regroupings in regroupings.chunks(usize::try_from(PAGE).unwrap_or(usize::MAX)) {
            change.renew().await?;
            let done = self.groups.apply_regroupings(regroupings, self.freshness());
            moved += done.await?.moved;
        }
        Ok(moved)
    }

    /// Applies edits; how many products were merged, and how many doubts are new. What became another
    /// while they were planned is left as it is.
    async fn apply(
        &self,
        change: &Change<'_>,
        edits: &[MatchEdit],
    ) -> Result<(u64, u64), StoreError> {
        let (mut merged, mut doubts) = (0, 0);
        for edits in edits.chunks(usize::try_from(PAGE).unwrap_or(usize::MAX)) {
            change.renew().await?;
            let edited = self
                .stores
                .matches
                .apply_matches(edits, self.freshness())
                .await?;
            merged += edited.merged;
            doubts += edited.doubts;
        }
        Ok((merged, doubts))
    }
}

/// A product with its name and what its offers call it.
struct Other {
    offered: OfferedCandidate,
    subject: Subject,
    titles: Vec<Subject>,
}

impl Other {
    fn new(offered: OfferedCandidate) -> Self {
        Self {
            subject: subject(&offered.candidate),
            titles: titles(&offered.candidate),
            offered,
        }
    }

    /// What its offers call it but for one title.
    fn titles_but(&self, title: &str) -> Vec<Subject> {
        let called = self.offered.candidate.titles.iter().zip(&self.titles);
        let others = called.filter(|(text, _)| *text != title);
        others.map(|(_, subject)| subject.clone()).collect()
    }
}

/// What offers call a product, as far as matching looks at it.
pub(crate) fn titles(candidate: &Candidate) -> Vec<Subject> {
    let titled = |title: &String| {
        Subject::new(SubjectTexts {
            title,
            brand: &candidate.brand,
            pack_size: candidate.pack_size,
            is_bundle: candidate.is_bundle,
            ..SubjectTexts::default()
        })
    };
    candidate.titles.iter().map(titled).collect()
}

/// What matching looks at in a product.
pub(crate) fn subject(candidate: &Candidate) -> Subject {
    let itself = SubjectTexts {
        title: &candidate.name,
        brand: &candidate.brand,
        model: &candidate.model,
        variant: &candidate.variant,
        category: &candidate.category,
        mpn: &candidate.mpn,
        code_beside: "",
        gtins: &candidate.gtins,
        pack_size: candidate.pack_size,
        is_bundle: candidate.is_bundle,
        is_canonical: candidate.provenance != Provenance::Feed,
    };
    let known_as = candidate.known_as.iter().map(|other| {
        Subject::new(SubjectTexts {
            title: &other.name,
            brand: &other.brand,
            model: &other.model,
            variant: &other.variant,
            mpn: &other.mpn,
            ..itself
        })
    });
    let subject = Subject::new(itself).known_as(known_as.collect());
    match candidate.item_prices {
        Some((lowest, highest)) => subject.priced(lowest, highest),
        None => subject,
    }
}
