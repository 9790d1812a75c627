//! Storage and memory.

use super::super::Attribute;
use super::super::numbers::{Form, readings};
use super::super::quantity::{Unit, bare, multiplied, quantities};
use super::super::scan::{Token, ends_clause, scan};
use super::super::value::Value;
use super::{Fact, unit};
use crate::words::lists::values::{CARD, LENT, LIMIT};

const SIZE: &[Unit] = &[
    unit(&["gb", "go", "gib"], 1.0, Form::Large),
    unit(&["tb", "to", "tib"], 1024.0, Form::Small),
    unit(&["mb", "mo", "mib"], 1.0 / 1024.0, Form::Large),
];

/// Storage: one size, or sizes with plus signs between them. Several sizes that are offered to
/// choose from are no statement.
pub(in super::super) fn storage(value: &Value) -> Vec<Fact> {
    vec![size(value, Attribute::StorageGb)]
}

/// Memory: one size.
pub(in super::super) fn ram(value: &Value) -> Vec<Fact> {
    vec![size(value, Attribute::RamGb)]
}

fn size(value: &Value, attribute: Attribute) -> Fact {
    let value = built_in(value);
    if let Some((ram, storage)) = slashed(&value.tokens) {
        let is_ram = attribute == Attribute::RamGb;
        return (attribute, Some(if is_ram { ram } else { storage }));
    }
    let mut sizes: Vec<(f64, bool)> = Vec::new();
    let mut plus = false;
    for clause in value.tokens.split_inclusive(ends_clause) {
        if has_loose_number(clause) {
            return (attribute, None);
        }
        for quantity in quantities(clause, SIZE) {
            let quantity = multiplied(clause, &quantity);
            match super::believed(&quantity, attribute) {
                Some(size) if quantity.link.is_none() => sizes.push((size, plus)),
                Some(_) | None => return (attribute, None),
            }
        }
        plus = clause.last().is_some_and(|t| t.is_sign('+'));
    }
    let read = match sizes.as_slice() {
        [] => bare(&value, SIZE).and_then(|all| all.into_iter().find(|n| attribute.believes(*n))),
        all => total(all, attribute),
    };
    (attribute, read)
}

/// A number without a unit among sizes: one of a row (`8, 12 GB`) or a count (`8 GB DDR4 x 2`).
fn has_loose_number(clause: &[Token]) -> bool {
    let sizes = quantities(clause, SIZE);
    let row = clause.len() > 1
        && clause.first().is_some_and(|t| t.number().is_some())
        && clause.get(1).is_some_and(ends_clause);
    let lanes = clause
        .iter()
        .any(|t| t.word().is_some_and(|w| w.starts_with("pci")));
    let count = clause.windows(2).enumerate().any(|(at, run)| match run {
        [x, number] => {
            let counts = x.word() == Some("x") && number.number().is_some() && !lanes;
            counts && !sizes.iter().any(|q| q.end == at || q.start == at + 1)
        }
        _ => false,
    });
    row || count
}

/// One size of several, each with whether a plus sign stands before it.
fn total(sizes: &[(f64, bool)], attribute: Attribute) -> Option<f64> {
    let is_ram = attribute == Attribute::RamGb;
    let (first, rest) = sizes.split_first()?;
    let added = !rest.is_empty() && rest.iter().all(|(_, plus)| *plus);
    match rest {
        [(other, true)] if is_pair(first.0, *other) => Some(if is_ram { first.0 } else { *other }),
        _ if added && is_ram => None,
        _ if added => Some(sizes.iter().map(|(size, _)| size).sum()),
        _ => {
            let same = |(size, _): &(f64, bool)| (size - first.0).abs() < 1e-9;
            rest.iter().all(same).then_some(first.0)
        }
    }
}

/// What is built in: without denials, memory cards, limits, and memory lent from the storage.
fn built_in(value: &Value) -> Value {
    let affirmed = value.affirmed();
    let mut kept: Vec<Token> = Vec::new();
    for part in affirmed.tokens.split_inclusive(ends_clause) {
        kept.extend(built_in_part(part).iter().cloned());
    }
    while kept.last().is_some_and(ends_clause) {
        kept.pop();
    }
    affirmed.with(kept)
}

