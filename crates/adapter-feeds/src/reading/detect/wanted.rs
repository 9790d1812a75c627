//! What a wanted format is called, and which feeds it takes.

use ports_net::{FeedFormat, WantedFormat};

/// What a wanted format is called in an error; `None` when any will do.
pub(super) const fn asked_for(wanted: WantedFormat) -> Option<&'static str> {
    match wanted {
        WantedFormat::Auto => None,
        WantedFormat::Offers => Some("an offers file, CSV or JSON Lines"),
        WantedFormat::Google => Some("Google Merchant XML or TSV"),
        WantedFormat::Heureka => Some("Heureka XML"),
        WantedFormat::Idealo => Some("idealo CSV"),
        WantedFormat::Awin => Some("Awin CSV"),
        WantedFormat::Ceneo => Some("Ceneo XML"),
        WantedFormat::Skroutz => Some("Skroutz XML"),
        WantedFormat::SchemaOrg => Some("a page with schema.org data"),
    }
}

pub(super) const fn fits(wanted: WantedFormat, found: FeedFormat) -> bool {
    match wanted {
        WantedFormat::Auto => true,
        WantedFormat::Offers => {
            matches!(found, FeedFormat::OffersCsv | FeedFormat::OffersJsonLines)
        }
        WantedFormat::Google => matches!(found, FeedFormat::GoogleXml | FeedFormat::GoogleTsv),
        WantedFormat::Heureka => matches!(found, FeedFormat::HeurekaXml),
        WantedFormat::Idealo => matches!(found, FeedFormat::IdealoCsv),
        WantedFormat::Awin => matches!(found, FeedFormat::AwinCsv),
        WantedFormat::Ceneo => matches!(found, FeedFormat::CeneoXml),
        WantedFormat::Skroutz => matches!(found, FeedFormat::SkroutzXml),
        WantedFormat::SchemaOrg => matches!(found, FeedFormat::SchemaOrgPage),
    }
}
