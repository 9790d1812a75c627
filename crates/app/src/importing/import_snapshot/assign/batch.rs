//! Finding the products of new and renamed offers, one batch of them.

use std::collections::{HashMap, HashSet};

use domain::availability::Condition;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::offer::{FeedOffer, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::ProductGtin;
use ports_store::{Assignment, Review, StagedProduct, StoreError};
use product_knowledge::matching::{
    Doubt, Lexicon, NumberUses, Outcome, Subject, contradict, decide, decide_by_numbers,
};
use rayon::prelude::*;

use super::candidates::{Candidates, Looked};
use super::numbers::assignment as numbered;
use super::{NewKnowledge, Taken, Unplaced};
use crate::importing::import_snapshot::draft;
use crate::importing::import_snapshot::rows::Place;
use crate::matching::candidates::in_feed;
use crate::matching::taught::{self, MOST_NUMBERS, is_learned};

/// Assigns the offers of one batch. New products of the batch are candidates for the offers that
/// follow; they have negative numbers here until the store numbers them.
pub(super) struct BatchAssigner<'b> {
    candidates: Candidates<'b>,
    lexicon: &'b Lexicon,
    /// Whether words may bring offers to products, or numbers alone.
    by_words: bool,
    taken: &'b mut Taken,
    uses: &'b NumberUses,
    /// The offers that wait to be assigned, by their ids.
    prepared: HashMap<String, Prepared>,
    products: Vec<StagedProduct>,
    /// What a person is to say about them.
    reviews: Vec<Review>,
    /// The numbers that products of the store learn, and which of them each has learned already.
    fresh: Vec<(ProductNo, ProductGtin)>,
    learned: HashMap<ProductNo, HashSet<Gtin>>,
}

/// An offer that waits to be assigned.
struct Prepared {
    subject: Subject,
    /// The keys by which its candidates were looked for; `None` where its numbers seemed to decide.
    keys: Option<Vec<MatchKey>>,
}

impl<'b> BatchAssigner<'b> {
    /// `candidates` knows none yet.
    pub(super) fn new(
        candidates: Candidates<'b>,
        lexicon: &'b Lexicon,
        by_words: bool,
        taken: &'b mut Taken,
        uses: &'b NumberUses,
    ) -> Self {
        Self {
            candidates,
            lexicon,
            by_words,
            taken,
            uses,
            prepared: HashMap::new(),
            products: Vec::new(),
            reviews: Vec::new(),
            fresh: Vec::new(),
            learned: HashMap::new(),
        }
    }

    /// Fetches the candidates of these offers: those that are compared, of all that share a key.
    pub(super) async fn prepare(&mut self, offers: Vec<Unplaced<'_>>) -> Result<(), StoreError> {
        let put: Vec<ProductNo> = offers.iter().filter_map(|it| it.put).collect();
        let pinned = offers.iter().filter_map(|it| it.offer.pinned.clone());
        let ids: Vec<CanonicalProductId> = pinned.collect();
        let unpinned = offers
            .into_par_iter()
            .filter(|it| it.offer.pinned.is_none());
        let looked: Vec<Looked<'_>> = unpinned.map(|it| self.looked(it)).collect();
        self.candidates.fetch_put(&put).await?;
        self.candidates.fetch(&looked).await?;
        self.candidates.fetch_pinned(&ids).await?;
        let mut named = HashSet::new();
        let mut undecided = Vec::new();
        for it in looked {
            // a number that the feed uses again may not decide when its second offer is placed
            let numbers = it.keys.iter();
            let again = numbers.filter(|key| !named.insert(**key));
            let again = again.count();
            let condition = it.offer.facts.condition;
            if again > 0 || self.by_numbers(&it.subject, condition, it.put).is_none() {
                undecided.push(it);
            } else {
                self.hold(it.offer, it.subject, None);
            }
        }
        if self.by_words {
            let search = |it: &mut Looked<'_>| it.keys = it.subject.search_keys(self.lexicon);
            undecided.par_iter_mut().for_each(search);
            self.candidates.fetch(&undecided).await?;
            self.candidates.make_titles_ready(&undecided);
        }
        for it in undecided {
            self.hold(it.offer, it.subject, Some(it.keys));
        }
        Ok(())
    }

