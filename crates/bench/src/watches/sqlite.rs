//! Watches in a file.

use std::collections::HashMap;
use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use crate::outcome::Outcome;

use super::rows::{WORKSPACES, WatchRow};

diesel::table! {
    watches (no) {
        no -> BigInt,
        id -> Text,
        workspace_no -> BigInt,
        mode -> Text,
        client_id -> Text,
        product_no -> BigInt,
        channel -> Text,
        destination -> Nullable<Text>,
        target -> BigInt,
        status -> Text,
        below -> Bool,
        created_at -> BigInt,
        updated_at -> BigInt,
    }
}

diesel::table! {
    offers (no) {
        no -> BigInt,
        offer_id -> Text,
        product_no -> BigInt,
        to_rev -> BigInt,
    }
}

diesel::table! {
    workspaces (no) {
        no -> BigInt,
        name -> Text,
        entitlements -> Text,
    }
}

/// Fast, and all of it is there once the connection is closed.
const FAST: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; \
    PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 5000;";

/// 2026-01-01T00:00:00Z in microseconds.
const CREATED_AT: i64 = 1_767_225_600_000_000;

/// Replaces the watches.
pub fn fill(file: &Path, rows: impl Iterator<Item = WatchRow>) -> Outcome<()> {
    let mut c = open(file)?;
    let products = products(&mut c)?;
    c.immediate_transaction(|c| {
        diesel::delete(watches::table).execute(c)?;
        let workspaces = make_workspaces(c)?;
        for row in rows {
            insert(c, &row, &workspaces, &products)?;
        }
        Outcome::Ok(())
    })?;
    settle(file)
}

/// Writes what is in the log into the file.
pub fn settle(file: &Path) -> Outcome<()> {
    Ok(open(file)?.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?)
}

fn open(file: &Path) -> Outcome<SqliteConnection> {
    let path = file.to_str().ok_or("a folder that is no text")?;
    let mut c = SqliteConnection::establish(path)?;
    c.batch_execute(FAST)?;
    Ok(c)
}

/// The store's numbers of the products whose prices change, by the shop's number of the offer.
fn products(c: &mut SqliteConnection) -> Outcome<HashMap<String, i64>> {
    let found = offers::table
        .filter(offers::offer_id.like("S0-%"))
        .filter(offers::to_rev.eq(i64::MAX))
        .select((offers::offer_id, offers::product_no))
        .load(c)?;
    Ok(found.into_iter().collect())
}

fn make_workspaces(c: &mut SqliteConnection) -> Outcome<HashMap<u64, i64>> {
    let mut numbers = HashMap::new();
    for number in 0..WORKSPACES {
        let name = format!("watching-{number}");
        diesel::insert_or_ignore_into(workspaces::table)
            .values((
                workspaces::name.eq(&name),
                workspaces::entitlements.eq("[]"),
            ))
            .execute(c)?;
        let no = workspaces::table
            .filter(workspaces::name.eq(&name))
            .select(workspaces::no)
            .first(c)?;
        numbers.insert(number, no);
    }
    Ok(numbers)
}

fn insert(
    c: &mut SqliteConnection,
    row: &WatchRow,
    workspaces: &HashMap<u64, i64>,
    products: &HashMap<String, i64>,
) -> Outcome<()> {
    let product = products
        .get(&row.offer_id())
        .ok_or("a product without offer")?;
    let workspace = workspaces.get(&row.workspace).ok_or("no workspace")?;
    diesel::insert_into(watches::table)
        .values((
            watches::id.eq(&row.id),
            watches::workspace_no.eq(workspace),
            watches::mode.eq("live"),
            watches::client_id.eq(&row.client),
            watches::product_no.eq(product),
            watches::channel.eq(row.channel),
            watches::destination.eq(&row.destination),
            watches::target.eq(row.target.cast_signed()),
            watches::status.eq("active"),
            watches::below.eq(row.below),
            watches::created_at.eq(CREATED_AT),
            watches::updated_at.eq(CREATED_AT),
        ))
        .execute(c)?;
    Ok(())
}
