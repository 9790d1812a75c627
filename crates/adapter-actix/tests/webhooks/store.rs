//! A store of webhooks that does as it is told and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use domain::access::Tenant;
use domain::webhook::delivery::{Delivery, DeliveryError};
use domain::webhook::endpoint::Health;
use domain::webhook::excerpt::Excerpt;
use domain::webhook::incident::{Incident, IncidentState};
use domain::webhook::rotation::RotationState;
use domain::webhook::subscription::RegistrationPatch;
use domain::webhook::{EventFilter, EventKind};
use ports_store::{
    AuditEntry, CommandContext, CommandEffect, CommandOutcome, CommandRefusal, DeliveryDetail,
    DeliverySummary, IdempotencyClaim, KeptExcerpt, ListedDelivery, NamedIncident, Outcome, Page,
    PageRequest, QueuedAgain, SecretRotation, StoreError, StoredAnswer, Subscription,
    WebhookCommand, WebhookStore,
};
use time::Duration;
use uuid::Uuid;

use crate::support::START;

/// The subscription that exists.
pub const WEBHOOK: Uuid = Uuid::from_u128(0xa000);
/// The delivery that exists.
pub const DELIVERY: Uuid = Uuid::from_u128(0xd000);
/// Its event.
pub const EVENT: Uuid = Uuid::from_u128(0xe000);

/// What a command is told, when it is not done.
pub enum Told {
    Replayed(CommandOutcome),
    Answered(StoredAnswer),
    KeyReused,
    Refused(CommandRefusal),
    Failed(StoreError),
}

/// What the store was asked for.
#[derive(Debug, PartialEq)]
pub enum Read {
    Subscription(Tenant, Uuid),
    Subscriptions(Tenant, PageRequest),
    Delivery(Tenant, Uuid),
    Deliveries(Tenant, Option<Uuid>, PageRequest),
    Summary(Tenant),
    Audit(Tenant, u32),
}

/// A command as the store was given it.
#[derive(Debug)]
pub struct Commanded {
    pub context: CommandContext,
    pub command: WebhookCommand,
    pub claim: Option<IdempotencyClaim>,
}

/// Commands take effect unless told otherwise.
#[derive(Default)]
pub struct ScriptedWebhooks {
    pub told: Mutex<VecDeque<Told>>,
    pub commands: Mutex<Vec<Commanded>>,
    /// Outcomes of commands that took effect.
    pub outcomes: Mutex<Vec<CommandOutcome>>,
    pub reads: Mutex<Vec<Read>>,
    /// Refusals that were written.
    pub noted: Mutex<Vec<(Tenant, AuditEntry)>>,
    pub audit_is_broken: Mutex<bool>,
    pub subscriptions: Mutex<Vec<Subscription>>,
    pub deliveries: Mutex<Vec<ListedDelivery>>,
    pub next: Mutex<Option<i64>>,
    pub summary: Mutex<DeliverySummary>,
    pub entries: Mutex<Vec<AuditEntry>>,
}

/// A subscription in good health.
pub fn subscription(id: Uuid) -> Subscription {
    Subscription {
        id,
        url: "https://hooks.customer.org/in".to_owned(),
        events: EventFilter::new([EventKind::WatchlistTriggered]).unwrap(),
        enabled: true,
        health: Health::default(),
        incident: None,
        rotation: None,
        created_at: START,
        updated_at: START,
    }
}

/// A delivery that waits.
pub fn delivery(id: Uuid, event: Uuid) -> ListedDelivery {
    ListedDelivery {
        id,
        subscription: WEBHOOK,
        event,
        kind: EventKind::WebhookTest,
        delivery: Delivery::queued(START),
        created_at: START,
        updated_at: START,
        attempts: Vec::new(),
    }
}

/// An acknowledged incident.
pub fn incident(id: Uuid) -> NamedIncident {
    let incident = Incident {
        state: IncidentState::Acknowledged { at: START },
        cause: DeliveryError::Timeout,
        opened_at: START - Duration::hours(7),
        reminders: 1,
    };
    NamedIncident { id, incident }
}

