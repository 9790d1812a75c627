//! What holds for any bytes.

use ports_net::{FeedError, FeedFormat};
use proptest::prelude::*;

use crate::reading::{Outcome, catalogue, gzip, read};

const HEADS: [&str; 6] = [
    "",
    "offer_id,title,price,url\n1,a,1,\n",
    "{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}\n",
    "id\ttitle\tprice\n1\ta\t1\n",
    "<?xml version='1.0'?><rss xmlns:g='http://base.google.com/ns/1.0'><channel><item>",
    "product_name;eans\nA;1\n",
];

/// Rows of which every second has quotes, several lines or entities.
fn files() -> [String; 4] {
    let mut files = [
        "offer_id,title,url,price\n".to_owned(),
        String::new(),
        "id\ttitle\tlink\tprice\n".to_owned(),
        "<rss xmlns:g='http://base.google.com/ns/1.0'><channel>".to_owned(),
    ];
    for n in 1..4 {
        files[0] += &format!("{n},\"Größe, \"\"{n}\"\"\nB\",https://s.example/{n},1{n}.99\n");
        files[1] +=
            &format!("{{\"offer_id\":\"{n}\",\"title\":\"Gr\u{f6}\\u00df\",\"price\":1{n}.99}}\n");
        files[2] += &format!("{n}\tGröße\thttps://s.example/{n}\t1{n}.99 EUR\n");
        files[3] += &format!(
            "<item><g:id>{n}</g:id><title>A &amp; <![CDATA[B]]></title><g:price>1{n}.99 EUR</g:price></item>\n"
        );
    }
    files[3] += "</channel></rss>\n";
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
            let complete = bytes.ends_with(b"</rss>");
            if format == FeedFormat::GoogleXml && !complete {
                assert!(outcome.error.is_some(), "{cut}");
            }
            if format == FeedFormat::OffersJsonLines && !line_end {
                let truncated = matches!(outcome.error, Some(FeedError::Truncated(_)));
                let not_yet = matches!(outcome.error, Some(FeedError::NotAFeed(_)));
                assert!(truncated || not_yet, "{cut}: {outcome:?}");
            }
        }
    }
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
        let _ = read(if packed { gzip(&bytes) } else { bytes });
    }

    #[test]
    fn any_text_is_read_or_refused(
        head in proptest::sample::select(HEADS.to_vec()),
        text in "([<>&;/!?\\[\\]\"'=,;\t\n\r{}:]|\\PC|g:price|item|CDATA|--|#x|\\\\u|1\\.5|id|title){0,80}",
    ) {
        let _ = catalogue(format!("{head}{text}"));
        let _ = read(format!("{head}{text}"));
    }

    #[test]
    fn bytes_that_are_changed_anywhere_never_panic(
        which in 0_usize..4,
        at in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = files()[which].clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read(bytes);
    }
}
