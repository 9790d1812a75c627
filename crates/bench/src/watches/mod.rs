//! Price watches: what they add to an import, and how long creations wait for one.

mod clients;
pub mod crowd;
mod figures;
mod postgres;
mod rows;
pub mod shop;
mod sqlite;
mod stores;
mod subject;

pub use postgres::server;

use clients::{Clients, Waits};
use figures::{Rounds, Sheet, Taken};
use rows::{PER_PRODUCT, Plan, firing};
use shop::{Level, Shop};
use stores::{Measured, Run};
use subject::Subject;

use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::service::Imported;
use crate::table::Row;

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let run = Run {
        common,
        backend,
        folder: temporary.path(),
    };
    let offers = run.offers();
    let products = common.products();
    say(&format!(
        "watches on {}: {products} products, {offers} offers that change",
        backend.shown()
    ));
    let loaded = run.load()?;
    let watches = [offers / 10, offers, offers * PER_PRODUCT];
    let mut subjects = vec![Subject::new(run.copy(&loaded, "without")?, 0)];
    for watches in watches {
        let store = run.copy(&loaded, &format!("with{watches}"))?;
        subjects.push(Subject::new(store, watches));
    }
    subjects.push(Subject::new(loaded, 0));
    let sheet = Sheet {
        store: backend.shown(),
        offers,
    };
    let mut bench = Bench {
        run,
        subjects,
        sheet,
    };
    let mut figures = bench.idle()?;
    figures.extend(bench.reached()?);
    figures.extend(bench.firing()?);
    Ok(figures)
}

/// Stores that began as the same one. The first and the last have no watches, the one before the last
/// has the most.
struct Bench<'a> {
    run: Run<'a>,
    subjects: Vec<Subject>,
    sheet: Sheet,
}

