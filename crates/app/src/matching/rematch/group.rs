//! Which offers that are in no product of the catalogue stand together.
//!
//! What feeds bring is decided offer by offer while it comes in, and what came first had nothing to be compared with. Here
//! all of it is looked at together (`product_knowledge::matching::group_by`): the same offers come together whatever the order
//! in which they came. What numbers, the feed itself or a person put together stays together; what only words brought is free.

mod alike;
mod items;
mod outcome;

use std::collections::{HashMap, HashSet};

use domain::ids::{OfferNo, ProductNo};
use ports_store::{GroupedOffer, MatchEdit, OfferedCandidate, Regrouping, StoreError};
use product_knowledge::matching::{Likeness, LinkModel, NEIGHBOUR_COUNT, group_by};

use super::plan::{Keys, Plan};
use super::regroup::Regroup;
use items::Item;

/// By so much likelier are offers one product that are in one already. What is as likely as not would move to and fro
/// otherwise, because the words of products are learned anew each time: in small stores much changes with a few products.
/// Less than this, and a rerun parts what an import has joined; more, and it mends less of what an import joined wrongly.
const STAYING: f64 = 0.42;

/// What is decided of offers that are in no product of the catalogue.
pub(super) struct Grouping<'a> {
    /// What was decided of offers before, and how they are read.
    regroup: &'a Regroup<'a>,
    /// What became of products before.
    plan: &'a Plan<'a>,
    items: Vec<Item>,
    item_of: HashMap<OfferNo, u32>,
    /// What each product is itself.
    own: HashMap<ProductNo, u32>,
    /// The keys of what shops call the items.
    keys: Keys<u32>,
    /// Products of which a person said that they are two, the older one first.
    two: HashSet<(ProductNo, ProductNo)>,
}

/// What grouping changes.
#[derive(Default)]
pub(super) struct GroupChanges {
    /// Offers that move.
    pub(super) regroupings: Vec<Regrouping>,
    /// Products that are one.
    pub(super) edits: Vec<MatchEdit>,
    /// The same, each product with the one that stays.
    pub(super) merged: HashMap<ProductNo, ProductNo>,
}

impl<'a> Grouping<'a> {
    /// Nothing is looked at yet.
    pub(super) fn new(regroup: &'a Regroup<'a>, plan: &'a Plan<'a>) -> Self {
        Self {
            regroup,
            plan,
            items: Vec::new(),
            item_of: HashMap::new(),
            own: HashMap::new(),
            keys: Keys::default(),
            two: HashSet::new(),
        }
    }

    /// Decides what stands together. Held are for each offer its number, some ten keys, and about ten others
    /// that it is like: half a kilobyte.
    pub(super) async fn make(mut self) -> Result<GroupChanges, StoreError> {
        self.gather().await?;
        let likenesses = self.likenesses().await?;
        let places: Vec<_> = self.items.iter().map(|item| item.places.clone()).collect();
        let model = LinkModel::fitted();
        let likelihood = |pair: &Likeness, numbers: &[f64; NEIGHBOUR_COUNT]| {
            let likelihood = model.trees.probability(numbers);
            let stays = if self.are_together(pair) {
                STAYING
            } else {
                0.0
            };
            (likelihood + stays).min(1.0)
        };
        let grouped = group_by(&places, &likenesses, likelihood, model.join);
        drop(likenesses);
        self.changes(&grouped).await
    }

    /// Whether two items are in one product now.
    fn are_together(&self, pair: &Likeness) -> bool {
        let items = self.item(pair.one).zip(self.item(pair.other));
        items.is_some_and(|(one, other)| one.product == other.product)
    }

    /// Reads which offers there are.
    async fn gather(&mut self) -> Result<(), StoreError> {
        let mut after = None;
        while let Some((products, offers)) = self.regroup.page(&mut after).await? {
            for product in &products {
                let no = product.candidate.product;
                self.note_settled(product);
                let own = offers.get(&no).map_or(&[][..], Vec::as_slice);
                let own: Vec<&GroupedOffer> =
                    own.iter().filter(|it| self.is_free(product, it)).collect();
                let items = items::of(&own, self.regroup);
                self.add(items, self.plan.became(no));
            }
            for offer in offers.values().flatten() {
                if let Some(item) = self.item_of.get(&offer.no) {
                    let keys = self.regroup.subject(offer).keys(self.regroup.lexicon);
                    self.keys.add(*item, &keys);
                }
            }
        }
        self.keys = std::mem::take(&mut self.keys).in_order();
        Ok(())
    }

    fn note_settled(&mut self, product: &OfferedCandidate) {
        let no = product.candidate.product;
        let settled = product.candidate.asked.iter().filter(|it| it.is_settled);
        self.two.extend(settled.map(|it| {
            let (one, other) = (self.plan.became(no), self.plan.became(it.candidate));
            (one.min(other), one.max(other))
        }));
    }

    /// Whether an offer is to be grouped: it left its product, or that one is none of the catalogue's and does not become one.
    fn is_free(&self, product: &OfferedCandidate, offer: &GroupedOffer) -> bool {
        let is_of_feed =
            product.is_of_feed() && !self.plan.is_of_catalogue(product.candidate.product);
        !self.regroup.has_moved(offer.no) && (is_of_feed || self.regroup.has_left(offer.no))
    }

    /// Adds what stands together in a product. What is the product's own joins that of a product which became the same.
    fn add(&mut self, items: Vec<Item>, product: ProductNo) {
        for mut item in items {
            item.product = product;
            let next = u32::try_from(self.items.len()).unwrap_or(u32::MAX);
            let mut number = next;
            if item.is_itself {
                // another offer may have come to the product by a number in the same rerun
                item.add_places(self.regroup.joined(product));
                number = *self.own.entry(product).or_insert(next);
            }
            let offers = item.offers.iter();
            self.item_of
                .extend(offers.map(|(offer, _)| (*offer, number)));
            match usize::try_from(number)
                .ok()
                .and_then(|place| self.items.get_mut(place))
            {
                Some(known) => known.take_over(item),
                None => self.items.push(item),
            }
        }
    }
}
