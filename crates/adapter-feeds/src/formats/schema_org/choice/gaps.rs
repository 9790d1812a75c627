//! What other descriptions of the page say of its product.

use std::collections::HashMap;

use super::super::item::{Item, Value};
use super::super::offers::id_of;
use super::super::page::Page;
use super::{Candidate, Source, address};

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

/// What the page's other syntaxes say of the chosen product.
pub(super) fn same<'a>(
    chosen: &'a Candidate,
    all: &'a [Candidate],
    page: &'a Page,
) -> impl Iterator<Item = &'a Item> {
    let of_source = |source: Source| all.iter().filter(|c| c.source == source).count();
    let is_alone = [Source::JsonLd, Source::Microdata, Source::Rdfa]
        .map(|source| (source, of_source(source) == 1));
    let same = move |other: &&Candidate| {
        let (a, b) = (&chosen.product, &other.product);
        let ids = (id_of(a), id_of(b));
        let same_id = !ids.0.is_empty() && ids.0 == ids.1;
        let same_name = a.text("name").to_lowercase() == b.text("name").to_lowercase();
        let contradicts = !ids.0.is_empty() && !ids.1.is_empty() && !same_id;
        let alone = is_alone.contains(&(other.source, true));
        let only = alone && !page.is_elsewhere(&address(b));
        same_id || (!contradicts && (same_name || only))
    };
    let others = all.iter().filter(|other| other.source != chosen.source);
    others.filter(same).map(|other| &other.product)
}

/// Adds the properties of another description that a product does not have.
pub(in crate::formats::schema_org) fn add_missing(product: &mut Item, other: &Item) {
    let has_price = product.has("price") || product.has("hasvariant");
    let mut known: HashMap<&str, bool> = HashMap::new();
    let mut missing: Vec<(String, Value)> = Vec::new();
    for (name, value) in &other.props {
        let says = *known.entry(name).or_insert_with(|| {
            product.texts(name).next().is_some()
                || product.items(name).next().is_some()
                || (name == "offers" && has_price)
        });
        if !says {
            missing.push((name.clone(), value.clone()));
        }
    }
    product.props.extend(missing);
}
