//! Free public ids for the new products of a batch.

use std::collections::{BTreeMap, HashSet};

use domain::ids::CanonicalProductId;

/// Finds the next free public id for each new product of a batch.
///
/// The database is asked which of `candidates` are taken, and `settle` is told, until no candidate
/// is left. Where many products have one name, the end of their suffixes is looked for in steps that double.
#[derive(Debug)]
pub struct FreeIds<'a> {
    found: Vec<CanonicalProductId>,
    searches: Vec<Search<'a>>,
    given: HashSet<String>,
}

/// Suffixes that are tried at once, at least.
const ROUND: usize = 50;

/// The search of an id for those that want it.
#[derive(Debug)]
struct Search<'a> {
    id: &'a CanonicalProductId,
    /// The places of the products that have none yet, the next one last.
    places: Vec<usize>,
    asks: Asks,
}

/// What is looked up next.
#[derive(Debug, Clone, Copy)]
enum Asks {
    /// The id as it is wanted.
    Plain,
    /// As many suffixes as products want, from this one on.
    From(u32),
    /// Whether one far beyond is free, of which the first is known to be taken.
    Beyond(u32, u32),
    /// Where between these the free ones begin.
    Between(u32, u32),
}

impl Asks {
    fn between(taken: u32, free: u32) -> Self {
        if free.saturating_sub(taken) <= 1 {
            Self::From(free)
        } else {
            Self::Between(taken, free)
        }
    }
}

impl Search<'_> {
    /// The first suffix of those that are looked up next, and the one behind the last; none: the plain id is.
    fn suffixes(&self) -> Option<(u32, u32)> {
        let wanted = u32::try_from(self.places.len().max(ROUND)).unwrap_or(u32::MAX);
        let (first, count) = match self.asks {
            Asks::Plain => return None,
            Asks::From(first) => (first, wanted),
            Asks::Beyond(_, asked) => (asked, 1),
            Asks::Between(taken, free) => (u32::midpoint(taken, free), 1),
        };
        Some((first, first.saturating_add(count)))
    }

    fn candidates(&self) -> impl Iterator<Item = CanonicalProductId> {
        let plain = self.suffixes().is_none().then(|| self.id.clone());
        let (first, end) = self.suffixes().unwrap_or_default();
        let suffixed = (first..end).map(|suffix| self.id.with_suffix(suffix));
        plain.into_iter().chain(suffixed)
    }

    /// What is looked up after this was; `is_free` is whether the last candidate was.
    fn go_on(&mut self, is_free: bool) {
        let (first, end) = self.suffixes().unwrap_or_default();
        self.asks = match self.asks {
            Asks::Plain => Asks::From(2),
            Asks::From(_) => Asks::Beyond(end.saturating_sub(1), end.saturating_mul(2)),
            Asks::Beyond(taken, _) | Asks::Between(taken, _) if is_free => {
                Asks::between(taken, first)
            }
            Asks::Beyond(_, asked) => Asks::Beyond(asked, asked.saturating_mul(2)),
            Asks::Between(_, free) => Asks::between(first, free),
        };
    }
}

impl<'a> FreeIds<'a> {
    /// Begins with the ids as they are wanted.
    pub fn new(wanted: impl IntoIterator<Item = &'a CanonicalProductId>) -> Self {
        let found: Vec<&CanonicalProductId> = wanted.into_iter().collect();
        let mut places: BTreeMap<&CanonicalProductId, Vec<usize>> = BTreeMap::new();
        for (place, id) in found.iter().enumerate().rev() {
            places.entry(id).or_default().push(place);
        }
        let search = |(id, places)| Search {
            id,
            places,
            asks: Asks::Plain,
        };
        Self {
            given: HashSet::with_capacity(found.len()),
            found: found.into_iter().cloned().collect(),
            searches: places.into_iter().map(search).collect(),
        }
    }

    /// The ids to look up next; none when every product has one.
    pub fn candidates(&self) -> Vec<String> {
        let all = self.searches.iter().flat_map(Search::candidates);
        let distinct: HashSet<String> = all.map(|id| id.as_str().to_owned()).collect();
        distinct.into_iter().collect()
    }

    /// Gives each product the first candidate that is neither taken nor given in this batch.
    pub fn settle(&mut self, taken: &HashSet<String>) {
        for search in &mut self.searches {
            let mut is_free = false;
            let probes = matches!(search.asks, Asks::Beyond(..) | Asks::Between(..));
            for id in search.candidates().collect::<Vec<_>>() {
                is_free = !taken.contains(id.as_str()) && !self.given.contains(id.as_str());
                if !is_free || probes {
                    continue;
                }
                let Some(place) = search.places.pop() else {
                    break;
                };
                self.given.insert(id.as_str().to_owned());
                if let Some(found) = self.found.get_mut(place) {
                    *found = id;
                }
            }
            search.go_on(is_free);
        }
        self.searches.retain(|search| !search.places.is_empty());
    }

    /// The ids in the order in which they were wanted.
    pub fn found(self) -> Vec<CanonicalProductId> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use domain::ids::CanonicalProductId;

    use super::FreeIds;

    fn id(text: &str) -> CanonicalProductId {
        CanonicalProductId::parse(text).unwrap()
    }

    /// The ids that are found, and how many were looked up in how many rounds.
    fn found(wanted: &[&str], taken: &HashSet<String>) -> (Vec<String>, usize, usize) {
        let wanted: Vec<_> = wanted.iter().map(|text| id(text)).collect();
        let mut ids = FreeIds::new(&wanted);
        let (mut asked, mut rounds) = (0, 0);
        loop {
            let candidates = ids.candidates();
            if candidates.is_empty() {
                let found = ids
                    .found()
                    .iter()
                    .map(|id| id.as_str().to_owned())
                    .collect();
                return (found, asked, rounds);
            }
            asked += candidates.len();
            rounds += 1;
            let taken = candidates.into_iter().filter(|id| taken.contains(id));
            ids.settle(&taken.collect());
        }
    }

    fn lamps(upto: u32) -> HashSet<String> {
        let suffixed = (2..=upto).map(|no| format!("lamp_{no}"));
        suffixed.chain(["lamp".to_owned()]).collect()
    }

    #[test]
    fn each_gets_the_next_free_one() {
        let (ids, ..) = found(&["lamp", "hose", "lamp", "saw", "lamp_2"], &lamps(1));
        assert_eq!(ids, ["lamp_3", "hose", "lamp_4", "saw", "lamp_2"]);
        let mut taken = lamps(60);
        taken.remove("lamp_7");
        let (ids, ..) = found(&["lamp", "lamp"], &taken);
        assert_eq!(ids, ["lamp_7", "lamp_61"]);
    }

    #[test]
    fn what_is_looked_up_does_not_grow_with_what_is_taken() {
        let wanted = ["lamp"; 1000];
        for taken in [1000, 50_000, 51_234] {
            let (ids, asked, rounds) = found(&wanted, &lamps(taken));
            assert_eq!(ids.first(), Some(&format!("lamp_{}", taken + 1)));
            assert_eq!(ids.last(), Some(&format!("lamp_{}", taken + 1000)));
            assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 1000);
            assert!(asked < 2100 && rounds < 40, "{asked} in {rounds}");
        }
    }
}
