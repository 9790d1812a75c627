//! Watches are created while the service is killed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::chaos::caller::Caller;
use crate::chaos::living::Living;
use crate::chaos::watch::{Owner, Watch};
use crate::clock;
use crate::numbers::count;
use crate::outcome::Outcome;
use crate::random::Random;

/// How many clients create at the same time.
const THREADS: usize = 4;

/// What happened meanwhile.
#[derive(Default)]
pub struct Created {
    /// Kills.
    pub kills: u64,
    /// Requests that were sent again because their answers were lost.
    pub repeated: u64,
    /// Of those: had taken effect the first time.
    pub replayed: u64,
    /// Answers that asked to try again later.
    pub put_off: u64,
}

/// Creates all of them, pauses those that are to be paused, and kills the service so many times on
/// the way.
pub fn create(
    watches: &mut [Watch],
    owners: &[Owner],
    living: &Living<'_>,
    (kills, random): (u64, &mut Random),
) -> Outcome<Created> {
    let share = watches.len().div_ceil(THREADS).max(1);
    let total = count(watches.len());
    // one kill in each stretch of the work
    let stretch = |kill| (kill * total + random.below(total * 8 / 10 + 1)) / kills;
    let moments: Vec<u64> = (0..kills).map(stretch).collect();
    let (done, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let killer = scope.spawn(|| {
            let mut kills = 0;
            for moment in moments {
                while done.load(Ordering::Relaxed) < moment && !is_over.load(Ordering::Relaxed) {
                    clock::sleep(Duration::from_micros(300));
                }
                if !is_over.load(Ordering::Relaxed) {
                    living.kill()?;
                    kills += 1;
                }
            }
            Outcome::Ok(kills)
        });
        let parts = watches.chunks_mut(share).zip(0_usize..);
        let done = &done;
        let creators: Vec<_> = parts
            .map(|(part, no)| scope.spawn(move || create_part(part, no, (owners, living, done))))
            .collect();
        let mut created = Created::default();
        let mut ended = Ok(());
        for creator in creators {
            match creator.join().map_err(|_| "a client panicked")? {
                Ok(part) => {
                    created.repeated += part.repeated;
                    created.replayed += part.replayed;
                    created.put_off += part.put_off;
                }
                Err(error) => ended = Err(error),
            }
        }
        is_over.store(true, Ordering::Relaxed);
        created.kills = killer.join().map_err(|_| "the killer panicked")??;
        ended.map(|()| created)
    })
}

fn create_part(
    watches: &mut [Watch],
    no: usize,
    (owners, living, done): (&[Owner], &Living<'_>, &AtomicU64),
) -> Outcome<Created> {
    let mut caller = Caller::new(living);
    let mut created = Created::default();
    for (place, watch) in watches.iter_mut().enumerate() {
        let owner = owners.get(watch.owner).ok_or("a watch of nobody")?;
        let lost = caller.lost;
        let is_replayed = caller.create(watch, owner, &format!("chaos-{no}-{place}"))?;
        created.repeated += caller.lost - lost;
        created.replayed += u64::from(is_replayed);
        if watch.is_paused {
            caller.change(watch, owner, r#"{"status":"paused"}"#)?;
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    created.put_off = caller.put_off;
    Ok(created)
}
