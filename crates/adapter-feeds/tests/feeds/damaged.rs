//! Bad input: each kind is a clear error or a reported row.

use std::fmt::Write;
use std::io::{Read, Seek, SeekFrom};

use adapter_feeds::Feeds;
use ports_net::{FeedError, FeedOptions, FeedReader, WantedFormat};

use crate::reading::{gzip, options, read, read_with};

const ROWS: &str = "offer_id,title,price,url\n1,Nova,1.00,https://s.example/1\n\
    2,Nova,2.00,https://s.example/2\n";

#[test]
fn what_is_no_feed_is_named() {
    for (bytes, part) in [
        (b"".as_slice(), "empty"),
        (b" \r\n\n", "blank"),
        (b"\xef\xbb\xbf", "blank"),
        (
            b"<!DOCTYPE html><html><body>404</body></html>",
            "an HTML page",
        ),
        (b"<html lang=en><p>Hello</html>", "an HTML page"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "a PNG picture"),
        (b"\0\x01\x02\x03\0\0\0", "binary data"),
        (b"Not found", "text of an unknown kind"),
        (b"name,colour\na,b\n", "text of an unknown kind"),
        (b"{\"error\":\"forbidden\"}", "JSON without"),
        (b"[{\"offer_id\":1}]", "a JSON array"),
        (b"{\n  \"offer_id\": 1\n}", "over several lines"),
        (b"<SHOP><SHOPITEM/></SHOP>", "Heureka"),
        (
            b"<rss><channel><item><title>News</title></item></channel></rss>",
            "without prices",
        ),
        (
            b"<produkter><produkt/></produkter>",
            "root element is \"produkter\"",
        ),
        (b"<!-- nothing -->", "without a root element"),
    ] {
        let outcome = read(bytes);
        assert!(
            matches!(outcome.error, Some(FeedError::NotAFeed(_))),
            "{outcome:?}"
        );
        assert!(
            outcome.error_text().contains(part),
            "{part}: {}",
            outcome.error_text()
        );
    }
    let google = FeedOptions {
        format: WantedFormat::Google,
        ..options()
    };
    let outcome = read_with(ROWS, &google);
    assert_eq!(
        outcome.error_text(),
        "not Google Merchant XML or TSV: offers CSV"
    );
    let outcome = read_with("<html></html>", &google);
    assert!(matches!(outcome.error, Some(FeedError::WrongFormat { .. })));
}

#[test]
fn gzip_is_unpacked_with_all_its_members() {
    assert_eq!(read(gzip(ROWS.as_bytes())).offers.len(), 2);
    let (head, tail) = ROWS.split_at(40);
    let members = [gzip(head.as_bytes()), gzip(tail.as_bytes())].concat();
    assert_eq!(read(members).offers.len(), 2);
    assert!(
        read(gzip(&gzip(ROWS.as_bytes())))
            .error_text()
            .contains("gzip inside an archive")
    );
}

#[test]
fn damaged_gzip_is_truncated() {
    let packed = gzip(ROWS.as_bytes());
    for cut in 2..packed.len() {
        let outcome = read(&packed[..cut]);
        assert!(
            matches!(outcome.error, Some(FeedError::Truncated(_))),
            "{cut}: {outcome:?}"
        );
    }
    let mut flipped = packed.clone();
    let crc = packed.len() - 6;
    flipped[crc] ^= 1;
    assert!(matches!(read(flipped).error, Some(FeedError::Truncated(_))));
    let mut long = ROWS.to_owned();
    for n in 3..20_000 {
        writeln!(long, "{n},Nova,2.00,https://s.example/{n}").unwrap();
    }
    let packed = gzip(long.as_bytes());
    let outcome = read(&packed[..packed.len() - 9]);
    assert!(
        matches!(outcome.error, Some(FeedError::Truncated(_))),
        "{outcome:?}"
    );
    assert!(!outcome.offers.is_empty());
}

#[test]
fn a_gzip_of_zeros_is_bounded() {
    let limit = 8 * 1024 * 1024;
    let options = FeedOptions {
        max_bytes: limit,
        ..options()
    };
    let zeros = vec![0; 16 * 1024 * 1024];
    assert!(
        read_with(gzip(&zeros), &options)
            .error_text()
            .contains("binary data")
    );
    for head in [
        "offer_id,title,price\n1,a,1\n2,",
        "{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}\n{\"title\":\"",
        "<rss xmlns:g='http://base.google.com/ns/1.0'><item><g:id>1</g:id><title>",
    ] {
        let packed = [gzip(head.as_bytes()), gzip(&zeros)].concat();
        let outcome = read_with(packed, &options);
        assert!(
            matches!(outcome.error, Some(FeedError::TooLarge { limit: l }) if l == limit),
            "{head}: {outcome:?}"
        );
    }
    let exact = FeedOptions {
        max_bytes: u64::try_from(ROWS.len()).unwrap(),
        ..options
    };
    assert_eq!(read_with(ROWS, &exact).offers.len(), 2);
    let less = FeedOptions {
        max_bytes: exact.max_bytes - 1,
        ..exact
    };
    assert!(matches!(
        read_with(ROWS, &less).error,
        Some(FeedError::TooLarge { .. })
    ));
}

