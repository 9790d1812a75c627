use time::OffsetDateTime;

use crate::plausibility::{Asked, AskedPrices};

use super::prices::{Quote, Standing};

/// A time in which nothing changes.
pub(super) struct Interval<'a> {
    pub(super) from: OffsetDateTime,
    pub(super) until: OffsetDateTime,
    /// What each store with a believed price asks, in order of number, each once.
    pub(super) quotes: &'a [Quote],
    /// Offers were known, but none could be bought.
    pub(super) is_sold_out: bool,
}

/// Goes through all times at which at least one offer was known, in order.
pub(super) fn sweep(standings: &[Standing], mut visit: impl FnMut(&Interval<'_>)) {
    let mut coming: Vec<&Standing> = standings.iter().collect();
    coming.sort_by_key(|s| s.from);
    let mut coming = coming.into_iter().peekable();
    let mut active: Vec<&Standing> = Vec::new();
    let mut quotes = Vec::new();
    let mut at = match coming.peek() {
        Some(first) => first.from,
        None => return,
    };
    loop {
        active.retain(|s| s.until > at);
        while let Some(next) = coming.next_if(|s| s.from <= at) {
            active.push(next);
        }
        let ends = active.iter().map(|s| s.until);
        let Some(until) = ends.chain(coming.peek().map(|s| s.from)).min() else {
            return;
        };
        if !active.is_empty() {
            quote_all(&active, &mut quotes);
            visit(&Interval {
                from: at,
                until,
                quotes: &quotes,
                is_sold_out: !active.iter().any(|s| s.can_be_bought),
            });
        }
        at = until;
    }
}

/// What each store asks. A price that is held back counts while another store confirms it.
fn quote_all(active: &[&Standing], quotes: &mut Vec<Quote>) {
    quotes.clear();
    let open = || active.iter().filter(|s| s.can_be_bought);
    let asked = open().any(|s| s.is_quarantined).then(|| {
        let asked = open().map(|standing| Asked {
            store: standing.quote.store,
            price: standing.quote.item,
            is_held: standing.is_quarantined,
        });
        AskedPrices::new(asked)
    });
    for standing in open() {
        let Quote { item, store, .. } = standing.quote;
        let confirmed = || {
            asked
                .as_ref()
                .is_some_and(|a| a.speak_for(item, Some(store)))
        };
        if standing.is_quarantined && !confirmed() {
            continue;
        }
        match quotes.binary_search_by_key(&standing.quote.store, |q| q.store) {
            Err(place) => quotes.insert(place, standing.quote),
            Ok(place) => {
                if let Some(known) = quotes.get_mut(place) {
                    *known = known.lower(standing.quote);
                }
            }
        }
    }
}
