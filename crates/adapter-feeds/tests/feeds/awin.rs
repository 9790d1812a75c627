//! Awin CSV.

use domain::availability::{Availability, Condition};
use domain::money::Amount;
use ports_net::FeedFormat;
use time::macros::datetime;

use crate::reading::{Outcome, read};

/// One row with an id, a title, a price and more columns.
fn row(columns: &[(&str, &str)]) -> Outcome {
    let usual = [
        ("aw_product_id", "99"),
        ("merchant_product_id", "A-1"),
        ("product_name", "Nova X2"),
    ];
    let price = [("search_price", "12.50")];
    let stated = columns.iter().any(|(name, _)| name.contains("price"));
    let all = usual
        .iter()
        .chain(price.iter().filter(|_| !stated))
        .chain(columns);
    let (names, texts): (Vec<&str>, Vec<String>) = all
        .map(|(name, text)| (*name, format!("\"{text}\"")))
        .unzip();
    read(format!("{}\n{}\n", names.join(","), texts.join(",")))
}

#[test]
fn a_full_row_is_read() {
    let outcome = row(&[
        ("brand_name", "Nova"),
        ("ean", "4006381333931"),
        ("upc", "036000291452"),
        ("mpn", "NX2"),
        ("model_number", "other"),
        ("merchant_category", "Phones"),
        ("category_name", "Mobile"),
        ("description", "Large"),
        ("merchant_deep_link", "https://shop.example/a"),
        ("aw_deep_link", "https://track.example/1"),
        ("currency", "EUR"),
        ("search_price", "349.90"),
        ("store_price", "399.90"),
        ("rrp_price", "499.00"),
        ("base_price", "3.00"),
        ("product_price_old", "500.00"),
        ("delivery_cost", "4.99"),
        ("delivery_time", "2-3 days"),
        ("in_stock", "1"),
        ("stock_quantity", "7"),
        ("is_for_sale", "1"),
        ("condition", "refurbished"),
        ("warranty", "2 years"),
        ("colour", "black"),
        ("Fashion:size", "M"),
        ("last_updated", "2025-06-01 10:00:00"),
        ("unknown", "ignored"),
    ]);
    assert_eq!(outcome.format, Some(FeedFormat::AwinCsv));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    assert_eq!(offer.facts.offer_id, "A-1");
    assert_eq!(offer.facts.url, "https://shop.example/a");
    assert_eq!(offer.facts.item_price.minor(), 34990);
    assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(499));
    assert_eq!(offer.facts.availability, Availability::InStock);
    assert_eq!(offer.facts.stock_quantity, Some(7));
    assert_eq!(offer.facts.delivery_days, Some(3));
    assert_eq!(offer.facts.condition, Condition::Refurbished);
    assert_eq!(offer.facts.warranty_months, Some(24));
    assert_eq!(
        offer.facts.stated_updated_at,
        Some(datetime!(2025-06-01 10:00 UTC))
    );
    assert_eq!(offer.identity.gtins.len(), 2);
    assert_eq!(offer.identity.mpn, "NX2");
    assert_eq!(offer.identity.category, "Phones");
    assert_eq!(offer.identity.variant, "black / M");
}

#[test]
fn files_that_shops_write_for_awin_are_read_with_any_delimiter() {
    for delimiter in [",", ";", "|", "\t"] {
        let table = "\u{feff}Product_ID,product_name,deep_link,price,Currency,delivery_cost\n\
            7,Nova X2,https://s.example/7,5.00,EUR,Free\n";
        let outcome = read(table.replace(',', delimiter));
        assert_eq!(outcome.format, Some(FeedFormat::AwinCsv), "{delimiter}");
        assert_eq!(outcome.offer().facts.offer_id, "7");
        assert_eq!(outcome.offer().facts.delivery_cost, Some(Amount::ZERO));
    }
}

#[test]
fn former_prices_are_never_taken() {
    let outcome = row(&[("rrp_price", "499.00"), ("base_price", "3.00")]);
    assert!(outcome.error.is_some(), "{outcome:?}");
    let outcome = row(&[("search_price", ""), ("display_price", "EUR12.90")]);
    assert_eq!(outcome.offer().facts.item_price.minor(), 1290);
}

