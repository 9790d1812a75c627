//! The products that rows are made of.

use super::choice::{self, Candidate, Choice};
use super::item::Item;
use super::page::Page;
use crate::offer::field::Note;

/// The products that rows are made of, and whether they are the page's own.
pub(super) fn chosen(
    all: Vec<Candidate>,
    of_graph: Option<Item>,
    shown: impl FnOnce() -> Result<Item, String>,
    page: &Page,
    remarks: &mut Vec<Note>,
) -> Result<(Vec<Item>, bool), String> {
    let found = !all.is_empty();
    match choice::choose(all, page) {
        Choice::Product(mut products, said) => {
            remarks.extend(said.into_iter().map(|remark| Note::new("", remark)));
            if let (Some(of_graph), [product]) = (of_graph, products.as_mut_slice()) {
                let without = !product.has("offers") && !product.has("price");
                if without && !product.has("hasvariant") {
                    let reason =
                        "the price is the one of OpenGraph: the product has none of its own";
                    remarks.push(Note::new("price", reason));
                }
                choice::add_missing(product, &of_graph);
            }
            Ok((products, true))
        }
        Choice::List(products)
            if of_graph.is_none() && !page.meta("og:type").contains("product") =>
        {
            Ok((products, false))
        }
        Choice::List(_) | Choice::Nothing(_) if of_graph.is_some() && !found => {
            let reason = "from OpenGraph: the page has no schema.org product";
            remarks.push(Note::new("price", reason));
            Ok((of_graph.into_iter().collect(), true))
        }
        Choice::Nothing(_) if !found => match shown() {
            Ok(product) => {
                let reason = "read beside the name and the button to buy: the page has no data about its \
                              product";
                remarks.push(Note::new("price", reason));
                Ok((vec![product], true))
            }
            Err(reason) => Err(format!(
                "it has no product in JSON-LD, microdata or RDFa, no price in OpenGraph, and {reason}"
            )),
        },
        Choice::Nothing(reason) => Err(reason),
        Choice::List(products) => Err(format!(
            "a list of {} products, none of them the page's own",
            products.len()
        )),
    }
}
