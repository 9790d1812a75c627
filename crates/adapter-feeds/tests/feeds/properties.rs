//! What holds for any bytes.

use std::io::Cursor;

use adapter_feeds::Feeds;
use ports_net::{AvailabilityFeed, FeedError, FeedFormat, FeedReader};
use proptest::prelude::*;

use crate::reading::{Outcome, catalogue, gzip, options, read};

const HEADS: [&str; 10] = [
    "",
    "offer_id,title,price,url\n1,a,1,\n",
    "{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}\n",
    "id\ttitle\tprice\n1\ta\t1\n",
    "<?xml version='1.0'?><rss xmlns:g='http://base.google.com/ns/1.0'><channel><item>",
    "product_name;eans\nA;1\n",
    "<SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID><PRICE_VAT>1</PRICE_VAT>",
    "<offers><group name='other'><o id='1' price='1' avail='1'><name>A</name>",
    "<shop><items><i><id>1</id><name>A</name><price>1</price><variations>",
    "<item_list><item id='1'><stock_quantity>1</stock_quantity>",
];

/// Rows of which every second has quotes, several lines or entities.
fn files() -> [String; 7] {
    let mut files = [
        "offer_id,title,url,price\n".to_owned(),
        String::new(),
        "id\ttitle\tlink\tprice\n".to_owned(),
        "<rss xmlns:g='http://base.google.com/ns/1.0'><channel>".to_owned(),
        "<SHOP>".to_owned(),
        "<offers version='1'><group name='other'>".to_owned(),
        "<store><created_at>2025-06-15 10:00</created_at><products>".to_owned(),
    ];
    for n in 1..4 {
        files[0] += &format!("{n},\"Größe, \"\"{n}\"\"\nB\",https://s.example/{n},1{n}.99\n");
        files[1] +=
            &format!("{{\"offer_id\":\"{n}\",\"title\":\"Gr\u{f6}\\u00df\",\"price\":1{n}.99}}\n");
        files[2] += &format!("{n}\tGröße\thttps://s.example/{n}\t1{n}.99 EUR\n");
        files[3] += &format!(
            "<item><g:id>{n}</g:id><title>A &amp; <![CDATA[B]]></title><g:price>1{n}.99 EUR</g:price></item>\n"
        );
        files[4] += &format!(
            "<SHOPITEM><ITEM_ID>{n}</ITEM_ID><PRODUCTNAME>A &amp; <![CDATA[B]]></PRODUCTNAME>\
             <PRICE_VAT>1{n},99</PRICE_VAT><DELIVERY><DELIVERY_ID>PPL</DELIVERY_ID></DELIVERY></SHOPITEM>\n"
        );
        files[5] += &format!(
            "<o id=\"{n}\" price=\"1{n}.99\" avail=\"1\"><name><![CDATA[Größe &]]></name></o>\n"
        );
        files[6] += &format!(
            "<product><id>{n}</id><name>Größe &#8364;</name><price>1{n}.99</price></product>\n"
        );
    }
    files[3] += "</channel></rss>\n";
    files[4] += "</SHOP>\n";
    files[5] += "</group></offers>\n";
    files[6] += "</products></store>\n";
    files
}

/// Whether everything that was accepted is whole, or the end was called into question.
fn honest(outcome: &Outcome) -> bool {
    let warned = outcome
        .remarks
        .iter()
        .any(|r| r.reason.contains("without a line end"));
    let whole = outcome.offers.iter().enumerate().all(|(at, offer)| {
        let price = 1099 + 100 * i64::try_from(at + 1).unwrap();
        offer.facts.item_price.minor() == price
    });
    outcome.error.is_some() || whole || warned
}

#[test]
fn a_file_cut_anywhere_is_never_taken_for_a_whole_one() {
    for (file, format) in files().iter().zip([
        FeedFormat::OffersCsv,
        FeedFormat::OffersJsonLines,
        FeedFormat::GoogleTsv,
        FeedFormat::GoogleXml,
        FeedFormat::HeurekaXml,
        FeedFormat::CeneoXml,
        FeedFormat::SkroutzXml,
    ]) {
        let whole = read(file.as_str());
        assert_eq!(
            (whole.format, whole.offers.len()),
            (Some(format), 3),
            "{whole:?}"
        );
        assert!(whole.remarks.is_empty() && whole.rejected.is_empty() && whole.error.is_none());
        for cut in 0..file.len() {
            let bytes = &file.as_bytes()[..cut];
            let outcome = read(bytes);
            assert!(honest(&outcome), "{format} cut at {cut}: {outcome:?}");
            let line_end = bytes.ends_with(b"\n") || file.as_bytes()[cut] == b'\n';
            let complete = cut + 1 == file.len();
            if file.starts_with('<') && !complete {
                assert!(outcome.error.is_some(), "{format} cut at {cut}");
            }
            if format == FeedFormat::OffersJsonLines && !line_end {
                let truncated = matches!(outcome.error, Some(FeedError::Truncated(_)));
                let not_yet = matches!(outcome.error, Some(FeedError::NotAFeed(_)));
                assert!(truncated || not_yet, "{cut}: {outcome:?}");
            }
        }
    }
}

/// Reads an availability feed.
fn stock(bytes: &[u8]) -> Result<AvailabilityFeed, FeedError> {
    Feeds.read_availability(Box::new(Cursor::new(bytes.to_vec())), &options())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn any_bytes_are_read_or_refused(
        head in proptest::sample::select(HEADS.to_vec()),
        bytes in proptest::collection::vec(any::<u8>(), 0..600),
        packed in any::<bool>(),
    ) {
        let bytes = [head.as_bytes(), &bytes].concat();
        let _ = catalogue(bytes.clone());
        let _ = stock(&bytes);
        let _ = read(if packed { gzip(&bytes) } else { bytes });
    }

    #[test]
    fn any_text_is_read_or_refused(
        head in proptest::sample::select(HEADS.to_vec()),
        text in "([<>&;/!?\\[\\]\"'=,;\t\n\r{}:]|\\PC|g:price|item|CDATA|--|#x|\\\\u|1\\.5|id|title){0,80}",
    ) {
        let _ = catalogue(format!("{head}{text}"));
        let _ = stock(format!("{head}{text}").as_bytes());
        let _ = read(format!("{head}{text}"));
    }

    #[test]
    fn bytes_that_are_changed_anywhere_never_panic(
        which in 0_usize..7,
        at in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = files()[which].clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read(bytes);
    }
}
