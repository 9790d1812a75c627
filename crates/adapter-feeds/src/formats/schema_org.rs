//! Shops' pages with schema.org data: JSON-LD, microdata, `RDFa` Lite, and `OpenGraph` as the last
//! resort.
//!
//! A page names its own product and, beside it, many others: what is related, what others bought.
//! `choice` says which one is the page's, `offers` which of its prices is the price. A range is no
//! price, nor is one per kilo, per month, for members, or the one that is struck through. Whatever
//! may mean two things is refused with the reason.
//!
//! A page without such data is read as people see it (`visible`): the price beside the name and the button to
//! buy. Brand, part number and GTIN are read wherever a page states them beside a label.

mod amounts;
mod choice;
mod currency;
mod dom;
mod fields;
mod fill;
mod graph_meta;
mod html;
mod item;
mod json_ld;
mod lenient;
mod markup;
mod offers;
mod page;
mod price;
mod products;
mod shared;
mod sink;
mod terms;
mod visible;

use domain::money::Currency;
use ports_net::{DecimalMark, FeedError, FeedItem, FeedOptions};

use crate::Items;
use crate::offer::field::Note;
use crate::reading::charset::Text;

use choice::Source;
use currency::{in_currency, stated};
use dom::Dom;
use fill::Rows;
use html::whole;
use item::Item;
use page::Page;
use products::chosen;

pub(crate) use html::is_page;

/// The largest page that is read.
pub(crate) const MAX_PAGE: u64 = 16 * 1024 * 1024;
/// Remarks about scripts that cannot be read.
const MAX_FAULTS: usize = 5;

/// What a page says about its product.
#[derive(Debug)]
pub struct PageReading {
    /// Whether it carries any data about a product in one of the syntaxes.
    pub structured: bool,
    /// The currency that it states.
    pub currency: Option<Currency>,
    /// Rows of the page's product, or of the products that it lists.
    pub items: Vec<FeedItem>,
    /// Whether the rows are of the page's own product, the first one of what it shows.
    pub own: bool,
    /// Why there are no rows.
    pub refusal: Option<String>,
}

/// Reads a page as a feed.
pub(crate) fn open(text: Text, options: &FeedOptions) -> Result<Items, FeedError> {
    let reading = read(text, options, false)?;
    match reading.refusal {
        Some(refusal) => Err(FeedError::NotAFeed(format!("an HTML page: {refusal}"))),
        None => Ok(Box::new(reading.items.into_iter().map(Ok))),
    }
}

/// Reads a page. With `any_currency` the one that it states is taken for the catalogue's.
pub(crate) fn read(
    text: Text,
    options: &FeedOptions,
    any_currency: bool,
) -> Result<PageReading, FeedError> {
    let html = whole(text)?;
    let dom = Dom::parse(&html).map_err(|limit| FeedError::Broken {
        at: "the page".to_owned(),
        problem: limit.to_owned(),
    })?;
    let page = Page::read(&dom, options.page_url.as_deref());
    let json = json_ld::read(&dom);
    let microdata = markup::items(&dom, markup::MICRODATA);
    let rdfa = markup::items(&dom, markup::RDFA);
    let mut all = choice::candidates(&json.items, Source::JsonLd);
    all.extend(choice::candidates(&microdata, Source::Microdata));
    all.extend(choice::candidates(&rdfa, Source::Rdfa));
    let of_graph = graph_meta::product(&page, options.observed_at);
    let structured = !all.is_empty() || of_graph.is_some();
    let mut remarks = of_faults(&json.faults);
    let shown = || visible::product(&dom, &page, options);
    let (mut products, own) = match chosen(all, of_graph, shown, &page, &mut remarks) {
        Ok(found) => found,
        Err(reason) => {
            return Ok(PageReading {
                structured,
                currency: None,
                items: Vec::new(),
                own: false,
                refusal: Some(refusal(reason, &json.faults)),
            });
        }
    };
    if own {
        add_stated(&mut products, &dom);
    }
    let currency = products.iter().find_map(|product| stated(product, 0));
    let options = in_currency(options, currency.filter(|_| any_currency));
    let items: Vec<Item> = [json.items, microdata, rdfa]
        .into_iter()
        .flatten()
        .collect();
    let mut rows = Rows {
        page: &page,
        row_options: &FeedOptions {
            decimal_mark: DecimalMark::Dot,
            ..options.clone()
        },
        options: &options,
        items: &items,
        remarks,
        room: shared::MAX_SHARED,
        made: Vec::new(),
    };
    for product in &products {
        rows.product(product);
    }
    Ok(PageReading {
        structured,
        currency,
        items: rows.made,
        own,
        refusal: None,
    })
}

fn of_faults(faults: &[String]) -> Vec<Note> {
    let faults = faults.iter().take(MAX_FAULTS);
    faults
        .map(|fault| Note::new("JSON-LD", fault.clone()))
        .collect()
}

/// Adds what the page states beside labels to its one product.
fn add_stated(products: &mut [Item], dom: &Dom) {
    if let [product] = products
        && !product.has("hasvariant")
    {
        choice::add_missing(product, &visible::stated(dom));
    }
}

fn refusal(reason: String, faults: &[String]) -> String {
    match faults.first() {
        Some(fault) => format!("{reason}; of its JSON-LD, {fault}"),
        None => reason,
    }
}
