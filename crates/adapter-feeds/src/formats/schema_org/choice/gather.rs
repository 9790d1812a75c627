//! The products among the things of a page.

use super::super::item::{Item, Value};
use super::{Candidate, Source};

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

/// The products among a page's things.
pub(in crate::formats::schema_org) fn candidates(items: &[Item], source: Source) -> Vec<Candidate> {
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
