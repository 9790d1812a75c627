//! Subscriptions, deliveries and secrets, each call one transaction of `queries`.

use adapter_sql::rows::lock_number;
use async_trait::async_trait;
use domain::access::Tenant;
use domain::secret::Sealed;
use domain::watch::Freshness;
use domain::webhook::Policy;
use domain::webhook::fair::Places;
use ports_store::{
    AnswerOf, Applied, AuditEntry, DeliveryStore, DeliverySummary, DeliveryTally, FinishedAttempt,
    Forgetting, IdempotencyClaim, Kept, LeasedDelivery, ListedDelivery, Order, Outcome, Page,
    PageRequest, SealedSecret, SecretRef, SecretStore, StepRefusal, StoreError, Subscription,
    WebhookStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::SqliteStore;
use crate::queries::webhooks::{
    auditing, dispatching, incidents, keeping, managing, secrets, showing as queries,
};

#[async_trait]
impl WebhookStore for SqliteStore {
    async fn apply(
        &self,
        order: &Order,
        claim: Option<&IdempotencyClaim>,
        answer: &AnswerOf<Applied>,
    ) -> Result<Outcome<StepRefusal>, StoreError> {
        let (order, claim, answer) = (order.clone(), claim.cloned(), answer.clone());
        let _alone = match &claim {
            Some(claim) => Some(self.inner.twins.alone(lock_number(claim)).await?),
            None => None,
        };
        let applied = self
            .write(async move |c| managing::apply(c, &order, (claim.as_ref(), &answer)).await)
            .await?;
        self.inner.queued.bump();
        Ok(applied)
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
    ) -> Result<Option<ListedDelivery>, StoreError> {
        self.read(async move |c| queries::find_delivery(c, tenant, id).await)
            .await
    }

    async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError> {
        self.read(async move |c| queries::list_deliveries(c, (tenant, subscription), page).await)
            .await
    }

    async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, StoreError> {
        self.read(async move |c| queries::summarize(c, tenant).await)
            .await
    }

    async fn list_audit(&self, tenant: Tenant, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.read(async move |c| auditing::list(c, tenant, limit).await)
            .await
    }
}

#[async_trait]
impl DeliveryStore for SqliteStore {
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: &Places,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        let places = places.clone();
        // most looks find nothing, which is seen without the write lock
        let next_due = self.next_due(now, &places).await?;
        if next_due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        self.write(async move |c| dispatching::lease_due(c, (now, until), &places).await)
            .await
    }

    async fn record(
        &self,
        finished: &[FinishedAttempt],
        policy: &Policy,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        let (finished, policy) = (finished.to_vec(), *policy);
        self.write(async move |c| dispatching::record(c, &finished, (&policy, now)).await)
            .await
    }

    async fn next_due(
        &self,
        now: OffsetDateTime,
        places: &Places,
    ) -> Result<Option<OffsetDateTime>, StoreError> {
        let places = places.clone();
        self.read(async move |c| dispatching::next_due(c, now, &places).await)
            .await
    }

    async fn keep(&self, freshness: Freshness, policy: &Policy) -> Result<Kept, StoreError> {
        let (now, policy) = (freshness.now, *policy);
        // most of the time there is nothing, which is seen without the write lock
        if !self
            .read(async move |c| keeping::is_needed(c, now).await)
            .await?
        {
            return Ok(Kept::default());
        }
        self.write(async move |c| {
            let lost = keeping::lost(c, now, &policy).await?;
            let reminded = incidents::remind(c, now, &policy).await?;
            let kept = keeping::judge_stale(c, freshness).await?;
            Ok(Kept {
                lost,
                reminded,
                ..kept
            })
        })
        .await
    }

    async fn forget_old(&self, before: &Forgetting) -> Result<bool, StoreError> {
        let before = *before;
        self.write(async move |c| keeping::forget(c, &before).await)
            .await
    }

    async fn tally_deliveries(&self, now: OffsetDateTime) -> Result<DeliveryTally, StoreError> {
        self.read(async move |c| dispatching::tally(c, now).await)
            .await
    }
}

#[async_trait]
impl SecretStore for SqliteStore {
    async fn list_sealed(
        &self,
        except_key: &str,
        after: Option<SecretRef>,
        limit: u32,
    ) -> Result<Vec<SealedSecret>, StoreError> {
        let except_key = except_key.to_owned();
        self.read(async move |c| secrets::list(c, &except_key, (after.as_ref(), limit)).await)
            .await
    }

    async fn reseal(&self, secret: &SealedSecret, with: &Sealed) -> Result<bool, StoreError> {
        let (secret, with) = (secret.clone(), with.clone());
        self.write(async move |c| secrets::reseal(c, &secret, &with).await)
            .await
    }

    async fn claim_pepper(&self, fresh: &Sealed) -> Result<Sealed, StoreError> {
        let fresh = fresh.clone();
        self.write(async move |c| secrets::claim_pepper(c, &fresh).await)
            .await
    }
}
