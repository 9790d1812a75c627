//! Which price of a product is its price.

use domain::availability::Condition;
use ports_net::FeedOptions;

use super::amounts::{self, same_amount};
use super::item::{Item, local_name};
use super::page::Page;
use crate::offer::codes;

/// The most offers of a product that are looked at.
const MAX_OFFERS: usize = 1_000;
/// Properties that identify an offer among those of its product.
pub(super) const IDS: [&str; 8] = [
    "sku",
    "productid",
    "gtin",
    "gtin13",
    "gtin14",
    "gtin12",
    "gtin8",
    "isbn",
];

/// An offer with its price.
#[derive(Debug, Clone)]
pub(super) struct Priced<'a> {
    /// The offer.
    pub(super) offer: &'a Item,
    /// The list of offers that it stands in, for what it does not say itself.
    pub(super) list: Option<&'a Item>,
    /// Its price as a plain decimal.
    pub(super) amount: String,
    /// The code of its currency, or what the page says instead; empty when it says nothing.
    pub(super) currency: String,
}

impl Priced<'_> {
    /// A text of the offer, or of the list that it stands in.
    pub(super) fn text(&self, name: &str) -> String {
        let own = self.offer.text(name);
        match self.list {
            Some(list) if own.is_empty() => list.text(name),
            _ => own,
        }
    }

    fn condition(&self) -> Condition {
        codes::condition(&self.text("itemcondition")).unwrap_or(Condition::New)
    }
}

fn can_be_ordered(priced: &Priced<'_>) -> bool {
    let availability = codes::availability(&priced.text("availability"));
    availability.is_none_or(domain::availability::Availability::can_be_ordered)
}

/// The offers of a product that are its price: one, or one for each of its variants. The error is
/// the reason why there is none.
pub(super) fn choose<'a>(
    product: &'a Item,
    page: &Page,
    options: &FeedOptions,
) -> Result<Vec<Priced<'a>>, String> {
    let offers = all(product);
    if offers.is_empty() {
        return Err("there is no offer".to_owned());
    }
    let mut found = Vec::new();
    let mut refused = None;
    for (offer, list) in offers {
        match read(offer, list, options) {
            Ok(priced) => found.push(priced),
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    if found.is_empty() {
        return Err(refused.unwrap_or_default());
    }
    narrow(found, page, options)
}

/// The offers of a product with the list that they stand in; the product itself when its price
/// stands beside its name.
fn all(product: &Item) -> Vec<(&Item, Option<&Item>)> {
    let mut offers: Vec<(&Item, Option<&Item>)> = Vec::new();
    for offer in product.items("offers").take(MAX_OFFERS) {
        let before = offers.len();
        let inner = offer.items("offers").take(MAX_OFFERS);
        offers.extend(inner.map(|inner| (inner, Some(offer))));
        if offers.len() == before {
            offers.push((offer, None));
        }
    }
    if offers.is_empty() && product.has("price") {
        offers.push((product, None));
    }
    offers.truncate(MAX_OFFERS);
    offers
}

fn read<'a>(
    offer: &'a Item,
    list: Option<&'a Item>,
    options: &FeedOptions,
) -> Result<Priced<'a>, String> {
    if local_name(&offer.text("businessfunction")) == "leaseout" {
        return Err("it is let, not sold".to_owned());
    }
    let (price, currency) = amounts::of_offer(offer, list, options)?;
    Ok(Priced {
        offer,
        list,
        amount: price.amount,
        currency,
    })
}

/// The offers that are meant among those with a price.
fn narrow<'a>(
    mut found: Vec<Priced<'a>>,
    page: &Page,
    options: &FeedOptions,
) -> Result<Vec<Priced<'a>>, String> {
    let catalogue = options.catalogue_currency.code();
    keep(&mut found, |p| p.currency.eq_ignore_ascii_case(catalogue));
    keep(&mut found, |p| p.condition() == Condition::New);
    if are_variants(&found) {
        return Ok(found);
    }
    let is_one = |found: &[Priced<'_>]| {
        let mut pairs = found.windows(2);
        pairs.all(|pair| match pair {
            [a, b] => same_amount(&a.amount, &b.amount) && a.currency == b.currency,
            _ => true,
        })
    };
    if !is_one(&found) {
        keep(&mut found, |p| page.is_at(&p.offer.text("url"), true));
    }
    if !is_one(&found) {
        keep(&mut found, can_be_ordered);
    }
    if !is_one(&found) {
        let mut amounts: Vec<&str> = found.iter().map(|p| p.amount.as_str()).collect();
        amounts.truncate(3);
        return Err(format!(
            "{} offers with different prices ({}), and nothing says which is the page's",
            found.len(),
            amounts.join(", ")
        ));
    }
    let best = found.iter().position(can_be_ordered).unwrap_or(0);
    Ok(found.into_iter().skip(best).take(1).collect())
}

/// Keeps what fits, unless nothing does.
fn keep(found: &mut Vec<Priced<'_>>, fits: impl Fn(&Priced<'_>) -> bool) {
    if found.iter().any(&fits) {
        found.retain(fits);
    }
}

/// Whether each offer is one of a thing of its own.
fn are_variants(found: &[Priced<'_>]) -> bool {
    let mut ids: Vec<String> = found.iter().map(|p| id_of(p.offer)).collect();
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    all > 1 && ids.len() == all && !ids.iter().any(String::is_empty)
}

/// What identifies an offer or product within its shop.
pub(super) fn id_of(item: &Item) -> String {
    const SCHEMES: [&str; 8] = ["sku", "mpn", "isbn", "ean", "upc", "asin", "gtin", "gtin13"];
    let found = item.first(&IDS);
    match found.split_once(':') {
        Some((scheme, id)) if SCHEMES.contains(&scheme.to_lowercase().as_str()) => {
            id.trim().to_owned()
        }
        _ => found,
    }
}
