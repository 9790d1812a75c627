//! What is promised for any bytes, one function for each reader. `fuzz/` runs them on inputs that a
//! fuzzer finds, the tests on inputs that they make.

use std::io::Cursor;

use adapter_feeds::Feeds;
use domain::gtin::Gtin;
use domain::money::Currency;
use domain::offer::FeedOffer;
use ports_net::{
    CatalogueItem, DecimalMark, FeedError, FeedInput, FeedItem, FeedOptions, FeedReader,
    HistoryItem, RowRemark, WantedFormat,
};
use product_knowledge::price_text::{self, Mark, MarkRule};
use time::OffsetDateTime;

/// Rows that are looked at.
const ROWS: usize = 3_000;
/// The longest text that a report may show.
const REASON: usize = 2_000;

fn options(format: WantedFormat) -> FeedOptions {
    let eur = Currency::parse("EUR").expect("a code");
    FeedOptions {
        format,
        catalogue_currency: eur,
        default_currency: eur,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        observed_at: OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000),
        max_bytes: 8 * 1024 * 1024,
        page_url: Some("https://s.example/p/1".to_owned()),
        availability: None,
    }
}

fn input(bytes: &[u8]) -> Box<dyn FeedInput> {
    Box::new(Cursor::new(bytes.to_vec()))
}

/// Errors are of the declared kinds; bytes in memory never fail to be read.
fn refused(error: &FeedError) {
    assert!(!matches!(error, FeedError::Io(_)), "{error}");
    assert!(error.to_string().chars().count() <= REASON, "{error}");
}

fn reported(row: &RowRemark) {
    assert!(row.reason.chars().count() <= REASON, "{row:?}");
    assert!(row.field.chars().count() <= 200, "{row:?}");
    let id = row.offer_id.as_deref().unwrap_or_default();
    assert!(id.chars().count() <= 200, "{row:?}");
}

fn held(offer: &FeedOffer) {
    let FeedOffer {
        identity,
        facts,
        specs,
        description,
        ..
    } = offer;
    assert!(facts.item_price.minor() > 0, "{offer:?}");
    assert!(
        (1..=200).contains(&facts.offer_id.chars().count()),
        "{offer:?}"
    );
    for text in [
        &identity.title,
        &identity.category,
        &facts.url,
        &identity.variant,
    ] {
        assert!(text.chars().count() <= 2048, "{offer:?}");
    }
    assert!(
        identity.gtins.len() <= 500 && specs.len() <= 200,
        "{offer:?}"
    );
    assert!(description.chars().count() <= FeedOffer::MAX_DESCRIPTION);
    assert!(!description.contains(['\n', '\t']), "{description:?}");
}

/// A feed read as some format.
pub fn feed(bytes: &[u8], format: WantedFormat) {
    let opened = match Feeds.open(input(bytes), &options(format)) {
        Ok(opened) => opened,
        Err(e) => return refused(&e),
    };
    let mut ended = false;
    for item in opened.items.take(ROWS) {
        assert!(!ended, "an item after an error");
        match item {
            Ok(FeedItem::Offer(offer, remarks)) => {
                held(&offer);
                assert!(remarks.len() <= 2_000, "{}", remarks.len());
                remarks.iter().for_each(reported);
            }
            Ok(FeedItem::Rejected(row)) => reported(&row),
            Err(e) => {
                refused(&e);
                ended = true;
            }
        }
    }
}

/// A store's second file.
pub fn availability(bytes: &[u8]) {
    match Feeds.read_availability(input(bytes), &options(WantedFormat::Auto)) {
        Ok(news) => {
            assert!(news.offers.len() <= bytes.len() && news.rejected.len() <= 1_000);
            news.rejected.iter().for_each(reported);
        }
        Err(e) => refused(&e),
    }
}

/// A page in whatever currency.
pub fn page(bytes: &[u8]) {
    feed(bytes, WantedFormat::SchemaOrg);
    match Feeds.read_page(input(bytes), &options(WantedFormat::SchemaOrg)) {
        Ok(reading) => {
            assert!(reading.items.len() <= bytes.len());
            assert!(reading.structured || reading.items.len() <= 1);
        }
        Err(e) => refused(&e),
    }
}

/// A catalogue file.
pub fn catalogue(bytes: &[u8]) {
    let opened = match Feeds.open_catalogue(input(bytes), &options(WantedFormat::Auto)) {
        Ok(opened) => opened,
        Err(e) => return refused(&e),
    };
    for item in opened.items.take(ROWS) {
        match item {
            Ok(CatalogueItem::Product { remarks, .. }) => remarks.iter().for_each(reported),
            Ok(CatalogueItem::Rejected(row)) => reported(&row),
            Err(e) => refused(&e),
        }
    }
}

/// A history file.
pub fn history(bytes: &[u8]) {
    let opened = match Feeds.open_history(input(bytes), &options(WantedFormat::Auto)) {
        Ok(opened) => opened,
        Err(e) => return refused(&e),
    };
    for item in opened.items.take(ROWS) {
        match item {
            Ok(HistoryItem::Rejected(row)) => reported(&row),
            Ok(_) => {}
            Err(e) => refused(&e),
        }
    }
}

/// A price text, by every rule.
pub fn price(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for rule in [
        MarkRule::Declared(Mark::Point),
        MarkRule::Declared(Mark::Comma),
        MarkRule::Customary("EUR"),
        MarkRule::Customary("$"),
    ] {
        if let Ok(stated) = price_text::read(&text, &rule) {
            let form = |c: char| c.is_ascii_digit() || c == '.';
            assert!(stated.number.chars().all(form), "{text:?}: {stated:?}");
            assert!(
                stated.number.len() <= bytes.len() + 400,
                "{text:?}: {stated:?}"
            );
        }
    }
}

/// A trade item number.
pub fn gtin(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(gtin) = Gtin::parse(&text) {
        assert_eq!(Gtin::parse(&gtin.to_string()), Ok(gtin), "{text:?}");
    }
}

/// One reader's name with what is promised of it.
pub type Target = (&'static str, fn(&[u8]));

/// Every reader.
pub const TARGETS: [Target; 16] = [
    ("auto", |bytes| feed(bytes, WantedFormat::Auto)),
    ("google_xml", |bytes| feed(bytes, WantedFormat::Google)),
    ("google_tsv", |bytes| feed(bytes, WantedFormat::Google)),
    ("heureka", |bytes| feed(bytes, WantedFormat::Heureka)),
    ("availability", availability),
    ("ceneo", |bytes| feed(bytes, WantedFormat::Ceneo)),
    ("skroutz", |bytes| feed(bytes, WantedFormat::Skroutz)),
    ("idealo", |bytes| feed(bytes, WantedFormat::Idealo)),
    ("awin", |bytes| feed(bytes, WantedFormat::Awin)),
    ("offers_csv", |bytes| feed(bytes, WantedFormat::Offers)),
    ("offers_jsonl", |bytes| feed(bytes, WantedFormat::Offers)),
    ("page", page),
    ("catalogue", catalogue),
    ("history", history),
    ("price", price),
    ("gtin", gtin),
];

/// Runs the reader of a name.
pub fn run(name: &str, bytes: &[u8]) {
    for (known, target) in TARGETS {
        if known == name {
            target(bytes);
        }
    }
}
