use async_trait::async_trait;
use time::OffsetDateTime;

use crate::StoreError;

/// Work that one process at a time does for all that share the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpkeepTask {
    /// Removing what is past its time.
    Forgetting,
    /// Going through the price history, product by product.
    Thinning,
    /// Telling operators what needs a person.
    Telling,
}

impl UpkeepTask {
    /// How stores name it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Forgetting => "forgetting",
            Self::Thinning => "thinning",
            Self::Telling => "telling",
        }
    }
}

/// A task that somebody has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpkeepTurn {
    /// The task.
    pub task: UpkeepTask,
    /// Its number: the fencing token of what is noted.
    pub number: i64,
    /// How far it has come, in what the task counts; `None` at its beginning.
    pub progress: Option<i64>,
}

/// Who does which upkeep, and how far it has come.
#[async_trait]
pub trait UpkeepStore: Send + Sync {
    /// Takes the task until `until`, if it is due and nobody has it; at first it is due. A turn that was broken off
    /// goes on where it was noted last, as soon as its lease has run out. Two callers never have the same turn.
    async fn begin_upkeep(
        &self,
        task: UpkeepTask,
        now: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<Option<UpkeepTurn>, StoreError>;

    /// Notes the progress of a turn and keeps it until `until`; `false` when somebody else has taken the task since:
    /// then nothing changes.
    async fn note_upkeep(
        &self,
        turn: &UpkeepTurn,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// Ends a turn: the task begins anew when it is due. `false` as above.
    async fn end_upkeep(
        &self,
        turn: &UpkeepTurn,
        due_at: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// Writes what means nothing, to learn whether the store can be written: [`StoreError::NotWritable`] says why not.
    async fn check_writing(&self) -> Result<(), StoreError>;

    /// Forgets one small batch of which products changed with revisions that are too old to be asked for; whether
    /// there may be more.
    async fn forget_changes(&self) -> Result<bool, StoreError>;

    /// Makes room for the price history of this quarter and the next two, where a store needs that.
    /// [`StoreError::TimedOut`] while somebody reads who lets nothing be changed, as a backup does: to be tried again.
    async fn prepare_history(&self, now: OffsetDateTime) -> Result<(), StoreError>;
}
