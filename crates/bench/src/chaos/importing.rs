//! Imports that are killed and run again, one after the other.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::chaos::caller::Caller;
use crate::chaos::living::{Deployment, Living};
use crate::chaos::market::{Market, Snapshot, Versions, shop_name};
use crate::chaos::report::{Moment, Report};
use crate::chaos::watch::{Firing, Owner, Watch, draw_target, observe_all};
use crate::clock;
use crate::numbers::{count, place};
use crate::outcome::Outcome;
use crate::process::was_killed;
use crate::random::Random;

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

/// What the imports rest on.
pub struct Importing<'a> {
    /// Where they go.
    pub deployment: &'a Deployment<'a>,
    /// The service beside them.
    pub living: &'a Living<'a>,
    /// The clients.
    pub owners: &'a [Owner],
    /// Their watches.
    pub watches: Vec<Watch>,
    /// What is published.
    pub market: Market,
    /// What must have happened.
    pub firings: Vec<Firing>,
    /// How long an import takes that nobody kills.
    pub usual: Duration,
    /// At which share of that it seems to publish.
    pub publishes_at: f64,
    /// Decides what comes next.
    pub random: Random,
    /// What happened beside kills.
    pub tally: Tally,
}

/// What happened beside kills.
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
    /// Changes of watches by their clients.
    pub touched: u64,
    /// Imports that say something else than they should have done.
    pub otherwise: Vec<String>,
}

/// One import of the sequence, with all its attempts.
struct Step {
    number: u64,
    snapshot: Snapshot,
    file: PathBuf,
    /// The revision before it.
    before: u64,
    /// How many attempts were made.
    attempts: u64,
    is_published: bool,
    /// The snapshot that a killed attempt left open.
    left: Option<u64>,
}

/// How an attempt ended.
enum Ended {
    Killed,
    Well(Counts),
    Badly(String),
}

/// What an import said of itself.
#[derive(Debug)]
struct Counts {
    changes: Versions,
    triggered: u64,
}

