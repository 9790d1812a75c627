//! Imports that are killed and run again, one after the other.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use reference_model::{Model, Random, WaitsFor};
use serde_json::{Value, json};
use tests::{Deployment, Signal, let_pass, now};

use super::clients::{Clients, Mortal, draw_target, target};
use super::rows;
use super::snapshot::{Snapshot, Versions, shop_name};
use crate::report::{Moment, Report};

/// Watches that clients change between two attempts at an import.
const TOUCHED: u64 = 5;

/// When an import is killed.
#[derive(Debug, Clone, Copy)]
pub enum Blow {
    /// At this share of its usual time.
    At(f64),
    /// When it publishes, as far as earlier blows tell.
    Publishing,
}

/// How far from each other blows at the publication are: a share of the usual time.
const SPREAD: f64 = 0.12;

/// How much a blow that came too early or after the commit moves the next one.
const CORRECTION: f64 = 0.04;

impl Blow {
    /// Every other blow is aimed at the publication, the others are spread evenly over the whole import.
    pub fn draw(no: u64, of: u64, random: &mut Random) -> Self {
        if no % 2 == 1 {
            return Self::Publishing;
        }
        let of = of.max(1);
        Self::At(((no % of) as f64 + 2.0 * random.fraction()) / of as f64)
    }
}

/// What the imports rest on.
pub struct Importing<'a> {
    pub deployment: &'a Deployment,
    pub mortal: &'a Mortal<'a>,
    pub clients: &'a Clients,
    /// What is published, and what must have happened.
    pub model: Model,
    /// How long an import takes that nobody kills.
    pub usual: Duration,
    /// At which share of that it seems to publish.
    pub publishes_at: f64,
    pub random: Random,
    pub tally: Tally,
}

#[derive(Default)]
pub struct Tally {
    /// Imports that had ended when they were to be killed.
    pub late: u64,
    /// Runs that found their snapshot published already.
    pub needless: u64,
    /// Pairs of the same import at the same time.
    pub twins: u64,
    /// Imports that were run once more although they had ended well.
    pub replays: u64,
    pub touched: u64,
    /// Imports that say something else than they should have done.
    pub otherwise: Vec<String>,
}

/// One import of the sequence, with all its attempts.
struct Step {
    number: u64,
    snapshot: Snapshot,
    file: PathBuf,
    before: i64,
    attempts: i64,
    is_published: bool,
    /// The snapshot that a killed attempt left open.
    left: Option<u64>,
}

enum Ended {
    Killed,
    Well(Counts),
    Badly(String),
}

#[derive(Debug)]
struct Counts {
    changes: Versions,
    triggered: u64,
}

