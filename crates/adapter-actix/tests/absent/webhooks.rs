//! Webhooks that nobody uses.

use std::sync::Arc;

use app::delivery::webhooks::{WebhookTerms, Webhooks};
use async_trait::async_trait;
use domain::access::Tenant;
use domain::webhook_url::ExemptHosts;
use fakes::{ManualClock, QuickDigest, QuickVault, Seeded};
use ports_store::{
    AuditEntry, CommandContext, CommandOutcome, CommandRefusal, DeliveryDetail, DeliverySummary,
    IdempotencyClaim, ListedDelivery, Outcome, Page, PageRequest, StoreError, Subscription,
    WebhookCommand, WebhookStore,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

struct Nowhere;

/// The use cases over a store that is never asked.
pub fn webhooks() -> Arc<Webhooks> {
    Arc::new(Webhooks {
        store: Arc::new(Nowhere),
        vault: Arc::new(QuickVault::new()),
        secrets: Arc::new(Seeded::new(2)),
        ids: Arc::new(Seeded::new(3)),
        clock: Arc::new(ManualClock::at(OffsetDateTime::UNIX_EPOCH)),
        digester: Arc::new(QuickDigest),
        signer: Arc::new(QuickDigest),
        pepper: Vec::new(),
        terms: WebhookTerms {
            deliverable: true,
            exempt: ExemptHosts::default(),
            quota: None,
            test_interval: Duration::minutes(1),
            offer_ttl: Duration::hours(72),
        },
    })
}

#[async_trait]
impl WebhookStore for Nowhere {
    async fn apply(
        &self,
        _: &CommandContext,
        _: &WebhookCommand,
        _: Option<&IdempotencyClaim>,
    ) -> Result<Outcome<CommandOutcome, CommandRefusal>, StoreError> {
        unreachable!()
    }

    async fn insert_audit(&self, _: Tenant, _: &AuditEntry) -> Result<(), StoreError> {
        unreachable!()
    }

    async fn find_subscription(
        &self,
        _: Tenant,
        _: Uuid,
    ) -> Result<Option<Subscription>, StoreError> {
        unreachable!()
    }

    async fn list_subscriptions(
        &self,
        _: Tenant,
        _: PageRequest,
    ) -> Result<Page<Subscription>, StoreError> {
        unreachable!()
    }

    async fn find_delivery(
        &self,
        _: Tenant,
        _: Uuid,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        unreachable!()
    }

    async fn list_deliveries(
        &self,
        _: Tenant,
        _: Option<Uuid>,
        _: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError> {
        unreachable!()
    }

    async fn summarize(&self, _: Tenant) -> Result<DeliverySummary, StoreError> {
        unreachable!()
    }

    async fn list_audit(&self, _: Tenant, _: u32) -> Result<Vec<AuditEntry>, StoreError> {
        unreachable!()
    }
}
