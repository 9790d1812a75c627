//! What owners do to their subscriptions and deliveries.

use adapter_sql::columns::SUBSCRIPTION_COLUMNS;
use adapter_sql::rows::{
    EventRow, NewDeliveryRow, NewSubscriptionRow, Receiver, RegistrationColumns, SubscriptionRow,
    SubscriptionTypes,
};
use adapter_sql::schema::subscriptions;
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use domain::webhook::EventFilter;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::subscription::{RegistrationPatch, may_register};
use domain::webhook_url::WebhookUrl;
use ports_store::{
    AnswerOf, Applied, IdempotencyClaim, NewSubscription, Order, Outcome, Step, StepRefusal,
    Subscription,
};
use time::Duration;
use uuid::Uuid;

use crate::dialect::{Conn, FOR_CHANGE_OF_D, FOR_CHANGE_OF_S, FOR_CHANGE_OF_W, RunQueryDsl};
use crate::queries::idempotency;
use crate::queries::webhooks::{auditing, incidents, queueing, replaying, rotating};

/// What a step did, or why it was not done.
pub(crate) type Done = Result<Applied, StepRefusal>;

pub(crate) async fn apply(
    c: &mut Conn,
    order: &Order,
    claim: Option<&IdempotencyClaim>,
    answer: &AnswerOf<Applied>,
) -> Result<Outcome<StepRefusal>, Failure> {
    if let Some(claim) = claim {
        idempotency::alone(c, claim).await?;
        if let Some(used) = idempotency::find(c, claim).await? {
            return Ok(used.outcome(claim)?);
        }
    }
    let done = step(c, order).await?;
    let entry = order.audit_entry(done.as_ref().map_err(|refusal| *refusal));
    if let Some(entry) = entry {
        auditing::insert(c, order.tenant, &entry).await?;
    }
    match done {
        Err(refusal) => Ok(Outcome::Refused(refusal)),
        Ok(applied) => {
            let answer = answer(&applied);
            if let Some(claim) = claim {
                idempotency::insert(c, claim, &answer).await?;
            }
            Ok(Outcome::Done(answer))
        }
    }
}

async fn step(c: &mut Conn, order: &Order) -> Result<Done, Failure> {
    match &order.step {
        Step::Create(new) => create(c, order, new).await,
        Step::Change {
            id,
            url,
            events,
            enabled,
        } => {
            let patch = patch(url.as_ref(), events.as_ref(), *enabled);
            change(c, order, *id, patch).await
        }
        Step::Remove { id } => remove(c, order, *id).await,
        Step::Test {
            id,
            event,
            payload,
            interval,
        } => {
            let Some(row) = owned(c, order, *id).await? else {
                return Ok(Err(StepRefusal::NotFound));
            };
            let event = EventRow::test(*event, payload, row.workspace_no, order.now);
            test(c, order, &row, event, *interval).await
        }
        Step::Replay {
            delivery,
            freshness,
        } => replaying::replay(c, order, *delivery, *freshness).await,
        Step::Acknowledge { id, incident } => {
            let Some(row) = owned(c, order, *id).await? else {
                return Ok(Err(StepRefusal::NotFound));
            };
            incidents::acknowledge(c, order, &row, *incident).await
        }
        Step::Prepare {
            id,
            rotation,
            secret,
        } => {
            let Some(row) = owned(c, order, *id).await? else {
                return Ok(Err(StepRefusal::NotFound));
            };
            rotating::prepare(c, order, &row, *rotation, secret).await
        }
        Step::Activate { id, rotation } => {
            let Some(row) = owned(c, order, *id).await? else {
                return Ok(Err(StepRefusal::NotFound));
            };
            rotating::activate(c, order, &row, *rotation).await
        }
        Step::Cancel { id, rotation } => {
            let Some(row) = owned(c, order, *id).await? else {
                return Ok(Err(StepRefusal::NotFound));
            };
            rotating::cancel(c, order, &row, *rotation).await
        }
    }
}

