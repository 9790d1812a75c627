//! Subscriptions and deliveries as their owners see them.

use std::collections::HashMap;

use adapter_sql::columns::{LISTED_COLUMNS, SUBSCRIPTION_COLUMNS};
use adapter_sql::rows::{
    AttemptRow, AttemptTypes, ExcerptRow, ExcerptTypes, ListedRow, ListedTypes, SubscriptionRow,
    SubscriptionTypes,
};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Text};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::num::u64_from_i64;
use ports_store::{
    AttemptEntry, DeliveryDetail, KeptExcerpt, ListedDelivery, Page, PageRequest, Subscription,
};
use time::PrimitiveDateTime;
use uuid::Uuid;

use crate::dialect::{Conn, IN_NUMBERS, IN_QUEUE, RunQueryDsl};

/// A page of deliveries, the newest first.
const PAGE_OF_D: &str =
    " AND (d.created_at, d.no) < (?, ?) ORDER BY d.created_at DESC, d.no DESC LIMIT ?";

/// A place in a list that begins with the newest: after it come rows that are older, or as old with a lower number.
struct Place {
    at: DbTs,
    no: i64,
}

impl Place {
    /// The place of the row with the number that a page ended with, whose instant a query finds for the workspace; `None` when
    /// it is gone: all that were older went before it. Another workspace's is none.
    async fn of(
        c: &mut Conn,
        sql: &'static str,
        workspace: WorkspaceNo,
        page: PageRequest,
    ) -> Result<Option<Self>, Failure> {
        let Some(no) = page.after else {
            let at = DbTs::new(PrimitiveDateTime::MAX.assume_utc());
            return Ok(Some(Self { at, no: i64::MAX }));
        };
        let row = prepared::<SqlTs>(sql)
            .bind::<BigInt, _>(no)
            .bind::<BigInt, _>(workspace.0);
        let at: Option<DbTs> = row.get_result(c).await.optional()?;
        Ok(at.map(|at| Self { at, no }))
    }
}

fn no_page<T>(total: i64) -> Page<T> {
    Page {
        total: u64_from_i64(total),
        items: Vec::new(),
        next: None,
    }
}

