//! The shops' feeds of a case, one after the other, as an import takes them in: each price is judged
//! when it is observed, and what stood before becomes the past.

use std::collections::BTreeMap;

use domain::availability::{Availability, Condition};
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::money::{Amount, Currency};
use domain::offer::{Offer, OfferFacts};
use domain::placement::{Confidence, MatchRung};
use domain::plausibility::{self, Asked, AskedPrices, Need, Quarantine, Quote, Standing, Stretch};
use domain::store::{Rating, Store, StoreName, StoreTerms};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::file::{PriceCase, Shop, Stand};

/// Now, in all cases.
pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
/// How long an offer that is not seen again stays true.
pub const TIME_TO_LIVE: Duration = Duration::hours(72);

/// The product as the store database would hold it now.
pub struct Product {
    pub stores: Vec<Store>,
    pub offers: Vec<Offer>,
    /// The past and what stands.
    pub segments: Vec<PriceSegment>,
    pub first_seen: Option<OffsetDateTime>,
}

pub fn euro() -> Currency {
    Currency::parse("EUR").unwrap()
}

pub fn amount(euros: f64) -> Amount {
    Amount::from_minor((euros * 100.0).round() as i64).unwrap()
}

/// A stand with its times.
struct Row<'a> {
    stand: &'a Stand,
    from: OffsetDateTime,
    last_seen: OffsetDateTime,
    /// The observation that found it otherwise.
    ended: Option<OffsetDateTime>,
}

/// One offer of a shop: what it states now, and since when.
struct Version {
    segment: PriceSegment,
    quarantine: Option<Quarantine>,
}

impl Version {
    fn quote(&self) -> Quote {
        Quote {
            price: self.segment.item_price,
            is_eligible: is_eligible(&self.segment),
        }
    }

    fn is_fresh(&self, at: OffsetDateTime) -> bool {
        self.segment.last_seen + TIME_TO_LIVE > at
    }
}

fn is_eligible(segment: &PriceSegment) -> bool {
    plausibility::is_eligible(segment.condition, segment.availability.can_be_ordered())
}

fn days(days: f64) -> Duration {
    Duration::seconds((days * 86_400.0).round() as i64)
}

fn rows(case: &PriceCase) -> Vec<Row<'_>> {
    let past = case.past.iter().map(|stand| {
        let (from, to) = stand.days_ago.expect("past rows have days_ago");
        let (from, to) = (NOW - days(from), NOW - days(to));
        assert!(from < to, "{}: days_ago goes from far to near", case.name);
        Row {
            stand,
            from,
            // the last feed before it was found otherwise
            last_seen: last_feed(from, to - Duration::SECOND, case.feed_every_hours),
            ended: (!stand.then_silence).then_some(to),
        }
    });
    let now = case.offer.iter().map(|stand| {
        assert!(stand.days_ago.is_none(), "{}: offers stand now", case.name);
        let last_seen = NOW - Duration::hours(stand.seen_hours_ago);
        let from = stand
            .since_days
            .map_or(last_seen, |since| NOW - days(since));
        Row {
            stand,
            from,
            last_seen,
            ended: None,
        }
    });
    past.chain(now).collect()
}

fn last_feed(from: OffsetDateTime, until: OffsetDateTime, every_hours: i64) -> OffsetDateTime {
    let feeds = (until - from).whole_hours() / every_hours;
    from + Duration::hours(feeds * every_hours)
}

/// Plays the feeds of a case.
pub fn play(case: &PriceCase) -> Product {
    let stores = stores(case);
    let number = |name: &str| {
        let store = stores.iter().find(|s| s.name.as_str() == name);
        store.expect("every shop is a store").no
    };
    let rows = rows(case);
    // what happens, in order: an offer ends before another one is seen at the same instant
    let mut events: Vec<(OffsetDateTime, bool, usize)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let mut at = row.from;
        while at < row.last_seen {
            events.push((at, true, place));
            at += Duration::hours(case.feed_every_hours);
        }
        events.push((row.last_seen, true, place));
        events.extend(row.ended.map(|ended| (ended, false, place)));
    }
    events.sort();
    let mut current: BTreeMap<(StoreNo, String), Version> = BTreeMap::new();
    let mut segments: Vec<PriceSegment> = Vec::new();
    // an offer that ended, until it is known whether the same feed names it at another price
    let mut ended: BTreeMap<(StoreNo, String), (OffsetDateTime, Version)> = BTreeMap::new();
    for (at, is_seen, place) in events {
        let stand = rows[place].stand;
        let key = (number(&stand.shop), stand.condition.clone());
        if !is_seen {
            if let Some(mut version) = current.remove(&key) {
                version.segment.ended = Some(at);
                segments.push(version.segment.clone());
                ended.insert(key, (at, version));
            }
            continue;
        }
        let fresh = segment(stand, key.0, at);
        let before = match current.remove(&key) {
            Some(version) => Some(version),
            None => ended
                .remove(&key)
                .filter(|(ended, _)| *ended == at)
                .map(|(_, version)| version),
        };
        let quarantine = judged(&fresh, before.as_ref(), &key, &current, &segments);
        let version = match before {
            Some(mut same)
                if same.segment.ended.is_none()
                    && same.quarantine == quarantine
                    && content(&same.segment) == content(&fresh) =>
            {
                same.segment.last_seen = at;
                same
            }
            before => {
                if let Some(mut other) = before.filter(|v| v.segment.ended.is_none()) {
                    other.segment.ended = Some(at);
                    segments.push(other.segment);
                }
                let mut segment = fresh;
                segment.is_quarantined = quarantine.is_some();
                Version {
                    segment,
                    quarantine,
                }
            }
        };
        current.insert(key, version);
    }
    let offers = (1..).zip(current.values());
    let offers = offers.map(|(no, version)| offer(no, version)).collect();
    segments.extend(current.into_values().map(|version| version.segment));
    Product {
        first_seen: segments.iter().map(|s| s.from).min(),
        stores,
        offers,
        segments,
    }
}

