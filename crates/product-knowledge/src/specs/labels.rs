//! Under which labels properties are stated.
//!
//! Units and words such as `max` at the end of a label are not part of it.

mod body;
mod features;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use body::BODY;
use features::FEATURES;

use super::Attribute;
use super::read::Fact;
use super::scan::{Unit, Value};
use domain::text;

/// How the values of a label are read.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// By a reader that may find several facts.
    Read(fn(&Value) -> Vec<Fact>),
    /// As one number with a unit; the first unit is that of a bare number.
    One(Attribute, &'static [Unit]),
    /// As yes or no.
    YesNo(Attribute),
    /// The voltage of the battery.
    Volts,
    /// One of three edges.
    Edge(usize),
    /// How many ports of one kind there are.
    PortCount,
}

/// Words at the end of a label that are not part of its name.
const TAIL: [&str; 15] = [
    "typ", "typical", "max", "maximum", "approx", "ca", "numeric", "rated", "nominal", "value",
    "of", "the", "gesamt", "total", "s",
];

/// Units at the end of a label, and the names under which units know them.
const UNITS: &[(&str, &str)] = &[
    ("mah", "mah"),
    ("ah", "ah"),
    ("wh", "wh"),
    ("v", "v"),
    ("w watt watts", "w"),
    ("g gr grams gramm", "g"),
    ("kg", "kg"),
    ("lb lbs", "lb"),
    ("oz", "oz"),
    ("mm", "mm"),
    ("cm", "cm"),
    ("in inch inches zoll", "in"),
    ("hz", "hz"),
    ("nits nit", "nits"),
    ("mp mpx mpix", "mp"),
    ("h hours hodin", "h"),
    ("min", "min"),
    ("gb", "gb"),
    ("tb", "tb"),
    ("nm", "nm"),
];

/// Parts of the labels behind which *in* stands for inches.
const LENGTHS: [&str; 8] = [
    "size", "diagonal", "screen", "display", "height", "width", "depth", "thick",
];

static BY_LABEL: LazyLock<BTreeMap<&'static str, Rule>> = LazyLock::new(|| {
    let pairs = |(rule, labels): &'static (Rule, &'static str)| {
        labels.split_whitespace().map(|label| (label, *rule))
    };
    BODY.iter().chain(FEATURES).flat_map(pairs).collect()
});

/// The rule of a label, and the unit that stands at its end.
pub(super) fn find(label: &str) -> Option<(Rule, Option<String>)> {
    let slug = text::slug(label);
    if slug.ends_with("ports_quantity") || slug.ends_with("_ports") && slug.contains("usb") {
        return Some((Rule::PortCount, None));
    }
    found(&slug)
        .or_else(|| found(&text::slug(&words_apart(label))))
        .or_else(|| found(&text::slug(label.rsplit_once(':')?.1)))
}

/// `BatteryCapacity` as two words.
fn words_apart(label: &str) -> String {
    let mut apart = String::with_capacity(label.len() + 4);
    let mut small = false;
    for c in label.chars() {
        if small && c.is_uppercase() {
            apart.push(' ');
        }
        small = c.is_lowercase();
        apart.push(c);
    }
    apart
}

fn found(slug: &str) -> Option<(Rule, Option<String>)> {
    let mut name = slug;
    let mut unit = None;
    loop {
        if let Some(rule) = BY_LABEL.get(name) {
            return Some((*rule, unit));
        }
        let (head, last) = name.rsplit_once('_')?;
        let measures_length = LENGTHS.iter().any(|part| head.contains(part));
        if last == "in" && !measures_length {
            return None;
        }
        let known = UNITS
            .iter()
            .find(|(words, _)| words.split(' ').any(|word| word == last));
        match known {
            Some((_, as_unit)) if unit.is_none() => unit = Some((*as_unit).to_owned()),
            _ if TAIL.contains(&last) => {}
            _ => return None,
        }
        name = head;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{BODY, FEATURES};
    use domain::text;

    #[test]
    fn every_label_is_a_slug_and_stands_once() {
        let mut seen = BTreeSet::new();
        for label in BODY
            .iter()
            .chain(FEATURES)
            .flat_map(|(_, labels)| labels.split_whitespace())
        {
            assert_eq!(text::slug(label), label);
            assert!(seen.insert(label), "{label} twice");
        }
    }
}