fn done(command: &WebhookCommand) -> CommandEffect {
    let expires_at = START + Duration::hours(24);
    let rotation = |subscription, id, state| SecretRotation {
        subscription,
        id,
        state,
        expires_at,
    };
    match command {
        WebhookCommand::Create(new) => CommandEffect::Registered(Box::new(Subscription {
            url: new.url.as_str().to_owned(),
            events: new.events.clone(),
            ..subscription(new.id)
        })),
        WebhookCommand::Change { id, patch } => {
            let RegistrationPatch {
                url,
                events,
                enabled,
            } = patch;
            let mut changed = subscription(*id);
            if let Some(url) = url {
                url.as_str().clone_into(&mut changed.url);
            }
            changed.events = events.clone().unwrap_or(changed.events);
            changed.enabled = enabled.unwrap_or(changed.enabled);
            changed.updated_at += Duration::microseconds(1);
            CommandEffect::Changed(Box::new(changed))
        }
        WebhookCommand::Remove { .. } => CommandEffect::Removed,
        WebhookCommand::Test { event, .. } => CommandEffect::Queued {
            delivery: DELIVERY,
            event: *event,
        },
        WebhookCommand::Replay { delivery, .. } => CommandEffect::Queued {
            delivery: *delivery,
            event: EVENT,
        },
        WebhookCommand::ReplayRange { id, after, .. } => CommandEffect::QueuedAgain(QueuedAgain {
            subscription: *id,
            queued: 100,
            refused: 2,
            next: after.is_none().then_some(4711),
        }),
        WebhookCommand::Acknowledge { id, incident: of } => CommandEffect::Acknowledged {
            subscription: *id,
            named: incident(*of),
        },
        WebhookCommand::Prepare {
            id, rotation: of, ..
        } => CommandEffect::Prepared(rotation(*id, *of, RotationState::Prepared { expires_at })),
        WebhookCommand::Activate { id, rotation: of } => {
            CommandEffect::Ended(rotation(*id, *of, RotationState::Activated))
        }
        WebhookCommand::Cancel { id, rotation: of } => {
            CommandEffect::Ended(rotation(*id, *of, RotationState::Cancelled))
        }
    }
}

impl ScriptedWebhooks {
    fn read(&self, read: Read) {
        self.reads.lock().unwrap().push(read);
    }

    fn page<T>(&self, items: Vec<T>) -> Page<T> {
        Page {
            total: 40 + u64::try_from(items.len()).unwrap(),
            items,
            next: *self.next.lock().unwrap(),
        }
    }
}

#[async_trait]
impl WebhookStore for ScriptedWebhooks {
    async fn apply(
        &self,
        context: &CommandContext,
        command: &WebhookCommand,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<Outcome<CommandOutcome, CommandRefusal>, StoreError> {
        self.commands.lock().unwrap().push(Commanded {
            context: context.clone(),
            command: command.clone(),
            claim: claim.cloned(),
        });
        match self.told.lock().unwrap().pop_front() {
            None => {
                let outcome = CommandOutcome {
                    effect: done(command),
                    at: context.now,
                    secret: command.secret().map(|secret| secret.shown.clone()),
                };
                self.outcomes.lock().unwrap().push(outcome.clone());
                Ok(Outcome::Done(outcome))
            }
            Some(Told::Replayed(outcome)) => Ok(Outcome::Replayed(outcome)),
            Some(Told::Answered(answer)) => Ok(Outcome::Answered(answer)),
            Some(Told::KeyReused) => Ok(Outcome::KeyReused),
            Some(Told::Refused(why)) => Ok(Outcome::Refused(why)),
            Some(Told::Failed(error)) => Err(error),
        }
    }

    async fn insert_audit(&self, tenant: Tenant, entry: &AuditEntry) -> Result<(), StoreError> {
        if *self.audit_is_broken.lock().unwrap() {
            return Err(StoreError::Locked);
        }
        self.noted.lock().unwrap().push((tenant, entry.clone()));
        Ok(())
    }

    async fn find_subscription(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<Subscription>, StoreError> {
        self.read(Read::Subscription(tenant, id));
        let all = self.subscriptions.lock().unwrap();
        Ok(all.iter().find(|known| known.id == id).cloned())
    }

    async fn list_subscriptions(
        &self,
        tenant: Tenant,
        page: PageRequest,
    ) -> Result<Page<Subscription>, StoreError> {
        self.read(Read::Subscriptions(tenant, page));
        Ok(self.page(self.subscriptions.lock().unwrap().clone()))
    }

    async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        self.read(Read::Delivery(tenant, id));
        let all = self.deliveries.lock().unwrap();
        let found = all.iter().find(|known| known.id == id).cloned();
        Ok(found.map(|listed| DeliveryDetail {
            listed,
            payload: Some("{\"test\":true}".to_owned()),
            excerpts: vec![KeptExcerpt {
                attempt: 1,
                excerpt: Excerpt::kept("no such hook".to_owned()),
            }],
        }))
    }

    async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError> {
        self.read(Read::Deliveries(tenant, subscription, page));
        let is_known = subscription.is_none_or(|id| id == WEBHOOK);
        let listed = self.deliveries.lock().unwrap().clone();
        Ok(is_known.then(|| self.page(listed)))
    }

    async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, StoreError> {
        self.read(Read::Summary(tenant));
        Ok(self.summary.lock().unwrap().clone())
    }

    async fn list_audit(&self, tenant: Tenant, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.read(Read::Audit(tenant, limit));
        Ok(self.entries.lock().unwrap().clone())
    }
}
