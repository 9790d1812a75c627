//! idealo CSV.

use domain::availability::{Availability, Condition};
use domain::money::Amount;
use ports_net::{FeedFormat, WantedFormat};

use crate::reading::{Outcome, options, read, read_with};

const HEADER: &str = "\u{feff}sku;\"brand\";Title;categoryPath;url;EANs;hans;description;price;formerPrice;basePrice;\
    deliveryCosts_dhl;deliveryCosts_spedition;deliveryCosts_pickup;paymentCosts_paypal;deliveryTime;imageUrls;\
    colour;size;used;replica;condition;deposit;voucherCode;fulfillmentType;extra";

/// One article; every pair replaces a column's text.
fn article(changes: &[(&str, &str)]) -> Outcome {
    let mut cells: Vec<(String, String)> = HEADER
        .trim_start_matches('\u{feff}')
        .split(';')
        .map(|name| (name.trim().trim_matches('"').to_owned(), String::new()))
        .collect();
    let usual = [
        ("sku", "A-1"),
        ("brand", "Nova"),
        ("Title", "Nova X2"),
        ("url", "https://shop.example/a"),
        ("price", "349.90"),
        ("deliveryCosts_dhl", "4.99"),
        ("deliveryTime", "1-3 Werktage"),
    ];
    for (name, value) in usual.iter().chain(changes) {
        let cell = cells.iter_mut().find(|(known, _)| known == name);
        (*value).clone_into(&mut cell.expect(name).1);
    }
    let row: Vec<String> = cells.iter().map(|(_, v)| format!("\"{v}\"")).collect();
    read(format!("{HEADER}\n{}\n", row.join(";")))
}

#[test]
fn a_full_row_is_read() {
    let outcome = article(&[
        ("categoryPath", "Phones > Smart"),
        ("EANs", "4006381333931;36000291452"),
        ("hans", "NX2;NX2-B"),
        ("description", "<p>Large &amp; fast</p>"),
        ("formerPrice", "499.90"),
        ("basePrice", "1.00 EUR / 100 ml"),
        ("deliveryCosts_spedition", "1.00"),
        ("deliveryCosts_pickup", "0.00"),
        ("paymentCosts_paypal", "0.50"),
        ("colour", "black"),
        ("size", "128 GB"),
        (
            "imageUrls",
            "https://shop.example/a.jpg;https://shop.example/b.jpg",
        ),
    ]);
    assert_eq!(outcome.format, Some(FeedFormat::IdealoCsv));
    let offer = outcome.offer();
    assert_eq!(offer.facts.item_price.minor(), 34990);
    assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(499));
    assert_eq!(offer.facts.availability, Availability::InStock);
    assert_eq!(offer.facts.delivery_days, Some(3));
    assert_eq!(offer.facts.condition, Condition::New);
    assert_eq!(offer.identity.gtins.len(), 2, "one lost its leading zero");
    assert_eq!(offer.identity.mpn, "NX2");
    assert_eq!(offer.identity.variant, "black / 128 GB");
    assert_eq!(
        offer.facts.image_url.as_deref(),
        Some("https://shop.example/a.jpg")
    );
    assert!(
        offer.description.starts_with("Large"),
        "{}",
        offer.description
    );
}

#[test]
fn the_cheapest_parcel_counts_and_a_forwarder_only_without_one() {
    let cost = |changes: &[(&str, &str)]| {
        article(changes)
            .offer()
            .facts
            .delivery_cost
            .map(Amount::minor)
    };
    assert_eq!(cost(&[("deliveryCosts_spedition", "3.00")]), Some(499));
    assert_eq!(
        cost(&[
            ("deliveryCosts_dhl", ""),
            ("deliveryCosts_spedition", "39.00")
        ]),
        Some(3900)
    );
    assert_eq!(cost(&[("deliveryCosts_dhl", "0.00")]), Some(0));
    assert_eq!(cost(&[("deliveryCosts_dhl", "-1")]), None);
    assert_eq!(
        cost(&[("deliveryCosts_dhl", ""), ("deliveryCosts_pickup", "0")]),
        None
    );
    assert_eq!(cost(&[("fulfillmentType", "DOWNLOAD")]), Some(0));
    let several = "sku;title;price;deliveryCosts_dhl;deliveryCosts_dpd;deliveryCosts_gls;delivery\n\
        1;Nova;10.00;5.90;4.90;6.90;sofort lieferbar\n";
    let outcome = read(several);
    assert_eq!(
        outcome.offer().facts.delivery_cost.map(Amount::minor),
        Some(490)
    );
    assert_eq!(outcome.offer().facts.availability, Availability::InStock);
}

