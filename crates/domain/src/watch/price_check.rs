//! A product's prices at one revision, as watches see them.

use std::sync::OnceLock;

use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    CurrentPrice, Evidence, Firing, Freshness, Side, StatedMinimum, TargetPrice, Watch,
    source_revision,
};
use crate::access::Mode;
use crate::delivered_price::DeliveryFallback;
use crate::email::EmailAddress;
use crate::ids::Revision;
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
    minimum: Option<StatedMinimum>,
    /// Those of the stores, in their order, as far as a watch asked.
    of_store: Vec<OnceLock<Option<StatedMinimum>>>,
    valid_until: Option<OffsetDateTime>,
    source_revision: OnceLock<Uuid>,
}

/// What a check makes of a watch. Nothing of it follows unless it is written together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchChange {
    /// The side on which the price is from now on; `None` when it is the same.
    pub side: Option<Side>,
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
            minimum: lowest.offer.as_ref().map(StatedMinimum::asked_by),
            of_store: stores.iter().map(|_| OnceLock::new()).collect(),
            valid_until: lowest.valid_until,
            source_revision: OnceLock::new(),
        }
    }

    /// What is asked at the lowest stated price: of all stores, or of the one with this name.
    fn minimum(&self, store: Option<&StoreName>) -> Option<&StatedMinimum> {
        let Some(name) = store else {
            return self.minimum.as_ref();
        };
        let folded = name.folded();
        let known = self.stores.iter().zip(&self.of_store);
        let (store, minimum) = known
            .into_iter()
            .find(|(store, _)| store.name.folded() == folded)?;
        let lowest = || {
            let terms = without_assumption(self.terms);
            let lowest = scoring::lowest_stated(self.offers, self.stores, terms, Some(store.no));
            lowest.offer.as_ref().map(StatedMinimum::asked_by)
        };
        minimum.get_or_init(lowest).as_ref()
    }

    /// The lowest stated price, of all stores or of one, as targets are compared with it.
    pub fn current(&self, store: Option<&StoreName>) -> CurrentPrice {
        let price = self.price(store);
        CurrentPrice {
            price,
            currency: self.terms.currency,
            is_sold_out: price.is_none() && self.is_sold_out(store),
        }
    }

    /// Whether nothing that is new and fresh can be ordered, at whatever price.
    fn is_sold_out(&self, store: Option<&StoreName>) -> bool {
        let Freshness { now, offer_ttl } = self.terms.freshness;
        let folded = store.map(StoreName::folded);
        let is_named = |store: &&Store| Some(store.name.folded()) == folded;
        let seller = self.stores.iter().find(is_named).map(|store| store.no);
        let is_had = |offer: &Offer| {
            let facts = &offer.facts;
            let is_asked = folded.is_none() || Some(offer.store) == seller;
            is_asked
                && offer.last_seen_at + offer_ttl > now
                && plausibility::is_eligible(facts.condition, facts.availability.can_be_ordered())
        };
        !self.offers.iter().any(is_had)
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
        let (side, fires) = watch.observe(self.current(watch.store.as_ref()));
        let event = match mode {
            Mode::Live if fires => self.event(watch),
            Mode::Live | Mode::Test => None,
        };
        let mail_to = event.as_ref().and_then(|_| watch.channel.mail_to());
        WatchChange {
            side: (side != watch.side).then_some(side),
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
            evidence_until: self.valid_until,
        })
    }
}

/// A price with an assumed delivery cost counts for no watch, whatever is assumed.
fn without_assumption(terms: CheckTerms) -> Terms {
    let Freshness { now, offer_ttl } = terms.freshness;
    Terms {
        now,
        offer_ttl,
        fallback: DeliveryFallback {
            category: None,
            deployment: Amount::ZERO,
        },
    }
}
