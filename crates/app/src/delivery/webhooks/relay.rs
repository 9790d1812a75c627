//! Events of one workspace, signed for one receiver that is registered nowhere: that of a developer.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::ids::WorkspaceNo;
use domain::num;
use domain::webhook::EventKind;
use domain::webhook::event::{Event, delivery_id};
use ports_store::{EventPlace, WebhookDeskStore, WrittenEvent, envelope};
use ports_system::{Clock, IdSource, Signer};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::secret::SigningSecret;
use crate::AppError;
use crate::delivery::signing::{self, Sent, SigningSecrets};

/// How long after an event happened it may be committed and is still seen.
const LATE: Duration = Duration::MINUTE;

/// Events that are read at a time.
const PAGE: u32 = 200;

/// A reading of what happened, page by page.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// When it began: what is committed late behind the pages that were read is found by the next one.
    began: OffsetDateTime,
    /// The place after which it goes on.
    after: EventPlace,
}

/// What a relay works with.
pub struct RelayParts {
    /// Where events are written.
    pub store: Arc<dyn WebhookDeskStore>,
    /// Signs them.
    pub signer: Arc<dyn Signer>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Ids of tests.
    pub ids: Arc<dyn IdSource>,
}

/// Follows the events of a workspace from the instant on at which it was made.
pub struct Relay {
    parts: RelayParts,
    workspace: WorkspaceNo,
    secrets: SigningSecrets,
    /// The receiver, in place of a subscription.
    receiver: Uuid,
    /// No event from before is told.
    begun: OffsetDateTime,
    /// When the last reading began that came to an end.
    read: OffsetDateTime,
    /// A reading that found more than is read at a time.
    reading: Option<Reading>,
    /// What was told and may be read again.
    told: BTreeSet<EventPlace>,
}

/// Events that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelayedEvents {
    /// In the order in which they happened, as far as that is known.
    pub events: Vec<RelayedEvent>,
    /// There may be more already.
    pub are_more: bool,
}

/// An event as a receiver gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelayedEvent {
    /// Its id.
    pub id: Uuid,
    /// What it tells.
    pub kind: EventKind,
    /// The headers, as those of a first attempt.
    pub headers: Vec<(&'static str, String)>,
    /// The envelope.
    pub body: Vec<u8>,
}

impl Relay {
    /// Follows a workspace from now on, and signs with a secret.
    pub fn begin(parts: RelayParts, workspace: WorkspaceNo, secret: &SigningSecret) -> Self {
        let now = parts.clock.now();
        Self {
            begun: now,
            read: now,
            reading: None,
            receiver: parts.ids.uuid(),
            parts,
            workspace,
            secrets: SigningSecrets {
                active: secret.as_bytes().to_vec(),
                prepared: None,
            },
            told: BTreeSet::new(),
        }
    }

    /// A test, of which nothing is kept.
    pub fn test(&self) -> Result<RelayedEvent, AppError> {
        let (id, at) = (self.parts.ids.uuid(), self.parts.clock.now());
        let event = Event::Test { id, at };
        Ok(self.signed(WrittenEvent {
            place: EventPlace { at, id },
            kind: event.kind(),
            payload: envelope(&event)?,
        }))
    }

    /// What happened since it was asked last, each event once, at most as many as are read at a time: when it is as many, there
    /// may be more at once. After an error nothing is left out: ask again.
    pub async fn next(&mut self) -> Result<RelayedEvents, AppError> {
        let since = self.begun.max(self.read - LATE);
        let reading = self.reading.take().unwrap_or_else(|| Reading {
            began: self.parts.clock.now(),
            after: EventPlace {
                at: since,
                id: Uuid::nil(),
            },
        });
        let store = &self.parts.store;
        let page = store
            .list_events(self.workspace, reading.after, PAGE)
            .await?;
        let is_full = num::u64_from_usize(page.len()) >= u64::from(PAGE);
        match page.last() {
            Some(last) if is_full => {
                self.reading = Some(Reading {
                    after: last.place,
                    ..reading
                });
            }
            _ => {
                self.read = reading.began;
                self.told.retain(|place| place.at >= since);
            }
        }
        let fresh = page.into_iter().filter(|it| self.told.insert(it.place));
        let fresh: Vec<WrittenEvent> = fresh.collect();
        Ok(RelayedEvents {
            events: fresh.into_iter().map(|event| self.signed(event)).collect(),
            are_more: is_full,
        })
    }

    fn signed(&self, event: WrittenEvent) -> RelayedEvent {
        let id = event.place.id;
        let body = event.payload.into_bytes();
        let sent = Sent {
            event: id,
            kind: event.kind,
            delivery: delivery_id(id, self.receiver),
            attempt: 1,
            at: self.parts.clock.now(),
            body: &body,
        };
        RelayedEvent {
            id,
            kind: event.kind,
            headers: signing::headers(&*self.parts.signer, &self.secrets, &sent),
            body,
        }
    }
}
