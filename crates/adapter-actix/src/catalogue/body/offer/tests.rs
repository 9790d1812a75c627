use domain::availability::{Availability, Condition};
use domain::delivered_price::DeliveryFallback;
use domain::freshness::Freshness;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::money::{Amount, Currency};
use domain::offer::{Offer, OfferFacts};
use domain::placement::{Confidence, MatchRung};
use domain::scoring::{Terms, assess};
use domain::store::{Store, StoreName, StoreTerms};
use serde_json::{Value, json};
use time::macros::{date, datetime};
use time::{Duration, OffsetDateTime};

use super::OfferBody;

/// A Friday.
const NOW: OffsetDateTime = datetime!(2026-01-02 10:00 UTC);

fn euros(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

fn offer(no: i64) -> Offer {
    Offer {
        no: OfferNo(no),
        store: StoreNo(no),
        product: ProductNo(1),
        title: "t".to_owned(),
        facts: OfferFacts {
            offer_id: format!("o{no}"),
            url: format!("https://shop{no}.example/"),
            image_url: None,
            item_price: euros(10_000 + no * 100),
            delivery_cost: Some(euros(499)),
            availability: Availability::InStock,
            stock_quantity: None,
            delivery_days: Some(2),
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        updated_at: NOW - Duration::hours(1),
        price_since: NOW - Duration::hours(1),
        last_seen_at: NOW,
        quarantined: false,
        held_with_feed: false,
        rung: MatchRung::Gtin,
        confidence: Confidence::FULL,
    }
}

/// The second of two offers, after `change`: the first is the recommended one.
fn shown(change: impl FnOnce(&mut Offer)) -> Value {
    let mut second = offer(2);
    change(&mut second);
    let stores: Vec<Store> = (1..=2)
        .map(|no| Store {
            no: StoreNo(no),
            name: StoreName::parse(&format!("Shop {no}")).unwrap(),
            terms: StoreTerms::default(),
            highest_delivery: None,
            last_observed_at: None,
        })
        .collect();
    let fallback = DeliveryFallback {
        category: None,
        deployment: euros(590),
    };
    let terms = Terms {
        freshness: Freshness {
            now: NOW,
            offer_ttl: Duration::hours(72),
        },
        fallback,
    };
    let assessment = assess(&[offer(1), second], &stores, terms);
    let assessed = assessment
        .offers
        .iter()
        .find(|o| o.offer.no == OfferNo(2))
        .unwrap();
    let body = OfferBody::of(assessed, Currency::parse("EUR").unwrap(), NOW.date());
    serde_json::to_value(body).unwrap()
}

#[test]
fn an_offer_has_exactly_the_fields_of_the_specification() {
    let body = shown(|_| ());
    assert_eq!(
        body,
        json!({
            "store": "Shop 2", "price": 102, "item_price": 102, "delivery_cost": 4.99,
            "delivered_price": 106.99, "url": "https://shop2.example/",
            "updated_at": "2026-01-02T09:00:00.000000Z", "availability": "in_stock",
            "availability_label": "In stock", "stock_quantity": null,
            "delivery_estimate": "2026-01-06",
            "delivery_label": "4.99 EUR delivery, within 2 business days",
            "seller_score": null, "return_days": null, "warranty_months": null,
            "data_quality": 0.7, "decision_score": body["decision_score"],
            "is_recommended": false, "is_lowest_item_price": false
        })
    );
    assert!(body["decision_score"].is_u64());
}

#[test]
fn delivery_is_put_into_words() {
    let label = |change: fn(&mut OfferFacts)| {
        let body = shown(|offer| change(&mut offer.facts));
        (
            body["delivery_label"].as_str().unwrap().to_owned(),
            body["delivery_estimate"].clone(),
        )
    };
    let told = |text: &str, estimate: Value| (text.to_owned(), estimate);
    assert_eq!(
        label(|f| f.delivery_cost = Some(Amount::ZERO)),
        told("Free delivery, within 2 business days", json!("2026-01-06"))
    );
    assert_eq!(
        label(|f| f.delivery_cost = None),
        told(
            "Delivery cost not stated: 5.90 EUR assumed, within 2 business days",
            json!("2026-01-06")
        )
    );
    assert_eq!(
        label(|f| f.delivery_days = Some(1)),
        told(
            "4.99 EUR delivery, within 1 business day",
            json!("2026-01-05")
        )
    );
    assert_eq!(
        label(|f| f.delivery_days = Some(0)),
        told("4.99 EUR delivery, on the same day", json!("2026-01-02"))
    );
    assert_eq!(
        label(|f| f.delivery_days = None),
        told("4.99 EUR delivery", Value::Null)
    );
    assert_eq!(
        label(|f| f.delivery_estimate = Some(date!(2026 - 01 - 09))),
        told("4.99 EUR delivery, by 2026-01-09", json!("2026-01-09"))
    );
    assert_eq!(
        label(|f| f.availability = Availability::OutOfStock),
        told("4.99 EUR delivery", Value::Null)
    );
}

#[test]
fn a_day_of_delivery_that_has_passed_is_not_told() {
    let told = |estimate, days: Option<u16>| {
        let body = shown(|offer| {
            offer.facts.delivery_estimate = Some(estimate);
            offer.facts.delivery_days = days;
        });
        (
            body["delivery_label"].clone(),
            body["delivery_estimate"].clone(),
        )
    };
    for passed in [date!(2020 - 01 - 01), date!(2026 - 01 - 01)] {
        assert_eq!(
            told(passed, None),
            (json!("4.99 EUR delivery"), Value::Null)
        );
        assert_eq!(
            told(passed, Some(2)),
            (
                json!("4.99 EUR delivery, within 2 business days"),
                json!("2026-01-06")
            )
        );
    }
    assert_eq!(
        told(date!(2026 - 01 - 02), None),
        (
            json!("4.99 EUR delivery, by 2026-01-02"),
            json!("2026-01-02")
        )
    );
}

#[test]
fn what_is_special_is_on_the_badge() {
    let badge = |change: fn(&mut Offer)| shown(change)["badge"].clone();
    assert_eq!(badge(|_| ()), Value::Null);
    assert_eq!(badge(|o| o.facts.item_price = euros(5000)), "Best choice");
    assert_eq!(
        badge(|o| o.last_seen_at = NOW - Duration::hours(72)),
        "Out of date"
    );
    assert_eq!(
        badge(|o| o.facts.availability = Availability::OutOfStock),
        "Out of stock"
    );
    assert_eq!(badge(|o| o.facts.condition = Condition::Used), "Used");
    assert_eq!(
        badge(|o| o.facts.condition = Condition::Refurbished),
        "Refurbished"
    );
    assert_eq!(
        badge(|o| {
            o.quarantined = true;
            o.facts.item_price = euros(5000);
        }),
        "Price under review"
    );
    assert_eq!(
        badge(|o| o.facts.delivery_cost = None),
        "Delivery cost assumed"
    );
    assert_eq!(
        badge(|o| {
            o.facts.item_price = euros(10_099);
            o.facts.delivery_cost = Some(euros(900));
        }),
        "Lowest item price"
    );
    assert_eq!(
        badge(|o| {
            o.facts.item_price = euros(10_090);
            o.facts.delivery_days = Some(30);
        }),
        "Lowest price"
    );
}

#[test]
fn a_stale_offer_says_so_and_has_no_score() {
    let body = shown(|offer| offer.last_seen_at = NOW - Duration::hours(72));
    assert_eq!(body["availability"], "in_stock");
    assert_eq!(body["availability_label"], "Not confirmed since 2025-12-30");
    assert_eq!(body["delivery_estimate"], Value::Null);
    assert!(body.get("decision_score").is_none());
    assert_eq!(body["is_recommended"], false);
    assert_eq!(body["is_lowest_item_price"], false);
}
