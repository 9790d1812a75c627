//! Which offers would leave their products: what brought them there does not hold any more.
//!
//! An offer leaves when the number that brought it is one that its store uses for several goods, when brand, capacity,
//! pieces or kind contradict by today's rules, when words brought it to a product of which the store has another
//! offer in the same condition, or when words brought it at a price that is far from the others. What words brought, or a
//! number that another product claims too, leaves as well when it would be placed with another product today. Whom a person
//! or the feed itself put somewhere stays. A product that a feed brought keeps one offer: it is what that one is.

mod founded;
mod prices;
mod reason;
mod uses;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::money::Amount;
use domain::placement::{KEY_LIMIT, MatchRung};
use domain::product::Provenance;
use ports_store::{
    Destination, GroupedOffer, MatchStore, OfferPlace, OfferedCandidate, Regrouping,
    RegroupingStore, StagedProduct, StoreError,
};
use product_knowledge::matching::{
    Candidacy, Lexicon, NumberUses, Outcome, Subject, contradict, decide,
};

use founded::Founded;
use prices::{OfferedPrices, priced};
pub(super) use reason::is_of_words;
use reason::{Reason, is_by_words, seconds};

use super::numbers::{Forgotten, Moves, Strays, forgets};
use super::plan::Keys;
use super::{LOOKED_UP, Other, PAGE, subject};
use crate::importing::import_snapshot::draft;
use crate::matching::candidates::{most_shared, offered};

/// The offers that leave, decided before anything is written.
pub(super) struct Regroup<'a> {
    pub(super) matches: &'a dyn MatchStore,
    pub(super) groups: &'a dyn RegroupingStore,
    pub(super) lexicon: &'a Lexicon,
    keys: &'a Keys,
    uses: HashMap<StoreNo, NumberUses>,
    /// The changes, in order.
    pub(super) regroupings: Vec<Regrouping>,
    /// How many of them move an offer.
    pub(super) moved: u64,
    /// Numbers that products claim no longer.
    pub(super) forgotten: Forgotten,
    /// Those of them that only other products' offers state, before anything moves.
    pub(super) strays: Strays,
    founded: Founded,
    /// Where offers that left went: a store has no place there any more.
    joined: HashMap<ProductNo, Vec<OfferPlace>>,
    /// The offers that move.
    moving: HashSet<OfferNo>,
    /// The offers that do not belong to their product, and for which none of the catalogue was found.
    left: HashSet<OfferNo>,
}

/// A page of products, and their offers.
type Page = (
    Vec<OfferedCandidate>,
    BTreeMap<ProductNo, Vec<GroupedOffer>>,
);

/// An offer that leaves its product, unless it is found to belong there for another reason.
struct Leaving<'o> {
    offer: &'o GroupedOffer,
    subject: Subject,
    reason: Reason,
    /// What others ask for its product.
    others_ask: Option<(Amount, Amount)>,
}

impl<'a> Regroup<'a> {
    pub(super) fn new(
        matches: &'a dyn MatchStore,
        groups: &'a dyn RegroupingStore,
        lexicon: &'a Lexicon,
        keys: &'a Keys,
    ) -> Self {
        Self {
            matches,
            groups,
            lexicon,
            keys,
            uses: HashMap::new(),
            regroupings: Vec::new(),
            moved: 0,
            forgotten: Forgotten::default(),
            strays: Strays::default(),
            founded: Founded::default(),
            joined: HashMap::new(),
            moving: HashSet::new(),
            left: HashSet::new(),
        }
    }

    /// Whether an offer moves.
    pub(super) fn has_moved(&self, offer: OfferNo) -> bool {
        self.moving.contains(&offer)
    }

    /// By whom offers that came to a product are offered.
    pub(super) fn joined(&self, product: ProductNo) -> &[OfferPlace] {
        self.joined.get(&product).map_or(&[], Vec::as_slice)
    }

    /// Whether an offer does not belong to its product, and has no other one yet.
    pub(super) fn has_left(&self, offer: OfferNo) -> bool {
        self.left.contains(&offer)
    }

