//! Random histories of a watch against a model that keeps no state: it looks back, from each new
//! revision, at all that the client and the watch saw before.

use proptest::prelude::*;
use time::{Duration, OffsetDateTime};

use super::{CREATED, ID, address, email, price_in};
use crate::ids::Revision;
use crate::watch::{
    CurrentPrice, Side, TargetPrice, Watch, WatchCondition, WatchPatch, WatchStatus, WatchTerms,
};

/// Something that happens to a watch.
#[derive(Debug, Clone)]
enum Step {
    /// New revisions of the catalogue, each with its price in minor units.
    Revisions(Vec<Option<i64>>),
    /// The price moves by itself: an offer turns stale, or a store confirms another's price.
    Drift(Option<i64>),
    /// The client asks for the same product again, with a target in ten-thousandths.
    Replace(i64),
    /// The client changes the watch.
    Patch {
        target: Option<i64>,
        status: Option<WatchStatus>,
        has_address: bool,
    },
    /// The client sends what the watch is already.
    Repeat { target: bool, status: bool },
}

/// One line of what the model remembers.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// Created or replaced.
    Wanted { target: i64, price: Option<i64> },
    /// Changed.
    Patched {
        target: Option<i64>,
        status: Option<WatchStatus>,
        price: Option<i64>,
    },
    /// A new revision.
    Revision { no: i64, price: Option<i64> },
}

/// All that happened, oldest first, in a currency with this many minor units.
struct Model {
    units: i64,
    entries: Vec<Entry>,
}

impl Model {
    /// Strictly below: price / units < target / 10,000.
    fn is_below(&self, price: Option<i64>, target: i64) -> bool {
        price.is_some_and(|price| {
            i128::from(price) * 10_000 < i128::from(target) * i128::from(self.units)
        })
    }

    fn target_before(&self, place: usize) -> i64 {
        let stated = self.entries[..place].iter().rev().find_map(|e| match e {
            Entry::Wanted { target, .. } => Some(*target),
            Entry::Patched { target, .. } => *target,
            Entry::Revision { .. } => None,
        });
        stated.unwrap()
    }

    fn status_before(&self, place: usize) -> WatchStatus {
        let stated = self.entries[..place].iter().rev().find_map(|e| match e {
            Entry::Wanted { .. } => Some(WatchStatus::Active),
            Entry::Patched { status, .. } => *status,
            Entry::Revision { .. } => None,
        });
        stated.unwrap()
    }

    /// Whether the watch took its side from the price of this entry: at its creation, replacement,
    /// change of target and resuming, and at each revision that has a price.
    fn has_look(&self, place: usize) -> bool {
        let (target, status) = match self.entries[place] {
            Entry::Wanted { .. } => return true,
            Entry::Revision { price, .. } => return price.is_some(),
            Entry::Patched { target, status, .. } => (target, status),
        };
        let moves = target.is_some_and(|target| target != self.target_before(place));
        let resumes =
            status == Some(WatchStatus::Active) && self.status_before(place) == WatchStatus::Paused;
        moves || resumes
    }

    fn price_at(&self, place: usize) -> Option<i64> {
        match self.entries[place] {
            Entry::Wanted { price, .. }
            | Entry::Patched { price, .. }
            | Entry::Revision { price, .. } => price,
        }
    }

    /// The revisions that fire: the price moves below the target of an active watch, from not below
    /// it when the watch looked last.
    fn fired(&self) -> Vec<i64> {
        let fires = |(place, entry): (usize, &Entry)| {
            let Entry::Revision { no, price } = *entry else {
                return None;
            };
            let target = self.target_before(place);
            let before = (0..place).rev().find(|p| self.has_look(*p)).unwrap();
            let was_below = self.is_below(self.price_at(before), target);
            let turns = !was_below && self.is_below(price, target);
            (turns && self.status_before(place) == WatchStatus::Active).then_some(no)
        };
        self.entries.iter().enumerate().filter_map(fires).collect()
    }
}

/// The machine, with the world about it.
struct Run {
    watch: Watch,
    code: &'static str,
    price: Option<i64>,
    revision: i64,
    fired: Vec<i64>,
    model: Model,
}

impl Run {
    fn new(code: &'static str, aim: i64, price: Option<i64>) -> Self {
        let terms = WatchTerms {
            condition: below(aim),
            store: None,
            channel: email(),
        };
        let current = price_in(code, price);
        Self {
            watch: Watch::create(ID, terms, current, CREATED),
            code,
            price,
            revision: 0,
            fired: Vec::new(),
            model: Model {
                units: current.currency.units(),
                entries: vec![Entry::Wanted { target: aim, price }],
            },
        }
    }

    fn current(&self) -> CurrentPrice {
        price_in(self.code, self.price)
    }

    fn take(&mut self, step: Step, now: OffsetDateTime) {
        match step {
            Step::Revisions(prices) => prices.into_iter().for_each(|price| self.publish(price)),
            Step::Drift(price) => self.price = price,
            Step::Replace(aim) => {
                let terms = WatchTerms {
                    condition: below(aim),
                    store: None,
                    channel: email(),
                };
                self.watch = self.watch.replace(terms, self.current(), now);
                let price = self.price;
                let entry = Entry::Wanted { target: aim, price };
                self.model.entries.push(entry);
            }
            Step::Patch {
                target,
                status,
                has_address,
            } => self.patch(target, status, has_address, now),
            Step::Repeat { target, status } => {
                let aim =
                    target.then_some(self.watch.condition.target().unwrap().ten_thousandths());
                let status = status.then_some(self.watch.status);
                self.patch(aim, status, false, now);
            }
        }
    }