pub(crate) async fn find(
    c: &mut Conn,
    tenant: Tenant,
    id: Uuid,
) -> Result<Option<Subscription>, Failure> {
    let row: Option<SubscriptionRow> = prepared::<SubscriptionTypes>(concatcp!(
        "SELECT ",
        SUBSCRIPTION_COLUMNS,
        "WHERE s.id = ? AND s.workspace_no = ? AND s.mode = ? AND s.deleted_at IS NULL",
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    Ok(row.map(Subscription::try_from).transpose()?)
}

pub(crate) async fn list(
    c: &mut Conn,
    tenant: Tenant,
    page: PageRequest,
) -> Result<Page<Subscription>, Failure> {
    let total: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM subscriptions \
         WHERE workspace_no = ? AND mode = ? AND deleted_at IS NULL",
    )
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .get_result(c)
    .await?;
    let place = "SELECT created_at FROM subscriptions WHERE no = ? AND workspace_no = ?";
    let Some(place) = Place::of(c, place, tenant.workspace, page).await? else {
        return Ok(no_page(total));
    };
    let rows: Vec<SubscriptionRow> = prepared::<SubscriptionTypes>(concatcp!(
        "SELECT ",
        SUBSCRIPTION_COLUMNS,
        "WHERE s.workspace_no = ? AND s.mode = ? AND s.deleted_at IS NULL \
         AND (s.created_at, s.no) < (?, ?) ORDER BY s.created_at DESC, s.no DESC LIMIT ?",
    ))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .bind::<SqlTs, _>(place.at)
    .bind::<BigInt, _>(place.no)
    .bind::<BigInt, _>(i64::from(page.limit) + 1)
    .load(c)
    .await?;
    let (rows, next) = cut(rows, page.limit, |row| row.no);
    Ok(Page {
        total: u64_from_i64(total),
        items: rows
            .into_iter()
            .map(Subscription::try_from)
            .collect::<Result<_, _>>()?,
        next,
    })
}

pub(crate) async fn find_delivery(
    c: &mut Conn,
    tenant: Tenant,
    id: Uuid,
) -> Result<Option<DeliveryDetail>, Failure> {
    let row: Option<ListedRow> = prepared::<ListedTypes>(concatcp!(
        "SELECT ",
        LISTED_COLUMNS,
        IN_QUEUE,
        "WHERE d.id = ? AND s.workspace_no = ? AND s.mode = ?",
    ))
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .get_result(c)
    .await
    .optional()?;
    let listed = with_attempts(c, row.into_iter().collect()).await?;
    let Some(listed) = listed.into_iter().next() else {
        return Ok(None);
    };
    let payload = prepared::<Text>("SELECT payload FROM events WHERE id = ?")
        .bind::<SqlUuid, _>(DbUuid(listed.event))
        .get_result(c)
        .await
        .optional()?;
    let excerpts = excerpts(c, id).await?;
    Ok(Some(DeliveryDetail {
        listed,
        payload,
        excerpts,
    }))
}

/// How answers began, of attempts of which that is kept.
async fn excerpts(c: &mut Conn, delivery: Uuid) -> Result<Vec<KeptExcerpt>, Failure> {
    let rows: Vec<ExcerptRow> = prepared::<ExcerptTypes>(
        "SELECT a.number, a.excerpt FROM deliveries d JOIN attempts a ON a.delivery_no = d.no \
         WHERE d.id = ? AND a.excerpt IS NOT NULL ORDER BY a.number",
    )
    .bind::<SqlUuid, _>(DbUuid(delivery))
    .load(c)
    .await?;
    let kept = rows.into_iter().map(KeptExcerpt::try_from);
    Ok(kept.collect::<Result<_, _>>()?)
}

/// A page of the deliveries of one subscription or of all; `None` when there is no such
/// subscription. Only live subscriptions have any.
pub(crate) async fn list_deliveries(
    c: &mut Conn,
    tenant: Tenant,
    subscription: Option<Uuid>,
    page: PageRequest,
) -> Result<Option<Page<ListedDelivery>>, Failure> {
    const OF_SUBSCRIPTION: [&str; 2] = [
        "SELECT count(*) FROM deliveries WHERE subscription_no = ?",
        concatcp!(
            "SELECT ",
            LISTED_COLUMNS,
            IN_QUEUE,
            "WHERE d.subscription_no = ?",
            PAGE_OF_D
        ),
    ];
    const OF_WORKSPACE: [&str; 2] = [
        "SELECT CAST(coalesce(sum(rows), 0) AS bigint) FROM delivery_counts \
         WHERE workspace_no = ? AND kind = 'all'",
        concatcp!(
            "SELECT ",
            LISTED_COLUMNS,
            IN_QUEUE,
            "WHERE d.workspace_no = ?",
            PAGE_OF_D
        ),
    ];
    let ([counting, listing], of) = match subscription {
        Some(id) => match number(c, tenant, id).await? {
            Some(no) => (OF_SUBSCRIPTION, no),
            None => return Ok(None),
        },
        None if tenant.mode == Mode::Test => return Ok(Some(no_page(0))),
        None => (OF_WORKSPACE, tenant.workspace.0),
    };
    let total: i64 = prepared::<BigInt>(counting)
        .bind::<BigInt, _>(of)
        .get_result(c)
        .await?;
    let place = "SELECT created_at FROM deliveries WHERE no = ? AND workspace_no = ?";
    let Some(place) = Place::of(c, place, tenant.workspace, page).await? else {
        return Ok(Some(no_page(total)));
    };
    let rows: Vec<ListedRow> = prepared::<ListedTypes>(listing)
        .bind::<BigInt, _>(of)
        .bind::<SqlTs, _>(place.at)
        .bind::<BigInt, _>(place.no)
        .bind::<BigInt, _>(i64::from(page.limit) + 1)
        .load(c)
        .await?;
    let (rows, next) = cut(rows, page.limit, |row| row.delivery.no);
    Ok(Some(Page {
        total: u64_from_i64(total),
        items: with_attempts(c, rows).await?,
        next,
    }))
}

/// The number of the owner's subscription with this id.
async fn number(c: &mut Conn, tenant: Tenant, id: Uuid) -> Result<Option<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT no FROM subscriptions WHERE id = ? AND workspace_no = ? AND mode = ? \
         AND deleted_at IS NULL",
    )
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .get_result(c)
    .await
    .optional()?)
}

/// Deliveries with their attempts that ended.
async fn with_attempts(c: &mut Conn, rows: Vec<ListedRow>) -> Result<Vec<ListedDelivery>, Failure> {
    let attempts: Vec<AttemptRow> = prepared::<AttemptTypes>(concatcp!(
        "SELECT delivery_no, number, started_at, finished_at, http_status, error, \
             next_retry_at FROM attempts \
         WHERE finished_at IS NOT NULL AND delivery_no",
        IN_NUMBERS,
        "ORDER BY delivery_no, number",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(rows.iter().map(|row| row.delivery.no)))
    .load(c)
    .await?;
    let mut of_delivery: HashMap<i64, Vec<AttemptEntry>> = HashMap::new();
    for row in attempts {
        of_delivery
            .entry(row.delivery_no)
            .or_default()
            .push(row.try_into()?);
    }
    let listed = rows.into_iter().map(|row| {
        let attempts = of_delivery.remove(&row.delivery.no).unwrap_or_default();
        row.listed(attempts)
    });
    Ok(listed.collect::<Result<_, _>>()?)
}

/// A page of rows of which one more than wanted was read, and where the next one begins.
fn cut<T>(mut rows: Vec<T>, limit: u32, no: impl Fn(&T) -> i64) -> (Vec<T>, Option<i64>) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(no);
    (rows, next)
}
