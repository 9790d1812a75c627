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
