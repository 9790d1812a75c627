//! What words mean already: a word that is added may not mean two things.

use std::collections::BTreeMap;

use super::{Entry, Section};

/// Where words of sections stand in which a word has one meaning.
pub(super) struct Taken {
    places: BTreeMap<&'static str, Vec<(Section, &'static str)>>,
}

impl Taken {
    /// The words of all tables.
    pub(super) fn of(tables: &BTreeMap<Section, Vec<Entry>>) -> Self {
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (section, entries) in tables {
            for Entry { name, words } in entries {
                for word in words {
                    places.entry(*word).or_default().push((*section, *name));
                }
            }
        }
        Self { places }
    }

    /// Takes a word for an entry. Answers whether it is new there; an error says what else it means.
    pub(super) fn take(
        &mut self,
        word: &'static str,
        section: Section,
        name: &'static str,
    ) -> Result<bool, String> {
        let places = self.places.entry(word).or_default();
        if places.contains(&(section, name)) {
            return Ok(false);
        }
        let other = places
            .iter()
            .find(|place| contradict((section, name), **place));
        if let Some((of, other)) = other {
            let of = of.name();
            return Err(format!(
                "`{word}` cannot be `{name}`: it is `{other}` in [{of}] already"
            ));
        }
        places.push((section, name));
        Ok(true)
    }
}

/// Sections among which a word means one thing.
#[derive(Debug, PartialEq, Eq)]
enum Realm {
    Goods,
    Labels,
    Devices,
    Prices,
    Answers,
    /// A word may stand in any of these lists, and in several.
    Lists,
}

fn realm((section, name): (Section, &str)) -> Realm {
    match section {
        Section::Colours
        | Section::Kinds
        | Section::Synonyms
        | Section::Units
        | Section::UnitsInSearch
        | Section::UnitsInTitles
        | Section::UnitsBehindNumbers => Realm::Goods,
        Section::Properties => Realm::Labels,
        Section::DeviceWords => Realm::Devices,
        Section::Prices => Realm::Prices,
        Section::Values if matches!(name, "yes" | "no") => Realm::Answers,
        Section::Names
        | Section::LabelEndings
        | Section::LabelUnits
        | Section::VariantLabels
        | Section::Values
        | Section::Accessories
        | Section::AccessoryPhrases
        | Section::MadeFor
        | Section::Titles
        | Section::Headings
        | Section::OtherHeadings
        | Section::Sets
        | Section::Matching
        | Section::Search => Realm::Lists,
    }
}

/// What an entry is about: `phone` for `phone line`, and for the synonyms of phones.
fn meaning((section, name): (Section, &'static str)) -> (&'static str, &'static str) {
    match section {
        Section::Kinds => ("thing", name.split(' ').next().unwrap_or(name)),
        Section::Synonyms => ("thing", name),
        Section::Colours => ("colour", name),
        _ => ("unit", name),
    }
}

/// Whether a word cannot stand for both.
fn contradict(one: (Section, &'static str), other: (Section, &'static str)) -> bool {
    let same_realm = realm(one) == realm(other) && realm(one) != Realm::Lists;
    let differ = one.0 == other.0 || meaning(one) != meaning(other);
    same_realm && differ || parts_of_devices(one, other) || parts_of_devices(other, one)
}

/// Whether one names accessories and the other devices: every such device would be taken for an accessory.
fn parts_of_devices((one, _): (Section, &str), (other, _): (Section, &str)) -> bool {
    let is_accessory = matches!(one, Section::Accessories | Section::AccessoryPhrases);
    is_accessory && other == Section::Kinds
}
