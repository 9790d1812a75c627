//! Trade item numbers follow the offers that state them.
//!
//! A number that a feed taught a product is the product's as long as one of its offers states it. It leaves with the last of
//! these for the product where that goes, and a product that has offers of which none states it loses it to another one where
//! one does. What nobody states stays: the shop may offer the thing again.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::gtin::Gtin;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::placement::Confidence;
use ports_store::{Destination, GroupedOffer, OfferedCandidate, Regrouping, StoreError};

use super::LOOKED_UP;
use super::regroup::Regroup;
use crate::matching::taught::{MOST_NUMBERS, is_learned, learned};

/// Numbers that products claim no longer.
#[derive(Debug, Default)]
pub(super) struct Forgotten(HashSet<(ProductNo, Gtin)>);

impl Forgotten {
    pub(super) fn add(&mut self, product: ProductNo, gtin: Gtin) {
        self.0.insert((product, gtin));
    }

    pub(super) fn has(&self, product: ProductNo, gtin: Gtin) -> bool {
        self.0.contains(&(product, gtin))
    }

    /// The numbers that a product claims still are those that are looked at.
    pub(super) fn leave_out(&self, offered: &mut OfferedCandidate) {
        let no = offered.candidate.product;
        let candidate = &mut offered.candidate;
        candidate.gtins.retain(|gtin| !self.has(no, *gtin));
        candidate.taught.retain(|gtin| !self.has(no, *gtin));
    }
}

/// The product that loses a number by a change, with that.
pub(super) fn forgets(regrouping: &Regrouping) -> Option<(ProductNo, Gtin)> {
    match regrouping {
        Regrouping::Forget { product, gtin } => Some((*product, *gtin)),
        Regrouping::Follow {
            gtin,
            from,
            offer: _,
        } => Some((*from, gtin.gtin)),
        Regrouping::Move { .. } | Regrouping::Ambiguous { .. } => None,
    }
}

/// Where an offer is in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum There {
    Product(ProductNo),
    /// The product that is made for this offer.
    MadeFor(OfferNo),
}

/// A number that no offer of a product states any more, with one elsewhere that does.
#[derive(Debug, Clone)]
struct Left {
    gtin: Gtin,
    from: ProductNo,
    offer: OfferNo,
    store: StoreNo,
    /// How sure it is that the offer belongs there.
    confidence: Confidence,
    there: There,
}

/// Numbers that products claim and none of their offers states before anything is moved, while others' offers do.
#[derive(Debug, Default)]
pub(super) struct Strays {
    unstated: HashMap<Gtin, Vec<ProductNo>>,
    /// The first offer of each product that states one of them.
    found: BTreeMap<(Gtin, ProductNo, ProductNo), Left>,
    /// Whose they are not.
    pub(super) gone: Forgotten,
}

impl Strays {
    /// Notes what products claim and none of their offers states. Who has no offers is no other thing than before.
    pub(super) fn note_claims(
        &mut self,
        products: &[OfferedCandidate],
        offers: &BTreeMap<ProductNo, Vec<GroupedOffer>>,
    ) {
        for OfferedCandidate { candidate, .. } in products {
            let Some(offers) = offers.get(&candidate.product) else {
                continue;
            };
            for gtin in candidate.taught.iter().filter(|gtin| is_learned(**gtin)) {
                if !offers.iter().any(|it| it.identity.gtins.contains(gtin)) {
                    let claiming = self.unstated.entry(*gtin).or_default();
                    claiming.push(candidate.product);
                }
            }
        }
    }

    /// Notes where such numbers are stated, once all are known.
    pub(super) fn note_statements<'o>(&mut self, offers: impl Iterator<Item = &'o GroupedOffer>) {
        for offer in offers {
            for gtin in &offer.identity.gtins {
                for from in self.unstated.get(gtin).into_iter().flatten() {
                    let first = (*gtin, *from, offer.product);
                    self.found.entry(first).or_insert_with(|| Left {
                        gtin: *gtin,
                        from: *from,
                        offer: offer.no,
                        store: offer.store,
                        confidence: offer.confidence,
                        there: There::Product(offer.product),
                    });
                }
            }
        }
    }

    /// Leaves out what stores use for several goods.
    pub(super) fn settle(&mut self, is_ambiguous: impl Fn(StoreNo, Gtin) -> bool) {
        self.unstated = HashMap::new();
        self.found
            .retain(|_, left| !is_ambiguous(left.store, left.gtin));
        for left in self.found.values() {
            self.gone.add(left.from, left.gtin);
        }
    }
}

/// The offers that move.
pub(super) struct Moves<'m>(HashMap<OfferNo, Move<'m>>);

struct Move<'m> {
    from: ProductNo,
    to: &'m Destination,
    confidence: Confidence,
}

