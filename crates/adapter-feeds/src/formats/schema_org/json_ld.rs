//! JSON-LD: things that scripts of a page describe.

use std::collections::HashMap;

use serde_json::Value as Json;

use super::dom::Dom;
use super::item::{Item, MAX_COPIED, Value, local_name};
use super::lenient;

/// The most bytes of one script that are read.
const MAX_SCRIPT: usize = 2 * 1024 * 1024;
/// The most scripts of one page that are read.
const MAX_SCRIPTS: usize = 200;
/// Properties in which a reference stands for the thing: those of inner things first.
const REFERRING: [&[&str]; 4] = [
    &[
        "brand",
        "seller",
        "shippingdetails",
        "hasmerchantreturnpolicy",
        "pricespecification",
    ],
    &["offers", "breadcrumb"],
    &["hasvariant", "itemoffered"],
    &["mainentity"],
];

/// What the scripts of a page say.
#[derive(Debug, Default)]
pub(super) struct JsonLd {
    /// The things that are no property of another one, in the order of the page.
    pub(super) items: Vec<Item>,
    /// Scripts that cannot be read, and why.
    pub(super) faults: Vec<String>,
}

/// Reads the scripts of a page.
pub(super) fn read(dom: &Dom) -> JsonLd {
    let mut found = JsonLd::default();
    let mut scripts = 0;
    for element in dom.elements() {
        if dom.name(element) != Some("script") || !is_json_ld(dom.attr(element, "type")) {
            continue;
        }
        scripts += 1;
        if scripts > MAX_SCRIPTS {
            let fault = format!("only the first {MAX_SCRIPTS} scripts are read");
            found.faults.push(fault);
            break;
        }
        let text = dom.raw_text(element);
        if text.trim().is_empty() {
            continue;
        }
        if text.len() > MAX_SCRIPT {
            let fault = format!("script {scripts} is larger than {MAX_SCRIPT} bytes");
            found.faults.push(fault);
            continue;
        }
        match lenient::parse(&text) {
            Ok(documents) => {
                for document in documents {
                    roots(document, &mut found.items);
                }
            }
            Err(e) => found
                .faults
                .push(format!("script {scripts} is skipped: {e}")),
        }
    }
    let mut room = MAX_COPIED;
    for names in REFERRING {
        refer(&mut found.items, names, &mut room);
    }
    found
}

fn is_json_ld(kind: Option<&str>) -> bool {
    let kind = kind.unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/ld+json")
}

/// The things of a document: it is one, or an array or graph of them. JSON is nested at most 128
/// deep.
fn roots(json: Json, items: &mut Vec<Item>) {
    match json {
        Json::Array(all) => {
            for one in all {
                roots(one, items);
            }
        }
        Json::Object(mut members) => {
            let graph = members.remove("@graph");
            let item = item(members);
            if graph.is_none() || !item.kinds.is_empty() {
                items.push(item);
            }
            if let Some(graph) = graph {
                roots(graph, items);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn item(members: serde_json::Map<String, Json>) -> Item {
    let mut item = Item::default();
    for (name, json) in members {
        match name.as_str() {
            "@context" => {}
            "@type" | "type" if item.kinds.is_empty() => {
                let mut kinds = Vec::new();
                values(json, &mut kinds);
                item.kinds = kinds
                    .iter()
                    .map(|kind| local_name(&kind.said()))
                    .filter(|kind| !kind.is_empty())
                    .collect();
            }
            "@id" => json
                .as_str()
                .unwrap_or_default()
                .trim()
                .clone_into(&mut item.id),
            _ => {
                let mut all = Vec::new();
                values(json, &mut all);
                let name = local_name(&name);
                item.props
                    .extend(all.into_iter().map(|value| (name.clone(), value)));
            }
        }
    }
    item
}

/// The values of a property, without the lists that they stand in.
fn values(json: Json, into: &mut Vec<Value>) {
    match json {
        Json::Null => {}
        Json::Bool(truth) => into.push(Value::Text(truth.to_string())),
        Json::Number(number) => into.push(Value::Number(number.to_string())),
        Json::String(text) => into.push(Value::Text(text)),
        Json::Array(all) => {
            for one in all {
                values(one, into);
            }
        }
        Json::Object(mut members) => {
            let wrapped = ["@value", "@list", "@set"]
                .iter()
                .find_map(|name| members.remove(*name));
            match wrapped {
                Some(wrapped) => values(wrapped, into),
                None => into.push(Value::Item(item(members))),
            }
        }
    }
}

/// Puts things in the place of references to them, in some properties.
fn refer(items: &mut [Item], names: &[&str], room: &mut usize) {
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        if !item.id.is_empty() && !item.props.is_empty() {
            places.entry(&item.id).or_insert(at);
        }
    }
    let mut found: Vec<(usize, usize, Item)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        for (prop, (name, value)) in item.props.iter().enumerate() {
            let Value::Item(inner) = value else { continue };
            let is_reference = inner.props.is_empty() && inner.kinds.is_empty();
            if !is_reference || !names.contains(&name.as_str()) {
                continue;
            }
            let target = places
                .get(inner.id.as_str())
                .filter(|target| **target != at);
            let Some(target) = target.and_then(|target| items.get(*target)) else {
                continue;
            };
            let size = target.size();
            if size <= *room {
                *room -= size;
                found.push((at, prop, target.clone()));
            }
        }
    }
    for (at, prop, target) in found {
        let place = items.get_mut(at).and_then(|item| item.props.get_mut(prop));
        if let Some((_, value)) = place {
            *value = Value::Item(target);
        }
    }
}
