//! Under which labels properties are stated.
//!
//! Units and words such as `max` at the end of a label are not part of it.

mod rules;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rules::RULES;

use super::Attribute;
use super::quantity::Unit;
use super::read::Fact;
use super::value::Value;
use crate::words::lists::labels::{ENDINGS, LENGTHS};
use crate::words::{self, Entry, Section};
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

/// Rules by labels as slugs.
static BY_LABEL: LazyLock<BTreeMap<String, Rule>> = LazyLock::new(|| {
    let of_rule = |(entry, rule): &(&'static str, Rule)| {
        let (labels, rule) = (words::entry(Section::Properties, entry), *rule);
        labels.map(move |label| (label.replace(' ', "_"), rule))
    };
    RULES.iter().flat_map(of_rule).collect()
});

/// The names under which values know units, by what stands at the end of a label.
static UNITS: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let units = words::entries(Section::LabelUnits).iter();
    let named = |unit: &'static Entry| unit.words.iter().map(|word| (*word, unit.name));
    units.flat_map(named).collect()
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
        match UNITS.get(last) {
            Some(as_unit) if unit.is_none() => unit = Some((*as_unit).to_owned()),
            _ if ENDINGS.contains(&last) => {}
            _ => return None,
        }
        name = head;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{BY_LABEL, RULES, Section, words};
    use domain::text;

    #[test]
    fn every_label_is_a_slug_and_has_a_rule() {
        let rules: BTreeSet<&str> = RULES.iter().map(|(entry, _)| *entry).collect();
        let entries = words::entries(Section::Properties);
        let named: BTreeSet<&str> = entries.iter().map(|entry| entry.name).collect();
        assert_eq!(rules, named);
        let labels: usize = entries.iter().map(|entry| entry.words.len()).sum();
        assert_eq!(labels, BY_LABEL.len());
        for label in BY_LABEL.keys() {
            assert_eq!(text::slug(label), *label);
        }
    }
}
