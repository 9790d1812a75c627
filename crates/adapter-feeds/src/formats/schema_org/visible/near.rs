//! Where things stand on a page.

use domain::money::Currency;
use domain::text;
use product_knowledge::price_text::Money;

use super::super::dom::Dom;
use super::super::page::Page;
use super::words;

/// Elements whose content is not about the page's product, or not shown.
const APART: [&str; 14] = [
    "nav", "header", "footer", "aside", "del", "s", "strike", "script", "style", "template",
    "noscript", "select", "option", "svg",
];
/// The most characters on a button.
const LONGEST_BUTTON: usize = 40;
/// The currencies of countries, by the ends of their addresses, where a sign may mean several.
const COUNTRIES: [(&str, &str); 16] = [
    ("ar", "ARS"),
    ("au", "AUD"),
    ("ca", "CAD"),
    ("cl", "CLP"),
    ("co", "COP"),
    ("com", "USD"),
    ("dk", "DKK"),
    ("hk", "HKD"),
    ("is", "ISK"),
    ("jp", "JPY"),
    ("mx", "MXN"),
    ("no", "NOK"),
    ("nz", "NZD"),
    ("se", "SEK"),
    ("sg", "SGD"),
    ("uk", "GBP"),
];

/// The heading that names the product: the first one that a title of the page names, else the only one.
pub(super) fn name(dom: &Dom, page: &Page) -> Option<(usize, String)> {
    let headings = dom.elements().filter(|e| dom.name(*e) == Some("h1"));
    let named: Vec<(usize, String)> = headings
        .map(|heading| (heading, dom.text(heading)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let titled = named.iter().find(|(_, text)| page.is_titled(text));
    let only = || named.first().filter(|_| named.len() == 1);
    titled.or_else(only).cloned()
}

/// The button to buy that shares the innermost part of the page with the name.
pub(super) fn button(dom: &Dom, name: usize) -> Option<usize> {
    let buttons = dom
        .elements()
        .filter(|element| is_button(dom, *element) && !is_set_apart(dom, *element, 0));
    let mut best: Option<(usize, usize)> = None;
    for button in buttons {
        let shared = depth(dom, common(dom, name, button));
        if best.is_none_or(|(deepest, _)| shared > deepest) {
            best = Some((shared, button));
        }
    }
    best.map(|(_, button)| button)
}

fn is_button(dom: &Dom, element: usize) -> bool {
    let attr = |name| dom.attr(element, name).unwrap_or_default();
    let says_buy = |said: &str| words::says_buy(&text::tokens(said).join(" "));
    match dom.name(element).unwrap_or_default() {
        "input" => {
            let is_pressed = matches!(attr("type"), "submit" | "button" | "image");
            is_pressed && (says_buy(attr("value")) || is_named(dom, element))
        }
        "button" => {
            is_named(dom, element)
                || dom
                    .short_text(element, LONGEST_BUTTON)
                    .is_some_and(|said| says_buy(&said))
        }
        "a" | "div" | "span" => dom
            .short_text(element, LONGEST_BUTTON)
            .is_some_and(|said| says_buy(&said)),
        _ => false,
    }
}

fn is_named(dom: &Dom, element: usize) -> bool {
    let names = ["id", "name", "class"];
    let mut named = names.iter().filter_map(|name| dom.attr(element, name));
    named.any(words::is_named_buy)
}

/// The innermost element that holds both.
pub(super) fn common(dom: &Dom, a: usize, b: usize) -> usize {
    let of_a: Vec<usize> = dom.ancestors(a).collect();
    dom.ancestors(b)
        .find(|ancestor| of_a.contains(ancestor))
        .unwrap_or(0)
}

/// How many elements hold one.
pub(super) fn depth(dom: &Dom, element: usize) -> usize {
    dom.ancestors(element).count()
}

/// Class and id of an element and of the one around it.
pub(super) fn names(dom: &Dom, element: usize) -> String {
    let around = [Some(element), dom.parent(element)];
    let of =
        |element: usize| ["class", "id"].map(|name| dom.attr(element, name).unwrap_or_default());
    let named: Vec<&str> = around.into_iter().flatten().flat_map(of).collect();
    named.join(" ")
}

/// Whether an element's content is not about the page's product.
pub(super) fn is_apart(dom: &Dom, element: usize) -> bool {
    let own = ["class", "id"].map(|name| dom.attr(element, name).unwrap_or_default());
    dom.name(element).is_some_and(|name| APART.contains(&name))
        || own.iter().any(|names| words::is_other(names))
}

/// Whether an element stands in one whose content is not about the page's product, below another.
pub(super) fn is_set_apart(dom: &Dom, element: usize, below: usize) -> bool {
    let mut around = dom.ancestors(element).take_while(|e| *e != below);
    around.any(|ancestor| is_apart(dom, ancestor))
}

/// The currency that a sign means on the page: its only one, the one of the page's country, else the usual one.
pub(super) fn currency(money: &Money, page: &Page, usual: Currency) -> String {
    if let Some(code) = money.code() {
        return code.to_owned();
    }
    let country = page.country();
    let of_country = COUNTRIES.iter().find(|(end, _)| *end == country);
    let meant = of_country.filter(|(_, code)| money.may_be(code));
    match meant {
        Some((_, code)) => (*code).to_owned(),
        None if money.may_be(usual.code()) => usual.to_string(),
        None => money.written().to_owned(),
    }
}

/// What a part of the page says about stock, when it says one thing.
pub(super) fn stock(dom: &Dom, around: usize) -> Option<bool> {
    let mut said = None;
    let mut waiting: Vec<usize> = dom.children(around).to_vec();
    while let Some(element) = waiting.pop() {
        if dom.name(element).is_none() || is_apart(dom, element) {
            continue;
        }
        waiting.extend(dom.children(element));
        let Some(text) = dom.short_text(element, LONGEST_BUTTON) else {
            continue;
        };
        let value = text.rsplit(':').next().unwrap_or_default();
        let Some(found) = words::stock(&text::tokens(value).join(" ")) else {
            continue;
        };
        if said.is_some_and(|known| known != found) {
            return None;
        }
        said = Some(found);
    }
    said
}
