//! What a pair is beside the other pairs of both.

use domain::num::f64_from_usize as float;

/// How alike two things are, by their places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// One; its place is lower than the other's.
    pub one: u32,
    /// The other.
    pub other: u32,
    /// How likely the two are one product by themselves, from 0 to 1.
    pub likelihood: f64,
    /// They cannot be one, whatever else is alike.
    pub is_contradicted: bool,
    /// What their brands and part numbers say.
    pub part: SharedPart,
}

/// What brand and part number say of two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SharedPart {
    /// Not both state the same.
    No,
    /// They are one by it.
    Binds,
    /// Both state the same, but something speaks against it: shops write the number of a series on each of its models.
    Doubtful,
}

/// How many numbers tell of a pair.
pub const NEIGHBOUR_COUNT: usize = 16;

/// At most so many of the likeliest neighbours are looked at.
const NEAREST: usize = 40;
/// By so many of the likeliest it is told how far two have the same neighbours.
const SHARED: usize = 10;
/// From here on a neighbour is one that may well be the same.
const LIKELY: f64 = 0.5;

/// For each thing those that it is like, the likeliest first.
#[derive(Debug)]
pub struct Neighbours<'a, P> {
    /// By whom each is offered, in order: a shop has one offer of a product in a condition.
    places: &'a [Vec<P>],
    near: Vec<Vec<(f64, u32)>>,
}

impl Neighbours<'_, ()> {
    /// What the numbers are called, in order. Where both sides differ the lesser one (`less_…`) and the greater one
    /// (`more_…`) are told. A *rival* of a pair is the likeliest other neighbour that is offered by a shop of this one.
    pub const NAMES: [&'static str; NEIGHBOUR_COUNT] = [
        "likelihood",
        "less_rank",
        "more_rank",
        "more_rival",
        "less_rival",
        "less_lead",
        "more_lead",
        "less_behind",
        "more_behind",
        "shared",
        "less_likely",
        "more_likely",
        "less_mass",
        "more_mass",
        "less_share",
        "more_share",
    ];
}

impl<'a, P: Ord> Neighbours<'a, P> {
    /// Gathers the neighbours of all things.
    pub fn of(places: &'a [Vec<P>], likenesses: &[Likeness]) -> Self {
        let mut near: Vec<Vec<(f64, u32)>> = vec![Vec::new(); places.len()];
        // what cannot be one is nobody's rival
        for likeness in likenesses.iter().filter(|it| !it.is_contradicted) {
            for (one, other) in [
                (likeness.one, likeness.other),
                (likeness.other, likeness.one),
            ] {
                if let Some(near) = near.get_mut(place(one)) {
                    near.push((likeness.likelihood, other));
                }
            }
        }
        for near in &mut near {
            near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            near.truncate(NEAREST);
        }
        Self { places, near }
    }

    /// What tells of a pair, in the order of [`Neighbours::NAMES`].
    pub fn evidence(&self, pair: &Likeness) -> [f64; NEIGHBOUR_COUNT] {
        let (one, other) = (
            self.side(pair.one, pair.other),
            self.side(pair.other, pair.one),
        );
        let likelihood = pair.likelihood;
        let ordered = |value: fn(&Side) -> f64| {
            let (a, b) = (value(&one), value(&other));
            (a.min(b), a.max(b))
        };
        let rank = ordered(|side| side.rank);
        let rival = ordered(|side| side.rival);
        let best = ordered(|side| side.best);
        let likely = ordered(|side| side.likely);
        let mass = ordered(|side| side.mass);
        let share = |mass: f64| likelihood / mass.max(f64::MIN_POSITIVE);
        [
            likelihood,
            rank.0,
            rank.1,
            rival.1,
            rival.0,
            likelihood - rival.1,
            likelihood - rival.0,
            best.0 - likelihood,
            best.1 - likelihood,
            self.shared(pair),
            likely.0,
            likely.1,
            mass.0,
            mass.1,
            share(mass.1),
            share(mass.0),
        ]
    }

    fn near(&self, thing: u32) -> &[(f64, u32)] {
        self.near.get(place(thing)).map_or(&[], Vec::as_slice)
    }

    fn places(&self, thing: u32) -> &[P] {
        self.places.get(place(thing)).map_or(&[], Vec::as_slice)
    }

    fn side(&self, thing: u32, other: u32) -> Side {
        let near = self.near(thing);
        let rank = near.iter().position(|(_, near)| *near == other);
        let sellers = self.places(other);
        let mut rivals = near
            .iter()
            .filter(|(_, near)| *near != other && share_place(self.places(*near), sellers));
        Side {
            rank: float(rank.unwrap_or(near.len())),
            rival: rivals.next().map_or(0.0, |(likelihood, _)| *likelihood),
            best: near.first().map_or(0.0, |(likelihood, _)| *likelihood),
            likely: float(near.iter().filter(|(it, _)| *it >= LIKELY).count()),
            mass: near.iter().map(|(likelihood, _)| likelihood).sum(),
        }
    }

    /// How far the two have the same neighbours: the sum of the lesser likelihoods beside that of the greater ones.
    fn shared(&self, pair: &Likeness) -> f64 {
        let (one, other) = (self.near(pair.one), self.near(pair.other));
        let of_one = one.iter().take(SHARED).filter(|it| it.1 != pair.other);
        let of_other = other.iter().take(SHARED).filter(|it| it.1 != pair.one);
        let mut both: Vec<u32> = of_one.chain(of_other).map(|(_, thing)| *thing).collect();
        both.sort_unstable();
        both.dedup();
        let (mut lesser, mut greater) = (0.0, 0.0);
        for thing in both {
            let (a, b) = (likelihood(one, thing), likelihood(other, thing));
            lesser += a.min(b);
            greater += a.max(b);
        }
        if greater > 0.0 { lesser / greater } else { 0.0 }
    }
}

/// One side of a pair.
struct Side {
    /// How many of its neighbours are likelier than the other side.
    rank: f64,
    rival: f64,
    /// Its likeliest neighbour.
    best: f64,
    /// How many neighbours may well be the same.
    likely: f64,
    /// The likelihoods of all its neighbours together.
    mass: f64,
}

fn likelihood(near: &[(f64, u32)], thing: u32) -> f64 {
    let found = near.iter().find(|(_, near)| *near == thing);
    found.map_or(0.0, |(likelihood, _)| *likelihood)
}

/// Whether two lists in order have a place in common.
pub(super) fn share_place<P: Ord>(one: &[P], other: &[P]) -> bool {
    one.iter().any(|place| other.binary_search(place).is_ok())
}

/// A place as an index.
pub(super) fn place(thing: u32) -> usize {
    usize::try_from(thing).unwrap_or(usize::MAX)
}