impl<'m> Moves<'m> {
    pub(super) fn of(regroupings: impl IntoIterator<Item = &'m Regrouping>) -> Self {
        let moves = regroupings.into_iter().filter_map(|it| match it {
            Regrouping::Move {
                offer,
                from,
                to,
                confidence,
                rung: _,
            } => {
                let (from, confidence) = (*from, *confidence);
                let to = Move {
                    from,
                    to,
                    confidence,
                };
                Some((*offer, to))
            }
            Regrouping::Forget { .. }
            | Regrouping::Follow { .. }
            | Regrouping::Ambiguous { .. } => None,
        });
        Self(moves.collect())
    }

    /// Where an offer is in the end that was of this product.
    fn there(&self, offer: OfferNo, product: ProductNo) -> There {
        match self.0.get(&offer).map(|it| it.to) {
            None => There::Product(product),
            Some(Destination::Existing(product)) => There::Product(*product),
            Some(Destination::New(_)) => There::MadeFor(offer),
            Some(Destination::With(founder)) => There::MadeFor(*founder),
        }
    }
}

impl Regroup<'_> {
    /// What becomes of numbers once these offers have moved, in order: it is done after that.
    pub(super) async fn left_numbers(
        &self,
        moves: &Moves<'_>,
    ) -> Result<Vec<Regrouping>, StoreError> {
        let mut left = self.left(moves).await?;
        // of several that take one number along, one from which it is learned
        left.sort_by_key(|it| self.is_ambiguous(it.store, it.gtin));
        let mut counts = self.counts(&left).await?;
        let mut known = BTreeSet::new();
        let mut regroupings = Vec::new();
        for it in left {
            let Left { gtin, from, .. } = it;
            if !known.insert((gtin, from, it.there)) {
                continue;
            }
            let count = counts.entry(it.there).or_default();
            let is_learned = is_learned(gtin) && !self.is_ambiguous(it.store, gtin);
            regroupings.push(if is_learned && *count < MOST_NUMBERS {
                *count += 1;
                Regrouping::Follow {
                    gtin: learned(gtin, it.confidence),
                    offer: it.offer,
                    from,
                }
            } else {
                Regrouping::Forget {
                    product: from,
                    gtin,
                }
            });
        }
        Ok(regroupings)
    }

    /// The numbers that no offer of their product states once these have moved.
    async fn left(&self, moves: &Moves<'_>) -> Result<Vec<Left>, StoreError> {
        let mut left: Vec<Left> = Vec::new();
        let mut stated: HashSet<(ProductNo, Gtin)> = HashSet::new();
        let from: BTreeSet<ProductNo> = moves.0.values().map(|it| it.from).collect();
        let from: Vec<ProductNo> = from.into_iter().collect();
        for from in from.chunks(LOOKED_UP) {
            let claiming = self.matches.find_candidates(from).await?;
            let claims = claiming.into_iter().map(|it| it.candidate);
            let claims: HashMap<ProductNo, Vec<Gtin>> =
                claims.map(|it| (it.product, it.taught)).collect();
            for offer in self.groups.grouped_offers(from).await? {
                let there = moves.there(offer.no, offer.product);
                if let There::Product(product) = there {
                    let stating = self.deciding(&offer).into_iter();
                    stated.extend(stating.map(|gtin| (product, gtin)));
                }
                let Some(it) = moves.0.get(&offer.no) else {
                    continue;
                };
                let claimed = claims.get(&offer.product).map_or(&[][..], Vec::as_slice);
                let own = offer.identity.gtins.iter();
                left.extend(own.filter(|it| claimed.contains(it)).map(|gtin| Left {
                    gtin: *gtin,
                    from: offer.product,
                    offer: offer.no,
                    store: offer.store,
                    confidence: it.confidence,
                    there,
                }));
            }
        }
        left.extend(self.strays.found.values().map(|stray| {
            let Left { offer, there, .. } = stray;
            let there = match there {
                There::Product(product) => moves.there(*offer, *product),
                There::MadeFor(_) => *there,
            };
            Left {
                there,
                ..stray.clone()
            }
        }));
        left.retain(|it| !stated.contains(&(it.from, it.gtin)));
        Ok(left)
    }

    /// How many numbers the products have to which others go.
    async fn counts(&self, left: &[Left]) -> Result<BTreeMap<There, usize>, StoreError> {
        let there = left.iter().filter_map(|it| match it.there {
            There::Product(product) => Some(product),
            There::MadeFor(_) => None,
        });
        let products: BTreeSet<ProductNo> = there.collect();
        let products: Vec<ProductNo> = products.into_iter().collect();
        let mut counts = BTreeMap::new();
        for products in products.chunks(LOOKED_UP) {
            for OfferedCandidate { candidate, .. } in self.matches.find_candidates(products).await?
            {
                let there = There::Product(candidate.product);
                counts.insert(there, candidate.gtins.len());
            }
        }
        Ok(counts)
    }
}
