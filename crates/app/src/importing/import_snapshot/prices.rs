//! Which prices of a batch are held back.

use std::collections::{BTreeSet, HashMap};

use domain::ids::{ProductNo, StoreNo};
use domain::money::Currency;
use domain::plausibility::feed;
use domain::plausibility::{self, Asked, Need, OwnPast, Quarantine, Quote, Standing, Stretch};
use ports_store::{EvidenceStore, KnownOffer, OpenedSnapshot, StoreError};

use super::known::is_held_with_feed;
use super::market::Market;
use super::observation::Observation;
use super::rows::{ComparedRow, JudgedRow, PlacedRow, PriceEvidence, Row};

/// The believed stretches of the store's offers, by product: a shop that gives its offer another id
/// has the same past.
type Past = HashMap<ProductNo, Vec<Stretch>>;

/// Judges the prices of one snapshot, each by itself.
pub(super) struct PriceChecks<'a> {
    evidence: &'a dyn EvidenceStore,
    currency: Currency,
    store: StoreNo,
    observed: Observation,
    /// The store has so few offers that the past of each says something about its feed.
    is_small: bool,
    feed_is_doubted: bool,
}

impl<'a> PriceChecks<'a> {
    pub(super) fn new(
        evidence: &'a dyn EvidenceStore,
        currency: Currency,
        observed: Observation,
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
        }
    }

    /// What other stores ask for the products of rows whose price is held back with its feed.
    pub(super) async fn market_of_held(&self, rows: &[ComparedRow]) -> Result<Market, StoreError> {
        let known = rows.iter().filter_map(|row| row.known.as_ref());
        let held = known.filter(|known| is_held_with_feed(known));
        self.market(held.map(|known| known.product).collect()).await
    }

    /// Whether a price that is held back is released because it stands unchanged.
    pub(super) fn releases(&self, row: &Row, known: &KnownOffer) -> bool {
        known.quarantine.is_some() && self.need(row, Some(known)) == Need::Nothing
    }

    /// Why each of these prices is held back. The store is asked once what others ask, and once for the
    /// past of what they do not confirm; not at all when no price needs judging.
    pub(super) async fn judge(&self, placed: Vec<PlacedRow>) -> Result<Vec<JudgedRow>, StoreError> {
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
        plausibility::need(quote(row), before, self.observed.at)
    }

    async fn market(&self, products: BTreeSet<ProductNo>) -> Result<Market, StoreError> {
        let mut market = Market::default();
        if products.is_empty() {
            return Ok(market);
        }
        let products: Vec<ProductNo> = products.into_iter().collect();
        let offers = self.evidence.competitors(self.store, &products).await?;
        for offer in offers {
            let counts =
                plausibility::is_eligible(offer.condition, offer.availability.can_be_ordered())
                    && self.observed.is_within_ttl(offer.last_seen_at);
            if counts {
                let asked = Asked {
                    store: offer.store,
                    is_held: offer.is_quarantined,
                    price: offer.item_price,
                };
                market.add(offer.product, asked);
            }
        }
        Ok(market)
    }

    async fn past(&self, examined: &[&PlacedRow], market: &Market) -> Result<Past, StoreError> {
        let mut past = Past::new();
        let unconfirmed = |row: &&&PlacedRow| {
            let price = row.row.offer.facts.item_price;
            let product = row.existing_product();
            self.is_small || !product.is_some_and(|product| market.confirms(price, product))
        };
        let asked = examined.iter().filter(unconfirmed);
        let products: BTreeSet<ProductNo> =
            asked.filter_map(|row| row.existing_product()).collect();
        if products.is_empty() {
            return Ok(past);
        }
        let products: Vec<ProductNo> = products.into_iter().collect();
        let since = self.observed.at - plausibility::PAST - self.observed.offer_ttl;
        let segments = self.evidence.past(self.store, &products, since).await?;
        for (product, segment) in segments {
            if let Some(stretch) = Stretch::of_segment(&segment, self.observed.offer_ttl) {
                past.entry(product).or_default().push(stretch);
            }
        }
        Ok(past)
    }

    fn verdict(&self, placed: PlacedRow, need: Need, market: &Market, past: &Past) -> JudgedRow {
        let product = placed.existing_product();
        let own_past = product.and_then(|product| self.own_past(past.get(&product)?));
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
        others: &[Asked],
        own_past: Option<OwnPast>,
    ) -> Option<Quarantine> {
        let price = row.offer.facts.item_price;
        let contradiction = plausibility::judge(price, others, own_past)?;
        Some(Quarantine {
            reason: contradiction.reason(price, self.currency),
            by_person: false,
            with_feed: None,
        })
    }

    fn own_past(&self, stretches: &[Stretch]) -> Option<OwnPast> {
        plausibility::own_past(stretches.iter().copied(), self.observed.at)
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
