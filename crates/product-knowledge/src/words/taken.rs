//! What words mean already: a word that is added may not mean two things.

use std::collections::BTreeMap;

use super::{Entry, Section};

/// An entry of a section by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Named {
    section: Section,
    name: &'static str,
}

/// Where words of sections stand in which a word has one meaning.
pub(super) struct Taken {
    places: BTreeMap<&'static str, Vec<Named>>,
}

impl Taken {
    /// The words of all tables.
    pub(super) fn of(tables: &BTreeMap<Section, Vec<Entry>>) -> Self {
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (section, entries) in tables {
            for Entry { name, words } in entries {
                let (section, name) = (*section, *name);
                for word in words {
                    places
                        .entry(*word)
                        .or_default()
                        .push(Named { section, name });
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
        let new = Named { section, name };
        if places.contains(&new) {
            return Ok(false);
        }
        if let Some(other) = places.iter().find(|place| new.contradicts(**place)) {
            let (other, of) = (other.name, other.section.name());
            return Err(format!(
                "`{word}` cannot be `{name}`: it is `{other}` in [{of}] already"
            ));
        }
        places.push(new);
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
    Translations,
    ToldApart,
    /// A word may stand in any of these lists, and in several.
    Lists,
}

impl Named {
    fn realm(self) -> Realm {
        match self.section {
            Section::Colours
            | Section::Kinds
            | Section::Synonyms
            | Section::Units
            | Section::UnitsInSearch
            | Section::UnitsInTitles
            | Section::UnitsBehindNumbers => Realm::Goods,
            Section::Translations => Realm::Translations,
            Section::ToldApart => Realm::ToldApart,
            Section::Properties => Realm::Labels,
            Section::DeviceWords => Realm::Devices,
            Section::Prices => Realm::Prices,
            Section::Values if matches!(self.name, "yes" | "no") => Realm::Answers,
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
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other sections of the realm in which meanings are compared are of units"
    )]
    fn meaning(self) -> (&'static str, &'static str) {
        let name = self.name;
        match self.section {
            Section::Kinds => ("thing", name.split(' ').next().unwrap_or(name)),
            Section::Synonyms => ("thing", name),
            Section::Colours => ("colour", name),
            _ => ("unit", name),
        }
    }

    /// Whether a word cannot stand for both.
    fn contradicts(self, other: Self) -> bool {
        let realm = self.realm();
        let same_realm = realm == other.realm() && realm != Realm::Lists;
        let differ = self.section == other.section || self.meaning() != other.meaning();
        same_realm && differ || self.is_part_of(other) || other.is_part_of(self)
    }

    /// Whether this names accessories and the other devices: every such device would be taken for an accessory.
    fn is_part_of(self, devices: Self) -> bool {
        let is_accessory = matches!(
            self.section,
            Section::Accessories | Section::AccessoryPhrases
        );
        is_accessory && devices.section == Section::Kinds
    }
}
