//! Looking whether the store can be written, for `/readyz`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adapter_actix::ReadinessItem;
use ports_store::{StoreError, UpkeepStore};
use tokio::time::MissedTickBehavior;

/// How often: so long an answer of `/readyz` is kept at most.
const EVERY: Duration = Duration::from_secs(5);

/// Why the store cannot be written, if it cannot. Clones share it.
#[derive(Clone)]
pub struct Writability {
    hindrance: Arc<Mutex<Option<String>>>,
    /// Whether this process is of no use without writing.
    works: bool,
}

impl Writability {
    /// Of a process that works for others, or only answers requests, most of which read.
    pub fn new(works: bool) -> Self {
        Self {
            hindrance: Arc::default(),
            works,
        }
    }

    /// Why it cannot be written; `None` when it can.
    pub fn hindrance(&self) -> Option<String> {
        self.told().clone()
    }

    /// What hinders a store that answers, or does not, to be told to operators.
    pub fn hindrance_of(&self, answers: &Arc<AtomicBool>) -> impl Fn() -> Option<String> + use<> {
        let (writability, answers) = (self.clone(), Arc::clone(answers));
        move || {
            if answers.load(Ordering::Relaxed) {
                let reason = writability.hindrance();
                reason.map(|reason| format!("takes nothing: {reason}"))
            } else {
                Some("does not answer".to_owned())
            }
        }
    }

    /// How the store stands, for `/readyz`: whether it answers, and took what was written last.
    pub fn item(&self, answers: bool, takes: bool) -> ReadinessItem {
        let hindrance = self.hindrance();
        let detail = match (answers, &hindrance) {
            (false, _) => "does not answer".to_owned(),
            (true, Some(reason)) => format!("answers, but takes nothing: {reason}"),
            (true, None) if takes => "answers".to_owned(),
            (true, None) => "answers, but takes nothing: it is full or read-only".to_owned(),
        };
        ReadinessItem {
            name: "store".to_owned(),
            ok: answers && takes && hindrance.is_none(),
            required: self.works || !answers,
            detail,
        }
    }

    /// What a try to write came to. One that failed for something else says nothing.
    fn note(&self, tried: Result<(), StoreError>) {
        let found = match tried {
            Ok(()) => None,
            Err(StoreError::NotWritable(reason)) => Some(reason),
            Err(error) => {
                tracing::debug!(%error, "whether the store can be written is not known");
                return;
            }
        };
        let mut told = self.told();
        if *told != found {
            if let Some(reason) = &found {
                tracing::error!(%reason, "the store cannot be written");
            } else {
                tracing::info!("the store can be written again");
            }
            *told = found;
        }
    }

    fn told(&self) -> MutexGuard<'_, Option<String>> {
        self.hindrance
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes every few seconds, in every process: one that only serves writes nothing else by itself.
pub async fn watch(upkeep: Arc<dyn UpkeepStore>, writability: Writability) {
    let mut tick = tokio::time::interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        writability.note(upkeep.check_writing().await);
    }
}

#[cfg(test)]
mod tests {
    use ports_store::StoreError;

    use super::Writability;

    #[test]
    fn only_what_was_written_says_that_it_can_be() {
        let writability = Writability::new(true);
        assert_eq!(writability.hindrance(), None);
        writability.note(Err(StoreError::NotWritable("full".to_owned())));
        assert_eq!(writability.hindrance().as_deref(), Some("full"));
        writability.note(Err(StoreError::TimedOut("a lock".to_owned())));
        assert_eq!(writability.hindrance().as_deref(), Some("full"));
        writability.note(Ok(()));
        assert_eq!(writability.hindrance(), None);
    }

    #[test]
    fn who_only_answers_requests_is_ready_while_the_store_can_be_read() {
        for (works, answers, is_required) in [
            (true, true, true),
            (true, false, true),
            (false, true, false),
            (false, false, true),
        ] {
            let writability = Writability::new(works);
            writability.note(Err(StoreError::NotWritable("full".to_owned())));
            let item = writability.item(answers, true);
            assert_eq!((item.ok, item.required), (false, is_required));
        }
    }
}