impl Bench<'_> {
    fn idle(&mut self) -> Outcome<Vec<Row>> {
        self.fill(Plan::Idle, 0)?;
        let mut rounds = Rounds::default();
        for _ in 0..self.run.common.rounds() {
            rounds.add(self.round(Shop::Cheap, Plan::Idle, 0)?);
        }
        let mut rows = vec![self.sheet.noise(&rounds)];
        for watches in self.watched() {
            rows.push(self.sheet.idle(&rounds, watches));
        }
        let waits = self.create(Plan::Idle)?;
        rows.push(self.sheet.waits(&waits, self.most(), 0));
        Ok(rows)
    }

    /// Watches whose price is below the target, when either shop's prices move.
    fn reached(&mut self) -> Outcome<Vec<Row>> {
        let most = self.most();
        self.fill(Plan::Reached, most)?;
        let mut rows = Vec::new();
        for shop in [Shop::Cheap, Shop::Dear] {
            let mut rounds = Rounds::default();
            for _ in 0..self.fewer() {
                rounds.add(self.round(shop, Plan::Reached, most)?);
            }
            rows.push(self.sheet.reached(&rounds, most, shop));
        }
        Ok(rows)
    }

    fn firing(&mut self) -> Outcome<Vec<Row>> {
        self.raise()?;
        self.fill(Plan::Firing, 0)?;
        let (mut falls, mut rises) = (Rounds::default(), Rounds::default());
        for _ in 0..self.fewer() {
            falls.add(self.round(Shop::Cheap, Plan::Firing, 0)?);
            rises.add(self.round(Shop::Cheap, Plan::Firing, 0)?);
        }
        let mut rows = Vec::new();
        for watches in self.watched() {
            rows.push(self.sheet.fires(&falls, watches));
        }
        rows.push(self.sheet.arms(&rises, self.most()));
        let waits = self.create(Plan::Firing)?;
        rows.push(self.sheet.waits(&waits, self.most(), firing(self.most())));
        Ok(rows)
    }

    /// The numbers of watches, the least first.
    fn watched(&self) -> Vec<u64> {
        let watches = self.subjects.iter().map(|subject| subject.watches);
        let mut watched: Vec<u64> = watches.filter(|watches| *watches > 0).collect();
        watched.sort_unstable();
        watched
    }

    fn most(&self) -> u64 {
        self.watched().last().copied().unwrap_or(0)
    }

    fn fewer(&self) -> usize {
        self.run.common.rounds().div_ceil(2)
    }

    /// Gives the stores with at least so many watches such of this plan.
    fn fill(&self, plan: Plan, least: u64) -> Outcome<()> {
        let with = |subject: &&Subject| subject.watches > 0 && subject.watches >= least;
        for Subject { store, watches, .. } in self.subjects.iter().filter(with) {
            store.fill(plan, *watches, self.run.offers())?;
            say(&format!("  {watches} watches: {plan:?}"));
        }
        Ok(())
    }

    /// Imports a shop into the stores without watches and those with at least so many, one after the
    /// other, forwards and backwards in turns.
    fn round(&mut self, shop: Shop, plan: Plan, least: u64) -> Outcome<Vec<Taken>> {
        self.subjects.reverse();
        let mut round = Vec::new();
        let with = |subject: &&mut Subject| subject.watches == 0 || subject.watches >= least;
        for subject in self.subjects.iter_mut().filter(with) {
            let level = subject.turn(shop);
            let file = shop.file(self.run.folder, level, self.run.offers())?;
            let Measured { done, cpu_seconds } = subject.store.import(&file, shop)?;
            let planned = planned(plan, shop, level, subject.watches);
            check(&done, &self.run, planned)?;
            let (watches, seconds) = (subject.watches, done.seconds);
            say(&format!(
                "    {shop:?}, {plan:?}, {watches} watches: {seconds:.2} s, {cpu_seconds:.2?} s of CPU"
            ));
            round.push(Taken {
                watches,
                seconds,
                cpu_seconds,
            });
        }
        Ok(round)
    }

    /// Brings all prices of the cheap shop to the high level.
    fn raise(&mut self) -> Outcome<()> {
        for subject in &mut self.subjects {
            if subject.cheap == Level::Low {
                let file = Shop::Cheap.file(self.run.folder, Level::High, self.run.offers())?;
                subject.turn(Shop::Cheap);
                subject.store.api.import(&file, Shop::Cheap.name())?;
            }
        }
        Ok(())
    }

    /// Creates watches in the store with the most, without and with imports whose prices fall.
    fn create(&mut self, plan: Plan) -> Outcome<Waits> {
        self.raise()?;
        let (most, looks) = (self.most(), self.fewer());
        let run = &self.run;
        let fullest = self.subjects.iter_mut().find(|s| s.watches == most);
        let Subject { store, cheap, .. } = fullest.ok_or("no store with watches")?;
        let mut clients = Clients::start(store, run.common.products(), &[])?;
        let mut waits = Waits::default();
        for _ in 0..looks {
            let low = Shop::Cheap.file(run.folder, Level::Low, run.offers())?;
            let done = clients.look(&low, Shop::Cheap, &mut waits)?;
            check(&done, run, planned(plan, Shop::Cheap, Level::Low, most))?;
            let high = Shop::Cheap.file(run.folder, Level::High, run.offers())?;
            store.api.import(&high, Shop::Cheap.name())?;
        }
        *cheap = Level::High;
        Ok(waits)
    }
}

/// How many watches an import fires.
fn planned(plan: Plan, shop: Shop, level: Level, watches: u64) -> u64 {
    match (plan, shop, level) {
        (Plan::Firing, Shop::Cheap, Level::Low) => firing(watches),
        _ => 0,
    }
}

/// An error when the import did not change all offers and fire what was planned.
fn check(done: &Imported, run: &Run<'_>, planned: u64) -> Outcome<()> {
    if (done.changed, done.triggered) == (run.offers(), planned) {
        return Ok(());
    }
    Err(format!(
        "an import changed {} of {} offers and fired {} of {planned} watches",
        done.changed,
        run.offers(),
        done.triggered
    )
    .into())
}
