//! At a fixed rate, whether answers come or not. Latency counts from the instant at which a request
//! was due, so that a server that stalls pays for all that had to wait.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Blocking, Target};
use crate::clock;
use crate::numbers::{float, percentile};
use crate::outcome::Outcome;

/// How latencies spread, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Spread {
    /// Half of the answers came within.
    pub p50: f64,
    /// 99 of 100 answers came within.
    pub p99: f64,
    /// The slowest answer.
    pub max: f64,
}

impl Spread {
    /// Of these latencies.
    pub fn of(latencies: &[f64]) -> Self {
        Self {
            p50: percentile(latencies, 50.0),
            p99: percentile(latencies, 99.0),
            max: percentile(latencies, 100.0),
        }
    }
}

/// Asks at this rate for a while.
pub fn open(target: &Target, per_second: f64, duration: Duration) -> Outcome<Spread> {
    let latencies = latencies(target, per_second, |after| after <= duration)?;
    Ok(Spread::of(&latencies))
}

/// The latency of each request in milliseconds, at this rate for as long as `goes_on` says of the
/// time that has passed. Each of so many connections takes the next request that is due.
pub fn latencies(
    target: &Target,
    per_second: f64,
    goes_on: impl Fn(Duration) -> bool + Sync,
) -> Outcome<Vec<f64>> {
    const CONNECTIONS: u64 = 32;
    let next = AtomicU64::new(0);
    let connected = (0..CONNECTIONS)
        .map(|_| Blocking::connect(target.address))
        .collect::<Outcome<Vec<_>>>()?;
    let start = clock::now() + Duration::from_millis(20);
    let schedule = Schedule {
        target,
        start,
        per_second,
        goes_on: &goes_on,
        next: &next,
    };
    thread::scope(|scope| {
        let running: Vec<_> = connected
            .into_iter()
            .map(|connection| scope.spawn(|| schedule.work(connection)))
            .collect();
        let mut latencies = Vec::new();
        for worker in running {
            let done = worker.join().map_err(|_| "a client thread panicked")?;
            latencies.extend(done?);
        }
        Ok(latencies)
    })
}

struct Schedule<'a> {
    target: &'a Target,
    start: Instant,
    per_second: f64,
    goes_on: &'a (dyn Fn(Duration) -> bool + Sync),
    next: &'a AtomicU64,
}

impl Schedule<'_> {
    fn work(&self, mut connection: Blocking) -> Outcome<Vec<f64>> {
        let mut latencies = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let after = Duration::from_secs_f64(float(number) / self.per_second);
            if !(self.goes_on)(after) {
                return Ok(latencies);
            }
            let due = self.start + after;
            clock::sleep_until(due);
            // what was measured beside may have ended since
            if !(self.goes_on)(after) {
                return Ok(latencies);
            }
            let answer = connection.exchange(self.target.due(number)?)?;
            latencies.push(due.elapsed().as_secs_f64() * 1000.0);
            if answer.status != self.target.good {
                return Err(format!("an answer of status {}", answer.status).into());
            }
        }
    }
}
