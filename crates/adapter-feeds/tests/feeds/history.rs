//! Files of past price points.

use std::io::Cursor;

use adapter_feeds::Feeds;
use domain::availability::Availability;
use ports_net::{
    DecimalMark, FeedError, FeedOptions, FeedReader, HistoryItem, HistoryRow, RowRemark,
};
use proptest::prelude::*;
use time::macros::datetime;

use crate::reading::{gzip, options};

fn read_with(
    bytes: impl Into<Vec<u8>>,
    options: &FeedOptions,
) -> Result<Vec<HistoryItem>, FeedError> {
    let input = Box::new(Cursor::new(bytes.into()));
    Feeds.open_history(input, options)?.items.collect()
}

fn read(bytes: impl Into<Vec<u8>>) -> Result<Vec<HistoryItem>, FeedError> {
    read_with(bytes, &options())
}

fn points(items: &[HistoryItem]) -> Vec<HistoryRow> {
    let point = |item: &HistoryItem| match item {
        HistoryItem::Point(row, _) => (**row).clone(),
        HistoryItem::Rejected(row) => panic!("{row:?}"),
    };
    items.iter().map(point).collect()
}

#[test]
fn columns_come_in_any_order_and_delimiter() {
    let files = [
        "canonical_product_id,ean,offer_id,date,price,in_stock,delivery_cost,currency\n\
         nova_x2,4006381333931,a-1,2025-03-04,12.50,true,4.99,EUR\n",
        "Price;Date;Offer ID;note;availability;GTIN;canonical_product_id;currency;delivery-cost\n\
         12.50;2025-03-04T00:00:00Z;a-1;\"x;y\";in stock;4006381333931;nova_x2;eur;4.99\n",
        "price\tobserved_at\toffer_id\tean\tcanonical_product_id\tdelivery_cost\n\
         12.50\t2025-03-04T01:00:00+01:00\ta-1\t4006381333931\tnova_x2\t4.99\n",
    ];
    for file in files {
        for bytes in [file.as_bytes().to_vec(), gzip(file.as_bytes())] {
            let items = read(bytes).unwrap();
            let rows = points(&items);
            let [row] = rows.as_slice() else {
                panic!("{rows:?}")
            };
            assert_eq!(row.line, 2);
            assert_eq!(row.name().as_deref(), Some("a-1"));
            assert_eq!(
                row.product
                    .as_ref()
                    .map(domain::ids::CanonicalProductId::as_str),
                Some("nova_x2")
            );
            assert_eq!(
                row.gtin.map(|g| g.to_string()).as_deref(),
                Some("4006381333931")
            );
            assert_eq!(row.point.at, datetime!(2025-03-04 0:00 UTC));
            assert_eq!(
                row.point.item_price.map(domain::money::Amount::minor),
                Some(1250)
            );
            assert_eq!(
                row.point.delivery_cost.map(domain::money::Amount::minor),
                Some(499)
            );
            assert_eq!(row.point.availability, Availability::InStock);
        }
    }
}

#[test]
fn stock_is_told_in_many_words_and_a_price_may_be_missing_without_it() {
    let cases = [
        ("", Availability::InStock),
        ("true", Availability::InStock),
        ("YES", Availability::InStock),
        ("1", Availability::InStock),
        ("limited", Availability::Limited),
        ("preorder", Availability::Preorder),
        ("0", Availability::OutOfStock),
        ("no", Availability::OutOfStock),
        ("False", Availability::OutOfStock),
        ("ja", Availability::InStock),
        ("nein", Availability::OutOfStock),
        ("out_of_stock", Availability::OutOfStock),
    ];
    for (word, availability) in cases {
        let price = if availability.can_be_ordered() {
            "5"
        } else {
            ""
        };
        let file = format!("offer_id,date,price,in_stock\na,2025-01-01,{price},{word}\n");
        let rows = points(&read(file).unwrap());
        assert_eq!(rows[0].point.availability, availability, "{word}");
        assert_eq!(rows[0].point.item_price.is_some(), !price.is_empty());
    }
}

