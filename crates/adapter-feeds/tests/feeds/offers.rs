//! Our own offers files.

use domain::availability::{Availability, Condition};
use domain::money::{Amount, Currency};
use domain::store::Rating;
use ports_net::{DecimalMark, FeedError, FeedFormat, WantedFormat};
use time::macros::{date, datetime};

use crate::reading::{Outcome, options, read, read_with};

/// One CSV row with an id, a title, a price and one more column.
fn row(column: &str, value: &str) -> Outcome {
    read(format!(
        "offer_id,title,price,{column},category\nA/1,Nova X2,12.50,\"{value}\",x\n"
    ))
}

#[test]
fn a_full_csv_row_is_read() {
    let csv = "offer_id;Title; PRICE ;brand;model;variant;category;mpn;ean;currency;delivery_cost;\
        availability;stock_quantity;delivery_days;delivery_estimate;condition;url;image_url;\
        seller_score;return_days;warranty_months;specs;updated_at;canonical_product_id;extra\n\
        A/1;\"Nova X2; 128 GB\";349.90;Nova;X2;black;Phones;NX2;4006381333931;eur;4.99;limited;3;2;\
        2025-07-01;used;https://shop.example/a;http://shop.example/a.jpg;4.75;30;24;\
        \"RAM=8 GB; Weight=180 g\";2025-06-01T10:00:00+02:00;nova_x2;ignored\n";
    let outcome = read(csv);
    assert_eq!(outcome.format, Some(FeedFormat::OffersCsv));
    let offer = outcome.offer();
    assert_eq!((offer.line, offer.facts.offer_id.as_str()), (2, "A/1"));
    assert_eq!(
        offer.pinned.as_ref().map(ToString::to_string).as_deref(),
        Some("nova_x2")
    );
    assert_eq!(offer.identity.title, "Nova X2; 128 GB");
    assert_eq!(offer.identity.gtins[0].shown(), "4006381333931");
    assert_eq!(offer.facts.item_price.minor(), 34990);
    assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(499));
    assert_eq!(offer.facts.availability, Availability::Limited);
    assert_eq!(offer.facts.stock_quantity, Some(3));
    assert_eq!(offer.facts.delivery_days, Some(2));
    assert_eq!(offer.facts.delivery_estimate, Some(date!(2025 - 07 - 01)));
    assert_eq!(offer.facts.condition, Condition::Used);
    assert_eq!(offer.facts.seller_score.map(Rating::milli), Some(4750));
    assert_eq!(
        (offer.facts.return_days, offer.facts.warranty_months),
        (Some(30), Some(24))
    );
    assert_eq!(
        offer.facts.stated_updated_at,
        Some(datetime!(2025-06-01 08:00 UTC))
    );
    assert_eq!(offer.specs.len(), 2);
    assert_eq!(
        (offer.specs[1].label.as_str(), offer.specs[1].value.as_str()),
        ("Weight", "180 g")
    );
}

#[test]
fn json_lines_are_read_like_csv() {
    let json = concat!(
        r#"{"offer_id":7,"title":"Nova","price":12.90,"ean":["4006381333931","36000291452"],"#,
        r#""specs":{"RAM":8,"5G":true,"x":null},"other":{"deep":[1]},"url":"https://s.example/"}"#,
        "\n\n",
        r#"{"offer_id":"8","ean":"4006381333931; 036000291452","price":"0.90","brand":null}"#,
    );
    let outcome = read(json);
    assert_eq!(outcome.format, Some(FeedFormat::OffersJsonLines));
    assert!(
        outcome.error.is_none() && outcome.rejected.is_empty(),
        "{outcome:?}"
    );
    let [first, second] = outcome.offers.as_slice() else {
        panic!("{outcome:?}")
    };
    assert_eq!((first.line, second.line), (1, 3));
    assert_eq!(first.facts.item_price.minor(), 1290);
    assert_eq!(
        (first.identity.gtins.len(), second.identity.gtins.len()),
        (2, 2)
    );
    let remark = &outcome.remarks[0];
    assert!(
        remark.field == "ean" && remark.reason.contains("leading zero was lost"),
        "{remark:?}"
    );
    assert_eq!(first.specs[1].value, "true");
}