#[test]
fn costs_that_are_not_understood_are_unknown() {
    let outcome = article(&[("deliveryCosts_dhl", "siehe Shop")]);
    assert_eq!(outcome.offer().facts.delivery_cost, None);
    assert_eq!(outcome.remarks[0].field, "deliveryCosts");
}

#[test]
fn a_variant_that_is_too_long_is_dropped() {
    let long = "x".repeat(150);
    let outcome = article(&[("colour", &long), ("size", &long)]);
    assert_eq!(outcome.offer().identity.variant, "");
    assert_eq!(outcome.remarks[0].field, "colour");
}

#[test]
fn used_articles_and_replicas_are_kept_apart() {
    assert_eq!(
        article(&[("used", "true")]).offer().facts.condition,
        Condition::Used
    );
    assert_eq!(
        article(&[("used", "true"), ("condition", "refurbished")])
            .offer()
            .facts
            .condition,
        Condition::Refurbished
    );
    assert_eq!(article(&[("replica", "1")]).rejection().0, "replica");
}

#[test]
fn delivery_texts_that_are_not_understood_leave_the_stock_unknown() {
    let outcome = article(&[("deliveryTime", "siehe Shop")]);
    assert_eq!(outcome.offer().facts.availability, Availability::Unknown);
    assert_eq!(outcome.remarks[0].field, "delivery");
    let gone = article(&[("deliveryTime", "derzeit nicht lieferbar")]);
    assert_eq!(gone.offer().facts.availability, Availability::OutOfStock);
}

#[test]
fn the_delimiter_and_the_names_of_columns_vary() {
    for delimiter in [";", ",", "\t", "|"] {
        let table = "Artikelnummer;Produktname;Hersteller;Preis;Versandkosten;Lieferzeit;EAN\n\
            7;Nova X2;Nova;12.50;3.90;2 Tage;4006381333931\n";
        let wanted = ports_net::FeedOptions {
            format: WantedFormat::Idealo,
            ..options()
        };
        let outcome = read_with(table.replace(';', delimiter), &wanted);
        let offer = outcome.offer();
        assert_eq!(offer.facts.offer_id, "7");
        assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(390));
        assert_eq!(offer.facts.delivery_days, Some(2));
    }
}

#[test]
fn of_several_names_for_one_thing_the_first_that_is_filled_counts() {
    let table =
        "sku;title;name;price;deliveryCosts_dhl\n1;;Nova X2;5.00;1.00\n2;Nova X3;other;5.00;1.00\n";
    let outcome = read(table);
    let titles: Vec<&str> = outcome
        .offers
        .iter()
        .map(|o| o.identity.title.as_str())
        .collect();
    assert_eq!(titles, ["Nova X2", "Nova X3"]);
}

#[test]
fn faults_are_told_in_the_words_of_the_format() {
    let rejection = |changes: &[(&str, &str)]| {
        let outcome = article(changes);
        let (field, reason) = outcome.rejection();
        format!("{field}: {reason}")
    };
    assert!(rejection(&[("price", "ab 5.00")]).contains("begins somewhere"));
    assert!(rejection(&[("sku", "")]).starts_with("sku: required"));
    assert!(rejection(&[("price", "5.00 USD")]).contains("the catalogue is in EUR"));
    let wanted = ports_net::FeedOptions {
        format: WantedFormat::Idealo,
        ..options()
    };
    let outcome = read_with("title;brand\nNova;X\n", &wanted);
    assert!(
        outcome
            .error_text()
            .contains("not idealo CSV: a table without sku and price")
    );
}
