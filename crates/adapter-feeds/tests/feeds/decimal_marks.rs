//! The decimal mark of a whole feed.

use ports_net::{DecimalMark, FeedOptions};
use proptest::prelude::*;

use crate::reading::{Outcome, gzip, options, read, read_with};

fn offers(prices: &[&str]) -> String {
    let mut file = "offer_id;title;price\n".to_owned();
    for (at, price) in prices.iter().enumerate() {
        file += &format!("{at};Nova {at};\"{price}\"\n");
    }
    file
}

fn minors(outcome: &Outcome) -> Vec<i64> {
    assert!(outcome.error.is_none(), "{outcome:?}");
    outcome
        .offers
        .iter()
        .map(|o| o.facts.item_price.minor())
        .collect()
}

#[test]
fn other_prices_of_the_feed_decide_what_is_ambiguous() {
    assert_eq!(
        minors(&read(offers(&["1.600", "12,50", "15"]))),
        [160_000, 1250, 1500]
    );
    assert_eq!(minors(&read(offers(&["1,600", "12.50"]))), [160_000, 1250]);
    assert_eq!(
        minors(&read(gzip(offers(&["1.600", "12,50"]).as_bytes()))),
        [160_000, 1250]
    );
    assert_eq!(
        minors(&read(offers(&["1.600", "1.250.500"]))),
        [160_000, 125_050_000]
    );
}

#[test]
fn without_evidence_the_ambiguous_is_refused() {
    let outcome = read(offers(&["1.600", "15"]));
    assert_eq!(minors(&outcome), [1500]);
    let reason = &outcome.rejected[0].reason;
    assert!(
        reason.contains("may mean thousands or decimals: state --decimal-mark"),
        "{reason}"
    );
}

#[test]
fn contradicting_prices_leave_the_ambiguous_refused_and_say_so() {
    let outcome = read(offers(&["1.600", "12,50", "9.90"]));
    assert_eq!(minors(&outcome), [1250, 990], "each by its own form");
    let reason = &outcome.rejected[0].reason;
    assert!(
        reason.contains("prices with a decimal comma: state --decimal-mark"),
        "{reason}"
    );
}

#[test]
fn a_feed_with_two_decimals_does_not_make_three_of_them_decimals() {
    let outcome = read(offers(&["1.600", "12.50"]));
    assert_eq!((minors(&outcome), outcome.rejected.len()), (vec![1250], 1));
    assert_eq!(
        minors(&read(offers(&["1.600", "1250.500"]))),
        [160, 125_050]
    );
}

#[test]
fn a_declared_mark_holds() {
    let declared = |mark| FeedOptions {
        decimal_mark: mark,
        ..options()
    };
    let file = offers(&["1.600", "12,50"]);
    assert_eq!(
        minors(&read_with(file.clone(), &declared(DecimalMark::Comma))),
        [160_000, 1250]
    );
    let dot = read_with(file, &declared(DecimalMark::Dot));
    assert_eq!((minors(&dot), dot.rejected.len()), (vec![160], 1));
}

#[test]
fn every_format_is_looked_at() {
    let google = |prices: [&str; 2]| {
        let items = prices.map(|price| {
            format!(
                "<item><g:id>{price}</g:id><title>Nova</title><g:price>{price} EUR</g:price></item>"
            )
        });
        format!(
            "<rss xmlns:g='http://base.google.com/ns/1.0'><channel>{}</channel></rss>",
            items.concat()
        )
    };
    assert_eq!(minors(&read(google(["1.600", "12,50"]))), [160_000, 1250]);
    let tsv = "id\ttitle\tprice\tsale_price\n1\tNova\t1.600 EUR\t1.500 EUR\n2\tNova\t12,50 EUR\t9,99 EUR\n";
    assert_eq!(minors(&read(tsv)), [150_000, 999]);
    let json = "{\"offer_id\":1,\"title\":\"Nova\",\"price\":\"1.600\"}\n{\"offer_id\":2,\"title\":\"Nova\",\"price\":\"12,50\"}\n";
    assert_eq!(minors(&read(json)), [160_000, 1250]);
    let idealo = "sku;title;price;deliveryCosts_dhl\n1;Nova;1.600;4.90\n2;Nova;12,50;4,90\n";
    let outcome = read(idealo);
    assert_eq!(minors(&outcome), [160_000, 1250]);
    let awin = "merchant_product_id,product_name,search_price\n1,Nova,1.600\n2,Nova,\"12,50\"\n";
    assert_eq!(minors(&read(awin)), [160_000, 1250]);
}

#[test]
fn prices_with_grouping_and_one_decimal_are_read() {
    assert_eq!(
        minors(&read(offers(&["1,579.0", "949.0", "12,399.5"]))),
        [157_900, 94_900, 1_239_950]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_price_of_a_feed_is_right_or_refused(
        amounts in proptest::collection::vec(1_i64..50_000_000, 1..20),
        style in 0_usize..4,
    ) {
        let write = |minor: &i64| {
            let whole = minor / 100;
            let (mark, group) = [(".", ","), (",", "."), (",", " "), (".", "")][style];
            let digits = whole.to_string();
            let mut text = String::new();
            for (at, digit) in digits.chars().enumerate() {
                if at > 0 && (digits.len() - at).is_multiple_of(3) {
                    text += group;
                }
                text.push(digit);
            }
            if minor % 100 == 0 { text } else { format!("{text}{mark}{:02}", minor % 100) }
        };
        let texts: Vec<String> = amounts.iter().map(write).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let outcome = read(offers(&texts));
        prop_assert!(outcome.error.is_none());
        for offer in &outcome.offers {
            let at: usize = offer.facts.offer_id.parse().unwrap();
            prop_assert_eq!(offer.facts.item_price.minor(), amounts[at], "{}", texts[at]);
        }
        prop_assert_eq!(outcome.offers.len() + outcome.rejected.len(), amounts.len());
    }
}