/// The owner's subscription with this id, kept from other writers.
async fn owned(c: &mut Conn, order: &Order, id: Uuid) -> Result<Option<SubscriptionRow>, Failure> {
    let no: Option<i64> = prepared::<BigInt>(concatcp!(
        "SELECT s.no FROM subscriptions s \
         WHERE s.id = ? AND s.workspace_no = ? AND s.mode = ? AND s.deleted_at IS NULL",
        FOR_CHANGE_OF_S,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(order.tenant.workspace.0)
    .bind::<Text, _>(order.tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    match no {
        None => Ok(None),
        Some(no) => Ok(Some(of_number(c, no).await?)),
    }
}

/// The subscription with this number.
pub(crate) async fn of_number(c: &mut Conn, no: i64) -> Result<SubscriptionRow, Failure> {
    Ok(
        prepared::<SubscriptionTypes>(
            concatcp!("SELECT ", SUBSCRIPTION_COLUMNS, "WHERE s.no = ?",),
        )
        .bind::<BigInt, _>(no)
        .get_result(c)
        .await?,
    )
}

/// The subscription as it is shown now.
pub(crate) async fn shown(c: &mut Conn, no: i64) -> Result<Done, Failure> {
    let row = of_number(c, no).await?;
    Ok(Ok(Applied::Subscription(Box::new(Subscription::try_from(
        row,
    )?))))
}

async fn create(c: &mut Conn, order: &Order, new: &NewSubscription) -> Result<Done, Failure> {
    // together, two creations might pass the quota
    prepared::<BigInt>(concatcp!(
        "SELECT no FROM workspaces w WHERE no = ?",
        FOR_CHANGE_OF_W,
    ))
    .bind::<BigInt, _>(order.tenant.workspace.0)
    .get_result::<i64>(c)
    .await?;
    let owned: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM subscriptions WHERE workspace_no = ? AND deleted_at IS NULL",
    )
    .bind::<BigInt, _>(order.tenant.workspace.0)
    .get_result(c)
    .await?;
    let owned = u64::try_from(owned).unwrap_or_default();
    if let Err(refusal) = may_register(order.deliverable, owned, order.quota) {
        return Ok(Err(refusal));
    }
    let row = NewSubscriptionRow::of(order, new);
    diesel::insert_into(subscriptions::table)
        .values(row)
        .execute(c)
        .await?;
    let no: i64 = prepared::<BigInt>("SELECT no FROM subscriptions WHERE id = ?")
        .bind::<SqlUuid, _>(DbUuid(new.id))
        .get_result(c)
        .await?;
    shown(c, no).await
}

fn patch(
    url: Option<&WebhookUrl>,
    events: Option<&EventFilter>,
    enabled: Option<bool>,
) -> RegistrationPatch {
    RegistrationPatch {
        url: url.map(|url| url.as_str().to_owned()),
        events: events.cloned(),
        enabled,
    }
}

async fn change(
    c: &mut Conn,
    order: &Order,
    id: Uuid,
    patch: RegistrationPatch,
) -> Result<Done, Failure> {
    let Some(row) = owned(c, order, id).await? else {
        return Ok(Err(StepRefusal::NotFound));
    };
    let registered = row.registration()?;
    let change = match registered.change(patch, order.deliverable, order.now) {
        Ok(change) => change,
        Err(refusal) => return Ok(Err(refusal)),
    };
    diesel::update(subscriptions::table.find(row.no))
        .set(RegistrationColumns::from(&change.registration))
        .execute(c)
        .await?;
    let now = DbTs::new(order.now);
    if let Some(why) = change.cancels {
        cancel_all(c, row.no, why, now).await?;
    }
    if let Some(until) = change.makes_due_until {
        make_due(c, row.no, now, DbTs::new(until)).await?;
    }
    if change.waits_for_claims {
        wait_for_claims(c, row.no).await?;
    }
    shown(c, row.no).await
}

/// Makes due at once what a cooldown kept waiting until an instant.
async fn make_due(c: &mut Conn, no: i64, now: DbTs, until: DbTs) -> Result<(), Failure> {
    prepared::<()>(
        "UPDATE deliveries SET due_at = ? WHERE subscription_no = ? AND status = 'pending' \
         AND due_at > ? AND due_at <= ?",
    )
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(no)
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(until)
    .execute(c)
    .await?;
    Ok(())
}

/// Waits for workers that are claiming deliveries of the subscription: they began before it was
/// switched off.
async fn wait_for_claims(c: &mut Conn, no: i64) -> Result<(), Failure> {
    prepared::<BigInt>(concatcp!(
        "SELECT d.no FROM deliveries d WHERE d.subscription_no = ? AND d.status = 'pending' \
         ORDER BY d.no",
        FOR_CHANGE_OF_D,
    ))
    .bind::<BigInt, _>(no)
    .load::<i64>(c)
    .await?;
    Ok(())
}

/// Cancels all that waits.
async fn cancel_all(c: &mut Conn, no: i64, why: DeliveryError, now: DbTs) -> Result<(), Failure> {
    wait_for_claims(c, no).await?;
    prepared::<()>(
        "UPDATE deliveries SET status = 'cancelled', due_at = NULL, last_error = ?, \
             updated_at = ? WHERE subscription_no = ? AND status = 'pending'",
    )
    .bind::<Text, _>(why.code())
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(no)
    .execute(c)
    .await?;
    Ok(())
}

async fn remove(c: &mut Conn, order: &Order, id: Uuid) -> Result<Done, Failure> {
    let Some(row) = owned(c, order, id).await? else {
        return Ok(Err(StepRefusal::NotFound));
    };
    let now = DbTs::new(order.now);
    cancel_all(c, row.no, DeliveryError::SubscriptionDeleted, now).await?;
    diesel::update(subscriptions::table.find(row.no))
        .set((
            subscriptions::deleted_at.eq(Some(now)),
            subscriptions::updated_at.eq(now),
            subscriptions::enabled.eq(false),
            subscriptions::url.eq(""),
            subscriptions::secret.eq(Vec::<u8>::new()),
            subscriptions::secret_key.eq(""),
            subscriptions::version.eq(row.version + 1),
        ))
        .execute(c)
        .await?;
    rotating::discard(c, row.no).await?;
    incidents::close(c, row.no, now).await?;
    Ok(Ok(Applied::Removed))
}

async fn test(
    c: &mut Conn,
    order: &Order,
    row: &SubscriptionRow,
    event: EventRow,
    interval: Duration,
) -> Result<Done, Failure> {
    let registered = row.registration()?;
    if let Err(refusal) = registered.may_test(order.deliverable, interval, order.now) {
        return Ok(Err(refusal));
    }
    prepared::<()>("UPDATE subscriptions SET tested_at = ? WHERE no = ?")
        .bind::<SqlTs, _>(DbTs::new(order.now))
        .bind::<BigInt, _>(row.no)
        .execute(c)
        .await?;
    let receiver = Receiver {
        no: row.no,
        id: row.id,
        workspace_no: row.workspace_no,
        version: row.version,
    };
    let delivery = NewDeliveryRow::id_of(event.id, receiver.id);
    queueing::queue(c, &[(event, vec![receiver])]).await?;
    replaying::queued(c, order, delivery.0).await
}