fn built_in_part(part: &[Token]) -> &[Token] {
    let is = |words: &[&str], t: &Token| t.word().is_some_and(|w| words.contains(&w));
    let place = |words: &[&str]| part.iter().position(|t| is(words, t));
    if place(&LENT).is_some() {
        return &[];
    }
    let limit = place(&LIMIT);
    let card = place(&CARD);
    let from = limit.into_iter().chain(card).min().unwrap_or(part.len());
    let (head, tail) = part.split_at(from.min(part.len()));
    let is_card = card == Some(from)
        && place(&["slot", "slots"]).is_none()
        && tail.iter().all(|t| t.number().is_none());
    if is_card { &[] } else { head }
}

/// A label that does not say which: `8 GB RAM + 256 GB`, `8/256 GB`.
pub(in super::super) fn memory(value: &Value) -> Vec<Fact> {
    let facts: Vec<Fact> = sizes_of(&built_in(value).tokens)
        .into_iter()
        .map(|(attribute, gb)| (attribute, Some(gb)))
        .collect();
    if facts.is_empty() {
        return vec![(Attribute::StorageGb, None)];
    }
    facts
}

/// Storage and memory in a folded name.
pub(in super::super) fn sizes_in_name(folded: &str) -> Vec<(Attribute, f64)> {
    sizes_of(&scan(folded))
}

fn sizes_of(tokens: &[Token]) -> Vec<(Attribute, f64)> {
    if let Some((ram, storage)) = slashed(tokens) {
        return vec![(Attribute::RamGb, ram), (Attribute::StorageGb, storage)];
    }
    let is_ram = |t: Option<&Token>| {
        let word = t.and_then(Token::word);
        word.is_some_and(|w| w == "ram" || w.ends_with("ddr") || w == "sdram")
    };
    let found = quantities(tokens, SIZE);
    let mut ram = None;
    let mut others: Vec<f64> = Vec::new();
    for quantity in &found {
        if matches!(quantity.link, Some('/' | '-')) {
            return Vec::new();
        }
        let quantity = &multiplied(tokens, quantity);
        let Some(size) = quantity.readings.first().copied() else {
            continue;
        };
        let before = quantity.start.checked_sub(1).and_then(|at| tokens.get(at));
        let stated = is_ram(tokens.get(quantity.end))
            || (is_ram(before) && found.first().map(|q| q.start) == Some(quantity.start));
        if stated && ram.is_none() {
            ram = Some(size);
        } else {
            others.push(size);
        }
    }
    others.sort_by(f64::total_cmp);
    let storage = match others.as_slice() {
        [small, large] if ram.is_none() && *small <= 64.0 && large > small => {
            ram = Some(*small);
            Some(*large)
        }
        [one] if ram.is_some() || *one >= 32.0 => Some(*one),
        _ => None,
    };
    let facts = [(Attribute::RamGb, ram), (Attribute::StorageGb, storage)];
    facts
        .into_iter()
        .filter_map(|(attribute, value)| {
            Some((attribute, value.filter(|v| attribute.believes(*v))?))
        })
        .collect()
}

/// Whether two sizes can only be memory and storage: 64/256 may be two storages to choose from.
fn is_pair(ram: f64, storage: f64) -> bool {
    (1.0..=64.0).contains(&ram) && storage >= 8.0 * ram
}

/// `8/256 GB`, `8+256GB`: memory first, storage larger, and no third size.
fn slashed(tokens: &[Token]) -> Option<(f64, f64)> {
    let is_link = |t: &Token| t.is_sign('/') || t.is_sign('+');
    tokens.windows(4).enumerate().find_map(|(at, run)| {
        let [ram, link, storage, unit] = run else {
            return None;
        };
        let number = |t: &Token| readings(t.number()?, Form::Large).first().copied();
        let factor = match unit.word() {
            Some("gb" | "go" | "gib") => 1.0,
            Some("tb" | "to" | "tib") => 1024.0,
            _ => return None,
        };
        let before = at.checked_sub(1).and_then(|b| tokens.get(b));
        let third = before.is_some_and(is_link) || tokens.get(at + 4).is_some_and(is_link);
        let (ram, storage) = (number(ram)?, number(storage)? * factor);
        (!third && is_link(link) && is_pair(ram, storage)).then_some((ram, storage))
    })
}
