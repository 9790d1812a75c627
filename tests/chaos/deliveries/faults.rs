//! What is broken while webhooks are delivered.
//!
//! Another fault is a variant of [`Fault`], what it does in [`Breaker::strike`], and how often it happens in
//! `Trial::sequence`. Whatever may make an attempt come again notes its moment with [`Fleet::note`].

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tests::{let_pass, wait_at_most};

use super::{Trial, rows};
use crate::cluster::Stop;
use crate::fleet::Fleet;
use crate::report::{Moment, Report};

/// How long a kill waits for attempts that run.
const LOOKING: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// A process of the service dies while it delivers, and another starts.
    Kill,
    /// PostgreSQL stops, and starts again.
    Restart(Stop),
}

impl Fault {
    /// Both ways in turns.
    pub const fn restart(number: usize) -> Self {
        Self::Restart(if number.is_multiple_of(2) {
            Stop::Immediate
        } else {
            Stop::Fast
        })
    }
}

/// Breaks things, and counts the kills that hit.
pub struct Breaker<'a> {
    trial: &'a Trial<'a>,
    fleet: &'a Fleet<'a>,
    hits: AtomicUsize,
}

impl<'a> Breaker<'a> {
    pub const fn new(trial: &'a Trial<'a>, fleet: &'a Fleet<'a>) -> Self {
        Self {
            trial,
            fleet,
            hits: AtomicUsize::new(0),
        }
    }

    /// Whether every kill hit that must.
    pub fn is_done(&self) -> bool {
        self.hits.load(Ordering::Relaxed) >= self.trial.sizes.kills
    }

    /// Breaks one thing after the other, each after its delay.
    pub fn strike(&self, faults: &[Fault], delays: &[Duration]) {
        for (fault, delay) in faults.iter().zip(delays) {
            let_pass(*delay);
            match fault {
                Fault::Kill if self.is_done() => {}
                Fault::Kill => self.kill(*delay / 16),
                Fault::Restart(stop) => {
                    self.fleet.note();
                    self.trial.cluster.expect("a server").restart(*stop);
                    self.fleet.note();
                }
            }
            self.fleet.check();
        }
    }

    /// Kills a process a moment after attempts began, and starts another, if any began.
    fn kill(&self, delay: Duration) {
        let begun = || rows::begun(self.trial.deployment);
        let before = begun();
        if wait_at_most(LOOKING, || (begun() > before).then_some(())).is_none() {
            return;
        }
        // what began just now is this process's, or its twin's
        let_pass(delay);
        self.fleet.kill();
        self.fleet.replace();
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what was broken; fails when too few kills hit.
    pub fn report(&self, report: &mut Report) {
        assert!(
            self.is_done(),
            "{} kills hit",
            self.hits.load(Ordering::Relaxed)
        );
        for _ in 0..self.hits.load(Ordering::Relaxed) {
            report.killed(Moment::Delivering);
        }
        report.count("restarts of PostgreSQL", self.trial.restarts());
    }
}
