//! Webhook subscriptions, their deliveries and secrets, as their owners manage them.

mod commands;
mod pepper;
mod refusal;
mod relay;
mod secret;

use std::sync::Arc;

use domain::access::Tenant;
use domain::webhook::audit::{self, Action};
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use ports_store::{
    AuditEntry, AuditTarget, DeliveryDetail, DeliverySummary, ListedDelivery, Page, PageRequest,
    Subscription, WebhookStore,
};
use ports_system::{Clock, Digester, IdSource, SecretSource, Signer, Vault};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

pub use commands::{CommandRequest, Managed};
pub use pepper::claim_pepper;
pub(crate) use refusal::refusal_error;
pub use relay::{Relay, RelayParts, RelayedEvent, RelayedEvents};
pub use secret::SigningSecret;

use crate::{AppError, ErrorCode};

const NO_SUCH_WEBHOOK: AppError = AppError::not_found("no webhook has this id");
const NO_SUCH_DELIVERY: AppError = AppError::not_found("no delivery has this id");

/// What webhooks are managed with.
pub struct Webhooks {
    /// Where they are kept.
    pub store: Arc<dyn WebhookStore>,
    /// Seals their secrets.
    pub vault: Arc<dyn Vault>,
    /// Fresh secrets.
    pub secrets: Arc<dyn SecretSource>,
    /// Ids: random ones, so that nobody can guess another's.
    pub ids: Arc<dyn IdSource>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Digests of requests.
    pub digester: Arc<dyn Digester>,
    /// One-way references to actors.
    pub signer: Arc<dyn Signer>,
    /// What makes them one-way ([`claim_pepper`]).
    pub pepper: Vec<u8>,
    /// How this deployment delivers.
    pub terms: WebhookTerms,
}

/// How a deployment delivers webhooks.
#[derive(Debug, Clone)]
pub struct WebhookTerms {
    /// Whether it does at all (D-53).
    pub deliverable: bool,
    /// Hosts that the operator maps to addresses of its own.
    pub exempt: ExemptHosts,
    /// How many subscriptions a workspace may have; `None`: any number.
    pub quota: Option<u64>,
    /// Between two test events of an endpoint.
    pub test_interval: Duration,
    /// Time to live of offers.
    pub offer_ttl: Duration,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// What of the workspace its key opens.
    pub tenant: Tenant,
    /// Id of its key.
    pub api_key: String,
}

impl Webhooks {
    /// Writes to the audit that a caller was refused before its request came to a command.
    pub async fn note_refusal(
        &self,
        caller: &Caller,
        action: Action,
        target: Option<AuditTarget>,
        code: ErrorCode,
    ) -> Result<(), AppError> {
        let entry = AuditEntry {
            id: self.ids.uuid(),
            at: self.clock.now(),
            action,
            actor: self.actor(&caller.api_key),
            target,
            outcome: code.code().to_owned(),
        };
        Ok(self.store.insert_audit(caller.tenant, &entry).await?)
    }

    /// One subscription.
    pub async fn find(&self, tenant: Tenant, id: Uuid) -> Result<Subscription, AppError> {
        let found = self.store.find_subscription(tenant, id).await?;
        let found = found.ok_or(NO_SUCH_WEBHOOK)?;
        Ok(found.at(self.clock.now()))
    }

    /// Subscriptions, the newest first.
    #[tracing::instrument(target = "otel", name = "list subscriptions", skip_all)]
    pub async fn list(
        &self,
        tenant: Tenant,
        page: PageRequest,
    ) -> Result<Page<Subscription>, AppError> {
        let mut listed = self.store.list_subscriptions(tenant, page).await?;
        let now = self.clock.now();
        let items = listed.items.into_iter();
        listed.items = items.map(|subscription| subscription.at(now)).collect();
        Ok(listed)
    }

    /// One delivery, with what is sent for it.
    pub async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<DeliveryDetail, AppError> {
        let found = self.store.find_delivery(tenant, id).await?;
        found.ok_or(NO_SUCH_DELIVERY)
    }

    /// Deliveries of one subscription or of all, the newest first.
    #[tracing::instrument(target = "otel", name = "list deliveries", skip_all)]
    pub async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Page<ListedDelivery>, AppError> {
        let listed = self.store.list_deliveries(tenant, subscription, page);
        listed.await?.ok_or(NO_SUCH_WEBHOOK)
    }

    /// A summary of the deliveries that are kept.
    pub async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, AppError> {
        Ok(self.store.summarize(tenant).await?)
    }

    /// The newest entries of the audit.
    pub async fn audit(&self, tenant: Tenant) -> Result<Vec<AuditEntry>, AppError> {
        Ok(self.store.list_audit(tenant, audit::SHOWN).await?)
    }

    /// Reads a URL by the rules of this deployment.
    pub fn url(&self, text: &str) -> Result<WebhookUrl, domain::webhook_url::WebhookUrlError> {
        WebhookUrl::parse(text, &self.terms.exempt)
    }

    /// The time by which answers show what is over and what is not.
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }
}
