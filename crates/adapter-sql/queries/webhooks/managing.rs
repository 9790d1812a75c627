//! What owners do to their subscriptions and deliveries.

use adapter_sql::columns::SUBSCRIPTION_COLUMNS;
use adapter_sql::rows::{
    EffectRow, EventRow, IdempotencyRow, NewDeliveryRow, NewSubscriptionRow, Receiver,
    RegistrationColumns, SubscriptionRow, SubscriptionTypes,
};
use adapter_sql::schema::subscriptions;
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use domain::num::u64_from_i64;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::subscription::{RegistrationPatch, may_register};
use ports_store::{
    CommandContext, CommandOutcome, CommandRefusal, IdempotencyClaim, NewSubscription, Outcome,
    WebhookCommand,
};
use time::Duration;
use uuid::Uuid;

use crate::dialect::{Conn, FOR_CHANGE_OF_Q, FOR_CHANGE_OF_S, IN_NUMBERS, Pipeline, RunQueryDsl};
use crate::queries::access;
use crate::queries::idempotency;
use crate::queries::webhooks::{
    auditing, incidents, queueing, replaying, replaying_range, rotating,
};

/// What a command did, or why it was not done.
pub(crate) type Done = Result<EffectRow, CommandRefusal>;

pub(crate) async fn apply(
    c: &mut Conn,
    context: &CommandContext,
    command: &WebhookCommand,
    claim: Option<&IdempotencyClaim>,
) -> Result<Outcome<CommandOutcome, CommandRefusal>, Failure> {
    if let Some(claim) = claim {
        idempotency::alone(c, claim).await?;
        if let Some(used) = idempotency::find(&Pipeline::new(c), claim).await? {
            return Ok(used.outcome(claim)?);
        }
    }
    let done = carry_out(c, context, command).await?;
    if let Some(entry) = context.audit_entry(command, done.as_ref().err().copied()) {
        auditing::insert(c, context.tenant, &entry).await?;
    }
    let effect = match done {
        Ok(effect) => effect,
        Err(refusal) => return Ok(Outcome::Refused(refusal)),
    };
    let secret = command.secret().map(|secret| secret.shown.clone());
    if let Some(claim) = claim {
        let used = IdempotencyRow::of(claim, &effect, secret.clone())?;
        idempotency::insert(&Pipeline::new(c), used).await?;
    }
    Ok(Outcome::Done(CommandOutcome {
        effect: effect.try_into()?,
        at: DbTs::new(context.now).at(),
        secret,
    }))
}

async fn carry_out(
    c: &mut Conn,
    context: &CommandContext,
    command: &WebhookCommand,
) -> Result<Done, Failure> {
    use WebhookCommand::{
        Acknowledge, Activate, Cancel, Change, Create, Prepare, Remove, Replay, ReplayRange, Test,
    };
    let row = match command.subscription() {
        Some(id) => owned(c, context, id).await?,
        None => None,
    };
    match (command, row) {
        (Create(new), _) => create(c, context, new).await,
        (
            Replay {
                delivery,
                freshness,
            },
            _,
        ) => replaying::replay(c, context, *delivery, *freshness).await,
        (
            ReplayRange {
                id,
                range,
                after,
                freshness,
            },
            _,
        ) => replaying_range::replay(c, context, *id, *range, *after, *freshness).await,
        (_, None) => Ok(Err(CommandRefusal::NotFound)),
        (Change { patch, .. }, Some(row)) => change(c, context, &row, patch).await,
        (Remove { .. }, Some(row)) => remove(c, context, &row).await,
        (
            Test {
                event,
                payload,
                interval,
                ..
            },
            Some(row),
        ) => {
            let event = EventRow::test(*event, payload, row.workspace_no, context.now);
            test(c, context, &row, event, *interval).await
        }
        (Acknowledge { incident, .. }, Some(row)) => {
            incidents::acknowledge(c, context, &row, *incident).await
        }
        (
            Prepare {
                rotation, secret, ..
            },
            Some(row),
        ) => rotating::prepare(c, context, &row, *rotation, &secret.signing).await,
        (Activate { rotation, .. }, Some(row)) => {
            rotating::activate(c, context, &row, *rotation).await
        }
        (Cancel { rotation, .. }, Some(row)) => rotating::cancel(c, context, &row, *rotation).await,
    }
}

