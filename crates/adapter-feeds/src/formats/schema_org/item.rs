//! Things that a page describes, whatever syntax it uses.

use crate::offer::codes;

/// The most bytes of things that are copied for one purpose, over the whole page: as many as a page may
/// have.
pub(super) const MAX_COPIED: usize = 16 * 1024 * 1024;
/// Bytes that a text takes beside its characters.
const A_TEXT: usize = size_of::<String>();
/// Bytes that a property takes beside its texts.
const A_PROPERTY: usize = size_of::<(String, Value)>();

/// A thing with its kinds and properties. Names are in lower case, without their vocabulary.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Item {
    /// What it is: `product`, `offer`.
    pub(super) kinds: Vec<String>,
    /// Its identifier on the page or in the world.
    pub(super) id: String,
    /// Properties in the order of the page; a list is a property that comes several times.
    pub(super) props: Vec<(String, Value)>,
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A text of the page.
    Text(String),
    /// A number of JSON: its decimal mark is a point.
    Number(String),
    /// Another thing.
    Item(Item),
}

impl Item {
    /// Whether it is of one of some kinds.
    pub(super) fn is(&self, kinds: &[&str]) -> bool {
        self.kinds.iter().any(|kind| kinds.contains(&kind.as_str()))
    }

    /// The values of a property.
    pub(super) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Value> {
        self.props
            .iter()
            .filter(move |(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The things that a property has.
    pub(super) fn items<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Item> {
        self.all(name).filter_map(|value| match value {
            Value::Item(item) => Some(item),
            Value::Text(_) | Value::Number(_) => None,
        })
    }

    /// The first text of a property that says something; of a thing its name.
    pub(super) fn text(&self, name: &str) -> String {
        self.texts(name).next().unwrap_or_default()
    }

    /// The texts of a property that say something; of a thing its name.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = String> {
        self.all(name)
            .map(Value::said)
            .filter(|text| !is_placeholder(text))
    }

    /// The first text among several properties.
    pub(super) fn first(&self, names: &[&str]) -> String {
        let mut texts = names.iter().map(|name| self.text(name));
        texts.find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// About how many bytes it takes, its things included.
    pub(super) fn size(&self) -> usize {
        let mut waiting = vec![self];
        let mut size: usize = 0;
        while let Some(item) = waiting.pop() {
            let own: usize = item.kinds.iter().map(|kind| kind.len() + A_TEXT).sum();
            size = size.saturating_add(own + item.id.len() + A_TEXT);
            for (name, value) in &item.props {
                size = size.saturating_add(name.len() + A_PROPERTY);
                match value {
                    Value::Text(text) | Value::Number(text) => {
                        size = size.saturating_add(text.len());
                    }
                    Value::Item(inner) => waiting.push(inner),
                }
            }
        }
        size
    }

    /// Whether it has a property with a value.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }
}

impl Value {
    /// The value as a text; of a thing its name, value or identifier.
    pub(super) fn said(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => codes::clean(text),
            Self::Item(item) => {
                let known = ["name", "value", "url", "contenturl"];
                let own = known.iter().find_map(|name| {
                    let value = item
                        .all(name)
                        .find(|value| !matches!(value, Self::Item(_)))?;
                    Some(value.said()).filter(|text| !text.is_empty())
                });
                own.unwrap_or_else(|| codes::clean(&item.id))
            }
        }
    }
}

/// The name of a kind or property without its vocabulary, in lower case.
pub(super) fn local_name(name: &str) -> String {
    let name = name.trim().trim_end_matches(['/', '#']);
    let local = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
    local.to_lowercase()
}

/// Whether a text is what templates print when they have nothing to say.
fn is_placeholder(text: &str) -> bool {
    const WORDS: [&str; 5] = ["null", "undefined", "nan", "none", "n/a"];
    text.is_empty() || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}
