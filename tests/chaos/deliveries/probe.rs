//! Somebody who asks all the time while the primary is killed: writes until each is done, and reads what was read
//! before, of which every one must be answered.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Scope;
use std::time::Duration;

use tests::watching::{Client, WATCHES};
use tests::{Deployment, let_pass, now, wait_at_most};
use time::{Duration as Span, OffsetDateTime};

use super::{PATIENCE, shop};
use crate::cluster::FailOver;
use crate::fleet::Fleet;
use crate::offers::product_id;
use crate::report::Report;

/// Between two questions of one asker.
const PAUSE: Duration = Duration::from_millis(10);

/// A price that nothing falls to.
const NEVER: u64 = 1;

/// How long one fail-over kept writes away.
#[derive(Debug, Clone, Copy)]
pub struct Outage {
    since: FailOver,
    /// When every process had written again.
    over_at: OffsetDateTime,
}

/// What was asked, and what became of it.
pub struct Probe<'a> {
    deployment: &'a Deployment,
    fleet: &'a Fleet<'a>,
    client: Client,
    /// A product whose price does not change.
    product: usize,
    is_over: AtomicBool,
    /// Watches that were created: by which place among the processes, when, and for which client.
    written: Mutex<Vec<(usize, OffsetDateTime, String)>>,
    /// When what had been read before was read again.
    read: Mutex<Vec<OffsetDateTime>>,
    /// What was not answered although it had been before.
    unread: Mutex<Vec<String>>,
}

/// Ends the questions.
pub struct Asking<'p>(&'p AtomicBool);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a> Probe<'a> {
    pub fn new(
        deployment: &'a Deployment,
        fleet: &'a Fleet<'a>,
        client: Client,
        product: usize,
    ) -> Self {
        Self {
            deployment,
            fleet,
            client,
            product,
            is_over: AtomicBool::new(false),
            written: Mutex::default(),
            read: Mutex::default(),
            unread: Mutex::default(),
        }
    }

    /// Asks each of so many processes until what this returns is dropped.
    pub fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        processes: usize,
    ) -> Asking<'scope> {
        for place in 0..processes {
            scope.spawn(move || self.write(place));
            scope.spawn(move || self.read(place));
        }
        Asking(&self.is_over)
    }

    fn goes_on(&self) -> bool {
        let_pass(PAUSE);
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Creates watches, each at whichever process is at this place, until it is created.
    fn write(&self, place: usize) {
        let (mut number, mut body) = (0, shop::watch(self.product));
        body["target_price"] = NEVER.into();
        let body = body.to_string();
        while self.goes_on() {
            number += 1;
            let client = self.client.named(&format!("probe-{place}-{number}"));
            let headers = [("Idempotency-Key", client.id())];
            let created = wait_at_most(PATIENCE, || {
                let base = self.fleet.bases().get(place)?.clone();
                let answer = client.try_ask(&base, "POST", WATCHES, &headers, Some(&body))?;
                let is_put_off = answer.status == 409 || answer.status >= 500;
                let said = || answer.text().to_owned();
                assert!(is_put_off || answer.status == 201, "{}", said());
                (answer.status == 201).then_some(())
            });
            assert!(created.is_some(), "{} is not created", client.id());
            let written = (place, now(), client.id().to_owned());
            self.written.lock().unwrap().push(written);
        }
    }

    /// Reads a product and searches, at whichever process is at this place.
    fn read(&self, place: usize) {
        let product = format!("/v1/products/{}", product_id(self.product));
        let paths = [product.as_str(), "/v1/search?q=tumult"];
        let mut known: HashSet<(String, usize)> = HashSet::new();
        while self.goes_on() {
            for (number, path) in paths.iter().enumerate() {
                let Some(base) = self.fleet.bases().get(place).cloned() else {
                    continue;
                };
                let answer = self.client.try_ask(&base, "GET", path, &[], None);
                let status = answer.as_ref().map(|answer| answer.status);
                // one that was killed owes nothing
                let is_there = || self.fleet.bases().contains(&base);
                if status == Some(200) {
                    known.insert((base, number));
                    self.read.lock().unwrap().push(now());
                } else if is_there() && known.contains(&(base.clone(), number)) {
                    let said = answer.as_ref().map_or("no answer", |answer| answer.text());
                    let fault = format!("{} {path}: {status:?} {said}", now());
                    self.unread.lock().unwrap().push(fault);
                }
            }
        }
    }

    /// Waits until each process that was there has written since the standby was promoted.
    pub fn wait_for_writes(&self, since: FailOver) -> Outage {
        let places = self.fleet.bases().len();
        let first = |place: usize| {
            let written = self.written.lock().unwrap();
            let of_place = written.iter().filter(|(by, ..)| *by == place);
            let mut since = of_place.filter(|(_, at, _)| *at > since.promoted_at);
            since.next().map(|(_, at, _)| *at)
        };
        let over_at = wait_at_most(PATIENCE, || {
            let firsts: Option<Vec<_>> = (0..places).map(first).collect();
            firsts?.into_iter().max()
        });
        let over_at = over_at.expect("writes go on");
        Outage { since, over_at }
    }

    /// Counts what was asked; what was not read, or written and is not there, is a fault.
    pub fn report(&self, outages: &[Outage], report: &mut Report) {
        report.count("primaries killed, standbys promoted", outages.len());
        spread(
            outages
                .iter()
                .map(|one| one.over_at - one.since.promoted_at),
            ["  ms from the promotion to writes: p50", "    max"],
            report,
        );
        spread(
            outages.iter().map(|one| one.over_at - one.since.killed_at),
            ["  ms from the kill to writes: p50", "    at most"],
            report,
        );
        let written = self.written.lock().unwrap();
        report.count("watches created meanwhile", written.len());
        let stored = self.deployment.rows::<1>(
            "SELECT client_id AS line FROM watches WHERE client_id LIKE 'probe-%' ORDER BY 1",
        );
        let stored: Vec<String> = stored.into_iter().map(|[client]| client).collect();
        let mut answered: Vec<String> = written.iter().map(|(_, _, id)| id.clone()).collect();
        answered.sort();
        let is_odd = |client: &&String| {
            let count = |all: &[String]| all.iter().filter(|one| one == client).count();
            [count(&stored), count(&answered)] != [1, 1]
        };
        let odd: HashSet<&String> = match stored == answered {
            true => HashSet::new(),
            false => stored.iter().chain(&answered).filter(is_odd).collect(),
        };
        let odd: Vec<String> = odd.into_iter().cloned().collect();
        report.fault("  lost, or there without an answer", &odd);
        let read = self.read.lock().unwrap();
        report.count("reads of what was read before", read.len());
        let is_away = |at: &&OffsetDateTime| {
            let mut outages = outages.iter();
            outages.any(|one| (one.since.killed_at..one.over_at).contains(*at))
        };
        report.count(
            "  while nothing could be written",
            read.iter().filter(is_away).count(),
        );
        report.fault("  that failed", &self.unread.lock().unwrap());
    }
}

/// The middle and the longest of some times, in milliseconds.
fn spread(times: impl Iterator<Item = Span>, names: [&'static str; 2], report: &mut Report) {
    let mut times: Vec<i128> = times.map(|time| time.whole_milliseconds()).collect();
    times.sort_unstable();
    let middle = times.get(times.len().saturating_sub(1) / 2);
    for (name, time) in names.into_iter().zip([middle, times.last()]) {
        let time = time.copied().unwrap_or_default();
        report.figure(name, time.try_into().expect("a time"));
    }
}