/// The owner's subscription with this id, kept from other writers.
pub(super) async fn owned(
    c: &mut Conn,
    context: &CommandContext,
    id: Uuid,
) -> Result<Option<SubscriptionRow>, Failure> {
    let no: Option<i64> = prepared::<BigInt>(concatcp!(
        "SELECT s.no FROM subscriptions s \
         WHERE s.id = ? AND s.workspace_no = ? AND s.mode = ? AND s.deleted_at IS NULL",
        FOR_CHANGE_OF_S,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(context.tenant.workspace.0)
    .bind::<Text, _>(context.tenant.mode.code())
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

async fn create(
    c: &mut Conn,
    context: &CommandContext,
    new: &NewSubscription,
) -> Result<Done, Failure> {
    access::take_turn(&Pipeline::new(c), context.tenant).await?;
    let owned: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM subscriptions WHERE workspace_no = ? AND deleted_at IS NULL",
    )
    .bind::<BigInt, _>(context.tenant.workspace.0)
    .get_result(c)
    .await?;
    let owned = u64_from_i64(owned);
    if let Err(refusal) = may_register(context.deliverable, owned, context.quota) {
        return Ok(Err(refusal));
    }
    let row = NewSubscriptionRow::of(context, new);
    diesel::insert_into(subscriptions::table)
        .values(row)
        .execute(c)
        .await?;
    let no: i64 = prepared::<BigInt>("SELECT no FROM subscriptions WHERE id = ?")
        .bind::<SqlUuid, _>(DbUuid(new.id))
        .get_result(c)
        .await?;
    let row = of_number(c, no).await?;
    Ok(Ok(EffectRow::Registered(Box::new(row))))
}

async fn change(
    c: &mut Conn,
    context: &CommandContext,
    row: &SubscriptionRow,
    patch: &RegistrationPatch,
) -> Result<Done, Failure> {
    let registered = row.registration()?;
    let change = match registered.change(patch.clone(), context.deliverable, context.now) {
        Ok(change) => change,
        Err(refusal) => return Ok(Err(refusal)),
    };
    diesel::update(subscriptions::table.find(row.no))
        .set(RegistrationColumns::from(&change.registration))
        .execute(c)
        .await?;
    let now = DbTs::new(context.now);
    if let Some(why) = change.cancels {
        cancel_all(c, row.no, why, now).await?;
    }
    if let Some(until) = change.makes_due_until {
        make_due(c, row.no, now, DbTs::new(until)).await?;
    }
    if change.waits_for_claims {
        waiting(c, row.no).await?;
    }
    let row = of_number(c, row.no).await?;
    Ok(Ok(EffectRow::Changed(Box::new(row))))
}

/// Makes due at once what a cooldown kept waiting until an instant.
async fn make_due(c: &mut Conn, no: i64, now: DbTs, until: DbTs) -> Result<(), Failure> {
    let kept: Vec<i64> = prepared::<BigInt>(concatcp!(
        "SELECT q.delivery_no FROM delivery_queue q WHERE q.subscription_no = ? \
         AND q.started_at IS NULL AND q.due_at > ? AND q.due_at <= ? ORDER BY q.delivery_no",
        FOR_CHANGE_OF_Q,
    ))
    .bind::<BigInt, _>(no)
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(until)
    .load(c)
    .await?;
    prepared::<()>(concatcp!(
        "UPDATE delivery_queue SET due_at = ? WHERE delivery_no",
        IN_NUMBERS,
    ))
    .bind::<SqlTs, _>(now)
    .bind::<SqlJson, _>(DbJson::numbers(kept))
    .execute(c)
    .await?;
    Ok(())
}

/// The deliveries of the subscription that wait, kept from other writers. Workers that are claiming some are
/// waited for: they began before it was changed.
async fn waiting(c: &mut Conn, no: i64) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(concatcp!(
        "SELECT q.delivery_no FROM delivery_queue q WHERE q.subscription_no = ? \
         AND q.started_at IS NULL ORDER BY q.delivery_no",
        FOR_CHANGE_OF_Q,
    ))
    .bind::<BigInt, _>(no)
    .load(c)
    .await?)
}

/// Cancels all that waits.
async fn cancel_all(c: &mut Conn, no: i64, why: DeliveryError, now: DbTs) -> Result<(), Failure> {
    let numbers = waiting(c, no).await?;
    queueing::cancel(c, numbers, why, now).await?;
    Ok(())
}

async fn remove(
    c: &mut Conn,
    context: &CommandContext,
    row: &SubscriptionRow,
) -> Result<Done, Failure> {
    let now = DbTs::new(context.now);
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
    Ok(Ok(EffectRow::Removed))
}

async fn test(
    c: &mut Conn,
    context: &CommandContext,
    row: &SubscriptionRow,
    event: EventRow,
    interval: Duration,
) -> Result<Done, Failure> {
    let registered = row.registration()?;
    if let Err(refusal) = registered.may_test(context.deliverable, interval, context.now) {
        return Ok(Err(refusal));
    }
    prepared::<()>("UPDATE subscriptions SET tested_at = ? WHERE no = ?")
        .bind::<SqlTs, _>(DbTs::new(context.now))
        .bind::<BigInt, _>(row.no)
        .execute(c)
        .await?;
    let receiver = Receiver {
        no: row.no,
        id: row.id,
        workspace_no: row.workspace_no,
        version: row.version,
    };
    let effect = EffectRow::Queued {
        delivery: NewDeliveryRow::id_of(event.id, receiver.id),
        event: event.id,
    };
    queueing::queue(c, &[(event, vec![receiver])]).await?;
    Ok(Ok(effect))
}
