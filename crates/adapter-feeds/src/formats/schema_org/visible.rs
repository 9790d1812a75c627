//! What a page shows to people when it carries no data about its product: the price beside the name and the
//! button to buy.
//!
//! A number is the price when it stands with a currency in the part of the page that holds both the name and the
//! nearest button to buy, is not struck through, and nothing beside it makes it another price. Of a former price
//! and a present one the present one is taken. Whatever is left and differs competes, and nothing is read.

mod labels;
mod near;
mod words;

use domain::text;
use ports_net::FeedOptions;

use super::amounts::same_amount;
use super::dom::Dom;
use super::item::{Item, Value};
use super::page::Page;
use super::price::{self, Price};

pub(super) use labels::stated;

/// The longest text of a price.
const LONGEST_PRICE: usize = 40;
/// The longest text of a price with what stands beside it.
const LONGEST_LINE: usize = 90;

/// A number that may be the price.
struct Shown {
    element: usize,
    price: Price,
    currency: String,
    is_former: bool,
}

/// The product that the page shows. The error is the reason why none can be read.
pub(super) fn product(dom: &Dom, page: &Page, options: &FeedOptions) -> Result<Item, String> {
    let (heading, name) = near::name(dom, page).ok_or("no heading names a product")?;
    let marked = marked(dom, options);
    let shown = if marked.is_empty() {
        let button = near::button(dom, heading).ok_or("no button to buy beside the name")?;
        let around = near::common(dom, heading, button);
        nearest(dom, button, beside(dom, around, page, options))
    } else {
        marked
    };
    let price = one(&shown)?;
    let mut offer = item("offer");
    set(&mut offer, "price", &price.price.amount);
    set(&mut offer, "pricecurrency", &price.currency);
    let around = near::common(dom, heading, price.element);
    match near::stock(dom, around) {
        Some(true) => set(&mut offer, "availability", "InStock"),
        Some(false) => set(&mut offer, "availability", "OutOfStock"),
        None => {}
    }
    let mut product = item("product");
    set(&mut product, "name", &name);
    set(&mut product, "sku", &labels::number(dom));
    product
        .props
        .push(("offers".to_owned(), Value::Item(offer)));
    Ok(product)
}

fn item(kind: &str) -> Item {
    Item {
        kinds: vec![kind.to_owned()],
        ..Item::default()
    }
}

fn set(item: &mut Item, name: &str, text: &str) {
    if !text.is_empty() {
        let value = Value::Text(text.to_owned());
        item.props.push((name.to_owned(), value));
    }
}

/// Prices of microdata that belongs to no product, since the markup around it is broken.
fn marked(dom: &Dom, options: &FeedOptions) -> Vec<Shown> {
    let of_prop = |wanted: &'static str| {
        dom.elements()
            .filter(move |element| dom.attr(*element, "itemprop") == Some(wanted))
            .filter(|element| !near::is_set_apart(dom, *element, 0))
    };
    let said = |element: usize| match dom.attr(element, "content") {
        Some(content) if !content.trim().is_empty() => content.trim().to_owned(),
        _ => dom.text(element),
    };
    let mut currencies: Vec<String> = of_prop("priceCurrency").map(said).collect();
    currencies.dedup();
    let [stated] = currencies.as_slice() else {
        return Vec::new();
    };
    let read = |element| {
        let value = Value::Text(said(element));
        let price = price::read(&value, options.decimal_mark, stated).ok()?;
        Some(Shown {
            element,
            price,
            currency: stated.clone(),
            is_former: words::is_former(&near::names(dom, element)),
        })
    };
    of_prop("price").filter_map(read).collect()
}

/// Prices that stand in a part of the page.
fn beside(dom: &Dom, around: usize, page: &Page, options: &FeedOptions) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut waiting: Vec<usize> = dom.children(around).to_vec();
    while let Some(element) = waiting.pop() {
        if dom.name(element).is_none() || near::is_apart(dom, element) {
            continue;
        }
        waiting.extend(dom.children(element));
        let text = dom.short_text(element, LONGEST_PRICE);
        let Some(text) = text.filter(|text| text.contains(|c: char| c.is_ascii_digit())) else {
            continue;
        };
        let value = Value::Text(text.clone());
        let Ok(price) = price::read(&value, options.decimal_mark, "") else {
            continue;
        };
        let Some(money) = &price.currency else {
            continue;
        };
        if is_nothing(&price.amount) || is_another(dom, element, around, &text) {
            continue;
        }
        shown.push(Shown {
            element,
            currency: near::currency(money, page, options.default_currency),
            price,
            is_former: words::is_former(&near::names(dom, element)),
        });
    }
    shown
}

fn is_nothing(amount: &str) -> bool {
    amount.chars().all(|c| matches!(c, '0' | '.'))
}

/// Whether the line that a price stands in says that it is another one.
fn is_another(dom: &Dom, element: usize, around: usize, own: &str) -> bool {
    let mut line = element;
    while let Some(parent) = dom.parent(line).filter(|parent| *parent != around) {
        let Some(text) = dom.short_text(parent, LONGEST_LINE) else {
            break;
        };
        if text != own {
            let rest = text.replacen(own, " ", 1);
            let has_other_number = rest.contains(|c: char| c.is_ascii_digit());
            return !has_other_number && words::makes_other(&text::tokens(&rest));
        }
        line = parent;
    }
    false
}

/// Of prices those nearest to a button, when it stands in a part of the page with some of them.
fn nearest(dom: &Dom, button: usize, mut shown: Vec<Shown>) -> Vec<Shown> {
    let depth = |shown: &Shown| near::depth(dom, near::common(dom, shown.element, button));
    let present = shown.iter().filter(|shown| !shown.is_former);
    if let Some(deepest) = present.map(depth).max() {
        shown.retain(|shown| depth(shown) == deepest);
    }
    shown
}

/// The one amount that is shown; a former one only when there is no other.
fn one(shown: &[Shown]) -> Result<&Shown, String> {
    let present: Vec<&Shown> = shown.iter().filter(|shown| !shown.is_former).collect();
    let considered = if present.is_empty() {
        shown.iter().collect()
    } else {
        present
    };
    let Some(first) = considered.first() else {
        return Err("no price stands beside the name and the button to buy".to_owned());
    };
    let other = considered
        .iter()
        .find(|other| !same_amount(&other.price.amount, &first.price.amount));
    match other {
        Some(other) => Err(format!(
            "two prices beside the name and the button to buy: {} and {}",
            first.price.amount, other.price.amount
        )),
        None => Ok(first),
    }
}
