//! Joining groups, the likeliest first.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use domain::num::f64_from_usize as float;

use super::neighbours::{Likeness, NEIGHBOUR_COUNT, Neighbours, SharedPart, place, share_place};

/// Pairs below this likelihood hold no groups together: what only they connect is looked at apart.
const WEAK: f64 = 0.03;

/// So likely are two things one that brand and part number bind: as sure as that rung is.
const BOUND: f64 = 0.95;

/// What stands together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grouped {
    /// For each thing the first one of its group.
    pub group: Vec<u32>,
    /// For each thing how likely it belongs to the others of its group: the mean over them; 0 for who is alone.
    pub likelihood: Vec<f64>,
}

/// A pair with how likely it is one product beside the others.
#[derive(Debug, Clone, Copy)]
struct Link {
    one: u32,
    other: u32,
    likelihood: f64,
    /// The same by words alone.
    by_words: f64,
    is_contradicted: bool,
    part: SharedPart,
}

impl Link {
    fn new(pair: &Likeness, likelihood: f64) -> Self {
        Self {
            one: pair.one,
            other: pair.other,
            likelihood: match pair.part {
                SharedPart::Binds => likelihood.max(BOUND),
                SharedPart::No | SharedPart::Doubtful => likelihood,
            },
            by_words: likelihood,
            is_contradicted: pair.is_contradicted,
            part: pair.part,
        }
    }
}

/// Groups things by how alike they are. `places` has for each, in order, by whom it is offered: two of one place are
/// never of one group, nor are any between which something contradicts. `likelihood` says how likely a pair is one product, of
/// what it is beside the others ([`Neighbours::NAMES`]; [`LinkModel`](super::LinkModel)), and `join` from which mean likelihood
/// on groups are joined. What brand and part number bind is joined before, the likeliest first, whatever the mean, but for
/// groups of which two share these and something speaks against it. The order of the likenesses does not matter.
pub fn group_by<P: Ord + Clone>(
    places: &[Vec<P>],
    likenesses: &[Likeness],
    likelihood: impl Fn(&Likeness, &[f64; NEIGHBOUR_COUNT]) -> f64,
    join: f64,
) -> Grouped {
    let neighbours = Neighbours::of(places, likenesses);
    let mut links: Vec<Link> = likenesses
        .iter()
        .map(|pair| Link::new(pair, likelihood(pair, &neighbours.evidence(pair))))
        .collect();
    let mut grouped = Grouped {
        group: components(places.len(), &links),
        likelihood: vec![0.0; places.len()],
    };
    let component = |thing: u32| grouped.group.get(place(thing)).copied();
    links.retain(|link| component(link.one) == component(link.other));
    links.sort_by_key(|link| (component(link.one), link.one, link.other));
    let component: Vec<u32> = grouped.group.clone();
    grouped.group = (0..).take(places.len()).collect();
    let same = |a: &Link, b: &Link| component.get(place(a.one)) == component.get(place(b.one));
    for links in links.chunk_by(same) {
        let mut joining = Joining::new(places, links);
        joining.bind(links);
        joining.join(join);
        joining.tell(links, &mut grouped);
    }
    grouped
}

/// For each thing the first of those that it is connected with.
fn components(count: usize, links: &[Link]) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..).take(count).collect();
    for link in links.iter().filter(|link| link.likelihood >= WEAK) {
        let (one, other) = (root(&mut parents, link.one), root(&mut parents, link.other));
        if let Some(parent) = parents.get_mut(place(one.max(other))) {
            *parent = one.min(other);
        }
    }
    (0..).take(count).map(|it| root(&mut parents, it)).collect()
}

fn root(parents: &mut [u32], mut thing: u32) -> u32 {
    loop {
        let parent = parents.get(place(thing)).copied().unwrap_or(thing);
        if parent == thing {
            return thing;
        }
        let above = parents.get(place(parent)).copied().unwrap_or(parent);
        if let Some(known) = parents.get_mut(place(thing)) {
            *known = above;
        }
        thing = above;
    }
}

/// The groups of a component.
struct Joining<P> {
    groups: BTreeMap<u32, Group<P>>,
    candidates: BinaryHeap<Candidate>,
}

struct Group<P> {
    members: Vec<u32>,
    places: Vec<P>,
    /// For each group near it: the sum of the likelihoods between both, and whether anything contradicts.
    near: BTreeMap<u32, (f64, bool)>,
}

