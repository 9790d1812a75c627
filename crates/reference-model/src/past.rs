//! What shops asked before, and whether the price of now is a new low of 90 days.

use std::collections::BTreeSet;

use time::{Duration, OffsetDateTime};

use crate::{Market, Offer};

/// A shop stated an offer of a product, or that it has none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Said {
    pub(crate) at: OffsetDateTime,
    pub(crate) product: usize,
    pub(crate) shop: usize,
    pub(crate) offer: Option<Offer>,
}

/// For so long an offer was known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) product: usize,
    pub(crate) shop: usize,
    pub(crate) offer: Offer,
    pub(crate) from: OffsetDateTime,
    pub(crate) until: OffsetDateTime,
}

/// A time in which nothing changed.
struct Stretch {
    from: OffsetDateTime,
    until: OffsetDateTime,
    is_known: bool,
    /// The lowest price, whatever delivery costs.
    has_price: bool,
    /// The lowest price with its delivery cost stated.
    price: Option<i64>,
}

impl Market {
    /// A shop's past from before it was watched: what it asked for a product, in cents, delivered for nothing.
    pub fn import(
        &mut self,
        shop: usize,
        product: usize,
        item: i64,
        [from, until]: [OffsetDateTime; 2],
    ) {
        self.imported.push(Span {
            product,
            shop,
            offer: Offer::of(item),
            from,
            until,
        });
    }

    /// Whether the price that counts now, of all shops or of one, is a new low: the prices of 90, 180 or 365 days are known
    /// for half of them, none was lower and one was higher, and each one of 90 days before it stands was higher: it stands
    /// as long as it was asked without a break. Delivery
    /// costs were stated for at least half of the time.
    pub fn is_low(&self, product: usize, shop: Option<usize>, now: OffsetDateTime) -> bool {
        let Some(price) = self.price(product, shop, now) else {
            return false;
        };
        let spans = self.spans(product, shop);
        let Some(first) = spans.iter().map(|span| span.from).min() else {
            return false;
        };
        let end = now.replace_time(time::Time::from_hms(now.hour(), 0, 0).unwrap_or(now.time()))
            + Duration::HOUR;
        let line = |days: i64| {
            let start = (now - Duration::days(days - 1)).replace_time(time::Time::MIDNIGHT);
            (stretches(&spans, start, end), end - start)
        };
        let (year, _) = line(365);
        let stated = total(&year, |it| it.price.is_some());
        let is_stated = stated * 2 >= total(&year, |it| it.has_price);
        let is_lowest = |days: i64| {
            let (all, whole) = line(days);
            let known = total(&all, |it| it.is_known).as_seconds_f64();
            let prices: Vec<i64> = all.iter().filter_map(|it| it.price).collect();
            now - first >= Duration::days(days)
                && known / whole.as_seconds_f64() >= 0.5
                && prices.iter().all(|it| *it >= price)
                && prices.iter().any(|it| *it > price)
        };
        let (before, _) = line(90);
        let before = before.iter().filter(|it| it.from <= now);
        // as long as it stands, without a stretch that has no price
        let mut before = before
            .rev()
            .map(|it| it.price)
            .skip_while(|it| *it == Some(price));
        let is_new = before.all(|it| it.is_none_or(|it| it > price));
        is_stated && is_new && [90, 180, 365].into_iter().any(is_lowest)
    }

    /// The times for which offers were known, of all shops or of one.
    fn spans(&self, product: usize, shop: Option<usize>) -> Vec<Span> {
        let is_wanted = |its: usize| shop.is_none_or(|shop| its == shop);
        let said: Vec<&Said> = self
            .said
            .iter()
            .filter(|said| said.product == product && is_wanted(said.shop))
            .collect();
        let mut spans = Vec::new();
        for (place, one) in said.iter().enumerate() {
            let Some(offer) = one.offer else {
                continue;
            };
            let next = said[place + 1..].iter().find(|next| next.shop == one.shop);
            let expires = one.at + self.ttl;
            spans.push(Span {
                product,
                shop: one.shop,
                offer,
                from: one.at,
                until: next.map_or(expires, |next| next.at.min(expires)),
            });
        }
        for one in &self.imported {
            if one.product != product || !is_wanted(one.shop) {
                continue;
            }
            let watched = said.iter().find(|said| said.shop == one.shop);
            spans.push(Span {
                until: watched.map_or(one.until, |said| said.at.min(one.until)),
                ..*one
            });
        }
        spans
    }
}

