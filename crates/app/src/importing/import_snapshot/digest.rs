//! Digests by which it is told whether an offer changed.

use domain::offer::{FeedOffer, OfferFacts, OfferIdentity};
use ports_system::Digester;

/// The first 16 bytes of the SHA-256 of the bytes.
pub(super) fn short(digester: &dyn Digester, bytes: &[u8]) -> [u8; 16] {
    let full = digester.sha256(bytes);
    let mut short = [0; 16];
    for (to, from) in short.iter_mut().zip(full) {
        *to = from;
    }
    short
}

/// The digest of all content of an offer, and of what names its product. Line numbers, specs and the
/// description are left out: they change nothing that is kept of an offer, but for the variant that specs state, which is
/// part of the identity by now.
pub(super) fn of_offer(digester: &dyn Digester, offer: &FeedOffer) -> ([u8; 16], [u8; 16]) {
    let FeedOffer {
        line: _,
        pinned,
        identity,
        facts,
        specs: _,
        description: _,
    } = offer;
    let mut fields = Fields(Vec::with_capacity(512));
    fields.text(pinned.as_ref().map_or("", |id| id.as_str()));
    fields.identity(identity);
    let identity = short(digester, &fields.0);
    fields.facts(facts);
    (short(digester, &fields.0), identity)
}

/// Fields one after the other, each with its length, so that no two contents look alike.
struct Fields(Vec<u8>);

impl Fields {
    fn text(&mut self, text: &str) {
        self.0
            .extend(domain::num::u64_from_usize(text.len()).to_le_bytes());
        self.0.extend(text.as_bytes());
    }

    fn number(&mut self, number: Option<impl Into<i128>>) {
        match number {
            None => self.0.push(0),
            Some(number) => {
                self.0.push(1);
                self.0.extend(number.into().to_le_bytes());
            }
        }
    }

    fn identity(&mut self, identity: &OfferIdentity) {
        let OfferIdentity {
            title,
            brand,
            model,
            variant,
            category,
            mpn,
            gtins,
            pack_size,
            is_bundle,
        } = identity;
        for text in [title, brand, model, variant, category, mpn] {
            self.text(text);
        }
        self.number(Some(domain::num::i64_from_usize(gtins.len())));
        for gtin in gtins {
            self.number(Some(gtin.number()));
        }
        self.number(Some(*pack_size));
        self.number(Some(u8::from(*is_bundle)));
    }

    fn facts(&mut self, facts: &OfferFacts) {
        let OfferFacts {
            offer_id,
            url,
            image_url,
            item_price,
            delivery_cost,
            availability,
            stock_quantity,
            delivery_days,
            delivery_estimate,
            condition,
            seller_score,
            return_days,
            warranty_months,
            stated_updated_at,
        } = facts;
        self.text(offer_id);
        self.text(url);
        self.text(image_url.as_deref().unwrap_or_default());
        self.number(Some(item_price.minor()));
        self.number(delivery_cost.map(domain::money::Amount::minor));
        self.text(availability.code());
        self.number(*stock_quantity);
        self.number(*delivery_days);
        self.number(delivery_estimate.map(time::Date::to_julian_day));
        self.text(condition.code());
        self.number(seller_score.map(domain::store::Rating::milli));
        self.number(*return_days);
        self.number(*warranty_months);
        self.number(stated_updated_at.map(time::OffsetDateTime::unix_timestamp_nanos));
    }
}
