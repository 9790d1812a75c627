//! Which prices of a batch are held back.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::freshness::Freshness;
use domain::ids::{ProductNo, StoreNo};
use domain::money::Currency;
use domain::plausibility::feed;
use domain::plausibility::{
    self, Asked, AskedPrices, Need, OwnPast, Quarantine, Quote, Standing, Stretch,
};
use ports_store::{EvidenceStore, KnownOffer, OpenedSnapshot, StoreError};

use super::BATCH;
use super::known::is_held_with_feed;
use super::market::{Kept, Market, Past, grouped};
use super::rows::{ComparedRow, JudgedRow, PlacedRow, PriceEvidence, Row};

/// Judges the prices of one snapshot, each by itself.
pub(super) struct PriceChecks<'a> {
    evidence: &'a dyn EvidenceStore,
    currency: Currency,
    store: StoreNo,
    /// As of when the feed says that its offers are so.
    observed: Freshness,
    /// The store has so few offers that the past of each says something about its feed.
    is_small: bool,
    feed_is_doubted: bool,
    /// What others ask for products that many offers are of.
    asked: Kept<Arc<AskedPrices>>,
    /// What the store asked for products of which it has many offers.
    past: Kept<Option<OwnPast>>,
}

impl<'a> PriceChecks<'a> {
    pub(super) fn new(
        evidence: &'a dyn EvidenceStore,
        currency: Currency,
        observed: Freshness,
        opened: &OpenedSnapshot,
        feed_is_doubted: bool,
    ) -> Self {
        Self {
            evidence,
            currency,
            store: opened.store.no,
            observed,
            is_small: feed::is_small(opened.live_offers),
            feed_is_doubted,
            asked: Kept::default(),
            past: Kept::default(),
        }
    }

    /// What other stores ask for the products of rows whose price is held back with its feed.
    pub(super) async fn market_of_held(
        &mut self,
        rows: &[ComparedRow],
    ) -> Result<Market, StoreError> {
        let known = rows.iter().filter_map(|row| row.known.as_ref());
        let held = known.filter(|known| is_held_with_feed(known));
        self.market(held.map(|known| known.product).collect()).await
    }

    /// Whether a price that is held back is released because it stands unchanged.
    pub(super) fn releases(&self, row: &Row, known: &KnownOffer) -> bool {
        known.quarantine.is_some() && self.need(row, Some(known)) == Need::Nothing
    }

    /// Why each of these prices is held back. The store is asked once for each 1,000 products what others ask, and once for
    /// the past of what they do not confirm; not at all when no price needs judging.
    pub(super) async fn judge(
        &mut self,
        placed: Vec<PlacedRow>,
    ) -> Result<Vec<JudgedRow>, StoreError> {
        let need = |row: PlacedRow| (self.need(&row.row, row.known_of_its_product()), row);
        let placed: Vec<(Need, PlacedRow)> = placed.into_iter().map(need).collect();
        let is_examined = |need: Need, row: &PlacedRow| {
            need == Need::Judgement
                || (self.is_small && row.moved())
                || row.known_of_its_product().is_some_and(is_held_with_feed)
        };
        let examined = placed.iter().filter(|(need, row)| is_examined(*need, row));
        let examined: Vec<&PlacedRow> = examined.map(|(_, row)| row).collect();
        // nobody else sells a product that this batch makes, and it has no past
        let products = examined.iter().filter_map(|row| row.existing_product());
        let market = self.market(products.collect()).await?;
        let past = self.past(&examined, &market).await?;
        let judged = placed
            .into_iter()
            .map(|(need, row)| self.verdict(row, need, &market, &past));
        Ok(judged.collect())
    }

    fn need(&self, row: &Row, known: Option<&KnownOffer>) -> Need {
        let before = known.map(|known| Standing {
            quote: quote_of(known),
            since: known.price_since,
            quarantine: known.quarantine.as_ref(),
            feed_is_doubted: self.feed_is_doubted,
        });
        plausibility::need(quote(row), before, self.observed.now)
    }

    async fn market(&mut self, products: BTreeSet<ProductNo>) -> Result<Market, StoreError> {
        let mut market = Market::default();
        let products = self.asked.missing(products, &mut market.0);
        if products.is_empty() {
            return Ok(market);
        }
        let mut offers = Vec::new();
        for products in products.chunks(BATCH) {
            offers.extend(self.evidence.competitors(self.store, products).await?);
        }
        let counting = offers.into_iter().filter(|offer| {
            plausibility::is_eligible(offer.condition, offer.availability.can_be_ordered())
                && self.observed.is_fresh(offer.last_seen_at)
        });
        let asked = counting.map(|offer| {
            let asked = Asked {
                store: offer.store,
                is_held: offer.is_quarantined,
                price: offer.item_price,
            };
            (offer.product, asked)
        });
        for (product, asked) in grouped(asked) {
            let offers = asked.len();
            let prices = market.add(product, asked);
            self.asked.keep(product, &prices, offers);
        }
        Ok(market)
    }

    /// What the store asked of late for what others do not confirm, by product: a shop that gives its offer another id
    /// has the same past.
    async fn past(&mut self, examined: &[&PlacedRow], market: &Market) -> Result<Past, StoreError> {
        let mut past = Past::new();
        let unconfirmed = |row: &&&PlacedRow| {
            let price = row.row.offer.facts.item_price;
            let product = row.existing_product();
            self.is_small || !product.is_some_and(|product| market.confirms(price, product))
        };
        let asked = examined.iter().filter(unconfirmed);
        let products: BTreeSet<ProductNo> =
            asked.filter_map(|row| row.existing_product()).collect();
        let products = self.past.missing(products, &mut past);
        if products.is_empty() {
            return Ok(past);
        }
        let (at, time_to_live) = (self.observed.now, self.observed.offer_ttl);
        let since = at - plausibility::PAST - time_to_live;
        let mut segments = Vec::new();
        for products in products.chunks(BATCH) {
            segments.extend(self.evidence.past(self.store, products, since).await?);
        }
        for (product, segments) in grouped(segments) {
            let stretches = segments
                .iter()
                .filter_map(|segment| Stretch::of_segment(segment, time_to_live));
            let found = plausibility::own_past(stretches, at);
            self.past.keep(product, &found, segments.len());
            past.insert(product, found);
        }
        Ok(past)
    }

    fn verdict(&self, placed: PlacedRow, need: Need, market: &Market, past: &Past) -> JudgedRow {
        let product = placed.existing_product();
        let own_past = product.and_then(|product| *past.get(&product)?);
        let quarantine = match need {
            Need::Nothing => None,
            Need::Held => placed.known.as_ref().and_then(|k| k.quarantine.clone()),
            Need::Judgement => product.and_then(|product| {
                let others = market.others(product);
                self.contradiction(&placed.row, others, own_past)
            }),
        };
        JudgedRow {
            quarantine,
            is_still_held: need == Need::Held,
            evidence: PriceEvidence {
                asked: product.and_then(|product| market.median(product)),
                usual: own_past.filter(|_| self.is_small),
            },
            placed,
        }
    }

    fn contradiction(
        &self,
        row: &Row,
        others: Option<&AskedPrices>,
        own_past: Option<OwnPast>,
    ) -> Option<Quarantine> {
        let price = row.offer.facts.item_price;
        let nobody = AskedPrices::default();
        let contradiction = plausibility::judge(price, others.unwrap_or(&nobody), own_past)?;
        Some(Quarantine {
            reason: contradiction.reason(price, self.currency),
            by_person: false,
            with_feed: None,
        })
    }
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
