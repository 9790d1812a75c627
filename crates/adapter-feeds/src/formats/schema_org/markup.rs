//! Microdata and `RDFa` Lite: things that attributes of elements describe. The two differ in the
//! names of their attributes only.

use std::collections::{HashMap, HashSet};

use super::dom::Dom;
use super::item::{Item, MAX_COPIED, Value, local_name};

/// The deepest nesting of things.
const MAX_NESTED: usize = 24;
/// The most properties that one element is.
const MAX_NAMES: usize = 8;
/// The most properties that are followed by reference, over the whole page.
const MAX_REFERENCES: usize = 2_000;
/// Properties whose value is an address even when a link has a text.
const ADDRESSES: [&str; 9] = [
    "url",
    "image",
    "item",
    "availability",
    "itemcondition",
    "sameas",
    "additionaltype",
    "logo",
    "contenturl",
];

/// The attributes of one of the two syntaxes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Syntax {
    begins: &'static str,
    kind: &'static str,
    property: &'static str,
    id: &'static str,
}

/// HTML microdata.
pub(super) const MICRODATA: Syntax = Syntax {
    begins: "itemscope",
    kind: "itemtype",
    property: "itemprop",
    id: "itemid",
};

/// `RDFa` Lite.
pub(super) const RDFA: Syntax = Syntax {
    begins: "typeof",
    kind: "typeof",
    property: "property",
    id: "resource",
};

/// The things of a page that are no property of another one.
pub(super) fn items(dom: &Dom, syntax: Syntax) -> Vec<Item> {
    let mut reader = Reader {
        dom,
        syntax,
        by_id: None,
        references: 0,
        room: MAX_COPIED,
        taken: HashSet::new(),
    };
    let mut items = Vec::new();
    for element in dom.elements() {
        let begins = dom.attr(element, syntax.begins).is_some();
        if begins && !reader.taken.contains(&element) {
            items.push(reader.item(element, 0));
        }
    }
    items
}

struct Reader<'a> {
    dom: &'a Dom,
    syntax: Syntax,
    by_id: Option<HashMap<&'a str, usize>>,
    references: usize,
    /// Bytes of things that may still be copied because an element is several properties.
    room: usize,
    /// Things that are a property of another one.
    taken: HashSet<usize>,
}

impl<'a> Reader<'a> {
    fn item(&mut self, element: usize, nested: usize) -> Item {
        let dom = self.dom;
        let kinds = dom.attr(element, self.syntax.kind).unwrap_or_default();
        let id = dom.attr(element, self.syntax.id);
        let mut item = Item {
            kinds: kinds.split_whitespace().map(local_name).collect(),
            id: id.unwrap_or_default().trim().to_owned(),
            props: Vec::new(),
        };
        let mut waiting: Vec<usize> = self.referenced(element);
        waiting.extend(dom.children(element));
        waiting.reverse();
        let mut seen = HashSet::from([element]);
        while let Some(next) = waiting.pop() {
            if !seen.insert(next) {
                continue;
            }
            let begins = dom.attr(next, self.syntax.begins).is_some();
            if let Some(names) = dom.attr(next, self.syntax.property) {
                self.property(&mut item, names, next, nested);
            }
            if !begins {
                waiting.extend(dom.children(next).iter().rev());
            }
        }
        item
    }

    fn property(&mut self, item: &mut Item, names: &str, element: usize, nested: usize) {
        let begins = self.dom.attr(element, self.syntax.begins).is_some();
        let mut distinct: Vec<String> = Vec::new();
        for name in names.split_whitespace().map(local_name) {
            if distinct.len() < MAX_NAMES && !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        if !begins {
            item.props.extend(distinct.into_iter().map(|name| {
                let value = value(self.dom, element, &name);
                (name, Value::Text(value))
            }));
            return;
        }
        let first = self.taken.insert(element);
        if nested >= MAX_NESTED || !first {
            return;
        }
        let inner = self.item(element, nested + 1);
        let Some(last) = distinct.pop() else { return };
        if !distinct.is_empty() {
            let size = inner.size();
            for name in distinct {
                if let Some(room) = self.room.checked_sub(size) {
                    self.room = room;
                    item.props.push((name, Value::Item(inner.clone())));
                }
            }
        }
        item.props.push((last, Value::Item(inner)));
    }

    /// Elements that a thing names by `itemref`.
    fn referenced(&mut self, element: usize) -> Vec<usize> {
        let names = self.dom.attr(element, "itemref").unwrap_or_default();
        let mut found = Vec::new();
        for name in names.split_whitespace() {
            if self.references >= MAX_REFERENCES {
                break;
            }
            self.references += 1;
            found.extend(self.element_of(name));
        }
        found
    }

    fn element_of(&mut self, id: &str) -> Option<usize> {
        let dom: &'a Dom = self.dom;
        let all = || {
            let mut by_id = HashMap::new();
            for element in dom.elements() {
                if let Some(id) = dom.attr(element, "id") {
                    by_id.entry(id).or_insert(element);
                }
            }
            by_id
        };
        self.by_id.get_or_insert_with(all).get(id).copied()
    }
}

/// The value of a property that is no thing of its own: `content` wherever it stands, else what
/// the element is for.
fn value(dom: &Dom, element: usize, name: &str) -> String {
    let attr = |name: &str| {
        let value = dom.attr(element, name).map(str::trim);
        value.filter(|value| !value.is_empty()).map(str::to_owned)
    };
    if let Some(content) = attr("content") {
        return content;
    }
    let address = match dom.name(element).unwrap_or_default() {
        "meta" => return String::new(),
        "link" => {
            return attr("href")
                .or_else(|| attr("resource"))
                .unwrap_or_default();
        }
        "a" | "area" if ADDRESSES.contains(&name) => return attr("href").unwrap_or_default(),
        "img" | "source" | "video" | "audio" | "embed" | "iframe" => {
            attr("src").or_else(|| attr("data-src"))
        }
        "data" | "meter" | "input" => attr("value"),
        "time" => attr("datetime"),
        _ => attr("resource"),
    };
    address.unwrap_or_else(|| dom.text(element))
}
