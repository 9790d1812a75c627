//! `api evaluate pages`

mod figures;
mod truth;

use std::fs::File;
use std::path::Path;

use adapter_feeds::{Feeds, PageReading};
use adapter_system::System;
use domain::money::Currency;
use domain::offer::FeedOffer;
use ports_net::{DecimalMark, FeedItem, FeedOptions, WantedFormat};
use ports_system::Clock;
use time::OffsetDateTime;

use self::figures::Figures;
use self::truth::Truth;
use crate::failure::Failure;
use crate::{output, source};

const TRUTH: &str = "truth.csv";

/// Measures and prints.
pub fn run(dir: &Path, json: bool) -> Result<(), Failure> {
    let options = options(System::new().now())?;
    let mut figures = Figures::default();
    for truth in truth::read(&dir.join(TRUTH))? {
        let reading = page(dir, &truth, &options)?;
        let fault = figures.count(&truth, &reading);
        if let Some(fault) = fault {
            output::note(&format!("{}: {fault}", truth.key));
        }
    }
    output::line(&if json {
        figures.json().to_string()
    } else {
        figures.text()
    });
    Ok(())
}

/// What was read of a page.
struct Read {
    /// It carries data about a product.
    structured: bool,
    /// The currency that it states.
    currency: Option<Currency>,
    /// The currency that its amounts were read in.
    decimals: Currency,
    /// The offer of the page's product.
    offer: Option<FeedOffer>,
    /// Why there is none.
    refusal: String,
}

fn page(dir: &Path, truth: &Truth, options: &FeedOptions) -> Result<Read, Failure> {
    let options = FeedOptions {
        page_url: Some(truth.url.clone()).filter(|url| !url.is_empty()),
        ..options.clone()
    };
    let packed = dir.join(format!("{}.html.gz", truth.key));
    let plain = dir.join(format!("{}.html", truth.key));
    let path = if packed.is_file() { packed } else { plain };
    let named = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
    let file = File::open(&path).map_err(|e| named(e.to_string()))?;
    Ok(match Feeds.read_page(Box::new(file), &options) {
        Ok(reading) => of_page(reading, options.default_currency),
        Err(refusal) => Read {
            structured: false,
            currency: None,
            decimals: options.default_currency,
            offer: None,
            refusal: refusal.to_string(),
        },
    })
}

/// The first row of the page's own product.
fn of_page(reading: PageReading, usual: Currency) -> Read {
    let PageReading {
        structured,
        currency,
        items,
        own,
        refusal,
    } = reading;
    let mut read = Read {
        structured,
        currency,
        decimals: currency.unwrap_or(usual),
        offer: None,
        refusal: refusal.unwrap_or_default(),
    };
    if !own {
        return read;
    }
    for item in items {
        match item {
            FeedItem::Offer(offer, _) => {
                read.offer = Some(*offer);
                break;
            }
            FeedItem::Rejected(row) => read.refusal = format!("{}: {}", row.field, row.reason),
        }
    }
    read
}

fn options(observed_at: OffsetDateTime) -> Result<FeedOptions, Failure> {
    let usual = Currency::parse("EUR").ok_or_else(|| Failure::other("no currency EUR"))?;
    Ok(FeedOptions {
        format: WantedFormat::SchemaOrg,
        catalogue_currency: usual,
        default_currency: usual,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        max_bytes: source::LIMITS.max_bytes,
        observed_at,
        page_url: None,
        availability: None,
    })
}
