//! A product's prices at one revision, as watches see them.

use std::collections::HashMap;
use std::sync::OnceLock;

use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    CurrentPrice, Evidence, Firing, Side, StatedMinimum, TargetPrice, Watch, source_revision,
};
use crate::access::Mode;
use crate::delivered_price::DeliveryFallback;
use crate::email::EmailAddress;
use crate::freshness::Freshness;
use crate::history::KnownPast;
use crate::ids::{Revision, StoreNo};
use crate::money::{Amount, Currency};
use crate::offer::Offer;
use crate::plausibility;
use crate::product::Product;
use crate::scoring::{self, Terms};
use crate::store::{Store, StoreName};
use crate::webhook::event::WatchEvent;

/// What holds for all products whose prices are checked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckTerms {
    /// The revision that is the current one.
    pub revision: Revision,
    /// The catalogue's currency.
    pub currency: Currency,
    /// When they are checked, and which offers are stale.
    pub freshness: Freshness,
}

/// The prices of a product that move watches, the lowest of all stores and that of each, with the evidence for them.
#[derive(Debug)]
pub struct PriceCheck<'a> {
    product: &'a Product,
    offers: &'a [Offer],
    stores: &'a [Store],
    terms: CheckTerms,
    of_all: OfSellers,
    /// Of each store by its folded name.
    of_store: OnceLock<HashMap<String, OfSellers>>,
    valid_until: Option<OffsetDateTime>,
    source_revision: OnceLock<Uuid>,
}

/// What is known of the offers of all stores, or of one, as far as a watch asked.
#[derive(Debug, Default)]
struct OfSellers {
    /// The store; `None`: all.
    seller: Option<StoreNo>,
    minimum: OnceLock<Option<StatedMinimum>>,
    is_sold_out: OnceLock<bool>,
    is_low: OnceLock<bool>,
}

/// What a check makes of a watch. Nothing of it follows unless it is written together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchChange {
    /// The side on which the price is from now on; `None` when it is the same.
    pub side: Option<Side>,
    /// The price that a fall or a low is counted from, from now on; `None` when it is the same.
    pub reference: Option<Amount>,
    /// Of a low, the price that was stated last, from now on; `None` when it is the same.
    pub last: Option<Amount>,
    /// The event of the firing; `None` when it does not fire, or is a watch of test mode.
    pub event: Option<WatchEvent>,
    /// Where a mail that tells of the event goes; `None` without an event, and where webhooks tell.
    pub mail_to: Option<EmailAddress>,
}

impl<'a> PriceCheck<'a> {
    /// Checks the price of a product. A price with an assumed delivery cost is not a stated one,
    /// whatever is assumed.
    pub fn of(
        product: &'a Product,
        offers: &'a [Offer],
        stores: &'a [Store],
        terms: CheckTerms,
    ) -> Self {
        let lowest = scoring::lowest_stated(offers, stores, without_assumption(terms), None);
        Self {
            product,
            offers,
            stores,
            terms,
            of_all: OfSellers {
                minimum: OnceLock::from(lowest.offer.as_ref().map(StatedMinimum::asked_by)),
                ..OfSellers::default()
            },
            of_store: OnceLock::new(),
            valid_until: lowest.valid_until,
            source_revision: OnceLock::new(),
        }
    }

    /// Looks whether the price of all stores, or of the one with this name, is a new low by the product's past. Where nobody
    /// looked, none is.
    pub fn look_back(&self, past: &KnownPast, store: Option<&StoreName>) {
        let price = self.price(store);
        if let Some(of) = self.of_sellers(store) {
            let is_low =
                || price.is_some() && past.new_low(of.seller, self.terms.freshness) == price;
            of.is_low.get_or_init(is_low);
        }
    }

    /// Whether the past is needed to look at this watch: it waits for a low, and the price may be one.
    pub fn needs_past(&self, watch: &Watch) -> bool {
        let price = self.price(watch.store.as_ref());
        watch.condition.low().is_some_and(|low| low.is_due(price))
    }

    /// Of all stores, or of the one with this name; `None` when that one offers nothing.
    fn of_sellers(&self, store: Option<&StoreName>) -> Option<&OfSellers> {
        let Some(name) = store else {
            return Some(&self.of_all);
        };
        let of_store = |store: &Store| {
            let of_one = OfSellers {
                seller: Some(store.no),
                ..OfSellers::default()
            };
            (store.name.folded(), of_one)
        };
        let known = self
            .of_store
            .get_or_init(|| self.stores.iter().map(of_store).collect());
        known.get(&name.folded())
    }

    /// What is asked at the lowest stated price: of all stores, or of the one with this name.
    fn minimum(&self, store: Option<&StoreName>) -> Option<&StatedMinimum> {
        let of = self.of_sellers(store)?;
        let lowest = || {
            let terms = without_assumption(self.terms);
            let lowest = scoring::lowest_stated(self.offers, self.stores, terms, of.seller);
            lowest.offer.as_ref().map(StatedMinimum::asked_by)
        };
        of.minimum.get_or_init(lowest).as_ref()
    }