#[test]
fn prices_are_strict() {
    for (text, part) in [
        ("", "required"),
        ("0", "above 0"),
        ("0.00", "above 0"),
        ("-5", "negative"),
        ("from 5", "begins somewhere"),
        ("5-10", "several numbers"),
        ("5.00/month", "per month"),
        ("call for price", "ask for it"),
        ("NaN", "no digits"),
        ("5.00 quux", "not known"),
        ("12.345", "more than 2 decimals"),
        ("1.600", "may mean"),
        ("99999999999999999", "too large"),
        ("12.50 USD", "currency USD, the catalogue is in EUR"),
        ("$5", "currency sign $, the catalogue is in EUR"),
    ] {
        let text = if text == "12.345" { "1234.5678" } else { text };
        let outcome = read(format!("offer_id,title,price\n1,Nova,\"{text}\"\n"));
        let (field, reason) = outcome.rejection();
        assert!(
            field == "price" && reason.contains(part),
            "{text}: {reason}"
        );
    }
    for (text, minor) in [
        ("5", 500),
        ("5.9", 590),
        ("EUR 5.90", 590),
        ("5.90EUR", 590),
        ("€5", 500),
        ("\"5,99\"", 599),
        ("1e3", 100_000),
    ] {
        let outcome = read(format!("offer_id,title,price\n1,Nova,{text}\n"));
        assert_eq!(outcome.offer().facts.item_price.minor(), minor, "{text}");
    }
}

#[test]
fn declared_decimal_marks_read_price_texts() {
    let price = |text: &str, mark| {
        let options = ports_net::FeedOptions {
            decimal_mark: mark,
            ..options()
        };
        let outcome = read_with(
            format!("offer_id\ttitle\tprice\n1\tNova\t\"{text}\"\n"),
            &options,
        );
        outcome
            .offers
            .first()
            .map(|offer| offer.facts.item_price.minor())
    };
    for (text, mark, minor) in [
        ("1.234,50", DecimalMark::Comma, Some(123_450)),
        ("1.234", DecimalMark::Comma, Some(123_400)),
        ("1 234,5 €", DecimalMark::Comma, Some(123_450)),
        ("€ 1.234.567", DecimalMark::Comma, Some(123_456_700)),
        ("1.23,50", DecimalMark::Comma, None),
        ("12.34", DecimalMark::Comma, None),
        ("1,234.50 EUR", DecimalMark::Dot, Some(123_450)),
        ("1'234.50", DecimalMark::Dot, Some(123_450)),
        ("1,234 567", DecimalMark::Dot, None),
        ("1,234,50", DecimalMark::Dot, None),
        ("$5.00", DecimalMark::Dot, None),
        ("5 bis 7", DecimalMark::Comma, None),
        ("ab 5,00", DecimalMark::Comma, None),
        ("-5,00", DecimalMark::Comma, None),
        ("5,", DecimalMark::Comma, None),
        (",5", DecimalMark::Comma, None),
    ] {
        assert_eq!(price(text, mark), minor, "{text}");
    }
}

#[test]
fn another_currency_is_rejected() {
    let outcome = row("currency", "USD");
    assert_eq!(
        outcome.rejection(),
        ("currency", "currency USD, the catalogue is in EUR")
    );
    assert!(row("currency", "EURO").rejection().1.contains("ISO 4217"));
    let usd = Currency::parse("USD").unwrap();
    let foreign = ports_net::FeedOptions {
        default_currency: usd,
        ..options()
    };
    let outcome = read_with("offer_id,title,price\n1,a,2\n", &foreign);
    assert_eq!(outcome.rejection().0, "price");
    assert_eq!(
        read_with("offer_id,title,price\n1,a,2 EUR\n", &foreign)
            .offers
            .len(),
        1
    );
}

#[test]
fn ids_and_identity_are_required() {
    let csv = "offer_id,title,ean,canonical_product_id,price\n,a,,,1\n1,,,,1\n2,,,nova/x2,1\n\
        3,,,nova_x2,1\n\"a\u{1}b\",x,,,1\n";
    let outcome = read(csv);
    let fields: Vec<(u64, &str)> = outcome
        .rejected
        .iter()
        .map(|r| (r.line, r.field.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            (2, "offer_id"),
            (3, "title"),
            (4, "canonical_product_id"),
            (6, "offer_id")
        ]
    );
    assert!(outcome.rejected[2].reason.contains("^[a-z0-9_]+$"));
    assert_eq!(outcome.rejected[2].offer_id.as_deref(), Some("2"));
    assert_eq!(outcome.offer().facts.offer_id, "3");
    let long = format!("offer_id,title,price\n{},a,1\n", "x".repeat(201));
    let outcome = read(long);
    assert_eq!(
        outcome.rejection(),
        ("offer_id", "longer than 200 characters")
    );
    assert_eq!(
        outcome.rejected[0].offer_id.as_ref().map(String::len),
        Some(200)
    );
}

