//! Zip archives.

use std::io::{Cursor, Write};

use ports_net::{FeedError, FeedFormat, FeedOptions};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::reading::{gzip, options, read, read_with};

const FEED: &str = "offer_id,title,price\n1,Nova X2,\"1.600\"\n2,Nova X3,\"9,90\"\n";

fn packed(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in files {
        writer.start_file(*name, options).expect("memory");
        writer.write_all(bytes).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    packed(files, CompressionMethod::Deflated)
}

#[test]
fn the_feed_of_an_archive_is_read_like_the_feed_itself() {
    for method in [CompressionMethod::Deflated, CompressionMethod::Stored] {
        let outcome = read(packed(&[("export/feed.csv", FEED.as_bytes())], method));
        assert_eq!(outcome.format, Some(FeedFormat::OffersCsv));
        let prices: Vec<i64> = outcome
            .offers
            .iter()
            .map(|o| o.facts.item_price.minor())
            .collect();
        assert_eq!(prices, [160_000, 990], "the second pass begins anew");
    }
    let gzipped = read(gzip(FEED.as_bytes()));
    assert_eq!(gzipped.offers.len(), 2);
    assert_eq!(
        read(zip(&[("data.bin", FEED.as_bytes())])).offers.len(),
        2,
        "the only file"
    );
}

#[test]
fn of_several_files_the_only_one_called_like_a_feed_is_read() {
    let outcome = read(zip(&[
        ("__MACOSX/._feed.csv", b"x"),
        ("README.txt", b"words"),
        ("logo.png", b"x"),
        ("feed.csv", FEED.as_bytes()),
    ]));
    assert_eq!(outcome.offers.len(), 2);
    let outcome = read(zip(&[("a.csv", FEED.as_bytes()), ("b.xml", b"<a/>")]));
    let text = outcome.error_text();
    assert!(text.contains("\"a.csv\", \"b.xml\""), "{text}");
    assert!(read(zip(&[])).error_text().contains("without files"));
    let office = read(zip(&[
        ("[Content_Types].xml", b"<a/>"),
        ("xl/workbook.xml", b"<a/>"),
    ]));
    assert!(office.error_text().contains("an Office document"));
}

#[test]
fn archives_in_archives_are_refused() {
    let inner = zip(&[("feed.csv", FEED.as_bytes())]);
    assert!(
        read(zip(&[("feed.zip", &inner)]))
            .error_text()
            .contains("an archive again")
    );
    assert!(
        read(zip(&[("feed.csv", &inner)]))
            .error_text()
            .contains("inside an archive")
    );
    assert!(
        read(gzip(&inner))
            .error_text()
            .contains("inside an archive")
    );
    let packed = gzip(FEED.as_bytes());
    assert!(
        read(zip(&[("feed.csv.gz", &packed)]))
            .error_text()
            .contains("an archive again")
    );
}

#[test]
fn an_encrypted_file_is_refused() {
    let mut bytes = zip(&[("feed.csv", FEED.as_bytes())]);
    let directory = bytes
        .windows(4)
        .rposition(|w| w == b"PK\x01\x02")
        .expect("a directory");
    bytes[directory + 8] |= 1;
    bytes[6] |= 1;
    assert!(read(bytes).error_text().contains("encrypted"));
}

#[test]
fn a_bomb_is_cut_at_the_limit() {
    let zeros = format!("{FEED}{}", "3,Nova,1.00\n".repeat(400_000));
    let bytes = zip(&[("feed.csv", zeros.as_bytes())]);
    let small = FeedOptions {
        max_bytes: 1_000_000,
        ..options()
    };
    assert!(bytes.len() < 100_000);
    let outcome = read_with(bytes, &small);
    assert!(matches!(
        outcome.error,
        Some(FeedError::TooLarge { limit: 1_000_000 })
    ));
}

#[test]
fn a_damaged_archive_is_never_taken_for_a_whole_feed() {
    let whole = zip(&[("feed.csv", FEED.repeat(50).as_bytes())]);
    for cut in 0..whole.len() {
        let outcome = read(&whole[..cut]);
        assert!(outcome.error.is_some(), "cut at {cut}: {outcome:?}");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        let _ = read(bytes);
    }
    let data = 30 + "feed.csv".len();
    let mut bytes = packed(&[("feed.csv", FEED.as_bytes())], CompressionMethod::Stored);
    bytes[data + FEED.len() - 3] = b'1';
    assert!(matches!(read(bytes).error, Some(FeedError::Truncated(_))));
}
