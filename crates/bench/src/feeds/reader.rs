//! The readers alone, in a process of their own, so that the memory is theirs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use adapter_feeds::Feeds;
use clap::Args;
use domain::money::Currency;
use ports_net::{DecimalMark, FeedItem, FeedOptions, FeedReader, WantedFormat};
use serde_json::json;

use crate::outcome::{Outcome, print};
use crate::{clock, process};

/// What is read.
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// A feed, or a folder of pages.
    path: PathBuf,
}

/// What came out.
#[derive(Debug, Default)]
struct Count {
    offers: u64,
    rejected: u64,
    remarks: u64,
}

/// Reads a file, or all files of a folder, and says what came out.
pub fn read(args: &ReadArgs) -> Outcome<()> {
    let files = if args.path.is_dir() {
        let mut files = fs::read_dir(&args.path)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Outcome<Vec<_>>>()?;
        files.sort();
        files
    } else {
        vec![args.path.clone()]
    };
    let mut count = Count::default();
    let (done, seconds) = clock::timed(|| files.iter().try_for_each(|file| one(file, &mut count)));
    done?;
    let said = json!({
        "offers": count.offers,
        "rejected": count.rejected,
        "remarks": count.remarks,
        "seconds": seconds,
        "peak_rss_bytes": process::own_peak_rss_bytes(),
    });
    print(&format!("{said}\n"))
}

fn one(file: &Path, count: &mut Count) -> Outcome<()> {
    let currency = Currency::parse("EUR").ok_or("EUR")?;
    let options = FeedOptions {
        format: WantedFormat::Auto,
        catalogue_currency: currency,
        default_currency: currency,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        observed_at: clock::today().midnight().assume_utc(),
        max_bytes: u64::MAX,
        page_url: None,
        availability: None,
    };
    let opened = Feeds.open(Box::new(File::open(file)?), &options)?;
    for item in opened.items {
        match item? {
            FeedItem::Offer(_, remarks) => {
                count.offers += 1;
                count.remarks += crate::numbers::count(remarks.len());
            }
            FeedItem::Rejected(row) => {
                if count.rejected == 0 {
                    crate::outcome::say(&format!("{}: {row:?}", file.display()));
                }
                count.rejected += 1;
            }
        }
    }
    Ok(())
}
