//! What is broken while webhooks are delivered.
//!
//! Another fault is a variant of [`Fault`], what it does in [`Breaker::strike`], and how often it happens in
//! `Trial::sequence`. Whatever may make an attempt come again notes its moment with [`Fleet::note`].

use std::process::Child;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tests::{let_pass, wait_at_most};

use super::probe::{Outage, Probe};
use super::{Trial, rows};
use crate::cluster::{Cluster, Stop};
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
    /// The primary dies, its standby takes its place, and then it becomes the standby.
    FailOver(Stop),
    /// All sessions of the service are ended.
    EndSessions,
    /// A backup begins, which goes on until the prices are imported.
    Dump,
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

    /// Both ways in turns in which a machine is gone.
    pub const fn fail_over(number: usize) -> Self {
        Self::FailOver(if number.is_multiple_of(2) {
            Stop::Kill
        } else {
            Stop::Immediate
        })
    }
}

/// Breaks things, and counts the kills that hit.
pub struct Breaker<'a> {
    trial: &'a Trial<'a>,
    fleet: &'a Fleet<'a>,
    /// Who writes and reads all the while, where the primary is killed.
    probe: Option<&'a Probe<'a>>,
    hits: AtomicUsize,
    outages: Mutex<Vec<Outage>>,
    dumps: Mutex<Vec<Child>>,
}

impl<'a> Breaker<'a> {
    pub const fn new(
        trial: &'a Trial<'a>,
        fleet: &'a Fleet<'a>,
        probe: Option<&'a Probe<'a>>,
    ) -> Self {
        Self {
            trial,
            fleet,
            probe,
            hits: AtomicUsize::new(0),
            outages: Mutex::new(Vec::new()),
            dumps: Mutex::new(Vec::new()),
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
                    self.cluster().restart(*stop);
                    self.fleet.note();
                }
                Fault::FailOver(stop) => self.fail_over(*stop),
                Fault::EndSessions => {
                    self.fleet.note();
                    self.cluster().end_sessions();
                }
                Fault::Dump => self.dumps.lock().unwrap().push(self.cluster().begin_dump()),
            }
            self.fleet.check();
        }
    }

    /// The prices are imported: backups that were begun meanwhile end; none may have ended by itself.
    pub fn end_dumps(&self) {
        for mut dump in self.dumps.lock().unwrap().drain(..) {
            assert_eq!(dump.try_wait().unwrap(), None, "the dump is not held");
            dump.kill().unwrap();
            dump.wait().unwrap();
        }
    }

    fn fail_over(&self, stop: Stop) {
        self.fleet.note();
        let failing = self.cluster().fail_over(stop);
        if let Some(probe) = self.probe {
            let outage = probe.wait_for_writes(failing);
            self.outages.lock().unwrap().push(outage);
        }
        self.fleet.note();
        self.cluster().follow();
    }

    fn cluster(&self) -> &Cluster {
        self.trial.cluster.expect("a server")
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
        report.count(
            "restarts of PostgreSQL",
            self.trial.of_server(self.trial.sizes.restarts),
        );
        let outages = self.outages.lock().unwrap();
        if let Some(probe) = self.probe {
            probe.report(&outages, report);
        }
    }
}
