//! Watches in a PostgreSQL database.

use std::fmt::Write;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio_postgres::Client;

use crate::bulk::on_postgres;
use crate::outcome::Outcome;
use crate::process::parent_named;

use super::rows::{WORKSPACES, WatchRow};

const EMPTY: &str = "TRUNCATE watches CASCADE; \
    CREATE TEMP TABLE given (id uuid, workspace bigint, client text, offer_id text, channel text, \
        destination text, target bigint, below boolean);";

/// The watches in the order in which they are given, as clients create them.
const FILL: &str = "INSERT INTO watches (id, workspace_no, mode, client_id, product_no, channel, \
        destination, target, status, below, created_at, updated_at) \
    SELECT g.id, w.no, 'live', g.client, o.product_no, g.channel, g.destination, g.target, \
        'active', g.below, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' \
    FROM given g JOIN workspaces w ON w.name = 'watching-' || g.workspace \
    JOIN offers o ON o.offer_id = g.offer_id AND o.to_rev = 9223372036854775807 \
    ORDER BY g.ctid";

/// What autovacuum does by and by.
const SETTLE: &str = "VACUUM ANALYZE";

/// Bytes of one message.
const CHUNK: usize = 64 * 1024;

/// Replaces the watches.
pub fn fill(url: &str, rows: impl Iterator<Item = WatchRow>) -> Outcome<()> {
    on_postgres(url, async |client: Client| {
        client.batch_execute(EMPTY).await?;
        let workspaces = format!(
            "INSERT INTO workspaces (name, entitlements) SELECT 'watching-' || n, '[]' \
             FROM generate_series(0, {}) n ON CONFLICT DO NOTHING",
            WORKSPACES - 1
        );
        client.batch_execute(&workspaces).await?;
        let given = copy(&client, rows).await?;
        let filled = client.execute(FILL, &[]).await?;
        if filled != given {
            return Err(format!("{filled} of {given} watches found their product").into());
        }
        Ok(client.batch_execute(SETTLE).await?)
    })
}

/// The server's first process, when it runs on this machine.
pub fn server(url: &str) -> Outcome<Option<u32>> {
    on_postgres(url, async |client: Client| {
        let row = client.query_one("SELECT pg_backend_pid()", &[]).await?;
        let pid: i32 = row.try_get(0)?;
        Ok(parent_named(pid.cast_unsigned(), "postgres"))
    })
}

/// Vacuums and analyzes.
pub fn settle(url: &str) -> Outcome<()> {
    on_postgres(url, async |client: Client| {
        Ok(client.batch_execute(SETTLE).await?)
    })
}

/// No text of ours has a tab, a backslash or a line break.
async fn copy(client: &Client, rows: impl Iterator<Item = WatchRow>) -> Outcome<u64> {
    let sink = client.copy_in("COPY given FROM STDIN").await?;
    let mut sink = std::pin::pin!(sink);
    let mut text = String::with_capacity(CHUNK + 1024);
    for row in rows {
        let WatchRow {
            id,
            workspace,
            client,
            product: _,
            channel,
            destination,
            target,
            below,
        } = &row;
        let (offer, destination) = (row.offer_id(), destination.as_deref().unwrap_or("\\N"));
        writeln!(
            text,
            "{id}\t{workspace}\t{client}\t{offer}\t{channel}\t{destination}\t{target}\t{below}"
        )?;
        if text.len() >= CHUNK {
            sink.feed(Bytes::from(std::mem::take(&mut text))).await?;
        }
    }
    sink.feed(Bytes::from(text)).await?;
    Ok(sink.finish().await?)
}
