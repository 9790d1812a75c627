//! Trying failed deliveries again.

use std::collections::BTreeSet;

use adapter_sql::columns::DELIVERY_COLUMNS;
use adapter_sql::rows::{EffectRow, ReplayedRow, ReplayedTypes, SubscriptionRow};
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::access::Tenant;
use domain::freshness::Freshness;
use domain::ids::ProductNo;
use domain::webhook::delivery::{Delivery, DestinationChange, KEPT};
use domain::webhook::evidence::objection;
use domain::webhook::subscription::Replay;
use ports_store::{CommandContext, CommandRefusal, StoreError};
use uuid::Uuid;

use super::managing::Done;
use crate::dialect::{
    Conn, EVENT_OF_D, FOR_CHANGE_OF_D, FOR_CHANGE_OF_S, IN_QUEUE, Pipeline, RunQueryDsl,
};
use crate::queries::alerts::as_of::AsOf;
use crate::queries::alerts::triggers;
use crate::queries::catalogue::reading;

/// The columns of a [`ReplayedRow`] with where they come from.
pub(super) const REPLAYED: &str = concatcp!(
    "SELECT ",
    DELIVERY_COLUMNS,
    ", d.event_id, d.product_no, e.source_revision, \
         e.price_minor, e.store_name FROM deliveries d",
    EVENT_OF_D,
    IN_QUEUE,
);

pub(crate) async fn replay(
    c: &mut Conn,
    context: &CommandContext,
    id: Uuid,
    freshness: Freshness,
) -> Result<Done, Failure> {
    // what is good now stays so until it is queued
    triggers::share(c).await?;
    let Some(row) = owned(c, context, id).await? else {
        return Ok(Err(CommandRefusal::NotFound));
    };
    let subscription = super::managing::of_number(c, row.delivery.subscription_no).await?;
    let mut good = good_until(c, std::slice::from_ref(&row), freshness).await?;
    let good_until = good.pop().flatten();
    let asked = asked(
        &row,
        &subscription,
        good_until.is_some(),
        context.deliverable,
    )?;
    let now = DbTs::new(context.now);
    let replayed = match asked.begin(now.at()) {
        Ok(replayed) => replayed,
        Err(refusal) => return Ok(Err(refusal)),
    };
    begin(c, row.delivery.no, replayed, good_until.flatten(), now).await?;
    Ok(Ok(EffectRow::Queued {
        delivery: DbUuid(id),
        event: row.event_id,
    }))
}

/// Writes a delivery in its new cycle, and queues it.
pub(super) async fn begin(
    c: &mut Conn,
    no: i64,
    replayed: Delivery,
    good_until: Option<DbTs>,
    now: DbTs,
) -> Result<(), Failure> {
    prepared::<()>(
        "UPDATE deliveries SET status = ?, cycle_attempts = ?, replays = ?, updated_at = ? \
         WHERE no = ?",
    )
    .bind::<Text, _>(replayed.state.code())
    .bind::<Integer, _>(i32::from(replayed.cycle))
    .bind::<Integer, _>(i32::from(replayed.replays))
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(no)
    .execute(c)
    .await?;
    prepared::<()>(
        "INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, \
             product_no, evidence_until, due_at, attempts, cycle_attempts, created_at) \
         SELECT no, subscription_no, workspace_no, version, product_no, ?, ?, attempts, \
             cycle_attempts, created_at FROM deliveries WHERE no = ?",
    )
    .bind::<Nullable<SqlTs>, _>(good_until)
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(no)
    .execute(c)
    .await?;
    Ok(())
}

/// Why [`replay`] would be refused now; nobody is kept from changing what that rests on.
pub(crate) async fn refusal(
    c: &mut Conn,
    tenant: Tenant,
    id: Uuid,
    freshness: Freshness,
    is_deliverable: bool,
) -> Result<Option<CommandRefusal>, Failure> {
    let row: Option<ReplayedRow> = prepared::<ReplayedTypes>(concatcp!(
        REPLAYED,
        "JOIN subscriptions s ON s.no = d.subscription_no \
         WHERE d.id = ? AND d.created_at > ? AND s.workspace_no = ? AND s.mode = ?",
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<SqlTs, _>(DbTs::new(freshness.now - KEPT))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    let Some(row) = row else {
        return Ok(Some(CommandRefusal::NotFound));
    };
    let subscription = super::managing::of_number(c, row.delivery.subscription_no).await?;
    let good_until = good_until(c, std::slice::from_ref(&row), freshness).await?;
    let is_current = good_until.iter().any(Option::is_some);
    let asked = asked(&row, &subscription, is_current, is_deliverable)?;
    Ok(asked.begin(freshness.now).err())
}

/// What the rules decide by.
pub(super) fn asked(
    row: &ReplayedRow,
    subscription: &SubscriptionRow,
    is_current: bool,
    is_deliverable: bool,
) -> Result<Replay, StoreError> {
    let is_changed = subscription.version != row.delivery.version;
    Ok(Replay {
        delivery: row.delivery.clone().delivery()?,
        destination: DestinationChange::of(subscription.deleted_at.is_some(), is_changed),
        is_enabled: subscription.enabled,
        is_current,
        is_deliverable,
    })
}

/// The owner's delivery with this id, kept from other writers, as its subscription is.
async fn owned(
    c: &mut Conn,
    context: &CommandContext,
    id: Uuid,
) -> Result<Option<ReplayedRow>, Failure> {
    let subscription: Option<i64> = prepared::<BigInt>(concatcp!(
        "SELECT s.no FROM subscriptions s \
         WHERE s.no = (SELECT subscription_no FROM deliveries WHERE id = ?) \
         AND s.workspace_no = ? AND s.mode = ?",
        FOR_CHANGE_OF_S,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(context.tenant.workspace.0)
    .bind::<Text, _>(context.tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    if subscription.is_none() {
        return Ok(None);
    }
    Ok(prepared::<ReplayedTypes>(concatcp!(
        REPLAYED,
        "WHERE d.id = ? AND d.created_at > ?",
        FOR_CHANGE_OF_D,
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    // one that is past its time is gone, whether it was forgotten yet or not
    .bind::<SqlTs, _>(DbTs::new(context.now - KEPT))
    .get_result(c)
    .await
    .optional()?)
}

/// Until when what the event of each told of is good; `None` of one whose price is not the current one. An event that
/// tells of no product is good for ever.
pub(super) async fn good_until(
    c: &mut Conn,
    rows: &[ReplayedRow],
    freshness: Freshness,
) -> Result<Vec<Option<Option<DbTs>>>, Failure> {
    let products: BTreeSet<i64> = rows.iter().filter_map(|row| row.product_no).collect();
    let as_of = AsOf::current(&Pipeline::new(c), freshness).await?;
    let products: Vec<_> = products.into_iter().map(ProductNo).collect();
    let records = reading::load(c, &products).await?;
    let checks = as_of.map(|as_of| as_of.checks(&records));
    let good = rows.iter().map(|row| {
        let Some(product) = row.product_no else {
            return Ok(Some(None));
        };
        let Some(checks) = &checks else {
            return Ok(None);
        };
        let check = checks.of(product);
        let is_false = objection(&row.told()?, check).is_some();
        let check = check.filter(|_| !is_false);
        Ok(check.map(|check| check.valid_until().map(DbTs::new)))
    });
    Ok(good.collect::<Result<_, StoreError>>()?)
}
