//! Names of things in the languages of shops.
//!
//! Devices have their names in the table of comparable categories; what else is searched for has
//! them here.

mod a_to_e;
mod f_to_l;
mod m_to_p;
mod r_to_z;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::LazyLock;

use super::{MARK, Meaning};
use crate::comparable::{self, Kind};

/// Codes and the names of one thing each: folded, with `|` between them, in the order of the codes.
fn things() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = [
        a_to_e::THINGS,
        f_to_l::THINGS,
        m_to_p::THINGS,
        r_to_z::THINGS,
    ];
    parts.into_iter().flatten().copied()
}

/// Names in the table of categories that stand for a part of the category, or for more than it:
/// who asks for a freezer does not mean a refrigerator.
const NARROWER: &str = "action camera|automaticka pracka|camera phone|cooker|cookers|feature phone|\
     feature phones|fitness armband|fitness naramek|fitness naramky|fitness tracker|\
     fitness tracker s|fitness trackers|flip phone|freestanding cooker|freezer|freezers|\
     gefrierschrank|headset|headsets|instant camera|mesh system|mobile workstation|\
     mobile workstations|modem router|mraznicka|mraznicky|robot vacuum|robot vacuums|\
     roboticke vysavace|roboticky vysavac|rugged phone|saugroboter|senior phone|\
     seniorenhandy|seniorenhandys|sim free|simfree|slr body|smartband|sound bar|soundbar|\
     soundbars|true wireless|waschtrockner|washer dryer|washer dryers|zegarek sportowy";

static NARROWER_NAMES: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| NARROWER.split('|').collect());

/// The words of a name, and the code of what it names.
type Name = (Vec<&'static str>, &'static str);

/// Names by their first word, the longest first.
static NAMES: LazyLock<BTreeMap<&'static str, Vec<Name>>> = LazyLock::new(|| {
    let mut names: BTreeMap<_, Vec<Name>> = BTreeMap::new();
    for (code, phrases) in things() {
        for phrase in phrases.split('|') {
            let words: Vec<&str> = phrase.split(' ').collect();
            let first = words.first().copied().unwrap_or_default();
            names.entry(first).or_default().push((words, code));
        }
    }
    for same in names.values_mut() {
        same.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }
    names
});

/// What the words name.
pub(super) fn find(words: &[String]) -> Vec<Meaning> {
    let mut found = devices(words);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let rest = words.get(at..).unwrap_or_default();
        let of_word = NAMES.get(word.as_str()).map_or(&[][..], Vec::as_slice);
        let fits = |(name, _): &&(Vec<&str>, &str)| {
            name.len() <= rest.len() && name.iter().zip(rest).all(|(n, w)| n == w)
        };
        let named = of_word.iter().find(fits);
        if let Some((name, code)) = named {
            found.push(meaning(code, at, name.len()));
        }
        at += named.map_or(1, |(name, _)| name.len());
    }
    found
}

/// What a word means that is not finished: the one device, else the one other thing, whose names of
/// one word begin so.
pub(super) fn complete(start: &str) -> Option<&'static str> {
    let names = NAMES.range::<str, _>((Bound::Included(start), Bound::Unbounded));
    let names = names.take_while(|(first, _)| first.starts_with(start));
    let of_one_word = |(_, names): (_, &'static Vec<(Vec<&str>, &'static str)>)| {
        let alone = names.iter().find(|(name, _)| name.len() == 1);
        alone.map(|(_, code)| *code)
    };
    let mut devices = comparable::beginning_with(start).map(|(_, category)| category.code());
    if let Some(first) = devices.next() {
        return devices.all(|code| code == first).then_some(first);
    }
    let mut things = names.filter_map(of_one_word);
    let first = things.next()?;
    things.all(|code| code == first).then_some(first)
}

fn devices(words: &[String]) -> Vec<Meaning> {
    let hits = comparable::find(words);
    let nouns = hits.iter().filter(|hit| hit.kind == Kind::Noun);
    let wide = nouns.filter(|hit| {
        let named = words.get(hit.at..hit.at + hit.len).unwrap_or_default();
        !is_narrower(named)
    });
    wide.map(|hit| {
        let (at, len) = unqualified(words, hit.at, hit.len);
        meaning(hit.category.code(), at, len)
    })
    .collect()
}

/// Words before a name that say which kind is wanted: they are asked for beside it.
const QUALIFIERS: [&str; 6] = ["gaming", "inkjet", "label", "laser", "photo", "thermal"];

/// A name without the qualifier that it begins with.
fn unqualified(words: &[String], at: usize, len: usize) -> (usize, usize) {
    let first = words.get(at).map_or("", String::as_str);
    if len > 1 && QUALIFIERS.contains(&first) {
        (at + 1, len - 1)
    } else {
        (at, len)
    }
}

fn meaning(code: &str, start: usize, len: usize) -> Meaning {
    Meaning {
        code: format!("{MARK}{code}"),
        start,
        len,
        kind: super::Kind::Name,
    }
}

fn is_narrower(named: &[String]) -> bool {
    NARROWER_NAMES.contains(named.join(" ").as_str())
}

#[cfg(test)]
mod tests {
    use super::{NARROWER, things};
    use crate::text;

    #[test]
    fn names_are_folded_and_stand_for_one_thing() {
        let codes: Vec<&str> = things().map(|(code, _)| code).collect();
        assert!(codes.is_sorted(), "{codes:?}");
        let mut names: Vec<&str> = things().flat_map(|(_, names)| names.split('|')).collect();
        for name in &names {
            assert_eq!(text::tokens(name).join(" "), **name);
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn narrower_names_are_in_the_table_of_categories() {
        assert!(NARROWER.split('|').is_sorted());
        for name in NARROWER.split('|') {
            assert_eq!(text::tokens(name).join(" "), name);
            let found = crate::comparable::find(&text::tokens(name));
            assert!(!found.is_empty(), "{name}");
        }
    }
}