#[test]
fn bad_rows_are_reported_with_field_and_reason() {
    let cases = [
        (
            "A-B,,,2025-01-01,5,,,",
            "canonical_product_id",
            "^[a-z0-9_]+$",
        ),
        (
            ",4006381333932,,2025-01-01,5,,,",
            "ean",
            "wrong check digit",
        ),
        (",,,2025-01-01,5,,,", "", "is needed"),
        (",,a,,5,,,", "date", "required"),
        (",,a,01.02.2025,5,,,", "date", "as in 2025-01-31"),
        (",,a,1969-12-31,5,,,", "date", "1970"),
        (",,a,2025-02-30,5,,,", "date", "as in 2025-01-31"),
        (",,a,2025-01-01,,,,", "price", "required"),
        (",,a,2025-01-01,0,,,", "price", "above 0"),
        (",,a,2025-01-01,-1,,,", "price", "negative"),
        (
            ",,a,2025-01-01,\"5,10 to 6,10\",,,",
            "price",
            "two prices or a range",
        ),
        (",,a,2025-01-01,1.600,,,", "price", "--decimal-mark"),
        (",,a,2025-01-01,5,perhaps,,", "in_stock", "true, false"),
        (",,a,2025-01-01,5,,x,", "delivery_cost", "has no digits"),
        (
            ",,a,2025-01-01,5,,,USD",
            "currency",
            "the catalogue is in EUR",
        ),
        (",,a,2025-01-01,5", "", "5 fields"),
    ];
    let header = "canonical_product_id,ean,offer_id,date,price,in_stock,delivery_cost,currency";
    for (line, field, reason) in cases {
        let items = read(format!("{header}\n{line}\n,,b,2025-01-01,5,,,\n")).unwrap();
        let [HistoryItem::Rejected(row), HistoryItem::Point(..)] = items.as_slice() else {
            panic!("{line}: {items:?}")
        };
        let RowRemark { line: number, .. } = row;
        assert_eq!((*number, row.field.as_str()), (2, field), "{line}: {row:?}");
        assert!(row.reason.contains(reason), "{line}: {row:?}");
    }
}

#[test]
fn the_decimal_mark_and_the_character_set_can_be_stated() {
    let options = FeedOptions {
        decimal_mark: DecimalMark::Comma,
        charset: Some("windows-1252".to_owned()),
        ..options()
    };
    let file = b"offer_id;date;price\n\xe41;2025-01-01;1.234,50 \x80\n";
    let rows = points(&read_with(file.to_vec(), &options).unwrap());
    assert_eq!(rows[0].offer_id.as_deref(), Some("ä1"));
    assert_eq!(
        rows[0].point.item_price.map(domain::money::Amount::minor),
        Some(123_450)
    );
}

#[test]
fn what_is_no_history_is_refused() {
    let cases = [
        ("", "empty"),
        ("offer_id,price\na,5\n", "no date"),
        ("offer_id,date\na,2025-01-01\n", "no price"),
        (
            "date,price\n2025-01-01,5\n",
            "canonical_product_id, ean or offer_id",
        ),
        ("<html>\n", "begins with"),
        ("%PDF-1.7\n", "a PDF document"),
        (
            "offer_id,date,price,price\na,2025-01-01,5,5\n",
            "comes twice",
        ),
        (
            "offer_id,date,price,in_stock,availability\na,2025-01-01,5,1,1\n",
            "comes twice",
        ),
        ("offer_id,date,price\na,2025-01-01,5\nb,2025", "truncated"),
        ("offer_id,date,price\na,2025-01-01,\"5", "truncated"),
    ];
    for (file, reason) in cases {
        let error = read(file).unwrap_err().to_string();
        assert!(error.contains(reason), "{file:?}: {error}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let mut file = b"offer_id,date,price\n".to_vec();
        read(bytes.clone()).ok();
        file.extend(bytes);
        read(file).ok();
    }

    #[test]
    fn any_row_is_a_point_or_rejected(row in "[a-z0-9,.\"\\-: TZ+€]{0,60}") {
        for item in read(format!("ean,offer_id,date,price,in_stock\n{row}\n")).into_iter().flatten() {
            if let HistoryItem::Point(row, _) = item {
                prop_assert!(row.name().is_some());
                prop_assert!(row.point.item_price.is_some_and(|p| p.minor() > 0)
                    || !row.point.availability.can_be_ordered());
            }
        }
    }
}