/// Two groups that may be joined.
#[derive(Debug, PartialEq)]
struct Candidate {
    mean: f64,
    one: u32,
    other: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    /// The likeliest is the greatest; of the same the one of the first things.
    fn cmp(&self, other: &Self) -> Ordering {
        let places = |it: &Self| (it.one, it.other);
        self.mean
            .total_cmp(&other.mean)
            .then_with(|| places(other).cmp(&places(self)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Ord + Clone> Joining<P> {
    fn new(places: &[Vec<P>], links: &[Link]) -> Self {
        let mut groups: BTreeMap<u32, Group<P>> = BTreeMap::new();
        for link in links {
            for (one, other) in [(link.one, link.other), (link.other, link.one)] {
                let group = groups.entry(one).or_insert_with(|| Group {
                    members: vec![one],
                    places: places.get(place(one)).cloned().unwrap_or_default(),
                    near: BTreeMap::new(),
                });
                group
                    .near
                    .insert(other, (link.likelihood, link.is_contradicted));
            }
        }
        let mut joining = Self {
            groups,
            candidates: BinaryHeap::new(),
        };
        let all: Vec<u32> = joining.groups.keys().copied().collect();
        for one in all {
            joining.nominate(one, |other| one < other);
        }
        joining
    }

    /// Puts a group's pairs with some of those near it among the candidates.
    fn nominate(&mut self, one: u32, with: impl Fn(u32) -> bool) {
        let Some(group) = self.groups.get(&one) else {
            return;
        };
        let near: Vec<u32> = group.near.keys().copied().filter(|it| with(*it)).collect();
        for other in near {
            if let Some(mean) = self.mean(one, other) {
                self.candidates.push(Candidate {
                    mean,
                    one: one.min(other),
                    other: one.max(other),
                });
            }
        }
    }

    /// The mean likelihood between two groups; `None` when they cannot be one.
    fn mean(&self, one: u32, other: u32) -> Option<f64> {
        let (a, b) = (self.groups.get(&one)?, self.groups.get(&other)?);
        let (sum, is_contradicted) = a.near.get(&other).copied()?;
        if is_contradicted || share_place(&a.places, &b.places) {
            return None;
        }
        Some(sum / (float(a.members.len()) * float(b.members.len())))
    }

    /// Joins what brand and part number bind, the likeliest by words first.
    fn bind(&mut self, links: &[Link]) {
        let is_doubtful = |link: &&Link| link.part == SharedPart::Doubtful;
        let doubtful = links.iter().filter(is_doubtful);
        let doubtful: BTreeSet<(u32, u32)> = doubtful.map(|it| (it.one, it.other)).collect();
        let binding = links.iter().filter(|it| it.part == SharedPart::Binds);
        let mut binding: Vec<&Link> = binding.collect();
        // of the same the one of the first things, as they come
        binding.sort_by(|a, b| b.by_words.total_cmp(&a.by_words));
        let mut joined: BTreeMap<u32, u32> = BTreeMap::new();
        for link in binding {
            let first = |thing: u32| joined.get(&thing).copied().unwrap_or(thing);
            let (one, other) = (first(link.one), first(link.other));
            let (one, other) = (one.min(other), one.max(other));
            if one == other || self.mean(one, other).is_none() {
                continue;
            }
            let (of_one, of_other) = (self.members(one), self.members(other));
            let are_doubtful = of_one.iter().any(|a| {
                let mut others = of_other.iter();
                others.any(|b| doubtful.contains(&(*a.min(b), *a.max(b))))
            });
            if !are_doubtful {
                joined.extend(of_other.iter().map(|member| (*member, one)));
                self.merge(one, other);
            }
        }
    }

    fn members(&self, group: u32) -> Vec<u32> {
        let group = self.groups.get(&group);
        group.map_or_else(Vec::new, |group| group.members.clone())
    }

    /// Joins the likeliest two groups, as long as any are likely enough.
    fn join(&mut self, least: f64) {
        while let Some(candidate) = self.candidates.pop() {
            if candidate.mean < least {
                return;
            }
            // what was joined meanwhile has another mean, and stands in the heap with that
            if self.mean(candidate.one, candidate.other) == Some(candidate.mean) {
                self.merge(candidate.one, candidate.other);
            }
        }
    }

    fn merge(&mut self, one: u32, other: u32) {
        let (Some(mut kept), Some(gone)) = (self.groups.remove(&one), self.groups.remove(&other))
        else {
            return;
        };
        kept.members.extend(gone.members);
        kept.places.extend(gone.places);
        kept.places.sort_unstable();
        kept.near.remove(&other);
        for (near, (sum, is_contradicted)) in gone.near.into_iter().filter(|(it, _)| *it != one) {
            let known = kept.near.entry(near).or_insert((0.0, false));
            *known = (known.0 + sum, known.1 || is_contradicted);
            if let Some(group) = self.groups.get_mut(&near) {
                group.near.remove(&other);
                group.near.insert(one, *known);
            }
        }
        self.groups.insert(one, kept);
        self.nominate(one, |_| true);
    }

    /// Writes down who is with whom.
    fn tell(&self, links: &[Link], grouped: &mut Grouped) {
        for (first, group) in &self.groups {
            for member in &group.members {
                if let Some(known) = grouped.group.get_mut(place(*member)) {
                    *known = *first;
                }
            }
        }
        for link in links {
            let first = grouped.group.get(place(link.one)).copied();
            if first != grouped.group.get(place(link.other)).copied() {
                continue;
            }
            let group = first.and_then(|first| self.groups.get(&first));
            let others = group.map_or(1, |group| group.members.len().saturating_sub(1).max(1));
            for thing in [link.one, link.other] {
                if let Some(known) = grouped.likelihood.get_mut(place(thing)) {
                    *known += link.likelihood / float(others);
                }
            }
        }
    }
}
