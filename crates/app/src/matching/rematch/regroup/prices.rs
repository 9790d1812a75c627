//! What the other offers of a product cost.

use domain::money::Amount;
use ports_store::GroupedOffer;
use product_knowledge::matching::Subject;

use super::reason::is_by_words;

/// How many others have to be there before their prices count, when only words brought them.
const AGREEING: usize = 2;

/// The item prices of a product's offers, in order.
pub(super) struct OfferedPrices {
    /// Of those that more than words brought.
    surer: Vec<Amount>,
    all: Vec<Amount>,
}

impl OfferedPrices {
    pub(super) fn of(offers: &[GroupedOffer]) -> Self {
        let sorted = |is_wanted: &dyn Fn(&GroupedOffer) -> bool| {
            let wanted = offers.iter().filter(|offer| is_wanted(offer));
            let mut prices: Vec<Amount> = wanted.map(|offer| offer.item_price).collect();
            prices.sort_unstable();
            prices
        };
        Self {
            surer: sorted(&|offer| !is_by_words(offer)),
            all: sorted(&|_| true),
        }
    }

    /// The least and the most that others than an offer ask: those that more than words brought, or else two others at least.
    pub(super) fn by_others(&self, offer: &GroupedOffer) -> Option<(Amount, Amount)> {
        let is_surer = !is_by_words(offer);
        if self.surer.len() > usize::from(is_surer) {
            return range(&self.surer, is_surer.then_some(offer.item_price));
        }
        let do_agree = self.all.len() > AGREEING;
        do_agree.then(|| range(&self.all, Some(offer.item_price)))?
    }
}

/// The first and the last of sorted prices, one of them left out.
fn range(prices: &[Amount], but: Option<Amount>) -> Option<(Amount, Amount)> {
    let (mut first, mut last) = (prices, prices);
    if let Some(but) = but {
        if let Some((_, rest)) = prices.split_first().filter(|(price, _)| **price == but) {
            first = rest;
        }
        if let Some((_, rest)) = prices.split_last().filter(|(price, _)| **price == but) {
            last = rest;
        }
    }
    Some((*first.first()?, *last.last()?))
}

/// A product at the prices that others ask, when there are any.
pub(super) fn priced(product: Subject, asked: Option<(Amount, Amount)>) -> Subject {
    match asked {
        Some((lowest, highest)) => product.priced(lowest, highest),
        None => product,
    }
}
