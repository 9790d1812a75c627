//! Shops' pages with schema.org data: JSON-LD, microdata, `RDFa` Lite, and `OpenGraph` as the last
//! resort.
//!
//! A page names its own product and, beside it, many others: what is related, what others bought.
//! `choice` says which one is the page's, `offers` which of its prices is the price. A range is no
//! price, nor is one per kilo, per month, for members, or the one that is struck through. Whatever
//! may mean two things is refused with the reason.

mod amounts;
mod choice;
mod dom;
mod fields;
mod fill;
mod graph_meta;
mod item;
mod json_ld;
mod lenient;
mod markup;
mod offers;
mod page;
mod price;
mod sink;
mod terms;

use std::io::Read;

use domain::money::Currency;
use ports_net::{DecimalMark, FeedError, FeedItem, FeedOptions, WantedFormat};

use crate::Items;
use crate::charset::Text;
use crate::fault::feed_error;
use crate::field::Note;

use choice::{Candidate, Choice, Source};
use dom::Dom;
use fill::Rows;
use item::{Item, Value};
use page::Page;

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

/// Whether a text is an HTML page, by its first element.
pub(crate) fn is_page(text: &str, wanted: WantedFormat) -> bool {
    const FIRST: [&str; 12] = [
        "!doctype", "html", "head", "body", "div", "script", "main", "section", "article", "meta",
        "title", "link",
    ];
    const ALSO: [&str; 14] = [
        "a", "base", "center", "form", "h1", "header", "nav", "noscript", "p", "span", "style",
        "table", "template", "ul",
    ];
    let mut rest = text.trim_start();
    loop {
        let skipped = if rest.starts_with("<!--") {
            rest.split_once("-->")
        } else if rest.starts_with("<?") {
            rest.split_once("?>")
        } else {
            break;
        };
        rest = skipped.map_or("", |(_, after)| after.trim_start());
    }
    let Some(tag) = rest.strip_prefix('<') else {
        return false;
    };
    let name: String = tag
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '!' | '-' | ':' | '_'))
        .flat_map(char::to_lowercase)
        .collect();
    let kind = tag.split_whitespace().nth(1).unwrap_or_default();
    match name.as_str() {
        "!doctype" => kind
            .get(..4)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("html")),
        name => {
            FIRST.contains(&name) || (wanted == WantedFormat::SchemaOrg && ALSO.contains(&name))
        }
    }
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
    let mut remarks: Vec<Note> = json
        .faults
        .iter()
        .take(MAX_FAULTS)
        .map(|fault| Note::new("JSON-LD", fault.clone()))
        .collect();
    let (products, own) = match chosen(all, of_graph, &page, &mut remarks) {
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

fn refusal(reason: String, faults: &[String]) -> String {
    match faults.first() {
        Some(fault) => format!("{reason}; of its JSON-LD, {fault}"),
        None => reason,
    }
}

/// The whole page as text.
fn whole(text: Text) -> Result<String, FeedError> {
    let mut html = String::new();
    let mut limited = text.take(MAX_PAGE + 1);
    limited
        .read_to_string(&mut html)
        .map_err(|e| feed_error(&e, "the page"))?;
    if domain::num::u64_from_usize(html.len()) > MAX_PAGE {
        return Err(FeedError::TooLarge { limit: MAX_PAGE });
    }
    Ok(html)
}

/// The products that rows are made of, and whether they are the page's own.
fn chosen(
    all: Vec<Candidate>,
    of_graph: Option<Item>,
    page: &Page,
    remarks: &mut Vec<Note>,
) -> Result<(Vec<Item>, bool), String> {
    let found = !all.is_empty();
    match choice::choose(all, page) {
        Choice::Product(mut products, remark) => {
            remarks.extend(remark.map(|remark| Note::new("", remark)));
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
        Choice::Nothing(_) if !found => Err(
            "it has no product in JSON-LD, microdata or RDFa, and no price in OpenGraph".to_owned(),
        ),
        Choice::Nothing(reason) => Err(reason),
        Choice::List(products) => Err(format!(
            "a list of {} products, none of them the page's own",
            products.len()
        )),
    }
}

/// The options for a page in a currency of its own.
fn in_currency(options: &FeedOptions, currency: Option<Currency>) -> FeedOptions {
    let mut options = options.clone();
    if let Some(currency) = currency {
        options.catalogue_currency = currency;
        options.default_currency = currency;
    }
    options
}

/// The first currency that a thing states.
fn stated(item: &Item, nested: usize) -> Option<Currency> {
    if nested > 8 {
        return None;
    }
    item.props.iter().find_map(|(name, value)| match value {
        Value::Item(inner) => stated(inner, nested + 1),
        Value::Text(text) if matches!(name.as_str(), "pricecurrency" | "currency") => {
            price::currency(text)
        }
        Value::Text(_) | Value::Number(_) => None,
    })
}
