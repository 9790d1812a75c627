//! Telling operators what needs a person, on each of their channels.
//!
//! What a channel was told is kept in its ledger ([`domain::alarm::ledger`]), in the store, so that neither another worker nor
//! a restart tells it again. What cannot be kept there, that the store takes nothing, each worker keeps in memory.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration as Patience;

use domain::alarm::ledger::{Ledger, Pending, Policy};
use domain::alarm::message::Message;
use domain::alarm::observation::Observation;
use domain::webhook::excerpt::Excerpt;
use ports_net::{AlarmChannel, RetryAfter, WebhookAnswer, WebhookError};
use ports_store::{AlarmStore, StoreError, StoredLedger, UpkeepTask, UpkeepTurn};
use ports_system::{Clock, Digester, IdSource};
use time::{Duration, OffsetDateTime};

use crate::upkeep::Turns;

/// Between two looks at what stands, unless a condition is told sooner.
const LOOK: Duration = Duration::seconds(30);

/// The shortest time between two looks.
const SHORTEST_LOOK: Duration = Duration::milliseconds(250);

/// Bytes of a digest that name a channel's ledger.
const NAMED_BY: usize = 8;

/// Tells channels what needs a person.
pub struct Teller {
    /// What they were told.
    pub store: Arc<dyn AlarmStore>,
    /// Which worker tells.
    pub turns: Turns,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Ids of messages.
    pub ids: Arc<dyn IdSource>,
    /// Names ledgers.
    pub digester: Arc<dyn Digester>,
    /// When what is told.
    pub policy: Policy,
    /// Where the service runs, for titles.
    pub place: String,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What the service answered.
    pub status: Option<u16>,
    /// Whether it took the message.
    pub is_sent: bool,
    /// What it said, or why there is no answer, for the operator; never with what the address holds.
    pub words: String,
    /// When it asks to come again.
    retry_after: Option<RetryAfter>,
}

impl Attempt {
    /// Of what came back.
    fn of(answered: Result<WebhookAnswer, WebhookError>) -> Self {
        match answered {
            Ok(answer) => Self {
                status: Some(answer.status),
                is_sent: (200..300).contains(&answer.status),
                words: Excerpt::of(&answer.body)
                    .map_or_else(String::new, |it| domain::alarm::harmless(it.as_str(), 200)),
                retry_after: answer.retry_after,
            },
            Err(error) => Self {
                status: None,
                is_sent: false,
                words: error.to_string(),
                retry_after: None,
            },
        }
    }

    /// The pause that was asked for.
    fn asked(&self, now: OffsetDateTime) -> Option<Duration> {
        self.retry_after.map(|after| after.pause(now))
    }
}

/// Sends one message at once, whatever stands: whether messages come.
pub async fn try_out(channel: &dyn AlarmChannel, place: &str, ids: &dyn IdSource) -> Attempt {
    Attempt::of(channel.post(&Message::test(place), ids.uuid()).await)
}

impl Teller {
    /// How often to look: what is to be told after a short time is looked at often.
    pub fn look(&self) -> Patience {
        let quarter: Duration = self.policy.after / 4;
        quarter.clamp(SHORTEST_LOOK, LOOK).unsigned_abs()
    }

    /// Takes the turn of telling, if it is due and no other worker has it.
    pub async fn begin(&self) -> Result<Option<UpkeepTurn>, StoreError> {
        self.turns.begin(UpkeepTask::Telling).await
    }

    /// Ends a turn: the next one is due at the next look.
    pub async fn end(&self, turn: &UpkeepTurn) -> Result<(), StoreError> {
        let pause = Duration::try_from(self.look()).unwrap_or(LOOK);
        self.turns.end(turn, pause / 2).await
    }

    /// Tells a channel what of this it is to be told, if anything, and what became of that. Whoever else saved its ledger meanwhile tells it instead.
    pub async fn tell(
        &self,
        channel: &dyn AlarmChannel,
        seen: &Observation,
    ) -> Result<Option<Attempt>, StoreError> {
        let name = self.ledger_of(channel);
        let stored = self.store.find_ledger(&name).await?;
        let version = stored.version;
        let ledger = self.looked(stored.ledger.clone(), seen);
        let is_new = ledger != stored.ledger;
        let stored = StoredLedger { version, ledger };
        if is_new && !self.save(&name, &stored).await? {
            return Ok(None);
        }
        let (ledger, attempt) = self.attempt(channel, stored.ledger).await;
        if attempt.is_some() {
            let version = version + i64::from(is_new);
            if !self.save(&name, &StoredLedger { version, ledger }).await? {
                let channel = channel.name();
                tracing::warn!(
                    channel,
                    "another worker told meanwhile: operators may be told again"
                );
            }
        }
        Ok(attempt)
    }

    /// The same with a ledger that is kept by the caller.
    pub async fn tell_by(
        &self,
        ledger: Ledger,
        channel: &dyn AlarmChannel,
        seen: &Observation,
    ) -> (Ledger, Option<Attempt>) {
        let ledger = self.looked(ledger, seen);
        self.attempt(channel, ledger).await
    }

    fn looked(&self, ledger: Ledger, seen: &Observation) -> Ledger {
        let now = self.clock.now();
        let ledger = ledger.observed(seen, now);
        ledger.composed(seen, self.ids.uuid(), now, &self.policy)
    }

    /// Sends what is due.
    async fn attempt(
        &self,
        channel: &dyn AlarmChannel,
        ledger: Ledger,
    ) -> (Ledger, Option<Attempt>) {
        let Some(Pending { id, news, .. }) = ledger.due(self.clock.now()) else {
            return (ledger, None);
        };
        let message = Message::of(news, &self.place);
        let attempt = Attempt::of(channel.post(&message, *id).await);
        let now = self.clock.now();
        let ledger = if attempt.is_sent {
            ledger.sent(now)
        } else {
            ledger.failed(attempt.asked(now), now)
        };
        (ledger, Some(attempt))
    }

    async fn save(&self, name: &str, ledger: &StoredLedger) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.store.save_ledger(name, ledger, now).await
    }

    /// The name of a channel's ledger: its format, and a digest of where it is, which may be a secret.
    fn ledger_of(&self, channel: &dyn AlarmChannel) -> String {
        let format = channel.name().split('-').next().unwrap_or_default();
        let mut name = format!("{format}-");
        let digest = self.digester.sha256(channel.place().as_bytes());
        for byte in digest.iter().take(NAMED_BY) {
            // writing to a text does not fail
            write!(name, "{byte:02x}").ok();
        }
        name
    }
}