impl Importing<'_> {
    /// The next import. It is killed by these blows, and run until it ends well; how many hit.
    pub fn next(&mut self, number: u64, blows: &[Blow], report: &mut Report) -> u64 {
        let snapshot = Snapshot::next(&self.model, self.clients.products, &mut self.random);
        let folder = self.deployment.folder.path();
        let file = folder.join(format!("import-{number}.csv"));
        snapshot.write(&file);
        let mut step = Step {
            number,
            snapshot,
            file,
            before: rows::revision(self.deployment),
            attempts: 0,
            is_published: false,
            left: None,
        };
        self.touch();
        let hits_before = report.kills();
        let mut has_ended = false;
        for blow in blows {
            has_ended = self.killed(&mut step, *blow, report);
            if has_ended {
                self.tally.late += 1;
                break;
            }
            self.touch();
        }
        let hits = report.kills() - hits_before;
        if !has_ended {
            self.run_through(&mut step);
        }
        if number % 7 == 3 {
            self.tally.replays += 1;
            self.run_through(&mut step);
        }
        self.check_revision(&step);
        hits
    }

    /// A snapshot is one revision. A delta that is imported again is one more: what it names was seen
    /// again.
    fn check_revision(&self, step: &Step) {
        let moved = rows::revision(self.deployment) - step.before;
        let most = if step.snapshot.is_full {
            1
        } else {
            step.attempts
        };
        let is_right = (1..=most).contains(&moved);
        assert!(
            is_right,
            "import {} made {moved} revisions of {most}",
            step.number
        );
    }

    /// One attempt that is killed; whether it had ended before.
    fn killed(&mut self, step: &mut Step, blow: Blow, report: &mut Report) -> bool {
        let share = match blow {
            Blow::At(share) => share,
            Blow::Publishing => self.publishes_at + SPREAD * (self.random.fraction() - 0.5),
        };
        let mut child = self.spawn(step);
        let_pass(self.usual.mul_f64(share.max(0.0)));
        child.kill().expect("a process");
        let (has_ended, correction) = match ended(child) {
            Ended::Killed => {
                rows::settle(self.deployment);
                let moment = self.moment(step);
                report.killed(moment);
                let correction = match moment {
                    Moment::Starting | Moment::Staging => CORRECTION,
                    Moment::Committed => -CORRECTION,
                    _ => 0.0,
                };
                (false, correction)
            }
            Ended::Well(counts) => {
                self.ended_well(step, &counts);
                self.usual = self.usual.mul_f64(0.9);
                (true, 0.0)
            }
            Ended::Badly(why) => panic!("{why}"),
        };
        if matches!(blow, Blow::Publishing) {
            self.publishes_at = (self.publishes_at + correction).clamp(0.2, 1.2);
        }
        has_ended
    }

    /// How far a killed attempt was.
    fn moment(&mut self, step: &mut Step) -> Moment {
        if rows::revision(self.deployment) > step.before {
            if !step.is_published {
                self.publish(step);
            }
            return Moment::Committed;
        }
        let staged = rows::staged(self.deployment);
        let is_new = staged.snapshot.is_some_and(|no| no > 0) && staged.snapshot != step.left;
        if !is_new {
            return Moment::Starting;
        }
        step.left = staged.snapshot;
        if staged.written == step.snapshot.written {
            Moment::Publishing
        } else {
            Moment::Staging
        }
    }

    /// An attempt that nobody kills; now and then two at the same time.
    fn run_through(&mut self, step: &mut Step) {
        let has_twin = step.number % 10 == 5;
        let began = now();
        let was_published = step.is_published;
        let first = self.spawn(step);
        let twin = has_twin.then(|| self.spawn(step));
        let mut results = vec![ended(first)];
        let took = (now() - began).unsigned_abs();
        if let Some(twin) = twin {
            self.tally.twins += 1;
            results.push(ended(twin));
        } else if !was_published {
            self.usual = if self.usual.is_zero() {
                took
            } else {
                (self.usual + took) / 2
            };
        }
        // of two at the same time one may give up waiting for the other
        let mut complaints = Vec::new();
        // the one that did something is looked at first
        results.sort_by_key(|result| match result {
            Ended::Well(counts) => counts.changes == Versions::default(),
            Ended::Killed | Ended::Badly(_) => true,
        });
        for result in &results {
            match result {
                Ended::Well(counts) => self.ended_well(step, counts),
                Ended::Killed => complaints.push("it was killed by somebody else"),
                Ended::Badly(why) => complaints.push(why),
            }
        }
        assert!(complaints.len() < results.len(), "{complaints:?}");
    }

    /// Holds what an import says of itself against what it should have done.
    fn ended_well(&mut self, step: &mut Step, counts: &Counts) {
        let (changes, fired) = if step.is_published {
            self.tally.needless += 1;
            (Versions::default(), 0)
        } else {
            (step.snapshot.changes, self.publish(step))
        };
        if (counts.changes, counts.triggered) == (changes, fired) {
            return;
        }
        self.tally.otherwise.push(format!(
            "import {} of {} attempts says {counts:?} and not {changes:?} and {fired} triggered",
            step.number, step.attempts
        ));
    }

    /// The import is published: what must follow; how many watches fire.
    fn publish(&mut self, step: &mut Step) -> u64 {
        step.is_published = true;
        self.model.revision = step.before + 1;
        self.model.now = now();
        step.snapshot.publish(&mut self.model).len() as u64
    }

    fn touch(&mut self) {
        for _ in 0..TOUCHED {
            let no = self.random.place(self.model.watches.len());
            let product = self.model.watches[no].product;
            // what is shown of a product without a stated price rests on assumptions
            if self.model.price(product).is_none() {
                continue;
            }
            let has_target = self.model.watches[no].waits_for == WaitsFor::Target;
            let body = if !has_target || self.random.below(2) == 0 {
                let is_paused = !self.model.watches[no].is_paused;
                self.model.change_watch(no, None, Some(is_paused));
                let status = if is_paused { "paused" } else { "active" };
                json!({"status": status})
            } else {
                let drawn = draw_target(product, &mut self.random);
                self.model.change_watch(no, Some(drawn), None);
                json!({"target_price": target(&self.model.watches[no])})
            };
            let (watch, asked) = (&self.model.watches[no], &self.clients.asked[no]);
            let fleet = self.mortal.fleet;
            self.clients.change(watch, asked, &body.to_string(), fleet);
            self.tally.touched += 1;
        }
    }

    fn spawn(&self, step: &mut Step) -> Child {
        step.attempts += 1;
        let kind = if step.snapshot.is_full {
            "full"
        } else {
            "delta"
        };
        let shop = shop_name(step.snapshot.shop);
        let import = ["--json", "import", "--format", "offers", "--snapshot", kind];
        let mut command = self.deployment.command(&import);
        command.args(["--store", &shop]).arg(&step.file);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary starts")
    }
}

fn ended(child: Child) -> Ended {
    let output = child.wait_with_output().expect("an end");
    if output.status.signal() == Some(Signal::SIGKILL as i32) {
        return Ended::Killed;
    }
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Ended::Badly(format!("{}: {why}", output.status));
    }
    let said: Value = serde_json::from_slice(&output.stdout).expect("counts as JSON");
    let number = |name: &str| said[name].as_u64().unwrap_or(0);
    let refused = number("rejected") + number("quarantined");
    assert_eq!(refused, 0, "rows were rejected or held back: {said}");
    Ended::Well(Counts {
        changes: Versions {
            new: number("created") + number("changed"),
            ended: number("gone") + number("changed"),
        },
        triggered: number("triggered"),
    })
}
