//! Which price is the price.

use ports_net::{DecimalMark, FeedOptions};

use super::{at, offer, product, read_page, script};
use crate::reading::{Outcome, read_with};

fn minor(outcome: &Outcome) -> i64 {
    offer(outcome).facts.item_price.minor()
}

#[test]
fn prices_are_read_in_every_form_that_pages_use() {
    for (price, wanted) in [
        (r#""price":"15.00""#, 1500),
        (r#""price":15"#, 1500),
        (r#""price":15.5"#, 1550),
        (r#""price":26.990000000000002"#, 2699),
        (r#""price":1.5e3"#, 150_000),
        (r#""price":"€ 15,00""#, 1500),
        (r#""price":"2.879,20""#, 287_920),
        (r#""price":"2879.20""#, 287_920),
        (r#""price":["15.00","15"]"#, 1500),
        (r#""price":{"@value":"15.00"}"#, 1500),
        (r#""PRICE":"15.00""#, 1500),
        (
            r#""priceSpecification":{"price":19.5,"priceCurrency":"EUR"}"#,
            1950,
        ),
        (
            r#""price":null,"priceSpecification":{"price":"19.50"}"#,
            1950,
        ),
    ] {
        let outcome = product("", &format!(",{price}"));
        assert_eq!(minor(&outcome), wanted, "{price}");
    }
}

#[test]
fn what_may_mean_two_amounts_is_refused_unless_the_mark_is_declared() {
    for price in ["1.600", "12.345"] {
        let outcome = product("", &format!(r#","price":"{price}""#));
        let (field, reason) = outcome.rejection();
        assert_eq!(field, "price");
        assert!(reason.contains("--decimal-mark"), "{reason}");
    }
    let html = script(
        r#"{"@type":"Product","name":"Kettle One","sku":"K1","offers":{"price":"1.600","priceCurrency":"EUR"}}"#,
    );
    let declared = |decimal_mark| {
        let options = FeedOptions {
            decimal_mark,
            ..at("https://s.example/p/kettle")
        };
        read_with(html.as_str(), &options)
    };
    assert_eq!(minor(&declared(DecimalMark::Comma)), 160_000);
}

/// Offers without a price that everybody pays now for one piece, and what is said of them.
const NO_PRICES: &[(&str, &str)] = &[
    (r#","price":"0""#, "above 0"),
    (r#","price":"call us""#, "price"),
    (r#","price":"from 15.00""#, "from"),
    (r#","price":"15.00 - 25.00""#, "price"),
    (r#","price":["15.00","19.00"]"#, "two prices"),
    ("", "required"),
    (
        r#","@type":"AggregateOffer","lowPrice":"10","highPrice":"20""#,
        "a range from 10 to 20",
    ),
    (
        r#","@type":"AggregateOffer","lowPrice":"10","offerCount":4"#,
        "a range from 10",
    ),
    (
        r#","@type":"AggregateOffer","offerCount":4"#,
        "range of prices",
    ),
    (
        r#","businessFunction":"http://purl.org/goodrelations/v1#LeaseOut","price":"9""#,
        "let",
    ),
    (
        r#","priceSpecification":{"price":"9","referenceQuantity":{"value":1,"unitCode":"KGM"}}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","priceType":"https://schema.org/ListPrice"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","priceType":"StrikethroughPrice"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","priceType":"SRP"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","validForMemberTier":{"name":"gold"}}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","billingDuration":12}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","priceComponentType":"Installment"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","valueAddedTaxIncluded":false}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","validThrough":"2025-01-01"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","validFrom":"2026-01-01"}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"price":"9","eligibleQuantity":{"minValue":10}}"#,
        "required",
    ),
    (
        r#","priceSpecification":{"@type":"DeliveryChargeSpecification","price":"9"}"#,
        "required",
    ),
    (
        r#","priceSpecification":[{"price":"9"},{"price":"8"}]"#,
        "two prices",
    ),
];

#[test]
fn what_is_not_the_price_of_one_piece_for_everybody_is_never_taken() {
    for (offer, part) in NO_PRICES {
        let outcome = product("", offer);
        let (field, reason) = outcome.rejection();
        assert_eq!(field, "price", "{offer}");
        assert!(reason.contains(part), "{offer}: {reason}");
    }
}

#[test]
fn a_sale_price_wins_over_the_prices_beside_it() {
    let outcome = product(
        "",
        r#","priceSpecification":[
            {"price":"20.00","priceType":"https://schema.org/StrikethroughPrice"},
            {"price":"18.00"},
            {"price":"15.00","priceType":"https://schema.org/SalePrice"},
            {"price":"14.00","validForMemberTier":{"name":"gold"}},
            {"price":"7.50","referenceQuantity":{"value":"1","unitCode":"KGM"}}]"#,
    );
    assert_eq!(minor(&outcome), 1500);
}

#[test]
fn a_range_that_holds_one_price_is_a_price() {
    for range in [
        r#","@type":"AggregateOffer","lowPrice":"15","highPrice":"15.00","offerCount":3"#,
        r#","@type":"AggregateOffer","lowPrice":15,"offerCount":1"#,
        r#","@type":"AggregateOffer","lowPrice":10,"highPrice":20,"offers":[{"@type":"Offer","price":15}]"#,
    ] {
        assert_eq!(minor(&product("", range)), 1500, "{range}");
    }
}

#[test]
fn of_several_offers_the_one_that_is_meant_is_taken_or_none() {
    let offers = |offers: &str| {
        read_page(&script(&format!(
            r#"{{"@type":"Product","name":"Kettle One","sku":"K1","offers":[{offers}]}}"#
        )))
    };
    let new = r#"{"price":15,"priceCurrency":"EUR","itemCondition":"NewCondition"}"#;
    let used =
        r#"{"price":9,"priceCurrency":"EUR","itemCondition":"http://schema.org/UsedCondition"}"#;
    let dollars = r#"{"price":16,"priceCurrency":"USD"}"#;
    let out = r#"{"price":12,"priceCurrency":"EUR","availability":"SoldOut"}"#;
    let here = r#"{"price":13,"priceCurrency":"EUR","url":"/p/kettle"}"#;
    for (several, wanted) in [
        (vec![used, new], 1500),
        (vec![dollars, new], 1500),
        (vec![out, new], 1500),
        (vec![new, new], 1500),
        (vec![new, here], 1300),
    ] {
        assert_eq!(minor(&offers(&several.join(","))), wanted, "{several:?}");
    }
    let cheaper = r#"{"price":14,"priceCurrency":"EUR"}"#;
    let outcome = offers(&[new, cheaper].join(","));
    let (_, reason) = outcome.rejection();
    assert!(
        reason.contains("2 offers with different prices (15, 14)"),
        "{reason}"
    );
}

#[test]
fn offers_with_ids_of_their_own_are_variants() {
    let outcome = read_page(&script(
        r#"{"@type":"Product","name":"Kettle One","brand":"Nova","offers":[
        {"sku":"K1-RED","name":"Red","price":15,"priceCurrency":"EUR","url":"/p/kettle?v=1"},
        {"sku":"K1-BLUE","name":"Blue","price":17,"priceCurrency":"EUR","url":"/p/kettle?v=2"}]}"#,
    ));
    let seen: Vec<_> = outcome
        .offers
        .iter()
        .map(|o| {
            (
                o.facts.offer_id.as_str(),
                o.identity.variant.as_str(),
                o.facts.item_price.minor(),
                o.facts.url.as_str(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("K1-RED", "Red", 1500, "https://s.example/p/kettle?v=1"),
            ("K1-BLUE", "Blue", 1700, "https://s.example/p/kettle?v=2"),
        ]
    );
}

#[test]
fn the_currency_is_stated_or_stands_beside_the_number() {
    let one = |offer: &str| {
        read_page(&script(&format!(
            r#"{{"@type":"Product","name":"Kettle One","sku":"K1","offers":{offer}}}"#
        )))
    };
    for offer in [
        r#"{"price":"15.00","priceCurrency":"€"}"#,
        r#"{"price":"15.00","priceCurrency":"eur"}"#,
        r#"{"price":"15.00 EUR"}"#,
        r#"{"price":"15.00 €"}"#,
        r#"{"price":"15.00"}"#,
    ] {
        assert_eq!(minor(&one(offer)), 1500, "{offer}");
    }
    for (offer, part) in [
        (r#"{"price":"15.00","priceCurrency":"USD"}"#, "USD"),
        (r#"{"price":"15.00","priceCurrency":"points"}"#, "points"),
        (r#"{"price":"15.00 USD"}"#, "USD"),
        (r#"{"price":"£15.00","priceCurrency":"EUR"}"#, "EUR"),
    ] {
        let outcome = one(offer);
        let (_, reason) = outcome.rejection();
        assert!(reason.contains(part), "{offer}: {reason}");
    }
}

#[test]
fn a_price_that_was_valid_until_a_past_day_is_taken_with_a_remark() {
    let outcome = product("", r#","price":15,"priceValidUntil":"2025-06-14""#);
    assert_eq!(minor(&outcome), 1500);
    assert_eq!(
        outcome.remarks.first().map(|r| r.field.as_str()),
        Some("priceValidUntil")
    );
    let today = product("", r#","price":15,"priceValidUntil":"2025-06-15""#);
    assert!(today.remarks.is_empty(), "{today:?}");
}
