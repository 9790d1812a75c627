//! For how many goods each store uses its numbers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::gtin::Gtin;
use domain::ids::StoreNo;
use domain::placement::{KEY_LIMIT, MatchKey, MatchRung};
use ports_store::{GroupedOffer, OfferedCandidate, Regrouping, StoreError};
use product_knowledge::matching::{NumberUses, Subject};

use super::Regroup;

impl Regroup<'_> {
    /// Only numbers that a store has on two offers are looked at closer: eight bytes for each offer and number, and the
    /// titles beside those that are there twice.
    pub(super) async fn count_uses(&mut self) -> Result<(), StoreError> {
        let mut once = Vec::new();
        let mut after = None;
        while let Some((products, offers)) = self.page(&mut after).await? {
            self.strays.note_claims(&products, &offers);
            let numbers = offers.values().flatten().flat_map(|offer| {
                let gtins = offer.identity.gtins.iter();
                gtins.map(|gtin| digest(offer.store, *gtin))
            });
            once.extend(numbers);
        }
        once.sort_unstable();
        let twice: HashSet<u64> = once
            .windows(2)
            .filter_map(|pair| pair.first().filter(|one| pair.last() == Some(one)).copied())
            .collect();
        drop(once);
        let mut after = None;
        while let Some((_, offers)) = self.page(&mut after).await? {
            self.strays.note_statements(offers.values().flatten());
            for offer in offers.values().flatten() {
                let is_twice = |gtin: &&Gtin| twice.contains(&digest(offer.store, **gtin));
                let gtins: Vec<Gtin> = offer
                    .identity
                    .gtins
                    .iter()
                    .filter(is_twice)
                    .copied()
                    .collect();
                let uses = self.uses.entry(offer.store).or_default();
                uses.note(&gtins, &offer.identity.brand, &offer.identity.title);
            }
        }
        let found: BTreeMap<StoreNo, Vec<(Gtin, u32)>> = self
            .uses
            .iter()
            .map(|(store, uses)| (*store, uses.found_out()))
            .collect();
        for (store, found) in found {
            let ambiguous = |(gtin, goods)| Regrouping::Ambiguous { store, gtin, goods };
            self.regroupings.extend(found.into_iter().map(ambiguous));
        }
        let uses = &self.uses;
        self.strays
            .settle(|store, gtin| is_ambiguous(uses, store, gtin));
        Ok(())
    }

    /// A number that only stores state which use it for several goods says nothing about the product.
    pub(super) fn forget(&mut self, product: &OfferedCandidate, offers: &[GroupedOffer]) {
        let no = product.candidate.product;
        for gtin in &product.candidate.taught {
            let mut stating = offers
                .iter()
                .filter(|offer| offer.identity.gtins.contains(gtin))
                .peekable();
            let is_stated = stating.peek().is_some();
            if is_stated && stating.all(|offer| self.is_ambiguous(offer.store, *gtin)) {
                self.regroupings.push(Regrouping::Forget {
                    product: no,
                    gtin: *gtin,
                });
                self.forgotten.add(no, *gtin);
            }
        }
    }

    /// Whether an offer is with a product by a number that another product claims as well.
    pub(super) fn is_there_by_contested(&self, offer: &GroupedOffer, product: &Subject) -> bool {
        let gtins = offer.identity.gtins.iter();
        let shared = gtins.filter(|gtin| product.has_gtin(**gtin));
        let claimed = |gtin: &Gtin| {
            let claiming = self
                .keys
                .with(MatchKey::of_gtin(*gtin), &[], KEY_LIMIT)
                .into_iter();
            claiming
                .filter(|no| !self.strays.gone.has(*no, *gtin))
                .count()
        };
        offer.rung == MatchRung::Gtin && shared.copied().any(|gtin| claimed(&gtin) > 1)
    }

    pub(in crate::matching::rematch) fn is_ambiguous(&self, store: StoreNo, gtin: Gtin) -> bool {
        is_ambiguous(&self.uses, store, gtin)
    }

    /// Whether all numbers by which an offer is with a product are such as its store uses for several goods.
    pub(super) fn is_there_by_ambiguous(&self, offer: &GroupedOffer, product: &Subject) -> bool {
        let gtins = offer.identity.gtins.iter();
        let mut shared = gtins.filter(|gtin| product.has_gtin(**gtin)).peekable();
        shared.peek().is_some() && shared.all(|gtin| self.is_ambiguous(offer.store, *gtin))
    }

    /// The numbers of an offer that say which product it is.
    pub(in crate::matching::rematch) fn deciding(&self, offer: &GroupedOffer) -> Vec<Gtin> {
        let uses = self.uses.get(&offer.store);
        uses.map_or_else(
            || offer.identity.gtins.clone(),
            |uses| uses.deciding(&offer.identity.gtins),
        )
    }
}

fn is_ambiguous(uses: &HashMap<StoreNo, NumberUses>, store: StoreNo, gtin: Gtin) -> bool {
    uses.get(&store).is_some_and(|it| it.is_ambiguous(gtin))
}

fn digest(store: StoreNo, gtin: Gtin) -> u64 {
    let mut hasher = DefaultHasher::new();
    (store.0, gtin.number()).hash(&mut hasher);
    hasher.finish()
}
