//! Subscriptions, deliveries and secrets, each call one transaction of `queries`.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
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

use crate::error::failed;
use crate::listener::notify_deliveries;
use crate::queries::webhooks::{
    auditing, dispatching, incidents, keeping, managing, secrets, showing as queries,
};
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::watches::in_transaction;

#[async_trait]
impl WebhookStore for PostgresStore {
    async fn apply(
        &self,
        order: &Order,
        claim: Option<&IdempotencyClaim>,
        answer: &AnswerOf<Applied>,
    ) -> Result<Outcome<StepRefusal>, StoreError> {
        in_transaction!(self, c => {
            let applied = managing::apply(c, order, (claim, answer)).await?;
            if matches!(applied, Outcome::Done(_)) {
                notify_deliveries(c).await?;
            }
            applied
        })
    }

    async fn insert_audit(&self, tenant: Tenant, entry: &AuditEntry) -> Result<(), StoreError> {
        in_transaction!(self, c => auditing::insert(c, tenant, entry).await?)
    }

    async fn find_subscription(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<Subscription>, StoreError> {
        one_state!(self, async |c| queries::find(c, tenant, id).await)
    }

    async fn list_subscriptions(
        &self,
        tenant: Tenant,
        page: PageRequest,
    ) -> Result<Page<Subscription>, StoreError> {
        one_state!(self, async |c| queries::list(c, tenant, page).await)
    }

    async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<ListedDelivery>, StoreError> {
        one_state!(self, async |c| queries::find_delivery(c, tenant, id).await)
    }

    async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError> {
        one_state!(self, async |c| {
            queries::list_deliveries(c, (tenant, subscription), page).await
        })
    }

    async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, StoreError> {
        one_state!(self, async |c| queries::summarize(c, tenant).await)
    }

    async fn list_audit(&self, tenant: Tenant, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        one_state!(self, async |c| auditing::list(c, tenant, limit).await)
    }
}

#[async_trait]
impl DeliveryStore for PostgresStore {
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: &Places,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        in_transaction!(self, c => dispatching::lease_due(c, (now, until), places).await?)
    }

    async fn record(
        &self,
        finished: &[FinishedAttempt],
        policy: &Policy,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        in_transaction!(self, c => dispatching::record(c, finished, (policy, now)).await?)
    }

    async fn next_due(
        &self,
        now: OffsetDateTime,
        places: &Places,
    ) -> Result<Option<OffsetDateTime>, StoreError> {
        one_state!(self, async |c| dispatching::next_due(c, now, places).await)
    }

    async fn keep(&self, freshness: Freshness, policy: &Policy) -> Result<Kept, StoreError> {
        let now = freshness.now;
        if !one_state!(self, async |c| keeping::is_needed(c, now).await)? {
            return Ok(Kept::default());
        }
        let lost: Result<u64, StoreError> =
            in_transaction!(self, c => keeping::lost(c, now, policy).await?);
        let reminded: Result<u64, StoreError> =
            in_transaction!(self, c => incidents::remind(c, now, policy).await?);
        let kept: Result<Kept, StoreError> = in_transaction!(self, c => {
            let kept = keeping::judge_stale(c, freshness).await?;
            if kept.requeued > 0 {
                notify_deliveries(c).await?;
            }
            kept
        });
        Ok(Kept {
            lost: lost?,
            reminded: reminded?,
            ..kept?
        })
    }

    async fn forget_old(&self, before: &Forgetting) -> Result<bool, StoreError> {
        in_transaction!(self, c => keeping::forget(c, before).await?)
    }

    async fn tally_deliveries(&self, now: OffsetDateTime) -> Result<DeliveryTally, StoreError> {
        one_state!(self, async |c| dispatching::tally(c, now).await)
    }
}

#[async_trait]
impl SecretStore for PostgresStore {
    async fn list_sealed(
        &self,
        except_key: &str,
        after: Option<SecretRef>,
        limit: u32,
    ) -> Result<Vec<SealedSecret>, StoreError> {
        one_state!(self, async |c| {
            secrets::list(c, except_key, (after.as_ref(), limit)).await
        })
    }

    async fn reseal(&self, secret: &SealedSecret, with: &Sealed) -> Result<bool, StoreError> {
        in_transaction!(self, c => secrets::reseal(c, secret, with).await?)
    }

    async fn claim_pepper(&self, fresh: &Sealed) -> Result<Sealed, StoreError> {
        in_transaction!(self, c => secrets::claim_pepper(c, fresh).await?)
    }
}
