//! Work under a lease that is renewed meanwhile.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use tokio::time::MissedTickBehavior;

/// Does the work, and renews its lease from time to time until it is done.
///
/// The two go on side by side. Work that waits for the one connection which writes may be the next to get
/// it: if it stood still while a renewal waits, which comes behind it, both would wait for ever.
pub async fn keep_renewed<T, Renewed: Future<Output = ()>>(
    every: Duration,
    renew: impl FnMut() -> Renewed,
    work: impl Future<Output = T>,
) -> T {
    tokio::select! {
        done = work => done,
        never = renew_for_ever(every, renew) => match never {},
    }
}

async fn renew_for_ever<Renewed: Future<Output = ()>>(
    every: Duration,
    mut renew: impl FnMut() -> Renewed,
) -> Infallible {
    let mut renewal = tokio::time::interval(every);
    renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // the first one is due at once, and the lease is fresh
    renewal.tick().await;
    loop {
        renewal.tick().await;
        renew().await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::{Notify, Semaphore};

    use super::keep_renewed;

    #[tokio::test]
    async fn work_goes_on_while_a_renewal_waits_behind_it() {
        let (writer, waiting) = (Semaphore::new(1), Notify::new());
        let held = writer.acquire().await.unwrap();
        let renew = || async {
            waiting.notify_one();
            drop(writer.acquire().await.unwrap());
        };
        let work = async { drop(writer.acquire().await.unwrap()) };
        let release = async {
            waiting.notified().await;
            drop(held);
        };
        let all =
            async { tokio::join!(keep_renewed(Duration::from_millis(1), renew, work), release) };
        let done = tokio::time::timeout(Duration::from_secs(10), all).await;
        assert!(done.is_ok(), "both wait for ever");
    }
}
