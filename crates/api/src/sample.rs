//! The sample catalogue, embedded. See `sample/README.md`.

/// The canonical products, JSON Lines.
pub const CATALOGUE: &str = include_str!("../sample/catalogue.jsonl");

/// The shops with their terms.
pub const STORES: &str = include_str!("../sample/stores.json");

/// Past prices of some products: steps of a store, each seen daily, in days before today.
pub const HISTORY: &str = include_str!("../sample/history.csv");

/// The order of the feeds, how old each counts, and what is worth seeing.
pub const MANIFEST: &str = include_str!("../sample/sample.json");

/// A feed by its name in the manifest.
pub fn feed(file: &str) -> Option<&'static [u8]> {
    let feed: &'static [u8] = match file {
        "feeds/old_harbour.csv" => include_bytes!("../sample/feeds/old_harbour.csv"),
        "feeds/meridian_import.xml" => include_bytes!("../sample/feeds/meridian_import.xml"),
        "feeds/second_bloom.jsonl" => include_bytes!("../sample/feeds/second_bloom.jsonl"),
        "feeds/bargain_burrow.tsv" => include_bytes!("../sample/feeds/bargain_burrow.tsv"),
        "feeds/pocketwright.csv" => include_bytes!("../sample/feeds/pocketwright.csv"),
        "feeds/northlight.xml" => include_bytes!("../sample/feeds/northlight.xml"),
        "feeds/hushbox.jsonl" => include_bytes!("../sample/feeds/hushbox.jsonl"),
        _ => return None,
    };
    Some(feed)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use adapter_feeds::Feeds;
    use domain::money::Currency;
    use ports_net::{CatalogueItem, DecimalMark, FeedOptions, FeedReader, WantedFormat};
    use product_knowledge::comparable::Category;
    use time::OffsetDateTime;

    use super::CATALOGUE;

    #[test]
    fn every_product_of_the_sample_can_be_compared() {
        let currency = Currency::parse("EUR").unwrap();
        let options = FeedOptions {
            format: WantedFormat::Auto,
            catalogue_currency: currency,
            default_currency: currency,
            decimal_mark: DecimalMark::Auto,
            charset: None,
            observed_at: OffsetDateTime::UNIX_EPOCH,
            max_bytes: u64::MAX,
            page_url: None,
            availability: None,
        };
        let input = Box::new(Cursor::new(CATALOGUE));
        let catalogue = Feeds.open_catalogue(input, &options).unwrap();
        for item in catalogue.items {
            let CatalogueItem::Product { draft, .. } = item.unwrap() else {
                panic!("a product");
            };
            assert!(Category::of(&draft).is_some(), "{}", draft.name);
        }
    }
}
