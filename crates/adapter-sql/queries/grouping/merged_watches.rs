//! Watches of products that become one: of two of a client, one goes.

use std::collections::HashMap;

use adapter_sql::columns::WATCH_COLUMNS;
use adapter_sql::rows::{WatchRow, WatchTypes, retold, tells_of};
use adapter_sql::schema::{alert_tokens, mails};
use adapter_sql::types::{DbJson, DbUuid, SqlJson, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, QueryDsl};

use crate::dialect::{Conn, IN_IDS, IN_NUMBERS, IN_TEXTS, RunQueryDsl};

/// A watch that goes, and the other one of its client through the same channel, which stays.
struct Replaced {
    gone: WatchRow,
    kept: DbUuid,
}

/// Leaves one watch of each client and channel, of those of a product and of the one that it becomes. Links in mails about
/// the one that goes, sent or not, are the kept one's.
pub(crate) async fn replace(c: &mut Conn, product: i64, into: i64) -> Result<(), Failure> {
    let replaced = replaced(c, product, into).await?;
    if replaced.is_empty() {
        return Ok(());
    }
    retell(c, &replaced).await?;
    let gone = || DbJson::ids(replaced.iter().map(|it| it.gone.id));
    let linked: Vec<DbUuid> = prepared::<SqlUuid>(concatcp!(
        "SELECT DISTINCT watch_id FROM alert_tokens WHERE watch_id",
        IN_IDS,
    ))
    .bind::<SqlJson, _>(gone())
    .load(c)
    .await?;
    for one in replaced.iter().filter(|it| linked.contains(&it.gone.id)) {
        diesel::update(alert_tokens::table.filter(alert_tokens::watch_id.eq(one.gone.id)))
            .set(alert_tokens::watch_id.eq(one.kept))
            .execute(c)
            .await?;
    }
    prepared::<()>(concatcp!("DELETE FROM watches WHERE id", IN_IDS))
        .bind::<SqlJson, _>(gone())
        .execute(c)
        .await?;
    Ok(())
}

async fn replaced(c: &mut Conn, product: i64, into: i64) -> Result<Vec<Replaced>, Failure> {
    let going = doubled(c, product, into).await?;
    let staying = doubled(c, into, product).await?;
    let pairs = going.into_iter().zip(staying);
    pairs
        .map(|(other, own)| {
            Ok(if own.watch()?.outlasts(&other.watch()?) {
                Replaced {
                    kept: own.id,
                    gone: other,
                }
            } else {
                Replaced {
                    kept: other.id,
                    gone: own,
                }
            })
        })
        .collect()
}

/// The watches of a product whose clients have one of another product through the same channel, one of each client and
/// channel, in their order.
async fn doubled(c: &mut Conn, product: i64, other: i64) -> Result<Vec<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT ",
        WATCH_COLUMNS,
        " FROM watches w JOIN watches o ON o.workspace_no = w.workspace_no AND o.mode = w.mode \
             AND o.client_id = w.client_id AND o.channel = w.channel \
         WHERE w.product_no = ? AND o.product_no = ? \
         ORDER BY w.workspace_no, w.mode, w.client_id, w.channel",
    ))
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(other)
    .load(c)
    .await?)
}

/// Mails that are not sent yet, and tell of a watch that goes, tell of the one that stays.
async fn retell(c: &mut Conn, replaced: &[Replaced]) -> Result<(), Failure> {
    let mut of_address: HashMap<(i64, &str), Vec<&Replaced>> = HashMap::new();
    for one in replaced {
        if let Some(to) = &one.gone.destination {
            let of = of_address.entry((one.gone.workspace_no, to)).or_default();
            of.push(one);
        }
    }
    let unsent: Vec<(DbUuid, i64, String, DbJson)> =
        prepared::<(SqlUuid, BigInt, Text, SqlJson)>(concatcp!(
            "SELECT id, workspace_no, destination, content FROM mails \
             WHERE due_at IS NOT NULL AND workspace_no",
            IN_NUMBERS,
            "AND destination",
            IN_TEXTS,
        ))
        .bind::<SqlJson, _>(DbJson::numbers(
            of_address.keys().map(|(workspace, _)| *workspace),
        ))
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
