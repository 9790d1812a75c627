//! Subscriptions and deliveries.

use async_trait::async_trait;
use domain::access::Tenant;
use domain::freshness::Freshness;
use domain::ids::WorkspaceNo;
use domain::webhook::Policy;
use domain::webhook::fair::DeliveryCapacity;
use ports_store::{
    AuditEntry, CommandContext, CommandOutcome, CommandRefusal, DeliveryDetail, DeliveryStore,
    DeliverySummary, DeliveryTally, EventPlace, FinishedAttempt, Forgetting, IdempotencyClaim,
    LeasedDelivery, ListedDelivery, MaintenanceReport, Outcome, Page, PageRequest, StoreError,
    Subscription, TroubledWorkspace, WebhookCommand, WebhookDeskStore, WebhookStore, WebhookThing,
    WrittenEvent,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::queries::webhooks::{
    auditing, counting, desk, dispatching, fan_out, incidents, judging, keeping, managing,
    replaying, showing as queries,
};
use crate::store::SqlStore;

#[async_trait]
impl WebhookStore for SqlStore {
    async fn apply(
        &self,
        context: &CommandContext,
        command: &WebhookCommand,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<Outcome<CommandOutcome, CommandRefusal>, StoreError> {
        let (context, command, key) = (context.clone(), command.clone(), claim.cloned());
        self.write_command(claim, async move |c| {
            managing::apply(c, &context, &command, key.as_ref()).await
        })
        .await
    }

    async fn insert_audit(&self, tenant: Tenant, entry: &AuditEntry) -> Result<(), StoreError> {
        let entry = entry.clone();
        self.write(async move |c| auditing::insert(c, tenant, &entry).await)
            .await
    }

    async fn find_subscription(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<Subscription>, StoreError> {
        self.read(async move |c| queries::find(c, tenant, id).await)
            .await
    }

    async fn list_subscriptions(
        &self,
        tenant: Tenant,
        page: PageRequest,
    ) -> Result<Page<Subscription>, StoreError> {
        self.read(async move |c| queries::list(c, tenant, page).await)
            .await
    }

    async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        self.read_queue(async move |c| queries::find_delivery(c, tenant, id).await)
            .await
    }

    async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError> {
        self.read_queue(async move |c| {
            queries::list_deliveries(c, tenant, subscription, page).await
        })
        .await
    }

    async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, StoreError> {
        self.read(async move |c| counting::summarize(c, tenant).await)
            .await
    }

    async fn list_audit(&self, tenant: Tenant, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.read(async move |c| auditing::list(c, tenant, limit).await)
            .await
    }
}

#[async_trait]
impl DeliveryStore for SqlStore {
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: &DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        self.lease_deliveries(now, until, places.clone()).await
    }

    async fn record(
        &self,
        finished: &[FinishedAttempt],
        policy: &Policy,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        let (finished, policy) = (finished.to_vec(), *policy);
        self.write_queue(async move |c| dispatching::record(c, &finished, &policy, now).await)
            .await
    }

    async fn next_due(
        &self,
        now: OffsetDateTime,
        places: &DeliveryCapacity,
    ) -> Result<Option<OffsetDateTime>, StoreError> {
        let places = places.clone();
        self.read_queue(async move |c| dispatching::next_due(c, now, &places).await)
            .await
    }

    async fn fan_out(&self, freshness: Freshness) -> Result<MaintenanceReport, StoreError> {
        let now = freshness.now;
        // mostly there is nothing of most, which is seen without locks
        let waiting = self
            .read_queue(async move |c| fan_out::waiting(c, now).await)
            .await?;
        let nothing = MaintenanceReport::default();
        let looked = if waiting.watches {
            let looked = self.look_at_watches(freshness).await;
            looked.unwrap_or_else(|error| {
                tracing::error!(%error, "watches that wait to be looked at could not be");
                nothing
            })
        } else {
            nothing
        };
        let queued = if waiting.events || looked.fired > 0 {
            self.write_deliveries(async move |c| fan_out::fan_out(c, now).await)
                .await
        } else {
            Ok(nothing)
        };
        // watches that were looked at may have been the last of products whose deliveries wait for that; what has just been
        // queued of an older revision is judged in the next step
        if !(waiting.deliveries || waiting.watches) {
            return Ok(looked.and(queued?));
        }
        let requested = self
            .write_deliveries(async move |c| judging::judge_requested(c, freshness).await)
            .await;
        let stale = self
            .write_deliveries(async move |c| judging::judge_stale(c, freshness).await)
            .await;
        // each is tried, whatever became of the others
        Ok(looked.and(queued?).and(requested?).and(stale?))
    }

    async fn keep(
        &self,
        now: OffsetDateTime,
        policy: &Policy,
    ) -> Result<MaintenanceReport, StoreError> {
        let policy = *policy;
        // most of the time there is nothing, which is seen without writing
        if !self
            .read_queue(async move |c| keeping::is_needed(c, now).await)
            .await?
        {
            return Ok(MaintenanceReport::default());
        }
        let lost = self
            .write_queue(async move |c| keeping::lost(c, now, &policy).await)
            .await;
        // each is tried, whatever became of the other
        let reminded = self
            .write(async move |c| incidents::remind(c, now, &policy).await)
            .await;
        Ok(MaintenanceReport {
            lost: lost?,
            reminded: reminded?,
            ..MaintenanceReport::default()
        })
    }

    async fn forget_old(&self, before: &Forgetting) -> Result<bool, StoreError> {
        let before = *before;
        self.write_upkeep(async move |c| keeping::forget(c, &before).await)
            .await
    }

    async fn tally_deliveries(&self, now: OffsetDateTime) -> Result<DeliveryTally, StoreError> {
        self.read_queue(async move |c| dispatching::tally(c, now).await)
            .await
    }
}

#[async_trait]
impl WebhookDeskStore for SqlStore {
    async fn list_troubled(&self, limit: u32) -> Result<Vec<TroubledWorkspace>, StoreError> {
        self.read(async move |c| desk::troubled(c, limit).await)
            .await
    }

    async fn list_places(
        &self,
        thing: WebhookThing,
        id: Uuid,
        limit: u32,
    ) -> Result<Vec<(Tenant, Uuid)>, StoreError> {
        self.read(async move |c| desk::places(c, thing, id, limit).await)
            .await
    }

    async fn list_events(
        &self,
        workspace: WorkspaceNo,
        after: EventPlace,
        limit: u32,
    ) -> Result<Vec<WrittenEvent>, StoreError> {
        self.read(async move |c| desk::events(c, workspace, after, limit).await)
            .await
    }

    async fn find_replay_refusal(
        &self,
        tenant: Tenant,
        delivery: Uuid,
        freshness: Freshness,
        is_deliverable: bool,
    ) -> Result<Option<CommandRefusal>, StoreError> {
        self.read(async move |c| {
            replaying::refusal(c, tenant, delivery, freshness, is_deliverable).await
        })
        .await
    }
}