    fn patch(
        &mut self,
        aim: Option<i64>,
        status: Option<WatchStatus>,
        has_address: bool,
        now: OffsetDateTime,
    ) {
        let patch = WatchPatch {
            target: aim.map(target),
            percent: None,
            destination: has_address.then(|| address("other@example.com")),
            status,
        };
        self.watch = self.watch.change(&patch, self.current(), now);
        self.model.entries.push(Entry::Patched {
            target: aim,
            status,
            price: self.price,
        });
    }

    /// A new revision; a second look at it changes nothing and fires nothing.
    fn publish(&mut self, price: Option<i64>) {
        self.revision += 1;
        self.price = price;
        let no = self.revision;
        self.model.entries.push(Entry::Revision { no, price });
        for _ in 0..2 {
            let (side, fires) = self.watch.observe(self.current());
            self.watch.side = side;
            if fires {
                self.fired.push(no);
            }
        }
    }
}

fn below(ten_thousandths: i64) -> WatchCondition {
    let target = target(ten_thousandths);
    WatchCondition::BelowTarget { target }
}

fn target(ten_thousandths: i64) -> TargetPrice {
    TargetPrice::from_ten_thousandths(ten_thousandths).unwrap()
}

/// Prices close to the few targets, in minor units.
fn any_price(units: i64) -> impl Strategy<Value = Option<i64>> {
    let near =
        (1_i64..5, -2_i64..3).prop_map(move |(whole, off)| Some((whole * units + off).max(0)));
    prop_oneof![1 => Just(None), 5 => near]
}

/// Targets close to the few prices: at them, and between minor units.
fn any_target() -> impl Strategy<Value = i64> {
    let off = prop::sample::select(vec![0, 0, 0, 1, -1, 5, 10, -10, 50, 100, -100, 150]);
    (1_i64..5, off).prop_map(|(whole, off)| (whole * 10_000 + off).max(10_000))
}

fn any_status() -> impl Strategy<Value = WatchStatus> {
    prop::sample::select(vec![WatchStatus::Active, WatchStatus::Paused])
}

fn any_step(units: i64) -> impl Strategy<Value = Step> {
    let patch = (
        prop::option::of(any_target()),
        prop::option::of(any_status()),
        any::<bool>(),
    );
    let patch = patch.prop_map(|(target, status, has_address)| Step::Patch {
        target,
        status,
        has_address,
    });
    let repeat = any::<(bool, bool)>().prop_map(|(target, status)| Step::Repeat { target, status });
    prop_oneof![
        6 => prop::collection::vec(any_price(units), 1..5).prop_map(Step::Revisions),
        1 => any_price(units).prop_map(Step::Drift),
        1 => any_target().prop_map(Step::Replace),
        3 => patch,
        1 => repeat,
    ]
}

/// A currency, the first target and price, and steps, each with seconds that the clock moves.
type Story = (&'static str, i64, Option<i64>, Vec<(Step, i64)>);

fn any_story() -> impl Strategy<Value = Story> {
    let currency = prop::sample::select(vec![("EUR", 100), ("JPY", 1), ("KWD", 1000)]);
    currency.prop_flat_map(|(code, units)| {
        let steps = prop::collection::vec((any_step(units), -3_i64..4), 0..60);
        (Just(code), any_target(), any_price(units), steps)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_watch_fires_exactly_when_looking_back_says_so(story in any_story()) {
        let (code, aim, price, steps) = story;
        let mut run = Run::new(code, aim, price);
        let mut now = CREATED;
        for (step, seconds) in steps {
            let before = run.watch.updated_at;
            let is_change = !matches!(step, Step::Revisions(_) | Step::Drift(_));
            now += Duration::seconds(seconds);
            run.take(step, now);
            prop_assert_eq!(run.watch.updated_at > before, is_change);
            prop_assert_eq!(run.watch.created_at, CREATED);
        }
        prop_assert_eq!(&run.fired, &run.model.fired());
        let mut events: Vec<_> = run.fired.iter().map(|no| run.watch.event_id(Revision(*no))).collect();
        events.sort_unstable();
        events.dedup();
        prop_assert_eq!(events.len(), run.fired.len(), "one event for each firing");
    }

    #[test]
    fn a_price_exactly_at_the_target_never_fires(
        code in "EUR|JPY|KWD",
        aim in 1_i64..=1_000_000,
        part in 0_i64..1000,
    ) {
        let of_code = price_in(&code, None).currency;
        let minor = (aim * of_code.units() + part % of_code.units()).min(1_000_000 * of_code.units());
        let mut watch = Run::new("EUR", 10_000, None).watch;
        watch.condition = below(minor * 10_000 / of_code.units());
        prop_assert_eq!(watch.observe(price_in(&code, Some(minor))), (Side::Above, false));
        prop_assert_eq!(watch.observe(price_in(&code, Some(minor - 1))), (Side::Below, true));
    }
}
