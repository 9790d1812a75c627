//! Which of the things on a page is the page's product.

mod gaps;
mod gather;
mod rank;

use super::item::Item;
use super::offers::id_of;
use super::page::Page;
use super::shared::{MAX_SHARED, left_out, read_of, that_fit};
use gaps::{same, variants};
use rank::Rank;

pub(super) use gaps::add_missing;
pub(super) use gather::candidates;

/// In which way a page describes its things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    JsonLd,
    Microdata,
    Rdfa,
}

/// A product that may be the page's.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) product: Item,
    pub(super) source: Source,
    /// The page names it as its main thing.
    main: bool,
    /// It stands in a list.
    listed: bool,
}

/// What was chosen.
#[derive(Debug)]
pub(super) enum Choice {
    /// The page has one product, or one in several variants. The sentences are remarks.
    Product(Vec<Item>, Vec<String>),
    /// The page is a list of products, each with an address of its own.
    List(Vec<Item>),
    /// It has none, or nothing says which of several is meant; the reason.
    Nothing(String),
}

/// Chooses. The first of these that holds of some candidate decides: the page names it as its main
/// thing; its address is the page's; the page's address names its id; a title of the page names
/// it; it is the only one; it is the first that has no other address.
pub(super) fn choose(mut all: Vec<Candidate>, page: &Page) -> Choice {
    let listed: Vec<Candidate> = all.iter().filter(|c| c.listed).cloned().collect();
    all.retain(|candidate| !candidate.listed);
    if all.is_empty() {
        return list(listed, page);
    }
    let rank = |candidate: &Candidate| Rank::of(candidate, page);
    let best = all
        .iter()
        .map(rank)
        .reduce(|best, next| if next > best { next } else { best });
    let Some(best) = best else {
        return Choice::Nothing("no product".to_owned());
    };
    let Some(first) = all.iter().position(|candidate| rank(candidate) == best) else {
        return Choice::Nothing("no product".to_owned());
    };
    let chosen = all.get(first).cloned();
    let Some(chosen) = chosen else {
        return Choice::Nothing("no product".to_owned());
    };
    let several = all.iter().filter(|c| c.source == chosen.source).count() > 1;
    let mut remarks = Vec::new();
    if several && best.is_unnamed() {
        if best.elsewhere() {
            return Choice::Nothing(format!(
                "{} products, and nothing says which of them is the page's",
                all.len()
            ));
        }
        remarks.push(format!(
            "the first of {} products: nothing says which is the page's",
            all.len()
        ));
    }
    let mut products = variants(&chosen, &all);
    let others: Vec<Item> = same(&chosen, &all, page)
        .map(|other| read_of(other, &[]))
        .collect();
    let found = products.len();
    let size = others.iter().map(Item::size).sum();
    let mut room = MAX_SHARED;
    products.truncate(that_fit(found, size, &mut room));
    if products.len() < found {
        remarks.push(left_out(products.len(), found));
    }
    for product in &mut products {
        for other in &others {
            add_missing(product, other);
        }
    }
    Choice::Product(products, remarks)
}

/// The address that a product or its first offer states.
fn address(product: &Item) -> String {
    let own = product.text("url");
    if !own.is_empty() {
        return own;
    }
    let mut offers = product.items("offers").map(|offer| offer.text("url"));
    offers
        .find(|url| !url.is_empty())
        .unwrap_or_else(|| product.id.clone())
}

/// The rows of a page that lists products and has none of its own.
fn list(listed: Vec<Candidate>, page: &Page) -> Choice {
    if listed.is_empty() {
        return Choice::Nothing("no product".to_owned());
    }
    let source = listed.iter().map(|c| c.source).min();
    let all = listed.len();
    let elsewhere: Vec<Item> = listed
        .into_iter()
        .filter(|c| Some(c.source) == source)
        .map(|c| c.product)
        .filter(|product| page.is_elsewhere(&address(product)) && !id_of(product).is_empty())
        .collect();
    if elsewhere.is_empty() {
        return Choice::Nothing(format!(
            "a list of {all} products without ids and addresses of their own"
        ));
    }
    Choice::List(elsewhere)
}