#[test]
fn values_out_of_form_reject_the_row() {
    for (column, value, part) in [
        ("delivery_cost", "-1", "negative"),
        ("delivery_cost", "see shop", "no digits"),
        ("availability", "maybe", "in_stock, limited, preorder"),
        ("stock_quantity", "many", "whole number"),
        ("stock_quantity", "-1", "whole number"),
        ("delivery_days", "366", "0 to 365"),
        ("delivery_estimate", "1.7.2025", "2025-01-31"),
        ("delivery_estimate", "2025-02-30", "2025-01-31"),
        ("condition", "shiny", "new, refurbished, used"),
        ("url", "javascript:alert(1)", "http or https"),
        ("url", "https://", "http or https"),
        ("url", "https://a.example/b c", "http or https"),
        ("url", "ftp://a.example/", "http or https"),
        ("seller_score", "5.1", "0 to 5"),
        ("seller_score", "4,5", "0 to 5"),
        ("return_days", "x", "whole number"),
        ("warranty_months", "2 years", "whole number"),
        ("updated_at", "yesterday", "RFC 3339"),
    ] {
        let outcome = row(column, value);
        let (field, reason) = outcome.rejection();
        assert!(
            field == column && reason.contains(part),
            "{column} {value}: {field} {reason}"
        );
        assert_eq!(outcome.rejected[0].offer_id.as_deref(), Some("A/1"));
    }
}

#[test]
fn availability_has_several_spellings() {
    for (text, wanted) in [
        ("", Availability::Unknown),
        ("in_stock", Availability::InStock),
        ("In Stock", Availability::InStock),
        ("out-of-stock", Availability::OutOfStock),
        ("limited_availability", Availability::Limited),
        ("pre-order", Availability::Preorder),
        ("backorder", Availability::Backorder),
        ("unknown", Availability::Unknown),
    ] {
        assert_eq!(
            row("availability", text).offer().facts.availability,
            wanted,
            "{text}"
        );
    }
    assert_eq!(
        row("stock_quantity", "0").offer().facts.availability,
        Availability::OutOfStock
    );
    assert_eq!(
        row("stock_quantity", "4").offer().facts.availability,
        Availability::Unknown
    );
}

#[test]
fn links_are_uris() {
    for (text, uri) in [
        ("https://s.example/a|b", "https://s.example/a%7Cb"),
        (r"https://s.example/a\b", "https://s.example/a/b"),
        ("https://s.example/{id}", "https://s.example/%7Bid%7D"),
        ("https://s.example/x^y", "https://s.example/x%5Ey"),
        (
            "https://s.example/ä?q=ü",
            "https://s.example/%C3%A4?q=%C3%BC",
        ),
        ("https://s.example/%zz", "https://s.example/%25zz"),
        ("https://s.example/a%7cb", "https://s.example/a%7cb"),
    ] {
        assert_eq!(row("url", text).offer().facts.url, uri);
        let outcome = row("image_url", text);
        assert_eq!(outcome.offer().facts.image_url.as_deref(), Some(uri));
    }
    let outcome = row("url", "https://s.example:99999/");
    let (field, reason) = outcome.rejection();
    assert_eq!(field, "url");
    assert!(
        reason.contains("https://s.example:99999/") && reason.contains("port"),
        "{reason}"
    );
}

#[test]
fn a_bad_picture_is_dropped_with_a_remark() {
    let outcome = row("image_url", "javascript:x");
    assert_eq!(outcome.offer().facts.image_url, None);
    assert_eq!(outcome.remarks[0].field, "image_url");
}

#[test]
fn trade_numbers_are_kept_dropped_or_reject_the_row() {
    let outcome = row("ean", "4006381333931; 4006381333932");
    assert_eq!(outcome.offer().identity.gtins.len(), 1);
    assert!(outcome.remarks[0].reason.contains("wrong check digit"));
    let outcome = row("ean", "4006381333932");
    let (field, reason) = outcome.rejection();
    assert!(
        field == "ean" && reason.contains("wrong check digit"),
        "{reason}"
    );
    for junk in ["n/a", "0000000000000", "123", "5.05095E+12"] {
        let outcome = row("ean", junk);
        assert!(outcome.offer().identity.gtins.is_empty(), "{junk}");
        assert_eq!(outcome.remarks.len(), 1, "{junk}");
    }
    let many = vec!["4006381333931"; 501].join(";");
    assert_eq!(
        row("ean", &many).rejection(),
        ("ean", "more than 500 numbers")
    );
}

