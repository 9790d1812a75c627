//! Shops' pages.

mod choice;
mod descriptions;
mod prices;
mod robust;
mod syntaxes;
mod terms;
mod visible;

use domain::offer::FeedOffer;
use ports_net::{FeedOptions, WantedFormat};

use crate::reading::{Outcome, options, read_with};

/// Options for a page at an address.
fn at(url: &str) -> FeedOptions {
    FeedOptions {
        format: WantedFormat::SchemaOrg,
        page_url: Some(url.to_owned()),
        ..options()
    }
}

/// A page with something in its body.
fn page(body: &str) -> String {
    format!("<!DOCTYPE html><html><head><title>Kettle One</title></head><body>{body}</body></html>")
}

/// A page with a script of JSON-LD.
fn script(json: &str) -> String {
    page(&format!(
        "<script type=\"application/ld+json\">{json}</script>"
    ))
}

/// What comes of a page at `https://s.example/p/kettle`.
fn read_page(html: &str) -> Outcome {
    read_with(html, &at("https://s.example/p/kettle"))
}

/// What comes of one product with an offer, given the members of both.
fn product(members: &str, offer: &str) -> Outcome {
    read_page(&script(&format!(
        r#"{{"@context":"https://schema.org","@type":"Product","name":"Kettle One","sku":"K1"{members},
        "offers":{{"@type":"Offer","priceCurrency":"EUR"{offer}}}}}"#
    )))
}

/// The only offer of a page.
fn offer(outcome: &Outcome) -> &FeedOffer {
    outcome.offer()
}
