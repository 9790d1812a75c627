//! Changing signing secrets.

use adapter_sql::rows::{
    EffectRow, NewRotationRow, RotationRow, RotationStep, RotationTypes, SubscriptionRow,
};
use adapter_sql::schema::secret_rotations;
use adapter_sql::types::{DbTs, DbUuid, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Binary, Text};
use domain::secret::Sealed;
use domain::webhook::rotation::RotationState;
use domain::webhook::subscription::{activate_rotation, prepare_rotation};
use ports_store::{CommandContext, CommandRefusal};
use uuid::Uuid;

use super::managing::Done;
use crate::dialect::{Conn, FOR_UPDATE, RunQueryDsl};

pub(crate) async fn prepare(
    c: &mut Conn,
    context: &CommandContext,
    subscription: &SubscriptionRow,
    id: Uuid,
    secret: &Sealed,
) -> Result<Done, Failure> {
    let now = DbTs::new(context.now);
    let pending_until = subscription.rotation.map(|(_, expires_at)| expires_at.at());
    let state = match prepare_rotation(pending_until, context.deliverable, now.at()) {
        Ok(state) => state,
        Err(refusal) => return Ok(Err(refusal)),
    };
    leave_all(c, subscription.no, RotationState::Expired.code()).await?;
    let row = NewRotationRow::of(id, subscription.no, secret, now.at());
    let expires_at = row.expires_at;
    diesel::insert_into(secret_rotations::table)
        .values(row)
        .execute(c)
        .await?;
    Ok(Ok(EffectRow::Prepared(RotationStep {
        id: DbUuid(id),
        subscription: subscription.id,
        state: state.code().to_owned(),
        expires_at,
    })))
}

pub(crate) async fn activate(
    c: &mut Conn,
    context: &CommandContext,
    subscription: &SubscriptionRow,
    id: Uuid,
) -> Result<Done, Failure> {
    let Some(row) = of_subscription(c, subscription.no, id).await? else {
        return Ok(Err(CommandRefusal::NotFound));
    };
    let state = match activate_rotation(row.state()?, context.deliverable, context.now) {
        Ok(state) => state,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let secret = row.sealed()?;
    prepared::<()>("UPDATE subscriptions SET secret = ?, secret_key = ? WHERE no = ?")
        .bind::<Binary, _>(secret.bytes)
        .bind::<Text, _>(secret.key_id)
        .bind::<BigInt, _>(subscription.no)
        .execute(c)
        .await?;
    leave(c, &row, state.code()).await?;
    Ok(Ok(EffectRow::Ended(row.step(subscription, state))))
}

pub(crate) async fn cancel(
    c: &mut Conn,
    context: &CommandContext,
    subscription: &SubscriptionRow,
    id: Uuid,
) -> Result<Done, Failure> {
    let Some(row) = of_subscription(c, subscription.no, id).await? else {
        return Ok(Err(CommandRefusal::NotFound));
    };
    let state = match row.state()?.cancel(context.now) {
        Ok(state) => state,
        Err(refusal) => return Ok(Err(refusal.into())),
    };
    leave(c, &row, state.code()).await?;
    Ok(Ok(EffectRow::Ended(row.step(subscription, state))))
}

/// Discards what is prepared for a subscription that goes.
pub(crate) async fn discard(c: &mut Conn, subscription: i64) -> Result<(), Failure> {
    leave_all(c, subscription, RotationState::Cancelled.code()).await
}

/// A rotation of the subscription, kept from other writers: its secret may be being sealed anew.
async fn of_subscription(
    c: &mut Conn,
    subscription: i64,
    id: Uuid,
) -> Result<Option<RotationRow>, Failure> {
    Ok(prepared::<RotationTypes>(concatcp!(
        "SELECT id, state, secret, secret_key, expires_at FROM secret_rotations \
         WHERE id = ? AND subscription_no = ?",
        FOR_UPDATE,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(subscription)
    .get_result(c)
    .await
    .optional()?)
}

/// Ends a rotation and erases its secret.
async fn leave(c: &mut Conn, row: &RotationRow, state: &'static str) -> Result<(), Failure> {
    prepared::<()>(
        "UPDATE secret_rotations SET state = ?, secret = NULL, secret_key = NULL WHERE id = ?",
    )
    .bind::<Text, _>(state)
    .bind::<SqlUuid, _>(row.id)
    .execute(c)
    .await?;
    Ok(())
}

/// The same of all that are prepared.
async fn leave_all(c: &mut Conn, subscription: i64, state: &'static str) -> Result<(), Failure> {
    prepared::<()>(
        "UPDATE secret_rotations SET state = ?, secret = NULL, secret_key = NULL \
         WHERE subscription_no = ? AND state = 'prepared'",
    )
    .bind::<Text, _>(state)
    .bind::<BigInt, _>(subscription)
    .execute(c)
    .await?;
    Ok(())
}
