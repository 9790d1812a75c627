//! Trying failed deliveries again.

use adapter_sql::columns::DELIVERY_COLUMNS;
use adapter_sql::rows::{DeliveryRow, DeliveryTypes, PriceChecks, evidence};
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::ids::ProductNo;
use domain::watch::Freshness;
use domain::webhook::delivery::{KEPT, ReplayRefusal, State};
use domain::webhook::evidence::objection;
use ports_store::{Applied, Order, StepRefusal};
use uuid::Uuid;

use super::managing::Done;
use crate::dialect::{Conn, FOR_CHANGE_OF_D, FOR_CHANGE_OF_S, RunQueryDsl};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::reading;
use crate::queries::webhooks::showing;

/// A delivery and the evidence that it tells of.
type Told = (DeliveryRow, Option<i64>, Option<DbUuid>, Option<i64>);

pub(crate) async fn replay(
    c: &mut Conn,
    order: &Order,
    (id, freshness): (Uuid, Freshness),
) -> Result<Done, Failure> {
    let Some((row, product, revision, price)) = owned(c, order, id).await? else {
        return Ok(Err(StepRefusal::NotFound));
    };
    if !order.deliverable {
        return Ok(Err(StepRefusal::DeliveryUnavailable));
    }
    let delivery = row.delivery()?;
    let replayed = delivery.replay(DbTs::new(order.now).at());
    if replayed == Err(ReplayRefusal::NotFailed) {
        return Ok(Err(StepRefusal::NotReplayable));
    }
    let subscription = super::managing::of_number(c, row.subscription_no).await?;
    if subscription.deleted_at.is_some() || subscription.version != row.version {
        return Ok(Err(StepRefusal::WebhookChanged));
    }
    if !subscription.enabled {
        return Ok(Err(StepRefusal::Disabled));
    }
    let mut good_until = None;
    if let Some(product) = product {
        let Some(until) = good(c, product, (revision, price), freshness).await? else {
            return Ok(Err(StepRefusal::SourceNotCurrent));
        };
        good_until = until;
    }
    let Ok(replayed) = replayed else {
        return Ok(Err(StepRefusal::ReplayLimitReached));
    };
    let State::Pending { due } = replayed.state else {
        return Ok(Err(StepRefusal::NotReplayable));
    };
    prepared::<()>(
        "UPDATE deliveries SET status = 'pending', due_at = ?, cycle_attempts = 0, replays = ?, \
             evidence_until = ?, updated_at = ? WHERE no = ?",
    )
    .bind::<SqlTs, _>(DbTs::new(due))
    .bind::<Integer, _>(i32::from(replayed.replays))
    .bind::<Nullable<SqlTs>, _>(good_until)
    .bind::<SqlTs, _>(DbTs::new(order.now))
    .bind::<BigInt, _>(row.no)
    .execute(c)
    .await?;
    queued(c, order, id).await
}

/// The owner's delivery with this id, kept from other writers, as its subscription is.
async fn owned(c: &mut Conn, order: &Order, id: Uuid) -> Result<Option<Told>, Failure> {
    let subscription: Option<i64> = prepared::<BigInt>(concatcp!(
        "SELECT s.no FROM subscriptions s \
         WHERE s.no = (SELECT subscription_no FROM deliveries WHERE id = ?) \
         AND s.workspace_no = ? AND s.mode = ?",
        FOR_CHANGE_OF_S,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(order.tenant.workspace.0)
    .bind::<Text, _>(order.tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    if subscription.is_none() {
        return Ok(None);
    }
    Ok(prepared::<(
        DeliveryTypes,
        Nullable<BigInt>,
        Nullable<SqlUuid>,
        Nullable<BigInt>,
    )>(concatcp!(
        "SELECT ",
        DELIVERY_COLUMNS,
        ", d.product_no, e.source_revision, \
                 e.price_minor FROM deliveries d JOIN events e ON e.id = d.event_id \
             WHERE d.id = ? AND d.created_at > ?",
        FOR_CHANGE_OF_D,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    // one that is past its time is gone, whether it was forgotten yet or not
    .bind::<SqlTs, _>(DbTs::new(order.now - KEPT))
    .get_result(c)
    .await
    .optional()?)
}

/// Until when the evidence of a price is good; `None` when it is not the current one.
async fn good(
    c: &mut Conn,
    product: i64,
    (revision, price): (Option<DbUuid>, Option<i64>),
    freshness: Freshness,
) -> Result<Option<Option<DbTs>>, Failure> {
    let Some(currency) = triggers::currency(c).await? else {
        return Ok(None);
    };
    let records = reading::load(c, &[ProductNo(product)]).await?;
    // no event is made of this check
    let checks = PriceChecks::new(&records, 0, currency, freshness);
    let check = checks.of(product);
    if objection(evidence(revision, price)?, check).is_some() {
        return Ok(None);
    }
    Ok(check.map(|check| check.valid_until().map(DbTs::new)))
}

/// The delivery that waits, as its owner is told.
pub(crate) async fn queued(c: &mut Conn, order: &Order, id: Uuid) -> Result<Done, Failure> {
    let found = showing::find_delivery(c, order.tenant, id).await?;
    let found = found.map(|delivery| Applied::Queued(Box::new(delivery)));
    Ok(found.ok_or(StepRefusal::NotFound))
}
