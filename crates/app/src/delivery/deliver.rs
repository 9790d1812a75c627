//! Events go to subscriptions. A delivery is claimed, attempted and recorded: what dies in between is
//! claimed again when its lease has run out.

use std::sync::Arc;

use domain::freshness::Freshness;
use domain::num;
use domain::secret::of_subscription;
use domain::webhook::Policy;
use domain::webhook::audit;
use domain::webhook::delivery::{self, DeliveryError, Verdict};
use domain::webhook::excerpt::Excerpt;
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use ports_net::{WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use ports_store::{
    DeliveryStore, FinishedAttempt, Forgetting, LeasedDelivery, MaintenanceReport, StoreError,
};
use ports_system::{Clock, Signer, Vault, VaultError};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::signing::{self, Sent, SigningSecrets};

/// Delivers events.
pub struct Deliverer {
    /// Where deliveries wait.
    pub store: Arc<dyn DeliveryStore>,
    /// Posts them.
    pub transport: Arc<dyn WebhookTransport>,
    /// Opens the secrets that sign them.
    pub vault: Arc<dyn Vault>,
    /// Signs them.
    pub signer: Arc<dyn Signer>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Hosts that the operator maps to addresses of its own.
    pub exempt: ExemptHosts,
    /// The operator's pauses.
    pub policy: Policy,
    /// The operator wants to know how receivers refuse: how their answers begin is kept.
    pub keeps_answers: bool,
}

/// An attempt that ended, with what only its process knows.
#[derive(Debug, Clone)]
pub struct Attempted {
    /// What is recorded.
    pub finished: FinishedAttempt,
    /// Id of the delivery.
    pub delivery: Uuid,
    /// What went wrong, for the log.
    pub words: Option<String>,
}

impl Deliverer {
    /// Claims deliveries that are due, as many as there are places for.
    pub async fn claim(
        &self,
        places: &DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        let now = self.clock.now();
        self.store
            .lease_due(now, now + delivery::LEASE, places)
            .await
    }

    /// Attempts one claimed delivery.
    #[tracing::instrument(target = "otel", name = "deliver", skip_all, fields(otel.kind = "consumer", delivery = %leased.id, attempt = leased.attempt))]
    pub async fn attempt(&self, leased: LeasedDelivery) -> Attempted {
        let started_at = self.clock.now();
        let (no, endpoint, attempt, id) = (leased.no, leased.endpoint, leased.attempt, leased.id);
        let ended = self.post(leased, started_at).await;
        let finished_at = self.clock.now();
        let (http_status, verdict, words, excerpt) = match ended {
            Ok(answer) => {
                let wait = answer.retry_after.map(|after| after.pause(finished_at));
                let verdict = Verdict::of_status(answer.status, wait);
                // of what is acknowledged nobody asks what was said
                let is_kept = self.keeps_answers && verdict != Verdict::Acknowledged;
                let excerpt = is_kept.then(|| Excerpt::of(&answer.body)).flatten();
                (Some(answer.status), verdict, None, excerpt)
            }
            Err((verdict, words)) => (None, verdict, Some(words), None),
        };
        let (spread, _) = id.as_u64_pair();
        Attempted {
            finished: FinishedAttempt {
                no,
                endpoint,
                attempt,
                started_at,
                finished_at,
                http_status,
                verdict,
                spread: spread.rotate_left(attempt.into()),
                excerpt,
            },
            delivery: id,
            words,
        }
    }

    /// Records attempts that ended.
    pub async fn record(&self, finished: &[FinishedAttempt]) -> Result<(), StoreError> {
        let now = self.clock.now();
        let recorded = self.store.record(finished, &self.policy, now).await?;
        if recorded < num::u64_from_usize(finished.len()) {
            tracing::warn!("an attempt was taken for lost before its outcome was recorded");
        }
        Ok(())
    }

    async fn post(
        &self,
        leased: LeasedDelivery,
        at: OffsetDateTime,
    ) -> Result<WebhookAnswer, (Verdict, String)> {
        let secrets = self.secrets(&leased);
        let secrets =
            secrets.map_err(|error| (transient(DeliveryError::Encryption), error.to_string()))?;
        let url = WebhookUrl::parse(&leased.url, &self.exempt).map_err(|_| {
            let words = "its URL is not one that webhooks may be sent to";
            (
                Verdict::Permanent(DeliveryError::DestinationDenied),
                words.to_owned(),
            )
        })?;
        let body = leased.payload.into_bytes();
        let sent = Sent {
            event: leased.event,
            kind: leased.kind,
            delivery: leased.id,
            attempt: leased.attempt,
            at,
            body: &body,
        };
        let headers = signing::headers(&*self.signer, &secrets, &sent);
        let request = WebhookRequest {
            endpoint: leased.subscription,
            url,
            headers,
            body,
        };
        let answer = self.transport.post(request).await;
        answer.map_err(|error| (verdict(&error), error.to_string()))
    }

    /// The secret that signs, and the one that is prepared to.
    fn secrets(&self, leased: &LeasedDelivery) -> Result<SigningSecrets, VaultError> {
        let bound_to = of_subscription(leased.subscription);
        let prepared = leased.prepared.as_ref().and_then(|sealed| {
            let opened = self.vault.open(sealed, &bound_to);
            // what is in use does not wait for what is not
            opened
                .inspect_err(|error| {
                    let subscription = leased.subscription;
                    tracing::warn!(%subscription, %error, "a prepared secret does not open");
                })
                .ok()
        });
        Ok(SigningSecrets {
            active: self.vault.open(&leased.secret, &bound_to)?,
            prepared,
        })
    }
}

const fn transient(error: DeliveryError) -> Verdict {
    Verdict::Transient {
        error,
        retry_after: None,
    }
}

/// What a failure of the transport means (§3.2).
const fn verdict(error: &WebhookError) -> Verdict {
    match error {
        WebhookError::Denied(_) => Verdict::Permanent(DeliveryError::DestinationDenied),
        WebhookError::Dns(_) => transient(DeliveryError::Dns),
        WebhookError::Tls(_) => transient(DeliveryError::Tls),
        WebhookError::Timeout(_) => transient(DeliveryError::Timeout),
        WebhookError::Transport(_) => transient(DeliveryError::Transport),
    }
}

/// Does what no attempt does: events become deliveries, stale evidence, lost leases, reminders, retention.
#[derive(Clone)]
pub struct DeliveryMaintenance {
    /// Where deliveries are.
    pub store: Arc<dyn DeliveryStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The operator's pauses.
    pub policy: Policy,
    /// Time to live of offers.
    pub offer_ttl: Duration,
    /// How long deliveries are kept: [`delivery::KEPT`], or less.
    pub retention: Duration,
}

impl DeliveryMaintenance {
    /// Does one small batch of what is due.
    pub async fn step(&self) -> Result<MaintenanceReport, StoreError> {
        self.store.keep(self.clock.now(), &self.policy).await
    }

    /// Makes deliveries of events that happened, and judges those about products that changed: one small
    /// batch.
    pub async fn fan_out(&self) -> Result<MaintenanceReport, StoreError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        self.store.fan_out(freshness).await
    }

    /// Forgets one small batch of what is past its time; whether there may be more.
    pub async fn forget(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let before = Forgetting {
            now,
            deliveries: now - self.retention.min(delivery::KEPT),
            audit: now - audit::KEPT,
            answers: now - ports_store::SECRET_KEPT,
        };
        self.store.forget_old(&before).await
    }
}
