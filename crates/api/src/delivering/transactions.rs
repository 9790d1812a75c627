//! What the store's transactions bring: claimed deliveries, and recorded outcomes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use app::delivery::deliver::Deliverer;
use domain::webhook::delivery::Verdict;
use domain::webhook::fair::DeliveryCapacity;
use futures_util::FutureExt;
use ports_store::{FinishedAttempt, LeasedDelivery, StoreError};
use time::OffsetDateTime;
use tokio::task::JoinError;
use tokio::time::Instant;

use super::{DeliveryScheduler, LONGEST_PAUSE, STORE_PAUSE, TICK};

/// What one transaction brought.
pub(super) enum Done {
    Claimed(Result<(Vec<LeasedDelivery>, Option<OffsetDateTime>), StoreError>),
    Recorded(Vec<FinishedAttempt>, Result<(), StoreError>),
}

impl DeliveryScheduler {
    pub(super) fn done(&mut self, done: Result<Done, JoinError>) {
        match done {
            Ok(Done::Claimed(Ok((claimed, next_due)))) => self.claimed(claimed, next_due),
            Ok(Done::Claimed(Err(error))) => {
                tracing::error!(%error, "deliveries cannot be claimed");
                self.metrics.wrote(Err(&error));
                self.at_work.claims = false;
                self.may_be_due = false;
                self.pause = STORE_PAUSE;
            }
            Ok(Done::Recorded(ended, Ok(()))) => {
                self.metrics.wrote(Ok(()));
                self.at_work.records = false;
                if self.makes_room(&ended) {
                    self.check_soon();
                }
            }
            Ok(Done::Recorded(mut ended, Err(error))) => {
                tracing::error!(%error, "outcomes of deliveries are not recorded yet");
                self.metrics.wrote(Err(&error));
                self.at_work.records = false;
                self.ended.append(&mut ended);
                self.record_at = Some(Instant::now());
            }
            Err(error) => {
                tracing::error!(%error, "work on deliveries broke off");
                self.at_work.claims = false;
                self.at_work.records = false;
            }
        }
    }

    /// Whether something may be due, or at another time, because these outcomes are recorded. Successes of
    /// endpoints that work change nothing unless others wait for their places.
    fn makes_room(&mut self, recorded: &[FinishedAttempt]) -> bool {
        let mut makes_room = self.crowded || self.at_work.claims;
        for one in recorded {
            makes_room |= if one.verdict == Verdict::Acknowledged {
                self.failing.remove(&one.endpoint)
            } else {
                self.failing.insert(one.endpoint);
                true
            };
        }
        makes_room
    }

    fn claimed(&mut self, claimed: Vec<LeasedDelivery>, next_due: Option<OffsetDateTime>) {
        self.at_work.claims = false;
        self.may_be_due = self.check_again;
        if !claimed.is_empty() {
            self.slots_come_free();
        }
        let now = self.deliverer.clock.now();
        self.crowded = !claimed.is_empty() || next_due.is_some_and(|due| due <= now);
        let until = next_due.and_then(|due| Duration::try_from(due - now).ok());
        self.pause = until.map_or(LONGEST_PAUSE, |until| until.clamp(TICK, LONGEST_PAUSE));
        for leased in claimed {
            let slot = self.occupy(&leased);
            self.metrics.claimed(leased.due_at, now);
            let deliverer = Arc::clone(&self.deliverer);
            self.attempts.spawn(async move {
                let attempt = AssertUnwindSafe(deliverer.attempt(leased));
                (slot, attempt.catch_unwind().await.ok())
            });
        }
    }
}

/// Claims what is due; when there is nothing, tells when there will be.
pub(super) async fn claim(
    deliverer: &Deliverer,
    places: &DeliveryCapacity,
) -> Result<(Vec<LeasedDelivery>, Option<OffsetDateTime>), StoreError> {
    let claimed = deliverer.claim(places).await?;
    if !claimed.is_empty() {
        return Ok((claimed, None));
    }
    let next = {
        let now = deliverer.clock.now();
        deliverer.store.next_due(now, places).await?
    };
    Ok((claimed, next))
}
