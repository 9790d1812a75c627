//! Availability, delivery, returns, warranty and the seller's rating.

use domain::availability::{Availability, Condition};
use domain::money::Amount;

use super::{offer, product};

#[test]
fn the_words_of_the_vocabulary_are_understood() {
    for (word, wanted) in [
        ("https://schema.org/InStock", Availability::InStock),
        ("http://schema.org/OnlineOnly", Availability::InStock),
        ("LimitedAvailability", Availability::Limited),
        ("instock", Availability::InStock),
        ("schema.org/PreOrder", Availability::Preorder),
        ("PreSale", Availability::Preorder),
        ("BackOrder", Availability::Backorder),
        ("MadeToOrder", Availability::Backorder),
        ("OutOfStock", Availability::OutOfStock),
        ("SoldOut", Availability::OutOfStock),
        ("Discontinued", Availability::OutOfStock),
        ("Reserved", Availability::OutOfStock),
        ("InStoreOnly", Availability::Unknown),
        ("", Availability::Unknown),
    ] {
        let outcome = product("", &format!(r#","price":15,"availability":"{word}""#));
        assert_eq!(offer(&outcome).facts.availability, wanted, "{word}");
        assert!(outcome.remarks.is_empty(), "{word}: {outcome:?}");
    }
    let odd = product("", r#","price":15,"availability":"soon""#);
    assert_eq!(offer(&odd).facts.availability, Availability::Unknown);
    assert_eq!(odd.remarks.len(), 1);
    let damaged = product(
        "",
        r#","price":15,"itemCondition":"https://schema.org/DamagedCondition""#,
    );
    assert_eq!(offer(&damaged).facts.condition, Condition::Used);
}

#[test]
fn no_pieces_left_is_out_of_stock() {
    for (word, level, wanted) in [
        ("InStock", 0, Availability::OutOfStock),
        ("InStock", 2, Availability::InStock),
        ("BackOrder", 0, Availability::Backorder),
        ("InStoreOnly", 2, Availability::Unknown),
        ("", 2, Availability::InStock),
    ] {
        let outcome = product(
            "",
            &format!(r#","price":15,"availability":"{word}","inventoryLevel":{level}"#),
        );
        assert_eq!(offer(&outcome).facts.availability, wanted, "{word} {level}");
    }
}

#[test]
fn the_cheapest_way_of_delivery_counts() {
    let outcome = product(
        "",
        r#","price":15,"shippingDetails":[
        {"shippingRate":{"value":9.9,"currency":"EUR"},"shippingDestination":{"addressCountry":"DE"}},
        {"shippingRate":{"value":"4.90","currency":"EUR"},"deliveryTime":{
            "handlingTime":{"minValue":0,"maxValue":1,"unitCode":"DAY"},
            "transitTime":{"minValue":1,"maxValue":72,"unitCode":"HUR"}}},
        {"shippingRate":{"value":1,"currency":"USD"}},
        {"doesNotShip":true,"shippingRate":{"value":0,"currency":"EUR"}}]"#,
    );
    let facts = &offer(&outcome).facts;
    assert_eq!(facts.delivery_cost.map(Amount::minor), Some(490));
    assert_eq!(facts.delivery_days, Some(4));
    let nowhere = product(
        "",
        r#","price":15,"shippingDetails":{"doesNotShip":"true"}"#,
    );
    assert_eq!(offer(&nowhere).facts.delivery_cost, None);
    assert_eq!(
        nowhere.remarks.first().map(|r| r.field.as_str()),
        Some("shippingDetails")
    );
}

#[test]
fn returns_warranty_and_rating_are_read() {
    for (members, wanted) in [
        (
            r#""hasMerchantReturnPolicy":{"merchantReturnDays":30}"#,
            Some(30),
        ),
        (
            r#""hasMerchantReturnPolicy":[{"merchantReturnDays":"60"},{"merchantReturnDays":14}]"#,
            Some(14),
        ),
        (
            r#""hasMerchantReturnPolicy":{"merchantReturnDays":"2025-07-15"}"#,
            Some(30),
        ),
        (
            r#""hasMerchantReturnPolicy":{"returnPolicyCategory":"https://schema.org/MerchantReturnNotPermitted"}"#,
            Some(0),
        ),
        (
            r#""hasMerchantReturnPolicy":{"returnPolicyCategory":"https://schema.org/MerchantReturnUnlimitedWindow"}"#,
            Some(365),
        ),
        (
            r#""seller":{"hasMerchantReturnPolicy":{"merchantReturnDays":21}}"#,
            Some(21),
        ),
        (
            r#""hasMerchantReturnPolicy":{"merchantReturnDays":"some"}"#,
            None,
        ),
    ] {
        let outcome = product("", &format!(r#","price":15,{members}"#));
        assert_eq!(offer(&outcome).facts.return_days, wanted, "{members}");
    }
    for (duration, wanted) in [
        (r#"{"value":2,"unitCode":"ANN"}"#, Some(24)),
        (r#"{"value":"36","unitCode":"MON"}"#, Some(36)),
        (r#"{"value":730,"unitCode":"DAY"}"#, Some(24)),
        (r#""P2Y""#, Some(24)),
        (r#""P18M""#, Some(18)),
        (r#""long""#, None),
    ] {
        let warranty = format!(r#","price":15,"warranty":{{"durationOfWarranty":{duration}}}"#);
        let outcome = product("", &warranty);
        assert_eq!(offer(&outcome).facts.warranty_months, wanted, "{duration}");
    }
    for (rating, wanted) in [
        (r#"{"ratingValue":4.5}"#, Some(4500)),
        (r#"{"ratingValue":"8,7","bestRating":"10"}"#, Some(4350)),
        (r#"{"ratingValue":93,"bestRating":100}"#, Some(4650)),
        (r#"{"ratingValue":93}"#, None),
    ] {
        let seller = format!(r#","price":15,"seller":{{"name":"S","aggregateRating":{rating}}}"#);
        let outcome = product("", &seller);
        let score = offer(&outcome).facts.seller_score;
        assert_eq!(score.map(domain::store::Rating::milli), wanted, "{rating}");
    }
}