    /// Counts for how many goods each store uses its numbers, then looks at all offers.
    pub(super) async fn make(&mut self) -> Result<(), StoreError> {
        self.count_uses().await?;
        let mut after = None;
        while let Some((mut products, offers)) = self.page(&mut after).await? {
            let mut leaving = Vec::new();
            for product in &mut products {
                self.strays.gone.leave_out(product);
                let own = offers.get(&product.candidate.product);
                let own = own.map_or(&[][..], Vec::as_slice);
                self.forget(product, own);
                leaving.extend(self.leaving(product, own));
            }
            let others = self.others(&leaving).await?;
            for leaving in leaving {
                self.place(leaving, &others);
            }
        }
        let left = self.left_numbers(&Moves::of(&self.regroupings)).await?;
        for it in left {
            if let Some((product, gtin)) = forgets(&it) {
                self.forgotten.add(product, gtin);
            }
        }
        Ok(())
    }

    /// The next products, and their offers.
    pub(super) async fn page(
        &self,
        after: &mut Option<ProductNo>,
    ) -> Result<Option<Page>, StoreError> {
        let products = self.matches.list_candidates(*after, PAGE).await?;
        let Some(last) = products.last() else {
            return Ok(None);
        };
        *after = Some(last.candidate.product);
        let numbers: Vec<ProductNo> = products.iter().map(|p| p.candidate.product).collect();
        let mut offers: BTreeMap<ProductNo, Vec<GroupedOffer>> = BTreeMap::new();
        for offer in self.groups.grouped_offers(&numbers).await? {
            offers.entry(offer.product).or_default().push(offer);
        }
        Ok(Some((products, offers)))
    }