/// Why a price that is observed is held back.
fn judged(
    fresh: &PriceSegment,
    before: Option<&Version>,
    key: &(StoreNo, String),
    current: &BTreeMap<(StoreNo, String), Version>,
    closed: &[PriceSegment],
) -> Option<Quarantine> {
    let at = fresh.from;
    let quote = Quote {
        price: fresh.item_price,
        is_eligible: is_eligible(fresh),
    };
    let standing = before.map(|version| Standing {
        quote: version.quote(),
        since: version.segment.from,
        quarantine: version.quarantine.as_ref(),
        feed_is_doubted: false,
    });
    match plausibility::need(quote, standing, at) {
        Need::Nothing => return None,
        Need::Held => return before.and_then(|version| version.quarantine.clone()),
        Need::Judgement => {}
    }
    let asked = current
        .iter()
        .filter(|((store, _), other)| {
            *store != key.0 && other.quote().is_eligible && other.is_fresh(at)
        })
        .map(|((store, _), other)| Asked {
            store: *store,
            is_held: other.quarantine.is_some(),
            price: other.segment.item_price,
        });
    let asked = AskedPrices::new(asked);
    let own = closed
        .iter()
        .chain(before.map(|v| &v.segment).filter(|s| s.ended.is_none()))
        .filter(|s| s.store == key.0 && s.offer_id == fresh.offer_id)
        .filter_map(|s| Stretch::of_segment(s, TIME_TO_LIVE));
    let past = plausibility::own_past(own, at);
    plausibility::judge(fresh.item_price, &asked, past).map(|contradiction| Quarantine {
        reason: contradiction.reason(fresh.item_price, euro()),
        by_person: false,
        with_feed: None,
    })
}

fn content(segment: &PriceSegment) -> (Amount, Option<Amount>, Availability) {
    (
        segment.item_price,
        segment.delivery_cost,
        segment.availability,
    )
}

fn segment(stand: &Stand, store: StoreNo, at: OffsetDateTime) -> PriceSegment {
    let code = stand.availability.replace(' ', "_");
    PriceSegment {
        store,
        offer_id: stand.condition.clone(),
        item_price: amount(stand.price),
        delivery_cost: stand.delivery.map(amount),
        availability: Availability::from_code(&code).expect("an availability"),
        condition: Condition::from_code(&stand.condition).expect("a condition"),
        is_quarantined: false,
        is_imported: false,
        from: at,
        last_seen: at,
        ended: None,
    }
}

fn offer(no: i64, version: &Version) -> Offer {
    let segment = &version.segment;
    Offer {
        no: OfferNo(no),
        store: segment.store,
        product: ProductNo(1),
        title: "The product".to_owned(),
        facts: OfferFacts {
            offer_id: segment.offer_id.clone(),
            url: "https://shop.example/1".to_owned(),
            image_url: None,
            item_price: segment.item_price,
            delivery_cost: segment.delivery_cost,
            availability: segment.availability,
            stock_quantity: None,
            delivery_days: None,
            delivery_estimate: None,
            condition: segment.condition,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        updated_at: segment.from,
        price_since: segment.from,
        last_seen_at: segment.last_seen,
        quarantined: version.quarantine.is_some(),
        held_with_feed: false,
        rung: MatchRung::Gtin,
        confidence: Confidence::FULL,
    }
}

fn stores(case: &PriceCase) -> Vec<Store> {
    let mut names: Vec<&str> = case.shop.iter().map(|shop| shop.name.as_str()).collect();
    for stand in case.past.iter().chain(&case.offer) {
        if !names.contains(&stand.shop.as_str()) {
            names.push(&stand.shop);
        }
    }
    let terms = |name: &str| {
        let shop = case.shop.iter().find(|shop| shop.name == name);
        shop.map_or_else(StoreTerms::default, store_terms)
    };
    (1..)
        .zip(names)
        .map(|(no, name)| Store {
            no: StoreNo(no),
            name: StoreName::parse(name).expect("a shop's name has two letters or more"),
            terms: terms(name),
            highest_delivery: None,
            last_observed_at: None,
        })
        .collect()
}

fn store_terms(shop: &Shop) -> StoreTerms {
    StoreTerms {
        seller_score: shop
            .rating
            .map(|r| Rating::from_milli((r * 1000.0).round() as u16).expect("a rating to 5")),
        seller_reviews: shop.reviews,
        return_days: shop.returns,
        warranty_months: shop.warranty,
        delivery_cost: shop.delivery.map(amount),
        free_delivery_from: shop.free_from.map(amount),
        delivery_days: shop.days,
        url: None,
    }
}
