//! What the measurements come to, as rows of the table.

use crate::load::Spread;
use crate::numbers::{count, float, median};
use crate::table::Row;

use super::clients::{RATE, Waits};
use super::rows::{PER_PRODUCT, firing};
use super::shop::Shop;

/// The share of an import that idle watches may add.
const GOAL: f64 = 0.05;

/// One import.
pub struct Taken {
    /// Watches in its store.
    pub watches: u64,
    /// How long it took.
    pub seconds: f64,
    /// Processor time, the database server's included, if that can be seen.
    pub cpu_seconds: Option<f64>,
}

impl Taken {
    #[expect(clippy::unnecessary_wraps, reason = "has the form of every measure")]
    fn wall(&self) -> Option<f64> {
        Some(self.seconds)
    }

    fn cpu(&self) -> Option<f64> {
        self.cpu_seconds
    }
}

/// Which time counts.
type Measure = fn(&Taken) -> Option<f64>;

/// Imports of the same file into stores with and without watches, a few rounds of them.
#[derive(Default)]
pub struct Rounds(Vec<Vec<Taken>>);

impl Rounds {
    /// Takes in a round.
    pub fn add(&mut self, round: Vec<Taken>) {
        self.0.push(round);
    }

    /// For each round the time with so many watches: of the store, or the mean of both that have none.
    fn times(&self, watches: u64, measure: Measure) -> Option<Vec<f64>> {
        let of_round = |round: &Vec<Taken>| {
            let those = round.iter().filter(|taken| taken.watches == watches);
            let times: Vec<f64> = those.map(measure).collect::<Option<_>>()?;
            Some(times.iter().sum::<f64>() / float(count(times.len())))
        };
        self.0.iter().map(of_round).collect()
    }

    /// The middle of a figure that is made, in each round, of an import with watches and one without.
    fn middle(
        &self,
        watches: u64,
        measure: Measure,
        figure: impl Fn(f64, f64) -> f64,
    ) -> Option<f64> {
        let without = self.times(0, measure)?;
        let pairs = self.times(watches, measure)?.into_iter().zip(without);
        let figures: Vec<f64> = pairs.map(|(with, without)| figure(with, without)).collect();
        Some(median(&figures))
    }

    fn share(&self, watches: u64, measure: Measure) -> Option<f64> {
        self.middle(watches, measure, |with, without| with / without - 1.0)
    }

    /// How much two stores without watches differed, in the middle of the rounds.
    fn difference(&self, measure: Measure) -> Option<f64> {
        let of_round = |round: &Vec<Taken>| {
            let mut without = round.iter().filter(|taken| taken.watches == 0).map(measure);
            let (one, other) = (without.next()??, without.next()??);
            Some(one.max(other) / one.min(other) - 1.0)
        };
        let differences: Option<Vec<f64>> = self.0.iter().map(of_round).collect();
        Some(median(&differences?))
    }
}

/// What all rows have in common.
pub struct Sheet {
    /// The store.
    pub store: &'static str,
    /// Offers that change.
    pub offers: u64,
}

impl Sheet {
    /// How far imports into two equal stores differ.
    pub fn noise(&self, rounds: &Rounds) -> Row {
        let apart = |measure: Measure| rounds.difference(measure);
        Row {
            what: format!("{}, no watches", self.import()),
            measured: seconds(rounds, 0),
            limit: "an equal store".to_owned(),
            ratio: format!("{} apart", both(apart(Taken::wall), apart(Taken::cpu))),
            goal: None,
        }
    }

    /// Watches that are far from firing.
    pub fn idle(&self, rounds: &Rounds, watches: u64) -> Row {
        let promised = watches == self.offers * PER_PRODUCT;
        let is_kept = rounds
            .share(watches, Taken::wall)
            .is_some_and(|share| share < GOAL);
        Row {
            goal: promised.then_some(("< 5 %", is_kept)),
            ..self.row(rounds, watches, &format!("{watches} idle watches"))
        }
    }

    /// Watches that are reached and stay so.
    pub fn reached(&self, rounds: &Rounds, watches: u64, shop: Shop) -> Row {
        let whose = match shop {
            Shop::Cheap => "by the shop that is imported",
            Shop::Dear => "by another shop",
        };
        self.row(
            rounds,
            watches,
            &format!("{watches} watches reached {whose}"),
        )
    }

    /// Watches of which one in a hundred fires.
    pub fn fires(&self, rounds: &Rounds, watches: u64) -> Row {
        let fired = firing(watches);
        let what = format!("{fired} of {watches} watches fire");
        let mut row = self.row(rounds, watches, &what);
        let each = |measure: Measure| {
            let is_told = rounds.share(watches, measure)? > rounds.difference(measure)?;
            let added = rounds.middle(watches, measure, |with, without| with - without)?;
            is_told.then_some(added / float(fired) * 1e6)
        };
        let told = |us: Option<f64>| {
            us.map_or_else(
                || "less than can be told".to_owned(),
                |us| format!("{us:.0} us"),
            )
        };
        let [wall, cpu] = [Taken::wall, Taken::cpu].map(|measure| each(measure));
        row.goal = Some(("< 0.1 ms each", wall.is_none_or(|us| us < 100.0)));
        row.measured.push_str(&format!(
            ", for each that fires {} (CPU: {})",
            told(wall),
            told(cpu)
        ));
        row
    }

    /// Watches of which one in a hundred is armed again.
    pub fn arms(&self, rounds: &Rounds, watches: u64) -> Row {
        let armed = firing(watches);
        let what = format!("{armed} of {watches} watches are armed again");
        self.row(rounds, watches, &what)
    }

    /// How long creations waited.
    pub fn waits(&self, waits: &Waits, watches: u64, fired: u64) -> Row {
        let [alone, during] = waits.spreads();
        let shown = |spread: &Spread| {
            format!(
                "p50 {:.1} ms, p99 {:.1} ms, longest {:.0} ms",
                spread.p50, spread.p99, spread.max
            )
        };
        Row {
            what: format!(
                "POST watchlists at {RATE:.0}/s during imports, {fired} of {watches} watches \
                 fire, {}",
                self.store
            ),
            measured: shown(&during),
            limit: format!("no import: {}", shown(&alone)),
            ratio: format!("p99 excess {:.1} ms", during.p99 - alone.p99),
            goal: None,
        }
    }

    fn import(&self) -> String {
        format!("import of {} changed offers, {}", self.offers, self.store)
    }

    fn row(&self, rounds: &Rounds, watches: u64, what: &str) -> Row {
        let share = |measure: Measure| rounds.share(watches, measure);
        Row {
            what: format!("{}, {what}", self.import()),
            measured: seconds(rounds, watches),
            limit: format!("no watches: {}", seconds(rounds, 0)),
            ratio: both(share(Taken::wall), share(Taken::cpu)),
            goal: None,
        }
    }
}

fn seconds(rounds: &Rounds, watches: u64) -> String {
    let times = rounds.times(watches, Taken::wall).unwrap_or_default();
    format!("{:.2} s", median(&times))
}

/// A share of the time, and of the processor time.
fn both(wall: Option<f64>, cpu: Option<f64>) -> String {
    let percent = |share: f64| format!("{:+.1} %", share * 100.0);
    let cpu = cpu.map_or_else(String::new, |cpu| format!(" (CPU: {})", percent(cpu)));
    format!("{}{cpu}", wall.map(percent).unwrap_or_default())
}
