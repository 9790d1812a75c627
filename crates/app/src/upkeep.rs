//! What one process at a time does for all that share a store.

use std::sync::Arc;

use ports_store::{StoreError, UpkeepStore, UpkeepTask, UpkeepTurn};
use ports_system::Clock;
use time::Duration;

use crate::delivery::deliver::DeliveryMaintenance;
use crate::delivery::send_mails::OutboxMaintenance;

/// How long a process has a task without noting anything: it may have died.
const LEASE: Duration = Duration::minutes(1);

/// How long after a pass that found nothing more the next one is due.
const FORGETTING: Duration = Duration::seconds(5);

/// Takes tasks in turn with other processes.
#[derive(Clone)]
pub struct Turns {
    /// Where it is noted who has which.
    pub store: Arc<dyn UpkeepStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Turns {
    /// Takes a task if it is due and no other process has it.
    pub async fn begin(&self, task: UpkeepTask) -> Result<Option<UpkeepTurn>, StoreError> {
        let now = self.clock.now();
        self.store.begin_upkeep(task, now, now + LEASE).await
    }

    /// Notes how far a turn has come; whether it still is this process's.
    pub async fn note(&self, turn: &UpkeepTurn) -> Result<bool, StoreError> {
        let until = self.clock.now() + LEASE;
        self.store.note_upkeep(turn, until).await
    }

    /// Ends a turn; the task is due again after so long.
    pub async fn end(&self, turn: &UpkeepTurn, pause: Duration) -> Result<(), StoreError> {
        let due_at = self.clock.now().saturating_add(pause);
        self.store.end_upkeep(turn, due_at).await.map(drop)
    }
}

/// Removes what is past its time: deliveries, attempts, audit, mails, events, idempotency keys, changes of old
/// revisions.
pub struct Forgetter {
    /// Of webhooks.
    pub deliveries: DeliveryMaintenance,
    /// Of watches and mails.
    pub outbox: OutboxMaintenance,
    /// Whose turn it is.
    pub turns: Turns,
}

impl Forgetter {
    /// If it is this process's turn, removes one small batch of each after another until nothing is left that is due,
    /// so that it keeps up with whatever is made; how many rounds that took. `None`: it is not its turn.
    pub async fn pass(&self) -> Result<Option<u64>, StoreError> {
        let Some(turn) = self.turns.begin(UpkeepTask::Forgetting).await? else {
            return Ok(None);
        };
        let rounds = self.rounds(&turn).await;
        self.turns.end(&turn, FORGETTING).await?;
        rounds.map(Some)
    }

    async fn rounds(&self, turn: &UpkeepTurn) -> Result<u64, StoreError> {
        let mut rounds = 0;
        loop {
            rounds += 1;
            let deliveries = self.deliveries.forget().await;
            let outbox = self.outbox.step().await;
            let changes = self.turns.store.forget_changes().await;
            // each is tried, whatever became of the others
            let more = [deliveries?, outbox?, changes?].contains(&true);
            if !more || !self.turns.note(turn).await? {
                return Ok(rounds);
            }
        }
    }
}
