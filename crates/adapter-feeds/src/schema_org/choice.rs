//! Which of the things on a page is the page's product.

use super::item::{Item, Value};
use super::offers::id_of;
use super::page::Page;

/// Kinds of things that are products.
const PRODUCTS: [&str; 10] = [
    "product",
    "productgroup",
    "productmodel",
    "individualproduct",
    "someproducts",
    "vehicle",
    "car",
    "motorcycle",
    "book",
    "softwareapplication",
];
/// The most products of a page that are looked at.
const MAX_PRODUCTS: usize = 2_000;
/// The deepest place of a product.
const MAX_NESTED: usize = 7;

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
    /// The page has one product, or one in several variants. The sentence is a remark.
    Product(Vec<Item>, Option<String>),
    /// The page is a list of products, each with an address of its own.
    List(Vec<Item>),
    /// It has none, or nothing says which of several is meant; the reason.
    Nothing(String),
}

/// The products among a page's things.
pub(super) fn candidates(items: &[Item], source: Source) -> Vec<Candidate> {
    let mut found = Vec::new();
    for item in items {
        let place = Place {
            source,
            main: false,
            listed: false,
            nested: 0,
        };
        gather(item, place, &mut found);
    }
    // an offer outside of everything belongs to the only product that has none
    let stray: Vec<&Item> = items.iter().filter(|item| item.is(&["offer"])).collect();
    if let ([offer], [one]) = (stray.as_slice(), found.as_mut_slice())
        && !one.product.has("offers")
    {
        let offer = Value::Item((*offer).clone());
        one.product.props.push(("offers".to_owned(), offer));
    }
    found
}

/// Where a thing stands on the page.
#[derive(Debug, Clone, Copy)]
struct Place {
    source: Source,
    main: bool,
    listed: bool,
    nested: usize,
}

fn gather(item: &Item, place: Place, found: &mut Vec<Candidate>) {
    let inner = Place {
        nested: place.nested + 1,
        ..place
    };
    if inner.nested > MAX_NESTED || found.len() >= MAX_PRODUCTS {
        return;
    }
    if item.is(&PRODUCTS) && (item.is(&["product", "productgroup"]) || item.has("offers")) {
        found.push(Candidate {
            product: item.clone(),
            source: place.source,
            main: place.main,
            listed: place.listed,
        });
        return;
    }
    if item.is(&["offer"]) {
        for product in item.items("itemoffered") {
            let mut product = product.clone();
            if product.is(&PRODUCTS) && !product.has("offers") {
                let offer = Value::Item(item.clone());
                product.props.push(("offers".to_owned(), offer));
            }
            gather(&product, inner, found);
        }
        return;
    }
    for (name, is_main, is_listed) in [
        ("mainentity", true, false),
        ("about", false, false),
        ("maincontentofpage", false, false),
        ("itemlistelement", false, true),
        ("item", false, true),
    ] {
        let listed = place.listed || is_listed;
        let main = (place.main || is_main) && !listed;
        for thing in item.items(name) {
            gather(
                thing,
                Place {
                    main,
                    listed,
                    ..inner
                },
                found,
            );
        }
    }
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
    let mut remark = None;
    if several && best.is_unnamed() {
        if best.elsewhere() {
            return Choice::Nothing(format!(
                "{} products, and nothing says which of them is the page's",
                all.len()
            ));
        }
        remark = Some(format!(
            "the first of {} products: nothing says which is the page's",
            all.len()
        ));
    }
    let mut products = variants(&chosen, &all);
    for product in &mut products {
        fill_gaps(product, &chosen, &all, page);
    }
    Choice::Product(products, remark)
}

/// What speaks for a candidate, the strongest first.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a sign of its own, compared in this order"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    main: bool,
    exactly_here: bool,
    here: bool,
    named_in_address: bool,
    titled: bool,
    not_elsewhere: bool,
    priced: bool,
    json_ld: bool,
}

impl Rank {
    fn of(candidate: &Candidate, page: &Page) -> Self {
        let product = &candidate.product;
        let url = address(product);
        Self {
            main: candidate.main,
            exactly_here: page.is_at(&url, true),
            here: page.is_at(&url, false),
            named_in_address: page.names_in_address(&id_of(product)),
            titled: page.is_titled(&product.text("name")),
            not_elsewhere: !page.is_elsewhere(&url),
            priced: product.has("offers") || product.has("price") || product.has("hasvariant"),
            json_ld: candidate.source == Source::JsonLd,
        }
    }

    const fn is_unnamed(self) -> bool {
        !(self.main || self.here || self.named_in_address || self.titled)
    }

    const fn elsewhere(self) -> bool {
        !self.not_elsewhere
    }
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

/// The chosen product, or all of its variants when the page describes each as a product of the same
/// name with an id of its own.
fn variants(chosen: &Candidate, all: &[Candidate]) -> Vec<Item> {
    let name = chosen.product.text("name");
    let place = address(&chosen.product);
    let mut ids = vec![id_of(&chosen.product)];
    let mut variants = vec![chosen.product.clone()];
    for other in all.iter().filter(|other| other.source == chosen.source) {
        let (product, id) = (&other.product, id_of(&other.product));
        let same = !name.is_empty() && product.text("name") == name && address(product) == place;
        if same && !id.is_empty() && !ids.contains(&id) {
            ids.push(id);
            variants.push(product.clone());
        }
    }
    variants
}

/// Adds what the same product has in the page's other syntaxes and what it lacks itself.
fn fill_gaps(product: &mut Item, chosen: &Candidate, all: &[Candidate], page: &Page) {
    let same = |other: &&Candidate| {
        let of_source = all.iter().filter(|c| c.source == other.source).count();
        let (a, b) = (&chosen.product, &other.product);
        let ids = (id_of(a), id_of(b));
        let same_id = !ids.0.is_empty() && ids.0 == ids.1;
        let same_name = a.text("name").to_lowercase() == b.text("name").to_lowercase();
        let contradicts = !ids.0.is_empty() && !ids.1.is_empty() && !same_id;
        let only = of_source == 1 && !page.is_elsewhere(&address(b));
        same_id || (!contradicts && (same_name || only))
    };
    let mut others = all.iter().filter(|other| other.source != chosen.source);
    while let Some(other) = others.by_ref().find(same) {
        add_missing(product, &other.product);
    }
}

/// Adds the properties of another description that a product does not have.
pub(super) fn add_missing(product: &mut Item, other: &Item) {
    let mut missing: Vec<(String, Value)> = Vec::new();
    for (name, value) in &other.props {
        let has_price = name == "offers" && (product.has("price") || product.has("hasvariant"));
        let says = |name: &str| {
            product.texts(name).next().is_some() || product.items(name).next().is_some()
        };
        if !says(name) && !has_price {
            missing.push((name.clone(), value.clone()));
        }
    }
    product.props.extend(missing);
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