#[test]
fn the_stock_comes_from_whatever_says_something() {
    let availability = |columns: &[(&str, &str)]| row(columns).offer().facts.availability;
    for (columns, known) in [
        (&[("in_stock", "0")][..], Availability::OutOfStock),
        (&[("in_stock", "yes")], Availability::InStock),
        (&[("in_stock", "false")], Availability::OutOfStock),
        (
            &[("stock_status", "out of stock")],
            Availability::OutOfStock,
        ),
        (&[("stock_status", "Pre-Order")], Availability::Preorder),
        (&[("stock_quantity", "0")], Availability::OutOfStock),
        (&[("stock_quantity", "3")], Availability::InStock),
        (
            &[("in_stock", "1"), ("is_for_sale", "0")],
            Availability::OutOfStock,
        ),
        (
            &[("in_stock", "0"), ("pre_order", "1")],
            Availability::Preorder,
        ),
        (&[("delivery_time", "3 days")], Availability::InStock),
        (&[("in_stock", "12")], Availability::InStock),
        (&[("in_stock", "ano")], Availability::InStock),
        (&[("in_stock", "ne")], Availability::OutOfStock),
        (&[("in_stock", "auf Lager")], Availability::InStock),
        (&[("in_stock", "-2")], Availability::OutOfStock),
        (
            &[("in_stock", "12"), ("stock_quantity", "0")],
            Availability::OutOfStock,
        ),
        (
            &[
                ("in_stock", "yes"),
                ("stock_quantity", "0"),
                ("delivery_time", "3 days"),
            ],
            Availability::Backorder,
        ),
        (
            &[("stock_status", "in stock"), ("in_stock", "0")],
            Availability::InStock,
        ),
        (&[], Availability::Unknown),
    ] {
        assert_eq!(availability(columns), known, "{columns:?}");
    }
}

#[test]
fn flags_that_are_not_understood_are_remarked() {
    let outcome = row(&[("in_stock", "12")]);
    assert_eq!(outcome.offer().facts.stock_quantity, Some(12));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    for column in ["in_stock", "is_for_sale", "pre_order"] {
        let outcome = row(&[(column, "perhaps")]);
        let facts = &outcome.offer().facts;
        assert_eq!(facts.availability, Availability::Unknown, "{column}");
        assert_eq!(outcome.remarks.len(), 1, "{column}: {outcome:?}");
        assert_eq!(outcome.remarks[0].field, column);
    }
}

#[test]
fn a_variant_that_is_too_long_is_dropped() {
    let long = "x".repeat(150);
    let outcome = row(&[("colour", &long), ("size", &long)]);
    assert_eq!(outcome.offer().identity.variant, "");
    assert_eq!(outcome.remarks[0].field, "colour");
}

#[test]
fn rows_outside_their_validity_are_no_offers() {
    assert_eq!(
        row(&[("valid_from", "2025-07-01")]).rejection().0,
        "valid_from"
    );
    assert_eq!(
        row(&[("valid_to", "2025-06-14 12:00:00")]).rejection().0,
        "valid_to"
    );
    assert_eq!(
        row(&[("valid_to", "2025-06-15")]).offers.len(),
        1,
        "until its end"
    );
    assert_eq!(row(&[("valid_to", "0000-00-00")]).offers.len(), 1);
    assert_eq!(
        row(&[("valid_from", "soon")]).remarks[0].field,
        "valid_from"
    );
}

#[test]
fn another_currency_is_refused_and_delivery_in_words_is_unknown() {
    let outcome = row(&[("currency", "USD")]);
    assert_eq!(outcome.rejection().0, "currency");
    let outcome = row(&[("delivery_cost", "see shop")]);
    assert_eq!(outcome.offer().facts.delivery_cost, None);
    assert_eq!(outcome.remarks[0].field, "delivery_cost");
}

#[test]
fn a_feed_has_one_kind_of_ids() {
    let outcome = row(&[("merchant_id", "5")]);
    assert_eq!(outcome.offer().facts.offer_id, "A-1");
    let table = "aw_product_id,merchant_product_id,product_name,search_price\n99,,Nova,5.00\n";
    assert!(read(table).rejection().1.contains("required"));
    let table =
        "aw_product_id,aw_deep_link,product_name,search_price\n99,https://t.example/,Nova,5.00\n";
    assert_eq!(read(table).offer().facts.offer_id, "99");
}