#[test]
fn a_row_that_is_too_large_is_skipped() {
    let long = "x".repeat(1024 * 1024);
    let huge = "x".repeat(5 * 1024 * 1024);
    for (text, field) in [(&long, "title"), (&huge, "")] {
        let csv = format!("offer_id,title,price\n1,a,1\n2,{text},1\n3,c,1\n");
        let outcome = read(csv);
        assert_eq!(outcome.offers.len(), 2);
        assert_eq!(outcome.rejection().0, field);
        assert_eq!(outcome.rejected[0].line, 3);
        let json = format!(
            "{{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}}\n{{\"offer_id\":\"2\",\"title\":\"{text}\",\
             \"price\":1}}\n{{\"offer_id\":\"3\",\"title\":\"a\",\"price\":1}}\n"
        );
        let outcome = read(json);
        assert_eq!(outcome.offers.len(), 2);
        assert_eq!(outcome.rejection().0, field);
        assert_eq!(outcome.offers[1].line, 3);
    }
}

#[test]
fn cut_text_files_are_truncated() {
    for bytes in [
        "offer_id,title,price\n1,a,1\n2,b",
        "offer_id,title,price\n1,a,1\n2,\"b,1\n3,c,1\n",
        "offer_id,title,price",
        "{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1}\n{\"offer_id\":\"2\",\"ti",
        "{\"offer_id\":\"1\",\"ti\n\n",
    ] {
        let outcome = read(bytes);
        assert!(
            matches!(outcome.error, Some(FeedError::Truncated(_))),
            "{bytes}: {outcome:?}"
        );
    }
}

#[test]
fn deep_nesting_is_harmless() {
    let deep = "[".repeat(1024 * 1024);
    let json = format!(
        "{{\"offer_id\":\"1\",\"title\":\"a\",\"price\":{deep}}}\n{{\"offer_id\":\"2\",\"title\":\"a\",\
         \"price\":1}}\n"
    );
    let outcome = read(json);
    assert_eq!(outcome.rejection().0, "");
    assert_eq!(outcome.offers.len(), 1);
    let closed = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let json = format!("{{\"offer_id\":\"1\",\"title\":\"a\",\"price\":1,\"specs\":{closed}}}\n");
    assert_eq!(read(json).rejection().0, "specs");
}

#[test]
fn invalid_utf8_rejects_its_row_only() {
    for feed in [
        b"offer_id,title,price\n1,a\xff,1\n2,b,1\n".as_slice(),
        b"{\"offer_id\":\"1\",\"title\":\"a\xc3\",\"price\":1}\n{\"offer_id\":\"2\",\"title\":\"b\",\"price\":1}\n",
        b"id\ttitle\tprice\n1\t\xe2\x82\t1\n2\tb\t1\n",
        b"<rss xmlns:g='http://base.google.com/ns/1.0'><item><g:id>1</g:id><title>a\xff</title>\
          <g:price>1</g:price></item><item><g:id>2</g:id><title><![CDATA[b]]></title>\
          <description>\xff</description><g:price>1</g:price></item></rss>",
    ] {
        let outcome = read(feed);
        let (field, reason) = outcome.rejection();
        assert!(field == "title" && reason.contains("not valid UTF-8"), "{field} {reason}");
        assert_eq!(outcome.rejected[0].offer_id.as_deref(), Some("1"));
        assert_eq!(outcome.offer().facts.offer_id, "2");
    }
}

#[test]
fn failures_of_the_input_are_passed_on() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            if self.0 == 0 {
                return Err(std::io::Error::new(
                    std::io::ErrorKind::ConnectionReset,
                    "gone",
                ));
            }
            self.0 -= 1;
            buf[0] = ROWS.as_bytes()[self.0 % ROWS.len()];
            Ok(1)
        }
    }
    impl Seek for Failing {
        fn seek(&mut self, _to: SeekFrom) -> std::io::Result<u64> {
            Err(std::io::Error::new(
                std::io::ErrorKind::ConnectionReset,
                "gone",
            ))
        }
    }
    let opened = Feeds.open(Box::new(Failing(100)), &options());
    assert!(matches!(opened.map(|_| ()), Err(FeedError::Io(_))));
}
