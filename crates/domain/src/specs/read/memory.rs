//! Storage and memory.

use super::super::Attribute;
use super::super::scan::{Form, Token, Unit, Value, bare, quantities, readings, scan};
use super::{Fact, unit};

const SIZE: &[Unit] = &[
    unit(&["gb", "go", "gib"], 1.0, Form::Large),
    unit(&["tb", "to", "tib"], 1024.0, Form::Small),
    unit(&["mb", "mo", "mib"], 1.0 / 1024.0, Form::Large),
];
/// Words from which on a value speaks of memory cards or of what could be built in.
const EXPANDABLE: [&str; 10] = [
    "micro",
    "microsd",
    "microsdxc",
    "expandable",
    "card",
    "erweiterbar",
    "up",
    "bis",
    "rozsiritelne",
    "max",
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
    let expands = |t: &Token| t.word().is_some_and(|w| EXPANDABLE.contains(&w));
    let end = value.tokens.iter().position(expands);
    let head = end.filter(|end| *end > 0).unwrap_or(value.tokens.len());
    let tokens: Vec<Token> = value.tokens.iter().take(head).cloned().collect();
    let cut = Value {
        tokens,
        unit: value.unit.clone(),
    };
    let found = quantities(&cut.tokens, SIZE);
    let sizes: Vec<f64> = found
        .iter()
        .filter_map(|q| q.readings.iter().find(|n| attribute.believes(**n)).copied())
        .collect();
    let plain_numbers = cut.tokens.iter().filter(|t| t.number().is_some()).count();
    let read = match sizes.as_slice() {
        [] => bare(&cut, SIZE).and_then(|all| all.into_iter().find(|n| attribute.believes(*n))),
        [one] if plain_numbers == 1 || !is_choice(&cut.tokens) => Some(*one),
        [_] => None,
        [first, rest @ ..] => {
            let plus = cut.tokens.iter().filter(|t| t.is_sign('+')).count();
            if plus == rest.len() {
                Some(sizes.iter().sum())
            } else {
                rest.iter()
                    .all(|n| (n - first).abs() < 1e-9)
                    .then_some(*first)
            }
        }
    };
    (attribute, read)
}

/// `128/256 GB`: numbers with a slash between them.
fn is_choice(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|run| match run {
        [a, slash, b] => a.number().is_some() && slash.is_sign('/') && b.number().is_some(),
        _ => false,
    })
}

/// A label that does not say which: `8 GB RAM + 256 GB`, `8/256 GB`.
pub(in super::super) fn memory(value: &Value) -> Vec<Fact> {
    let facts: Vec<Fact> = sizes_of(&value.tokens)
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

/// `8/256 GB`, `8+256GB`: memory first, storage larger.
fn slashed(tokens: &[Token]) -> Option<(f64, f64)> {
    tokens.windows(4).find_map(|run| {
        let [ram, slash, storage, unit] = run else {
            return None;
        };
        let number = |t: &Token| readings(t.number()?, Form::Large).first().copied();
        let factor = match unit.word() {
            Some("gb" | "go") => 1.0,
            Some("tb" | "to") => 1024.0,
            _ => return None,
        };
        let (ram, storage) = (number(ram)?, number(storage)? * factor);
        let apart = (slash.is_sign('/') || slash.is_sign('+')) && storage >= 4.0 * ram;
        (apart && (1.0..=64.0).contains(&ram)).then_some((ram, storage))
    })
}
