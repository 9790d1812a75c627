//! Watches of products that become one: of two of a client, one goes.

use std::collections::{BTreeSet, HashMap};

use adapter_sql::columns::WATCH_COLUMNS;
use adapter_sql::rows::{WatchRow, WatchTypes, retold, tells_of};
use adapter_sql::schema::{alert_tokens, mails};
use adapter_sql::types::{DbJson, DbUuid, SqlJson, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::{concatcp, str_replace};
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, QueryDsl};

use crate::dialect::{Conn, FOR_UPDATE, IN_IDS, IN_NUMBERS, IN_TEXTS, RunQueryDsl};

/// Columns of the watch `w` of a product that becomes another one, and of the watch `o` of that one.
const COLUMNS_OF_BOTH: &str =
    concatcp!(WATCH_COLUMNS, ", ", str_replace!(WATCH_COLUMNS, "w.", "o."));

/// Two watches of one client through one channel, of which one goes.
struct Doubled {
    gone: WatchRow,
    kept: DbUuid,
}

/// Leaves one watch of each client and channel, of those of a product and of the one that it becomes. Links in mails about
/// the one that goes, sent or not, are the kept one's.
pub(crate) async fn leave_one(c: &mut Conn, product: i64, into: i64) -> Result<(), Failure> {
    let pairs = doubled(c, product, into).await?;
    if pairs.is_empty() {
        return Ok(());
    }
    retell(c, &pairs).await?;
    let kept: HashMap<DbUuid, DbUuid> = pairs.iter().map(|it| (it.gone.id, it.kept)).collect();
    let gone = || DbJson::ids(pairs.iter().map(|it| it.gone.id));
    let linked: Vec<DbUuid> = prepared::<SqlUuid>(concatcp!(
        "SELECT DISTINCT watch_id FROM alert_tokens WHERE watch_id",
        IN_IDS,
    ))
    .bind::<SqlJson, _>(gone())
    .load(c)
    .await?;
    for watch in linked {
        diesel::update(alert_tokens::table.filter(alert_tokens::watch_id.eq(watch)))
            .set(alert_tokens::watch_id.eq(kept.get(&watch)))
            .execute(c)
            .await?;
    }
    prepared::<()>(concatcp!("DELETE FROM watches WHERE id", IN_IDS))
        .bind::<SqlJson, _>(gone())
        .execute(c)
        .await?;
    Ok(())
}

/// The watches of clients that have one of both products through the same channel, kept from their clients until the
/// transaction ends: one that a client removes at that moment is there with the other one, or not at all.
async fn doubled(c: &mut Conn, product: i64, into: i64) -> Result<Vec<Doubled>, Failure> {
    let pairs: Vec<(WatchRow, WatchRow)> = prepared::<(WatchTypes, WatchTypes)>(concatcp!(
        "SELECT ",
        COLUMNS_OF_BOTH,
        " FROM watches w JOIN watches o ON o.workspace_no = w.workspace_no AND o.mode = w.mode \
             AND o.client_id = w.client_id AND o.channel = w.channel \
         WHERE w.product_no = ? AND o.product_no = ? ORDER BY w.no",
        FOR_UPDATE,
    ))
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .load(c)
    .await?;
    let stays = |(other, own): (WatchRow, WatchRow)| {
        let outlasts = own.watch()?.outlasts(&other.watch()?);
        let (gone, kept) = if outlasts {
            (other, own.id)
        } else {
            (own, other.id)
        };
        Ok(Doubled { gone, kept })
    };
    pairs.into_iter().map(stays).collect()
}

/// Mails that are not sent yet, and tell of a watch that goes, tell of the one that stays.
async fn retell(c: &mut Conn, doubled: &[Doubled]) -> Result<(), Failure> {
    let mut of_address: HashMap<(i64, &str), Vec<&Doubled>> = HashMap::new();
    for one in doubled {
        if let Some(to) = &one.gone.destination {
            let of = of_address.entry((one.gone.workspace_no, to)).or_default();
            of.push(one);
        }
    }
    let workspaces: BTreeSet<i64> = of_address.keys().map(|(no, _)| *no).collect();
    let unsent: Vec<(DbUuid, i64, String, DbJson)> =
        prepared::<(SqlUuid, BigInt, Text, SqlJson)>(concatcp!(
            "SELECT id, workspace_no, destination, content FROM mails \
             WHERE due_at IS NOT NULL AND workspace_no",
            IN_NUMBERS,
            "AND destination",
            IN_TEXTS,
        ))
        .bind::<SqlJson, _>(DbJson::numbers(workspaces))
        .bind::<SqlJson, _>(DbJson::texts(of_address.keys().map(|(_, to)| *to)))
        .load(c)
        .await?;
    for (mail, workspace, to, content) in unsent {
        let of = of_address.get(&(workspace, to.as_str()));
        let told = of.and_then(|of| of.iter().find(|it| tells_of(&content.0, it.gone.id.0)));
        if let Some(told) = told {
            diesel::update(mails::table.find(mail))
                .set(mails::content.eq(DbJson(retold(content.0, told.kept.0))))
                .execute(c)
                .await?;
        }
    }
    Ok(())
}
