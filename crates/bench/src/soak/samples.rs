//! What the service and its store take, looked at again and again.

use std::time::{Duration, Instant};

use crate::clock;
use crate::numbers::{count, float, mean};
use crate::outcome::{Outcome, say};
use crate::process::Usage;
use crate::table::Row;
use crate::webhooks::Queue;

/// How often it is looked in a run, at most every [`RARELY`].
const LOOKS: u32 = 120;
const OFTEN: Duration = Duration::from_secs(2);
const RARELY: Duration = Duration::from_secs(15);

/// Tables of which rows are forgotten, or that a run must not fill.
const TABLES: [&str; 6] = [
    "deliveries",
    "attempts",
    "events",
    "idempotency_keys",
    "watches",
    "offers",
];

/// What is kept for so long that no run is long enough: one row for each price that ended.
const HISTORY: &str = "price_segments";

/// How much more of it there may be in the last quarter than in the second.
const GOAL: &str = "<= 1.1";
const MOST: f64 = 1.1;

/// A figure through the run.
struct Series {
    what: String,
    unit: &'static str,
    /// Whether it must stay as it is.
    is_bound: bool,
    values: Vec<f64>,
}

/// Looks of one run.
pub struct Samples {
    store: Queue,
    pid: u32,
    pause: Duration,
    due: Instant,
    series: Vec<Series>,
}

impl Samples {
    /// Of a process and its store, in a run of this length.
    pub fn new(store: Queue, pid: u32, lasting: Duration) -> Self {
        Self {
            store,
            pid,
            pause: (lasting / LOOKS).clamp(OFTEN, RARELY),
            due: clock::now(),
            series: Vec::new(),
        }
    }

    /// Looks, if it is time.
    pub fn look(&mut self) -> Outcome<()> {
        if clock::now() < self.due {
            return Ok(());
        }
        self.due = clock::now() + self.pause;
        let Usage {
            rss_bytes,
            anonymous_bytes,
            descriptors,
        } = Usage::of(self.pid).ok_or("the service is gone")?;
        let mega = |bytes: u64| float(bytes) / 1e6;
        self.note("memory (RSS)", "MB", mega(rss_bytes));
        self.note("memory (anonymous)", "MB", mega(anonymous_bytes));
        self.note("descriptors", "", float(descriptors));
        for table in TABLES {
            let rows = self.rows_of(table)?;
            self.note(&format!("rows of {table}"), "", rows);
        }
        let history = self.rows_of(HISTORY)?;
        self.note(HISTORY, "", history);
        let bytes = u64::try_from(self.store.bytes()?)?;
        self.note("bytes of the other tables", "MB", mega(bytes));
        Ok(())
    }

    fn rows_of(&mut self, table: &str) -> Outcome<f64> {
        let sql = format!("SELECT CAST(count(*) AS bigint) AS number FROM {table}");
        Ok(float(u64::try_from(self.store.number(&sql)?)?))
    }

    fn note(&mut self, what: &str, unit: &'static str, value: f64) {
        if let Some(series) = self.series.iter_mut().find(|one| one.what == what) {
            series.values.push(value);
            return;
        }
        self.series.push(Series {
            what: what.to_owned(),
            unit,
            is_bound: what != HISTORY,
            values: vec![value],
        });
    }

    /// Each figure in the last quarter beside the second one. What there is none of is left out.
    pub fn rows(&self, of: &impl Fn(&str) -> String) -> Vec<Row> {
        let looks = self.series.first().map_or(0, |one| count(one.values.len()));
        say(&format!("  looked {looks} times"));
        let has_any = |one: &&Series| one.values.iter().any(|value| *value > 0.0);
        self.series
            .iter()
            .filter(has_any)
            .map(|one| one.row(of))
            .collect()
    }
}

impl Series {
    fn row(&self, of: &impl Fn(&str) -> String) -> Row {
        let Self {
            what,
            unit,
            is_bound,
            values,
        } = self;
        let [before, after] = [1, 3].map(|number| mean(quarter(values, number)));
        let ratio = after / before;
        // a handful more is no growth
        let is_flat = ratio <= MOST || after - before < 3.0;
        Row {
            what: of(what),
            measured: format!("last quarter: {after:.1} {unit}")
                .trim_end()
                .to_owned(),
            limit: format!("second quarter: {before:.1} {unit}")
                .trim_end()
                .to_owned(),
            ratio: format!("{ratio:.3}"),
            goal: is_bound.then_some((GOAL, is_flat)),
        }
    }
}

/// A quarter of the values; the first is number 0.
fn quarter(values: &[f64], number: usize) -> &[f64] {
    let (from, to) = (values.len() * number / 4, values.len() * (number + 1) / 4);
    values.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Series;

    fn is_flat(values: &[f64]) -> bool {
        let series = Series {
            what: "rows".to_owned(),
            unit: "",
            is_bound: true,
            values: values.to_vec(),
        };
        series.row(&|what: &str| what.to_owned()).goal.unwrap().1
    }

    #[test]
    fn what_rises_and_stays_is_flat_and_what_goes_on_rising_is_not() {
        let filling: Vec<f64> = (0..100).map(|n| f64::from(n.min(25)) * 100.0).collect();
        assert!(is_flat(&filling));
        let growing: Vec<f64> = (0..100).map(|n| 1000.0 + f64::from(n) * 10.0).collect();
        assert!(!is_flat(&growing));
        assert!(is_flat(&[40.0, 40.0, 42.0, 42.0]), "a handful");
        let swinging: Vec<f64> = (0..100).map(|n| f64::from(50 + n % 5 * 10)).collect();
        assert!(is_flat(&swinging));
    }
}
