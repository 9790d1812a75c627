//! Brand and numbers that a page states beside their labels, in tables, lists and lines.

use domain::gtin::Gtin;
use domain::text;

use super::super::dom::Dom;
use super::super::item::Item;
use super::near;
use super::set;
use super::words::{self, Label};

/// The longest label and value together.
const LONGEST: usize = 120;
/// The longest value.
const LONGEST_VALUE: usize = 60;

/// What the page states of its product: each only when one value is stated.
pub(in crate::formats::schema_org) fn stated(dom: &Dom) -> Item {
    let pairs = pairs(dom);
    let mut item = Item::default();
    set(&mut item, "brand", &only(&pairs, Label::Brand));
    set(&mut item, "mpn", &only(&pairs, Label::PartNumber));
    set(&mut item, "gtin", &only(&pairs, Label::TradeNumber));
    item
}

/// The shop's own number.
pub(super) fn number(dom: &Dom) -> String {
    only(&pairs(dom), Label::Number)
}

/// The value of a label, when all of its values are one.
fn only(pairs: &[(Label, String)], wanted: Label) -> String {
    let mut values = pairs.iter().filter(|(label, _)| *label == wanted);
    let Some((_, first)) = values.next() else {
        return String::new();
    };
    let same = |value: &str| text::compact(value) == text::compact(first);
    if values.all(|(_, value)| same(value)) {
        first.clone()
    } else {
        String::new()
    }
}

fn pairs(dom: &Dom) -> Vec<(Label, String)> {
    let mut pairs = Vec::new();
    let mut waiting: Vec<usize> = vec![0];
    while let Some(element) = waiting.pop() {
        if element != 0 && (dom.name(element).is_none() || near::is_apart(dom, element)) {
            continue;
        }
        waiting.extend(dom.children(element).iter().rev());
        let pair = match dom.name(element).unwrap_or_default() {
            "tr" => cells(dom, element),
            "dt" => following(dom, element),
            "li" | "p" | "div" | "span" => line(dom, element),
            _ => None,
        };
        pairs.extend(pair.and_then(|(label, value)| read(&label, &value)));
    }
    pairs
}

fn read(label: &str, value: &str) -> Option<(Label, String)> {
    let label = words::label(&text::tokens(label).join(" "))?;
    let value = value.trim_matches(|c: char| c.is_whitespace() || ":\u{200e}\u{200f}".contains(c));
    let is_one = !value.is_empty()
        && value.chars().count() <= LONGEST_VALUE
        && !value.contains(':')
        && (label == Label::Brand || value.contains(|c: char| c.is_ascii_digit()))
        && (label != Label::TradeNumber || Gtin::parse(value).is_ok());
    is_one.then(|| (label, value.to_owned()))
}

/// A row of two cells.
fn cells(dom: &Dom, row: usize) -> Option<(String, String)> {
    let of_row = dom.children(row).iter().copied();
    let cells: Vec<usize> = of_row
        .filter(|cell| matches!(dom.name(*cell), Some("th" | "td")))
        .collect();
    let [label, value] = cells.as_slice() else {
        return None;
    };
    Some((
        dom.short_text(*label, LONGEST)?,
        dom.short_text(*value, LONGEST)?,
    ))
}

/// A term and its description.
fn following(dom: &Dom, term: usize) -> Option<(String, String)> {
    let around = dom.children(dom.parent(term)?);
    let behind = around.iter().skip_while(|e| **e != term).skip(1);
    let mut behind = behind.filter(|e| dom.name(**e).is_some());
    let value = behind.next().filter(|e| dom.name(**e) == Some("dd"))?;
    Some((
        dom.short_text(term, LONGEST)?,
        dom.short_text(*value, LONGEST)?,
    ))
}

/// `Label: value`.
fn line(dom: &Dom, element: usize) -> Option<(String, String)> {
    let text = dom.short_text(element, LONGEST)?;
    let (label, value) = text.split_once(':')?;
    Some((label.to_owned(), value.to_owned()))
}