    /// The lowest stated price, of all stores or of one, as targets are compared with it.
    pub fn current(&self, store: Option<&StoreName>) -> CurrentPrice {
        let price = self.price(store);
        CurrentPrice {
            price,
            currency: self.terms.currency,
            is_sold_out: price.is_none() && self.is_sold_out(store),
            is_low: self.is_low(store),
        }
    }

    /// Whether this is a new low, as far as anybody looked back.
    fn is_low(&self, store: Option<&StoreName>) -> bool {
        let of = self.of_sellers(store);
        of.and_then(|of| of.is_low.get())
            .is_some_and(|is_low| *is_low)
    }

    /// Whether nothing that is new and fresh can be ordered, at whatever price.
    fn is_sold_out(&self, store: Option<&StoreName>) -> bool {
        let Some(of) = self.of_sellers(store) else {
            return true;
        };
        let freshness = self.terms.freshness;
        let is_had = |offer: &Offer| {
            let facts = &offer.facts;
            of.seller.is_none_or(|no| offer.store == no)
                && freshness.is_fresh(offer.last_seen_at)
                && plausibility::is_eligible(facts.condition, facts.availability.can_be_ordered())
        };
        let is_sold_out = || !self.offers.iter().any(is_had);
        *of.is_sold_out.get_or_init(is_sold_out)
    }

    /// The lowest stated price, of all stores or of one.
    pub fn price(&self, store: Option<&StoreName>) -> Option<Amount> {
        self.minimum(store).map(|minimum| minimum.price)
    }

    /// That of all stores in ten-thousandths, the unit of targets.
    pub fn scaled_price(&self) -> Option<i64> {
        let price = self.price(None)?;
        Some(TargetPrice::scaled(price, self.terms.currency))
    }

    /// Until when each price is that if nothing is published; `None`: for ever.
    pub const fn valid_until(&self) -> Option<OffsetDateTime> {
        self.valid_until
    }

    /// What an event that told of the price now would rest on.
    pub fn evidence(&self, store: Option<&StoreName>) -> Evidence {
        Evidence {
            source_revision: Some(self.source_revision()),
            price: self.price(store),
            store: store.cloned(),
        }
    }

    /// The revision of the product's price evidence.
    pub fn source_revision(&self) -> Uuid {
        let digest = || source_revision(self.product.no, self.offers, self.stores);
        *self.source_revision.get_or_init(digest)
    }

    /// What the price makes of a watch of the product.
    pub fn observe(&self, watch: &Watch, mode: Mode) -> WatchChange {
        let stated = self.current(watch.store.as_ref());
        let (side, fires) = watch.observe(stated);
        let left = watch.condition.after(stated);
        let (reference, last) = (left.reference(), left.last());
        let event = match mode {
            Mode::Live if fires => self.event(watch),
            Mode::Live | Mode::Test => None,
        };
        let mail_to = event.as_ref().and_then(|_| watch.channel.mail_to());
        WatchChange {
            side: (side != watch.side).then_some(side),
            reference: reference.filter(|_| reference != watch.condition.reference()),
            last: last.filter(|_| last != watch.condition.last()),
            mail_to: mail_to.cloned(),
            event,
        }
    }

    /// The event that takes the place of one that was cancelled before anybody got it; `None` when the
    /// rules of watches want none ([`Watch::is_told_instead`]), or the watch is one of test mode.
    pub fn replacement(&self, watch: &Watch, mode: Mode) -> Option<WatchEvent> {
        let is_told =
            mode == Mode::Live && watch.is_told_instead(self.current(watch.store.as_ref()));
        self.event(watch).filter(|_| is_told)
    }

    /// The event that tells of the price.
    fn event(&self, watch: &Watch) -> Option<WatchEvent> {
        let draft = &self.product.draft;
        let firing = Firing {
            watch: watch.id,
            product: draft.id.clone(),
            product_name: draft.name.clone(),
            condition: watch.condition,
            watched_store: watch.store.clone(),
            minimum: self.minimum(watch.store.as_ref())?.clone(),
            source_revision: self.source_revision(),
            observed_at: self.terms.freshness.now,
        };
        Some(WatchEvent {
            id: watch.event_id(self.terms.revision),
            product: self.product.no,
            revision: self.terms.revision,
            firing,
            currency: self.terms.currency,
            restarts: watch.restarts,
            evidence_until: self.valid_until,
        })
    }
}

/// A price with an assumed delivery cost counts for no watch, whatever is assumed.
fn without_assumption(terms: CheckTerms) -> Terms {
    Terms {
        freshness: terms.freshness,
        fallback: DeliveryFallback {
            category: None,
            deployment: Amount::ZERO,
        },
    }
}