    fn looked<'o>(&self, Unplaced { offer, put }: Unplaced<'o>) -> Looked<'o> {
        let subject = self.subject(offer);
        Looked {
            keys: subject.number_keys(),
            offer,
            put,
            subject,
        }
    }

    fn hold(&mut self, offer: &FeedOffer, subject: Subject, keys: Option<Vec<MatchKey>>) {
        let prepared = Prepared { subject, keys };
        self.prepared.insert(offer.facts.offer_id.clone(), prepared);
    }

    /// The keys by which the candidates of an offer are looked for when its numbers do not decide.
    fn keys(&self, subject: &Subject) -> Vec<MatchKey> {
        if self.by_words {
            subject.search_keys(self.lexicon)
        } else {
            subject.number_keys()
        }
    }

    /// The product of one offer; the reason when the offer names a product that does not exist.
    pub(super) fn assign(&mut self, unplaced: Unplaced<'_>) -> Result<Place, &'static str> {
        let Unplaced { offer, put } = unplaced;
        let place = self.place(offer, put)?;
        let product = match place.assignment {
            Assignment::Existing(product) => product,
            Assignment::New(place) => ProductNo::unnumbered(place),
        };
        self.taken.insert((product, offer.facts.condition));
        Ok(place)
    }

    fn place(&mut self, offer: &FeedOffer, put: Option<ProductNo>) -> Result<Place, &'static str> {
        if let Some(id) = &offer.pinned {
            let product = self.candidates.pinned(id);
            let product = product.ok_or("no product of the catalogue has this id")?;
            let full = Confidence::FULL;
            return Ok(self.found(product, MatchRung::Pinned, full, &offer.identity));
        }
        let prepared = self.prepared.remove(&offer.facts.offer_id);
        let Prepared { subject, keys } = prepared.unwrap_or_else(|| Prepared {
            subject: self.subject(offer),
            keys: None,
        });
        let condition = offer.facts.condition;
        let outcome = self
            .by_numbers(&subject, condition, put)
            .unwrap_or_else(|| {
                let keys = keys.unwrap_or_else(|| self.keys(&subject));
                let compared = self.candidates.compared(&keys, condition, put, self.taken);
                decide(&subject, &compared, self.lexicon)
            });
        let stays = self.stays(&subject, put);
        Ok(match outcome {
            // what a person took out teaches its product nothing: its number is the other one's
            Outcome::Existing {
                product,
                rung,
                confidence,
            } if stays == Some(product) => Place {
                assignment: numbered(product),
                rung,
                confidence,
            },
            Outcome::Existing {
                product,
                rung,
                confidence,
            } => self.found(product, rung, confidence, &offer.identity),
            Outcome::New { confidence, doubt } => match stays {
                Some(product) => Place {
                    assignment: numbered(product),
                    rung: MatchRung::Person,
                    confidence: Confidence::FULL,
                },
                None => Place {
                    assignment: self.create(offer, subject, doubt),
                    rung: MatchRung::New,
                    confidence,
                },
            },
        })
    }

    /// The product for which a person took an offer out of another, where the offer stays when no other is found: a new one
    /// would not be known to be two with that.
    fn stays(&self, subject: &Subject, put: Option<ProductNo>) -> Option<ProductNo> {
        let put = put.filter(|put| self.candidates.is_parted(*put))?;
        let product = self.candidates.subject(put)?;
        (!contradict(subject, product)).then_some(put)
    }

    /// Where an offer belongs when its trade item number or part number says so; words are not asked then.
    fn by_numbers(
        &self,
        subject: &Subject,
        condition: Condition,
        put: Option<ProductNo>,
    ) -> Option<Outcome> {
        let keys = subject.number_keys();
        let compared = self.candidates.named(&keys, condition, put, self.taken);
        decide_by_numbers(subject, &compared, self.lexicon)
    }

    fn found(
        &mut self,
        product: ProductNo,
        rung: MatchRung,
        confidence: Confidence,
        identity: &OfferIdentity,
    ) -> Place {
        if product.0 > 0 {
            self.learn(product, confidence, identity);
        }
        Place {
            assignment: numbered(product),
            rung,
            confidence,
        }
    }

    /// Notes the numbers of an offer that its product lacks, as long as it has few.
    fn learn(&mut self, product: ProductNo, confidence: Confidence, identity: &OfferIdentity) {
        let known = self.candidates.subject(product);
        let learned = self.learned.entry(product).or_default();
        for gtin in &identity.gtins {
            let has = learned.contains(gtin) || known.is_some_and(|it| it.has_gtin(*gtin));
            let is_learned = is_learned(*gtin) && !self.uses.is_ambiguous(*gtin);
            let count = learned.len() + known.map_or(0, Subject::gtin_count);
            if !has && is_learned && count < MOST_NUMBERS {
                learned.insert(*gtin);
                self.fresh
                    .push((product, taught::learned(*gtin, confidence)));
            }
        }
    }

    fn create(&mut self, offer: &FeedOffer, subject: Subject, doubt: Option<Doubt>) -> Assignment {
        let gtins = self.uses.deciding(&offer.identity.gtins);
        let keys = subject.keys(self.lexicon);
        let place = self.products.len();
        let no = ProductNo::unnumbered(place);
        let may_be = doubt.as_ref().map(|doubt| doubt.candidate);
        self.candidates.add_new(no, subject, &keys, may_be);
        self.products.push(StagedProduct {
            draft: draft::product(offer, &gtins, doubt.is_some()),
            keys,
        });
        self.reviews.extend(doubt.map(|doubt| Review {
            product: Assignment::New(place),
            candidate: numbered(doubt.candidate),
            reason: doubt.reason,
        }));
        Assignment::New(place)
    }

    /// What matching looks at in an offer. Numbers that the store uses for several goods say nothing.
    fn subject(&self, offer: &FeedOffer) -> Subject {
        in_feed(offer, &self.uses.deciding(&offer.identity.gtins)).weighed_by(self.lexicon)
    }

    /// What came of the batch.
    pub(super) fn finish(self) -> NewKnowledge {
        NewKnowledge {
            products: self.products,
            learned: self.fresh,
            reviews: self.reviews,
        }
    }
}