/// The stretches between two instants in which anything was known.
fn stretches(spans: &[Span], start: OffsetDateTime, end: OffsetDateTime) -> Vec<Stretch> {
    let mut cuts = BTreeSet::from([start, end]);
    cuts.extend(spans.iter().flat_map(|span| [span.from, span.until]));
    let cuts: Vec<OffsetDateTime> = cuts.range(start..=end).copied().collect();
    let stretch = |cut: &[OffsetDateTime]| {
        let known: Vec<&Offer> = spans
            .iter()
            .filter(|span| span.from <= cut[0] && cut[0] < span.until)
            .map(|span| &span.offer)
            .collect();
        Stretch {
            from: cut[0],
            until: cut[1],
            is_known: !known.is_empty(),
            has_price: known.iter().any(|offer| offer.can_be_bought()),
            price: known.iter().filter_map(|offer| offer.counts()).min(),
        }
    };
    cuts.windows(2).map(stretch).collect()
}

fn total(all: &[Stretch], of: impl Fn(&Stretch) -> bool) -> Duration {
    let some = all.iter().filter(|it| of(it));
    some.map(|it| it.until - it.from).sum()
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use crate::{Market, Offer};

    #[test]
    fn a_low_is_below_all_prices_of_90_days() {
        let day = |n: i64| OffsetDateTime::UNIX_EPOCH + Duration::days(1000 + n);
        for (from, before, is_low) in [
            (-100, 10_000, true),
            (-80, 10_000, false),
            (-100, 9_000, false),
        ] {
            let mut market = Market::new(Duration::days(3));
            market.import(0, 0, before, [day(from), day(0)]);
            market.state(0, 0, Some(Offer::of(9_000)), day(0));
            assert_eq!(market.is_low(0, None, day(0)), is_low, "{from} {before}");
            assert_eq!(market.is_low(0, Some(0), day(1)), is_low);
            market.state(0, 0, Some(Offer::of(9_500)), day(2));
            assert!(!market.is_low(0, None, day(2)));
            market.state(0, 0, Some(Offer::of(9_000)), day(3));
            assert!(!market.is_low(0, None, day(3)), "it was there before");
            market.state(1, 0, Some(Offer::of(8_000)), day(3));
            assert_eq!(market.is_low(0, None, day(3)), from == -100);
            assert!(!market.is_low(0, Some(1), day(3)), "its own past is short");
        }
    }

    #[test]
    fn a_price_that_returns_after_there_was_none_is_no_low() {
        let day = |n: i64| OffsetDateTime::UNIX_EPOCH + Duration::days(1000 + n);
        let mut market = Market::new(Duration::days(3));
        market.import(0, 0, 10_000, [day(-100), day(0)]);
        market.state(0, 0, Some(Offer::of(9_000)), day(0));
        assert!(market.is_low(0, None, day(0)));
        market.state(0, 0, None, day(1));
        assert!(!market.is_low(0, None, day(1)), "there is none");
        market.state(0, 0, Some(Offer::of(9_000)), day(2));
        assert!(!market.is_low(0, None, day(2)));
        assert!(!market.is_low(0, Some(0), day(2)));
        market.state(0, 0, Some(Offer::of(8_999)), day(2));
        assert!(market.is_low(0, None, day(2)));
        // another shop asks the same before the first is gone
        market.state(1, 0, Some(Offer::of(8_999)), day(3));
        market.state(0, 0, None, day(4));
        assert!(market.is_low(0, None, day(4)));
    }
}
