//! What owners do about their webhooks: each command with fresh ids and secrets, once for its key.

use domain::freshness::Freshness;
use domain::secret::{of_answer, of_subscription};
use domain::webhook::EventFilter;
use domain::webhook::event::Event;
use domain::webhook::replays::ReplayRange;
use domain::webhook::subscription::RegistrationPatch;
use domain::webhook_url::WebhookUrl;
use ports_store::{
    CommandContext, CommandEffect, CommandOutcome, NewSecret, NewSubscription, WebhookCommand,
    envelope,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::secret::{self, SigningSecret};
use super::{Caller, Webhooks, refusal};
use crate::AppError;
use crate::access::idempotency::{KeyedRequest, Settled};

/// Bytes of the code of an actor that are shown.
const SHOWN_OF_ACTOR: usize = 12;

/// Who commands, and under which key.
pub struct CommandRequest {
    /// Who.
    pub caller: Caller,
    /// The request with its key; `None`: it may take effect each time that it is sent.
    pub keyed: Option<KeyedRequest>,
}

/// What a command did, as its owner is told.
#[derive(Debug)]
pub struct Managed {
    /// What it did.
    pub effect: CommandEffect,
    /// The signing secret that it made, while it is shown.
    pub secret: Option<SigningSecret>,
}

impl Webhooks {
    /// Registers a subscription.
    #[tracing::instrument(target = "otel", name = "create a subscription", skip_all)]
    pub async fn create(
        &self,
        request: CommandRequest,
        url: WebhookUrl,
        events: EventFilter,
    ) -> Result<Settled<Managed>, AppError> {
        let id = self.ids.uuid();
        let new = NewSubscription {
            id,
            url,
            events,
            secret: self.new_secret(&request, id)?,
        };
        let now = self.clock.now();
        self.apply(request, WebhookCommand::Create(new), now).await
    }

    /// Changes a subscription.
    #[tracing::instrument(target = "otel", name = "change a subscription", skip_all)]
    pub async fn change(
        &self,
        request: CommandRequest,
        id: Uuid,
        patch: RegistrationPatch,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Change { id, patch };
        self.apply(request, command, self.clock.now()).await
    }

    /// Removes a subscription.
    #[tracing::instrument(target = "otel", name = "remove a subscription", skip_all)]
    pub async fn remove(
        &self,
        request: CommandRequest,
        id: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Remove { id };
        self.apply(request, command, self.clock.now()).await
    }

    /// Sends a test event.
    pub async fn test(
        &self,
        request: CommandRequest,
        id: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let (event, now) = (self.ids.uuid(), self.clock.now());
        let command = WebhookCommand::Test {
            id,
            event,
            payload: envelope(&Event::Test { id: event, at: now })?,
            interval: self.terms.test_interval,
        };
        self.apply(request, command, now).await
    }

    /// Begins another cycle of a failed delivery.
    #[tracing::instrument(target = "otel", name = "replay a delivery", skip_all)]
    pub async fn replay(
        &self,
        request: CommandRequest,
        delivery: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let now = self.clock.now();
        let freshness = Freshness {
            now,
            offer_ttl: self.terms.offer_ttl,
        };
        let command = WebhookCommand::Replay {
            delivery,
            freshness,
        };
        self.apply(request, command, now).await
    }

    /// Begins another cycle of failed deliveries to a subscription whose events happened in a time: of those that come
    /// `after` where a step ended, as many as one step takes.
    #[tracing::instrument(target = "otel", name = "replay deliveries", skip_all)]
    pub async fn replay_range(
        &self,
        request: CommandRequest,
        id: Uuid,
        range: ReplayRange,
        after: Option<i64>,
    ) -> Result<Settled<Managed>, AppError> {
        let now = self.clock.now();
        let command = WebhookCommand::ReplayRange {
            id,
            range,
            after,
            freshness: Freshness {
                now,
                offer_ttl: self.terms.offer_ttl,
            },
        };
        self.apply(request, command, now).await
    }

    /// Stops the reminders of an incident.
    pub async fn acknowledge(
        &self,
        request: CommandRequest,
        id: Uuid,
        incident: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Acknowledge { id, incident };
        self.apply(request, command, self.clock.now()).await
    }

    /// Prepares a new secret, which is not in use yet.
    pub async fn prepare_rotation(
        &self,
        request: CommandRequest,
        id: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Prepare {
            id,
            secret: self.new_secret(&request, id)?,
            rotation: self.ids.uuid(),
        };
        self.apply(request, command, self.clock.now()).await
    }

    /// Signs with the new secret from now on.
    pub async fn activate_rotation(
        &self,
        request: CommandRequest,
        id: Uuid,
        rotation: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Activate { id, rotation };
        self.apply(request, command, self.clock.now()).await
    }

    /// Discards the new secret.
    pub async fn cancel_rotation(
        &self,
        request: CommandRequest,
        id: Uuid,
        rotation: Uuid,
    ) -> Result<Settled<Managed>, AppError> {
        let command = WebhookCommand::Cancel { id, rotation };
        self.apply(request, command, self.clock.now()).await
    }

    /// Does it, once for its key. What is refused leaves the key unused.
    async fn apply(
        &self,
        request: CommandRequest,
        command: WebhookCommand,
        now: OffsetDateTime,
    ) -> Result<Settled<Managed>, AppError> {
        let CommandRequest { caller, keyed } = request;
        let context = CommandContext {
            tenant: caller.tenant,
            actor: self.actor(&caller.api_key),
            entry: self.ids.uuid(),
            deliverable: self.terms.deliverable,
            quota: self.terms.quota,
            now,
        };
        let claim = keyed.map(|request| request.claim(caller.tenant, now, &*self.digester));
        let applied = self.store.apply(&context, &command, claim.as_ref());
        let settled = Settled::of(applied.await?, |why| refusal::refusal_error(why, now))?;
        let key = claim.as_ref().map_or("", |claim| claim.key.as_str());
        let bound_to = of_answer(caller.tenant, key);
        match settled {
            Settled::Answered(answer) => {
                secret::reveal(&*self.vault, answer, &bound_to).map(Settled::Answered)
            }
            settled @ (Settled::Done(_) | Settled::Replayed(_)) => {
                settled.try_map(|outcome| self.managed(outcome, &bound_to))
            }
        }
    }

    /// What is told of an outcome: always the same, whenever that is.
    fn managed(&self, outcome: CommandOutcome, bound_to: &str) -> Result<Managed, AppError> {
        let CommandOutcome { effect, at, secret } = outcome;
        let effect = match effect {
            CommandEffect::Registered(made) => CommandEffect::Registered(Box::new(made.at(at))),
            CommandEffect::Changed(changed) => CommandEffect::Changed(Box::new(changed.at(at))),
            effect @ (CommandEffect::Removed
            | CommandEffect::Queued { .. }
            | CommandEffect::QueuedAgain(_)
            | CommandEffect::Acknowledged { .. }
            | CommandEffect::Prepared(_)
            | CommandEffect::Ended(_)) => effect,
        };
        let secret = secret.map(|sealed| SigningSecret::open(&*self.vault, &sealed, bound_to));
        Ok(Managed {
            effect,
            secret: secret.transpose()?,
        })
    }

    /// A fresh signing secret of a subscription: sealed to sign with, and sealed to be shown under the request's key.
    fn new_secret(
        &self,
        request: &CommandRequest,
        subscription: Uuid,
    ) -> Result<NewSecret, AppError> {
        let fresh = SigningSecret::make(&*self.secrets)?;
        let key = request
            .keyed
            .as_ref()
            .map_or("", |keyed| keyed.key.as_str());
        let seal = |bound_to: &str| self.vault.seal(fresh.as_bytes(), bound_to);
        let bound_to = of_answer(request.caller.tenant, key);
        Ok(NewSecret {
            signing: seal(&of_subscription(subscription)).map_err(AppError::server)?,
            shown: seal(&bound_to).map_err(AppError::server)?,
        })
    }

    /// The one-way reference to whoever holds an API key (D-50): the same for each of its acts, and of no use to guess the
    /// key's id by.
    pub(super) fn actor(&self, api_key: &str) -> String {
        let code = self.signer.hmac_sha256(&self.pepper, api_key.as_bytes());
        let shown = code.iter().take(SHOWN_OF_ACTOR);
        let shown = shown.map(|byte| format!("{byte:02x}"));
        format!("akr_{}", shown.collect::<String>())
    }
}
