//! Free public ids for the new products of a batch.

use std::collections::HashSet;

use domain::ids::CanonicalProductId;

/// Finds the next free public id for each new product of a batch.
///
/// The database is asked which of `candidates` are taken, and `settle` is told, until no candidate
/// is left.
#[derive(Debug)]
pub struct FreeIds<'a> {
    wanted: Vec<(&'a CanonicalProductId, Option<CanonicalProductId>)>,
    given: HashSet<String>,
    first_suffix: u32,
}

/// Suffixes that are tried in one round.
const ROUND: u32 = 50;

impl<'a> FreeIds<'a> {
    /// Begins with the ids as they are wanted.
    pub fn new(wanted: impl IntoIterator<Item = &'a CanonicalProductId>) -> Self {
        let wanted: Vec<_> = wanted.into_iter().map(|id| (id, None)).collect();
        Self {
            given: HashSet::with_capacity(wanted.len()),
            wanted,
            first_suffix: 0,
        }
    }

    /// The ids to look up next; none when every product has one.
    pub fn candidates(&self) -> Vec<String> {
        let open = self.wanted.iter().filter(|(_, found)| found.is_none());
        let all = open.flat_map(|(id, _)| self.round(id).map(|id| id.as_str().to_owned()));
        let mut distinct = HashSet::new();
        all.filter(|id| distinct.insert(id.clone())).collect()
    }

    /// Gives each product the first candidate that is neither taken nor given in this batch.
    pub fn settle(&mut self, taken: &HashSet<String>) {
        let first = self.first_suffix;
        for (id, found) in self.wanted.iter_mut().filter(|(_, found)| found.is_none()) {
            let free = |id: &CanonicalProductId| {
                !taken.contains(id.as_str()) && !self.given.contains(id.as_str())
            };
            *found = candidates_of(id, first).find(free);
            self.given
                .extend(found.as_ref().map(|id| id.as_str().to_owned()));
        }
        self.first_suffix = if first == 0 {
            2
        } else {
            first.saturating_add(ROUND)
        };
    }

    /// The ids in the order in which they were wanted.
    pub fn found(self) -> Vec<CanonicalProductId> {
        self.wanted
            .into_iter()
            .map(|(id, found)| found.unwrap_or_else(|| id.clone()))
            .collect()
    }

    fn round(
        &self,
        id: &'a CanonicalProductId,
    ) -> impl Iterator<Item = CanonicalProductId> + use<'a> {
        candidates_of(id, self.first_suffix)
    }
}

fn candidates_of(
    id: &CanonicalProductId,
    first_suffix: u32,
) -> impl Iterator<Item = CanonicalProductId> {
    let plain = (first_suffix == 0).then(|| id.clone());
    let end = if first_suffix == 0 {
        0
    } else {
        first_suffix.saturating_add(ROUND)
    };
    plain
        .into_iter()
        .chain((first_suffix..end).map(|suffix| id.with_suffix(suffix)))
}
