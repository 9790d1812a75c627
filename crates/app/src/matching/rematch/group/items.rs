//! Offers of a product that stay together whatever words say.

use std::collections::BTreeMap;

use domain::gtin::Gtin;
use domain::ids::{OfferNo, ProductNo};
use domain::placement::MatchRung;
use ports_store::{GroupedOffer, OfferPlace};

use crate::matching::rematch::regroup::Regroup;

/// Offers that stay together: numbers, the feed itself or a person say that they are one.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The product where they are.
    pub(super) product: ProductNo,
    /// Their numbers, and the product of each in the store.
    pub(super) offers: Vec<(OfferNo, ProductNo)>,
    /// By whom they are offered, in order.
    pub(super) places: Vec<OfferPlace>,
    /// They are what the product is: the offer that it was made for is among them.
    pub(super) is_itself: bool,
}

impl Item {
    fn of(offers: &[&GroupedOffer], is_itself: bool) -> Option<Self> {
        let mut places: Vec<OfferPlace> = offers.iter().map(|offer| offer.place()).collect();
        places.sort_unstable();
        places.dedup();
        Some(Self {
            product: offers.first()?.product,
            offers: offers
                .iter()
                .map(|offer| (offer.no, offer.product))
                .collect(),
            places,
            is_itself,
        })
    }

    /// What another one has goes over.
    pub(super) fn take_over(&mut self, other: Self) {
        self.offers.extend(other.offers);
        self.add_places(&other.places);
    }

    /// It is offered there, too.
    pub(super) fn add_places(&mut self, places: &[OfferPlace]) {
        self.places.extend(places);
        self.places.sort_unstable();
        self.places.dedup();
    }
}

/// What binds an offer to others of its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bond {
    /// It is what the product is, or was put there on purpose.
    Product,
    /// A number.
    Number,
    /// Nothing but words.
    Words,
}

/// The offers of a product, by what stays together.
pub(super) fn of(offers: &[&GroupedOffer], regroup: &Regroup<'_>) -> Vec<Item> {
    let bonds: Vec<Bond> = offers.iter().map(|offer| bond(offer, regroup)).collect();
    let itself = bonds.iter().position(|bond| *bond == Bond::Product);
    // without the offer that it was made for, a product is what its oldest offer is that has not left
    let remains = || offers.iter().position(|offer| !regroup.has_left(offer.no));
    let itself = itself.or_else(remains);
    let mut first_with: BTreeMap<Gtin, usize> = BTreeMap::new();
    let mut bound: BTreeMap<usize, Vec<&GroupedOffer>> = BTreeMap::new();
    let mut bound_to: Vec<usize> = Vec::new();
    for (place, (offer, bond)) in offers.iter().zip(&bonds).enumerate() {
        let gtins = if regroup.has_left(offer.no) {
            Vec::new()
        } else {
            regroup.deciding(offer)
        };
        let known = gtins.iter().find_map(|gtin| first_with.get(gtin)).copied();
        let to = match (bond, known) {
            (Bond::Product, _) | (Bond::Number, None) => itself.unwrap_or(place),
            (Bond::Number | Bond::Words, Some(known)) => known,
            (Bond::Words, None) => place,
        };
        // what a number says of an earlier offer holds for the product itself
        let to = bound_to.get(to).copied().unwrap_or(to);
        bound_to.push(to);
        for gtin in gtins {
            first_with.entry(gtin).or_insert(to);
        }
        bound.entry(to).or_default().push(offer);
    }
    let items = bound
        .iter()
        .map(|(place, offers)| Item::of(offers, Some(*place) == itself));
    items.flatten().collect()
}

fn bond(offer: &GroupedOffer, regroup: &Regroup<'_>) -> Bond {
    if regroup.has_left(offer.no) {
        return Bond::Words;
    }
    match offer.rung {
        MatchRung::New | MatchRung::Pinned | MatchRung::Person => Bond::Product,
        MatchRung::Gtin | MatchRung::Mpn => Bond::Number,
        MatchRung::Model | MatchRung::Code => Bond::Words,
    }
}
