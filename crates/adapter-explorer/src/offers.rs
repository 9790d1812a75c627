//! The offers of a product, as a table.

use adapter_actix::opens_a_page;
use domain::scoring::{AssessedOffer, Assessment, Badge, Gate};
use maud::{Markup, html};

use crate::product::availability;
use crate::reader::Reader;

/// The table.
pub fn table(reader: &Reader, assessment: &Assessment) -> Markup {
    let is_cut = assessment.offers.len() < assessment.offer_count;
    html! {
        @if assessment.offers.is_empty() { p { (reader.say("no-offers")) } }
        @else {
            @if is_cut { p .quiet { (reader.count("offers-of", assessment.offer_count)) } }
            div .wide tabindex="0" role="group" aria-labelledby="offers" {
                table .offers {
                    thead { tr {
                        @for title in ["shop", "item-price", "delivery", "price-at-door", "delivery-time", "terms", "score"] {
                            th scope="col" { (reader.say(title)) }
                        }
                    } }
                    tbody { @for offer in &assessment.offers { (row(reader, offer)) } }
                }
            }
        }
    }
}

fn row(reader: &Reader, offer: &AssessedOffer) -> Markup {
    let delivered = offer.delivered;
    html! {
        tr .recommended[offer.is_recommended] .gated[offer.gate.is_some()] {
            th scope="row" {
                (link(&offer.offer.facts.url, &offer.store_name))
                @if let Some(badge) = offer.badge() { " " span .badge { (reader.say(badge_text(badge))) } }
            }
            td .amount data-label=(reader.say("item-price")) { (reader.price(delivered.item)) }
            td .amount data-label=(reader.say("delivery")) {
                @if delivered.delivery.minor() == 0 { (reader.say("free")) }
                @else { (reader.price(delivered.delivery)) }
                @if delivered.is_assumed() { br; span .quiet { (reader.say("assumed")) } }
            }
            td .amount data-label=(reader.say("price-at-door")) { strong { (reader.price(delivered.total())) } }
            td data-label=(reader.say("delivery-time")) {
                (availability(reader, offer.offer.facts.availability))
                @if let Some(when) = arrival(reader, offer) { br; span .quiet { (when) } }
                @if offer.gate == Some(Gate::Stale) {
                    br; span .quiet { (reader.say_of("last-seen", &[("day", reader.day(offer.offer.last_seen_at.date()).into())])) }
                }
            }
            td .quiet data-label=(reader.say("terms")) { (terms(reader, offer)) }
            td .amount data-label=(reader.say("score")) {
                @if let Some(score) = &offer.score { (score.points) }
                @else { "–" }
            }
        }
    }
}

/// When it arrives, as the shop says.
fn arrival(reader: &Reader, offer: &AssessedOffer) -> Option<String> {
    if !offer.can_arrive() {
        return None;
    }
    match (offer.delivery_estimate, offer.delivery_days) {
        (Some(day), _) => Some(reader.say_of("arrives-by", &[("day", reader.day(day).into())])),
        (None, Some(days)) => Some(reader.count("arrives-in", usize::from(days))),
        (None, None) => None,
    }
}

fn terms(reader: &Reader, offer: &AssessedOffer) -> Markup {
    let rating = offer.seller_score.map(|rating| {
        let stars = format!("{:.1}", rating.value());
        reader.say_of("rating", &[("stars", reader.number(&stars).into())])
    });
    let returns = offer
        .return_days
        .map(|days| reader.count("returns", usize::from(days)));
    let warranty = offer.warranty_months;
    let warranty = warranty.map(|months| reader.count("warranty", usize::from(months)));
    let said = [rating, returns, warranty].into_iter().flatten();
    html! {
        @for (place, text) in said.enumerate() {
            @if place > 0 { br; }
            (text)
        }
    }
}

/// The name of a badge's text.
const fn badge_text(badge: Badge) -> &'static str {
    match badge {
        Badge::OutOfDate => "badge-stale",
        Badge::OutOfStock => "out-of-stock",
        Badge::Refurbished => "refurbished",
        Badge::Used => "used",
        Badge::UnderReview => "badge-review",
        Badge::BestChoice => "badge-best",
        Badge::LowestPrice => "badge-lowest",
        Badge::LowestItemPrice => "badge-lowest-item",
        Badge::DeliveryAssumed => "badge-assumed",
    }
}

/// A link to a shop: only one that a browser opens as a page.
pub fn link(url: &str, text: &str) -> Markup {
    html! {
        @if opens_a_page(url) { a href=(url) rel="nofollow noopener noreferrer" { (text) } }
        @else { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn only_pages_are_linked() {
        let page = link("https://a.example/?a=1&b=\"", "<Shop>").into_string();
        assert!(
            page.contains("href=\"https://a.example/?a=1&amp;b=&quot;\""),
            "{page}"
        );
        let script = link("javascript:alert(1)", "<Shop>").into_string();
        assert_eq!(script, "&lt;Shop&gt;");
    }
}
