//! What other descriptions of the page say of its product.

use super::super::item::{Item, Value};
use super::super::offers::id_of;
use super::super::page::Page;
use super::{Candidate, address};

/// The chosen product, or all of its variants when the page describes each as a product of the same
/// name with an id of its own.
pub(super) fn variants(chosen: &Candidate, all: &[Candidate]) -> Vec<Item> {
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
pub(super) fn fill_gaps(product: &mut Item, chosen: &Candidate, all: &[Candidate], page: &Page) {
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
pub(in crate::formats::schema_org) fn add_missing(product: &mut Item, other: &Item) {
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
