//! What is done to deliveries in this store's own way.

use domain::watch::Freshness;
use domain::webhook::Policy;
use domain::webhook::fair::DeliveryCapacity;
use ports_store::{
    AnswerOf, Applied, IdempotencyClaim, LeasedDelivery, MaintenanceReport, Order, Outcome,
    StepRefusal, StoreError,
};
use time::OffsetDateTime;

use crate::listener::notify_deliveries;
use crate::queries::webhooks::{dispatching, incidents, keeping, managing};
use crate::store::PostgresStore;

impl PostgresStore {
    /// Does what an owner asks for, and tells all workers.
    pub(crate) async fn apply_order(
        &self,
        order: Order,
        claim: Option<IdempotencyClaim>,
        answer: AnswerOf<Applied>,
    ) -> Result<Outcome<StepRefusal>, StoreError> {
        self.write(async move |c| {
            let applied = managing::apply(c, &order, claim.as_ref(), &answer).await?;
            if matches!(applied, Outcome::Done(_)) {
                notify_deliveries(c).await?;
            }
            Ok(applied)
        })
        .await
    }

    /// Takes deliveries that are due.
    pub(crate) async fn lease_deliveries(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        self.write(async move |c| dispatching::lease_due(c, now, until, &places).await)
            .await
    }

    /// Keeps deliveries in order, in a transaction for each way in which they are not: each is tried,
    /// whatever became of those before.
    pub(crate) async fn keep_deliveries(
        &self,
        freshness: Freshness,
        policy: Policy,
    ) -> Result<MaintenanceReport, StoreError> {
        let now = freshness.now;
        let lost = self
            .write(async move |c| keeping::lost(c, now, &policy).await)
            .await;
        let reminded = self
            .write(async move |c| incidents::remind(c, now, &policy).await)
            .await;
        let kept = self
            .write(async move |c| {
                let kept = keeping::judge_stale(c, freshness).await?;
                if kept.requeued > 0 {
                    notify_deliveries(c).await?;
                }
                Ok(kept)
            })
            .await;
        Ok(MaintenanceReport {
            lost: lost?,
            reminded: reminded?,
            ..kept?
        })
    }
}