impl Importing<'_> {
    /// The next import. It is killed by these blows, and run until it ends well; how many hit.
    pub fn next(&mut self, number: u64, blows: &[Blow], report: &mut Report) -> Outcome<u64> {
        let snapshot = self.market.next(&mut self.random);
        let file = self.deployment.folder.join(format!("import-{number}.csv"));
        snapshot.write(&file)?;
        let mut step = Step {
            number,
            snapshot,
            file,
            before: self.deployment.database.revision()?,
            attempts: 0,
            is_published: false,
            left: None,
        };
        self.touch()?;
        let hits_before = report.kills();
        let mut has_ended = false;
        for blow in blows {
            has_ended = self.killed(&mut step, *blow, report)?;
            if has_ended {
                self.tally.late += 1;
                break;
            }
            self.touch()?;
        }
        let hits = report.kills() - hits_before;
        if !has_ended {
            self.run_through(&mut step)?;
        }
        if number % 7 == 3 {
            self.tally.replays += 1;
            self.run_through(&mut step)?;
        }
        self.check_revision(&step)?;
        Ok(hits)
    }

    /// A snapshot is one revision. A delta that is imported again is one more: what it names was seen
    /// again.
    fn check_revision(&self, step: &Step) -> Outcome<()> {
        let moved = self.deployment.database.revision()? - step.before;
        let most = if step.snapshot.is_full {
            1
        } else {
            step.attempts
        };
        if (1..=most).contains(&moved) {
            return Ok(());
        }
        Err(format!("import {} made {moved} revisions of {most}", step.number).into())
    }

    /// One attempt that is killed; whether it had ended before.
    fn killed(&mut self, step: &mut Step, blow: Blow, report: &mut Report) -> Outcome<bool> {
        let share = match blow {
            Blow::At(share) => share,
            Blow::Publishing => self.publishes_at + SPREAD * (self.random.fraction() - 0.5),
        };
        let mut child = self.spawn(step)?;
        clock::sleep(self.usual.mul_f64(share.max(0.0)));
        child.kill()?;
        let (has_ended, correction) = match ended(child)? {
            Ended::Killed => {
                self.deployment.database.settle()?;
                let moment = self.moment(step)?;
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
            Ended::Badly(why) => return Err(why.into()),
        };
        if matches!(blow, Blow::Publishing) {
            self.publishes_at = (self.publishes_at + correction).clamp(0.2, 1.2);
        }
        Ok(has_ended)
    }

    /// How far a killed attempt was.
    fn moment(&mut self, step: &mut Step) -> Outcome<Moment> {
        let database = self.deployment.database;
        if database.revision()? > step.before {
            if !step.is_published {
                self.publish(step);
            }
            return Ok(Moment::Committed);
        }
        let staged = database.staged()?;
        let is_new = staged.snapshot.is_some_and(|no| no > 0) && staged.snapshot != step.left;
        if !is_new {
            return Ok(Moment::Starting);
        }
        step.left = staged.snapshot;
        Ok(if staged.written == step.snapshot.written {
            Moment::Publishing
        } else {
            Moment::Staging
        })
    }

    /// An attempt that nobody kills; now and then two at the same time.
    fn run_through(&mut self, step: &mut Step) -> Outcome<()> {
        let has_twin = step.number % 10 == 5;
        let began = clock::now();
        let was_published = step.is_published;
        let first = self.spawn(step)?;
        let twin = has_twin.then(|| self.spawn(step)).transpose()?;
        let mut results = vec![ended(first)?];
        let took = began.elapsed();
        if let Some(twin) = twin {
            self.tally.twins += 1;
            results.push(ended(twin)?);
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
        if complaints.len() == results.len() {
            return Err(complaints.join("; ").into());
        }
        Ok(())
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
        self.market.take(&step.snapshot);
        step.is_published = true;
        let firings = observe_all(&mut self.watches, &self.market, step.before + 1);
        let fired = count(firings.len());
        self.firings.extend(firings);
        fired
    }

    /// Clients pause, resume and change watches.
    fn touch(&mut self) -> Outcome<()> {
        let mut caller = Caller::new(self.living);
        for _ in 0..TOUCHED {
            let number = place(self.random.below(count(self.watches.len())));
            let Some(watch) = self.watches.get_mut(number) else {
                continue;
            };
            // what is shown of a product without a stated price rests on assumptions
            let Some(price) = self.market.lowest(watch.product) else {
                continue;
            };
            let owner = self.owners.get(watch.owner).ok_or("a watch of nobody")?;
            let is_toggled = self.random.below(2) == 0;
            let body = if is_toggled {
                watch.is_paused = !watch.is_paused;
                let status = if watch.is_paused { "paused" } else { "active" };
                format!(r#"{{"status":"{status}"}}"#)
            } else {
                watch.target = draw_target(watch.product, &mut self.random);
                format!(r#"{{"target_price":{}}}"#, watch.shown_target())
            };
            if !(is_toggled && watch.is_paused) {
                watch.settle(Some(price));
            }
            caller.change(watch, owner, &body)?;
            self.tally.touched += 1;
        }
        Ok(())
    }

    fn spawn(&self, step: &mut Step) -> Outcome<Child> {
        step.attempts += 1;
        let mut command = self.deployment.api.command();
        let kind = if step.snapshot.is_full {
            "full"
        } else {
            "delta"
        };
        command.args(["--json", "import", "--format", "offers"]);
        command.args(["--snapshot", kind, "--store"]);
        command.arg(shop_name(step.snapshot.shop)).arg(&step.file);
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command.spawn()?)
    }
}

fn ended(child: Child) -> Outcome<Ended> {
    let output = child.wait_with_output()?;
    if was_killed(output.status) {
        return Ok(Ended::Killed);
    }
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Ok(Ended::Badly(format!("{}: {why}", output.status)));
    }
    let said: Value = serde_json::from_slice(&output.stdout)?;
    let number = |name: &str| said.get(name).and_then(Value::as_u64).unwrap_or(0);
    if number("rejected") + number("quarantined") > 0 {
        return Err(format!("rows were rejected or held back: {said}").into());
    }
    Ok(Ended::Well(Counts {
        changes: Versions {
            new: number("created") + number("changed"),
            ended: number("gone") + number("changed"),
        },
        triggered: number("triggered"),
    }))
}
