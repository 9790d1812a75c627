//! Which prices of a batch are held back.

use std::collections::{BTreeSet, HashMap};

use domain::ids::ProductNo;
use domain::money::Amount;
use domain::plausibility::feed;
use domain::plausibility::{self, Asked, Need, OwnPast, Quarantine, Quote, Standing, Stretch};
use ports_net::RejectedRow;
use ports_store::{Assignment, KnownOffer};

use super::rows::{Row, Staging};
use super::versions::Placed;
use super::whole::is_held_with_feed;
use super::{ImportError, ImportObserver};

/// What other stores ask, by product.
pub(super) type Market = HashMap<ProductNo, Vec<Asked>>;

/// The believed stretches of the store's offers, by product: a shop that gives its offer another id
/// has the same past.
type Past = HashMap<ProductNo, Vec<Stretch>>;

impl Staging<'_> {
    /// Why each of these prices is held back; `None` for a price that is believed. The store is
    /// asked once what others ask, and once for the past of what they do not confirm; not at all
    /// when no price needs judging.
    pub(super) async fn judge(
        &mut self,
        placed: &[Placed<'_>],
    ) -> Result<Vec<Option<Quarantine>>, ImportError> {
        let needs: Vec<Need> = placed.iter().map(|p| self.need(p)).collect();
        let is_small = feed::is_small(self.opened.live_offers);
        let judged: Vec<(&Placed<'_>, ProductNo)> = placed
            .iter()
            .zip(&needs)
            .filter(|(p, need)| {
                **need == Need::Judgement
                    || (is_small && p.moved())
                    || p.known_of_its_product().is_some_and(is_held_with_feed)
            })
            // nobody else sells a product that this batch makes, and it has no past
            .filter_map(|(p, _)| Some((p, p.existing()?)))
            .collect();
        let products = judged.iter().map(|(_, product)| *product).collect();
        let market = self.market(products).await?;
        let past = self.past(&judged, &market).await?;
        for (p, need) in placed.iter().zip(&needs) {
            let others = p.existing().and_then(|product| market.get(&product));
            let others = others.map_or(&[][..], Vec::as_slice);
            let known = p.known_of_its_product();
            let usual = self.own_past(p, &past).filter(|_| is_small);
            self.sight(&p.row, (p.known, known), (others, usual));
            let stayed = known.filter(|_| !p.moved());
            if *need != Need::Held && stayed.is_none_or(|k| k.quarantine.is_some()) {
                self.count_fresh(stayed.is_some_and(is_held_with_feed));
            }
        }
        let verdicts = placed.iter().zip(needs).map(|(p, need)| match need {
            Need::Nothing => None,
            Need::Held => p.known.and_then(|k| k.quarantine.clone()),
            Need::Judgement => self.contradiction(p, &market, &past),
        });
        Ok(verdicts.collect())
    }

    fn need(&self, placed: &Placed<'_>) -> Need {
        let before = placed.known_of_its_product().map(|k| self.standing(k));
        plausibility::need(quote(&placed.row), before, self.observed_at)
    }

    /// Whether a price that is held back is released because it stands unchanged.
    pub(super) fn releases(&self, row: &Row, known: &KnownOffer) -> bool {
        known.quarantine.is_some()
            && plausibility::need(quote(row), Some(self.standing(known)), self.observed_at)
                == Need::Nothing
    }

    fn standing<'k>(&self, known: &'k KnownOffer) -> Standing<'k> {
        Standing {
            quote: quote_of(known),
            since: known.price_since,
            quarantine: known.quarantine.as_ref(),
            feed_is_doubted: self.whole.is_doubted(),
        }
    }

    /// What other stores ask for the products of rows whose price is held back with its feed.
    pub(super) async fn market_of_held(
        &self,
        rows: &[Row],
        known: &HashMap<String, KnownOffer>,
    ) -> Result<Market, ImportError> {
        let known = rows
            .iter()
            .filter_map(|r| known.get(&r.offer.facts.offer_id));
        let held = known.filter(|k| is_held_with_feed(k));
        self.market(held.map(|k| k.product).collect()).await
    }

    async fn market(&self, products: BTreeSet<ProductNo>) -> Result<Market, ImportError> {
        let mut market = Market::new();
        if products.is_empty() {
            return Ok(market);
        }
        let products: Vec<ProductNo> = products.into_iter().collect();
        let store = self.opened.store.no;
        let offers = self.importer.evidence.competitors(store, &products).await?;
        for offer in offers {
            let counts =
                plausibility::is_eligible(offer.condition, offer.availability.can_be_ordered())
                    && offer.last_seen_at + self.offer_ttl > self.observed_at;
            if counts {
                market.entry(offer.product).or_default().push(Asked {
                    store: offer.store,
                    is_held: offer.is_quarantined,
                    price: offer.item_price,
                });
            }
        }
        Ok(market)
    }

    async fn past(
        &self,
        judged: &[(&Placed<'_>, ProductNo)],
        market: &Market,
    ) -> Result<Past, ImportError> {
        let mut past = Past::new();
        let products: BTreeSet<ProductNo> = judged
            .iter()
            .filter(|(p, product)| {
                let price = p.row.offer.facts.item_price;
                feed::is_small(self.opened.live_offers) || !is_confirmed(price, market.get(product))
            })
            .map(|(_, product)| *product)
            .collect();
        if products.is_empty() {
            return Ok(past);
        }
        let products: Vec<ProductNo> = products.into_iter().collect();
        let store = self.opened.store.no;
        let since = self.observed_at - plausibility::PAST - self.offer_ttl;
        let segments = self.importer.evidence.past(store, &products, since).await?;
        for (product, segment) in segments {
            if let Some(stretch) = Stretch::of_segment(&segment, self.offer_ttl) {
                past.entry(product).or_default().push(stretch);
            }
        }
        Ok(past)
    }

    fn contradiction(
        &self,
        placed: &Placed<'_>,
        market: &Market,
        past: &Past,
    ) -> Option<Quarantine> {
        let facts = &placed.row.offer.facts;
        let product = placed.existing()?;
        let others = market.get(&product).map_or(&[][..], Vec::as_slice);
        let own = self.own_past(placed, past);
        let contradiction = plausibility::judge(facts.item_price, others, own)?;
        Some(Quarantine {
            reason: contradiction.reason(facts.item_price, self.importer.currency),
            by_person: false,
            with_feed: None,
        })
    }

    fn own_past(&self, placed: &Placed<'_>, past: &Past) -> Option<OwnPast> {
        let stretches = past.get(&placed.existing()?)?.iter().copied();
        plausibility::own_past(stretches, self.observed_at)
    }

    /// Counts a row whose price is held back and tells the observer why.
    pub(super) fn tell_held(
        &mut self,
        row: &Row,
        quarantine: &Quarantine,
        observer: &mut dyn ImportObserver,
    ) {
        self.counts.quarantined += 1;
        let held = RejectedRow {
            line: row.offer.line,
            offer_id: Some(row.offer.facts.offer_id.clone()),
            field: "price".to_owned(),
            reason: format!("held back: {}", quarantine.reason),
        };
        observer.row(&held, true);
    }
}

fn is_confirmed(price: Amount, others: Option<&Vec<Asked>>) -> bool {
    others
        .into_iter()
        .flatten()
        .any(|other| other.speaks_for(price))
}

fn quote(row: &Row) -> Quote {
    let facts = &row.offer.facts;
    Quote {
        price: facts.item_price,
        is_eligible: plausibility::is_eligible(
            facts.condition,
            facts.availability.can_be_ordered(),
        ),
    }
}

fn quote_of(known: &KnownOffer) -> Quote {
    Quote {
        price: known.item_price,
        is_eligible: plausibility::is_eligible(known.condition, known.can_be_ordered),
    }
}

impl<'k> Placed<'k> {
    fn existing(&self) -> Option<ProductNo> {
        match self.place.assignment {
            Assignment::Existing(product) => Some(product),
            Assignment::New(_) => None,
        }
    }

    /// Whether the price is another one than that in force, if there is one.
    fn moved(&self) -> bool {
        let price = self.row.offer.facts.item_price;
        self.known_of_its_product()
            .is_none_or(|k| k.item_price != price)
    }

    /// The version in force, when it is of the same product.
    pub(super) fn known_of_its_product(&self) -> Option<&'k KnownOffer> {
        self.known
            .filter(|k| self.existing().is_some_and(|product| product == k.product))
    }
}