#[test]
fn long_fields_reject_the_row() {
    for (column, limit) in [
        ("title", 500),
        ("brand", 200),
        ("model", 200),
        ("variant", 200),
        ("mpn", 200),
        ("category", 500),
        ("url", 2048),
    ] {
        let price = |value: &str| {
            let json = format!(r#"{{"offer_id":"1","title":"t","price":1,"{column}":"{value}"}}"#);
            read(json.replace(r#""title":"t","price":1,"title""#, r#""price":1,"title""#))
        };
        let base = if column == "url" {
            "https://a.example/"
        } else {
            ""
        };
        let fits = format!("{base}{}", "ä".repeat(limit - base.len()));
        assert_eq!(price(&fits).offers.len(), 1, "{column}");
        let outcome = price(&format!("{fits}ä"));
        assert_eq!(
            outcome.rejection(),
            (column, format!("longer than {limit} characters").as_str())
        );
    }
    let outcome = row("specs", &format!("a={}", "x".repeat(1001)));
    assert_eq!(outcome.offers.len(), 1);
    assert!(
        outcome.remarks[0]
            .reason
            .ends_with("is dropped: longer than 1000 characters")
    );
    let specs = "n=1;".repeat(201);
    assert_eq!(
        row("specs", &specs).rejection(),
        ("specs", "more than 200 properties")
    );
}

#[test]
fn headers_are_checked() {
    let outcome = read("offer_id,title\n1,a\n");
    assert_eq!(outcome.error_text(), "not a feed: a table without price");
    let offers = ports_net::FeedOptions {
        format: WantedFormat::Offers,
        ..options()
    };
    let outcome = read_with("title;price\na;1\n", &offers);
    assert!(
        matches!(outcome.error, Some(FeedError::WrongFormat { .. })),
        "{outcome:?}"
    );
    assert!(outcome.error_text().contains("offer_id"));
    let outcome = read("offer_id,price,title,Price\n1,1,a,2\n");
    assert!(
        matches!(outcome.error, Some(FeedError::Broken { .. })),
        "{outcome:?}"
    );
}

#[test]
fn csv_lines_are_counted_and_measured() {
    let csv = "offer_id,title,price\r\n\r\n1,\"two\r\nlines\",1\r\n2,short\r\n3,a,1,more\r\n4,a,1,\r\n\
        5,6\" pan,1\r\n6,\"\"\"q\"\" x\",1\r\n";
    let outcome = read(csv);
    assert!(outcome.error.is_none());
    let lines: Vec<u64> = outcome.offers.iter().map(|o| o.line).collect();
    assert_eq!(lines, [3, 7, 8, 9]);
    assert_eq!(outcome.offers[0].identity.title, "two lines");
    assert_eq!(outcome.offers[2].identity.title, "6\" pan");
    assert_eq!(outcome.offers[3].identity.title, "\"q\" x");
    let rejected: Vec<(u64, Option<&str>)> = outcome
        .rejected
        .iter()
        .map(|r| (r.line, r.offer_id.as_deref()))
        .collect();
    assert_eq!(rejected, [(5, Some("2")), (6, Some("3"))]);
}

#[test]
fn a_missing_last_line_end_is_remarked() {
    let outcome = read("offer_id,title,price\n1,a,12.99");
    assert_eq!(outcome.offer().facts.item_price.minor(), 1299);
    assert!(outcome.remarks[0].reason.contains("line end"));
}

#[test]
fn broken_json_lines_are_rejected_rows() {
    let json = "{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}\n{\"offer_id\":\nnot json\n\
        [1]\n{\"offer_id\":\"2\",\"title\":\"a\",\"price\":[1]}\n\
        {\"offer_id\":\"3\",\"title\":\"a\",\"price\":1,\"price\":2}\n\
        {\"offer_id\":\"4\",\"title\":\"a\",\"price\":-1e2}\n";
    let outcome = read(json);
    assert!(outcome.error.is_none(), "{outcome:?}");
    let lines: Vec<(u64, &str)> = outcome
        .rejected
        .iter()
        .map(|r| (r.line, r.field.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (2, ""),
            (3, ""),
            (4, ""),
            (5, "price"),
            (6, "price"),
            (7, "price")
        ]
    );
    assert_eq!(outcome.offers.len(), 1);
}

#[test]
fn the_remarks_of_a_row_are_bounded() {
    let lists: Vec<String> = (0..5_000).map(|n| format!(r#""s{n}":[]"#)).collect();
    let json = format!(
        r#"{{"offer_id":"1","title":"a","price":1,"specs":{{{}}}}}"#,
        lists.join(",")
    );
    let outcome = read(json);
    assert_eq!(outcome.offers.len(), 1);
    assert!((1..=200).contains(&outcome.remarks.len()));
    let scalars: Vec<String> = (0..201).map(|n| format!(r#""s{n}":1"#)).collect();
    let json = format!(
        r#"{{"offer_id":"1","title":"a","price":1,"specs":{{{}}}}}"#,
        scalars.join(",")
    );
    assert_eq!(
        read(json).rejection(),
        ("specs", "more than 200 properties")
    );
}