    /// The offers of a product that do not belong there by what brought them.
    fn leaving<'o>(
        &self,
        product: &OfferedCandidate,
        offers: &'o [GroupedOffer],
    ) -> Vec<Leaving<'o>> {
        let known = subject(&product.candidate);
        let subjects: Vec<Subject> = offers.iter().map(|offer| self.subject(offer)).collect();
        let asked = OfferedPrices::of(offers);
        let does_not_belong: Vec<bool> = offers
            .iter()
            .zip(&subjects)
            .map(|(offer, subject)| match offer.rung {
                MatchRung::Pinned | MatchRung::Person | MatchRung::New => false,
                MatchRung::Gtin => {
                    self.is_there_by_ambiguous(offer, &known) || contradict(subject, &known)
                }
                MatchRung::Mpn => contradict(subject, &known),
                MatchRung::Model | MatchRung::Code => {
                    let product = priced(known.clone(), asked.by_others(offer));
                    contradict(subject, &known) || subject.is_priced_otherwise(&product)
                }
            })
            .collect();
        let staying = offers.iter().zip(&does_not_belong);
        let seconds = seconds(
            staying
                .filter(|(_, leaves)| !**leaves)
                .map(|(offer, _)| offer),
        );
        let judged = offers.iter().zip(subjects).zip(does_not_belong);
        let mut leaving: Vec<Leaving<'o>> = judged
            .filter_map(|((offer, subject), leaves)| {
                let reason = if leaves {
                    Reason::DoesNotBelong
                } else if is_by_words(offer) && seconds.contains(&offer.no) {
                    Reason::IsSecond
                } else if is_by_words(offer) || self.is_there_by_contested(offer, &known) {
                    Reason::MayBelongElsewhere
                } else {
                    return None;
                };
                Some(Leaving {
                    offer,
                    subject,
                    reason,
                    others_ask: asked.by_others(offer),
                })
            })
            .collect();
        if product.candidate.provenance == Provenance::Feed && leaving.len() == offers.len() {
            leaving.sort_by_key(|it| it.reason);
            leaving.truncate(leaving.len().saturating_sub(1));
        }
        leaving
    }

    /// What matching looks at in an offer.
    pub(super) fn subject(&self, offer: &GroupedOffer) -> Subject {
        offered(&offer.identity, &self.deciding(offer), offer.item_price)
    }

    /// The products that share keys with an offer that leaves, those that others founded among them.
    fn sharing(&self, leaving: &Leaving<'_>) -> Vec<ProductNo> {
        let keys = leaving.subject.search_keys(self.lexicon);
        let found = keys.iter().flat_map(|key| {
            let is_number = key.is_of_number();
            let products = self.keys.with(*key, self.founded.with(*key), KEY_LIMIT);
            products.into_iter().map(move |no| (no, is_number))
        });
        most_shared(found).collect()
    }

    async fn others(
        &self,
        leaving: &[Leaving<'_>],
    ) -> Result<HashMap<ProductNo, Other>, StoreError> {
        let sharing = leaving.iter().flat_map(|it| self.sharing(it));
        let numbers: BTreeSet<ProductNo> = sharing
            .filter(|no| no.unnumbered_place().is_none())
            .collect();
        let numbers: Vec<ProductNo> = numbers.into_iter().collect();
        let mut others = HashMap::new();
        for numbers in numbers.chunks(LOOKED_UP) {
            for mut offered in self.matches.find_candidates(numbers).await? {
                self.strays.gone.leave_out(&mut offered);
                others.insert(offered.candidate.product, Other::new(offered));
            }
        }
        Ok(others)
    }

    /// Finds the product of an offer anew, as if the store offered it for the first time.
    fn decided_anew(&self, leaving: &Leaving<'_>, others: &HashMap<ProductNo, Other>) -> Outcome {
        // what it says itself is no reason to stay
        let own = others.get(&leaving.offer.product).map(|own| {
            let product = priced(own.subject.clone(), leaving.others_ask);
            (product, own.titles_but(&leaving.offer.identity.title))
        });
        let found: Vec<Candidacy<'_>> = self
            .sharing(leaving)
            .into_iter()
            .filter_map(|no| self.candidacy(no, leaving, others))
            .map(|found| match &own {
                Some((subject, titles)) if found.product == leaving.offer.product => Candidacy {
                    subject,
                    titles,
                    ..found
                },
                Some(_) | None => found,
            })
            .collect();
        decide(&leaving.subject, &found, self.lexicon)
    }

    /// Moves an offer to the product where it belongs; it stays when that is its own, or when nothing is certain.
    fn place(&mut self, leaving: Leaving<'_>, others: &HashMap<ProductNo, Other>) {
        let outcome = self.decided_anew(&leaving, others);
        let is_left_to_grouping = Self::is_left_to_grouping(&outcome, others);
        let Leaving {
            offer,
            subject,
            reason,
            ..
        } = leaving;
        let (product, to, rung, confidence) = match outcome {
            Outcome::Existing { product, .. } if product == offer.product => return,
            Outcome::Existing { .. } | Outcome::New { .. } if is_left_to_grouping => {
                if reason != Reason::MayBelongElsewhere {
                    self.left.insert(offer.no);
                }
                return;
            }
            Outcome::Existing {
                product,
                rung,
                confidence,
            } => {
                let founder = self.founded.founder(product);
                let to = founder.map_or(Destination::Existing(product), Destination::With);
                (product, to, rung, confidence)
            }
            Outcome::New { .. } if reason == Reason::MayBelongElsewhere => return,
            Outcome::New { confidence, .. } => {
                let made = StagedProduct {
                    draft: draft::named(&offer.identity, &offer.offer_id, &self.deciding(offer)),
                    keys: subject.keys(self.lexicon),
                };
                let product = self.founded.add(offer.no, subject, &made.keys);
                let to = Destination::New(Box::new(made));
                (product, to, MatchRung::New, confidence)
            }
        };
        self.joined.entry(product).or_default().push(offer.place());
        self.moved += 1;
        self.moving.insert(offer.no);
        self.regroupings.push(Regrouping::Move {
            offer: offer.no,
            from: offer.product,
            to,
            rung,
            confidence,
        });
    }

    /// Whether all offers together decide where an offer goes: words found no product of the catalogue.
    fn is_left_to_grouping(outcome: &Outcome, others: &HashMap<ProductNo, Other>) -> bool {
        let is_of_feed = |product: &ProductNo| {
            others
                .get(product)
                .is_none_or(|other| other.offered.is_of_feed())
        };
        match outcome {
            Outcome::Existing { product, rung, .. } => is_of_words(*rung) && is_of_feed(product),
            Outcome::New { .. } => true,
        }
    }

    /// What is known of a product that an offer may go to.
    fn candidacy<'c>(
        &'c self,
        product: ProductNo,
        leaving: &Leaving<'_>,
        others: &'c HashMap<ProductNo, Other>,
    ) -> Option<Candidacy<'c>> {
        let place = leaving.offer.place();
        let joined = self.joined.get(&product);
        let is_joined = joined.is_some_and(|joined| joined.contains(&place));
        let Some(other) = others.get(&product) else {
            return Some(Candidacy {
                product,
                subject: self.founded.subject(product)?,
                titles: &[],
                is_taken: is_joined,
                may_be: &[],
            });
        };
        // its own place is no reason to leave
        let is_own = product == leaving.offer.product;
        let is_taken = if is_own {
            leaving.reason == Reason::IsSecond
        } else {
            other.offered.places.contains(&place)
        };
        Some(Candidacy {
            product,
            subject: &other.subject,
            titles: &other.titles,
            is_taken: is_taken || is_joined,
            may_be: &[],
        })
    }
}
