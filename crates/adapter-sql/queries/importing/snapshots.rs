//! Importing a snapshot, but for `stage` and `retire`, which each database does in its own fastest way.

use std::collections::HashSet;

use adapter_sql::columns::UNREPLACED;
use adapter_sql::rows::{
    self, Fence, FenceRow, FenceTypes, FreeIds, GtinRow, KeyRow, KnownRow, NewSnapshotRow,
    NumberUse, ProductColumns,
};
use adapter_sql::schema::{catalogue_state, offers, snapshots};
use adapter_sql::types::{DbJson, DbTs, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use diesel::{ExpressionMethods, QueryDsl, SelectableHelper};
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::num::u64_from_i64;
use domain::store::StoreName;
use ports_store::{KnownOffer, LockGuard, OpenSnapshot, OpenedSnapshot, StagedProduct, StoreError};

use crate::bulk;
use crate::dialect::{Conn, GIVEN_USES, IN_TEXTS, RunQueryDsl, among};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::writing;

/// The state under which an open snapshot stages, kept from other writers until the
/// transaction ends; [`StoreError::Superseded`] when it is not the open one any more.
pub(crate) async fn fence(c: &mut Conn, snapshot: SnapshotNo) -> Result<Fence, Failure> {
    let (revision, staging) = writing::locked_state(c).await?;
    fence_at(c, snapshot, revision, staging).await
}

/// The same without keeping other writers off.
pub(crate) async fn fence_shared(c: &mut Conn, snapshot: SnapshotNo) -> Result<Fence, Failure> {
    let (revision, staging) =
        prepared::<(BigInt, Nullable<BigInt>)>("SELECT revision, staging FROM catalogue_state")
            .get_result(c)
            .await?;
    fence_at(c, snapshot, revision, staging).await
}

async fn fence_at(
    c: &mut Conn,
    snapshot: SnapshotNo,
    revision: i64,
    staging: Option<i64>,
) -> Result<Fence, Failure> {
    if staging != Some(snapshot.0) {
        return Err(StoreError::Superseded.into());
    }
    let row: FenceRow = prepared::<FenceTypes>(
        "SELECT s.store_no, s.kind, s.observed_at, t.full_seen_at, s.opened_at, \
             s.offer_ttl_seconds, (SELECT currency FROM catalogue_state) \
         FROM snapshots s JOIN stores t ON t.no = s.store_no WHERE s.no = ?",
    )
    .bind::<BigInt, _>(snapshot.0)
    .get_result(c)
    .await?;
    Ok(row.fence(revision))
}

/// How many offers of a store readers see, where no snapshot has staged any: counted by an index, before the transaction that
/// opens a snapshot, because it takes long for a large store.
pub(crate) async fn live_offers(c: &mut Conn, store: &StoreName) -> Result<u64, Failure> {
    let offers: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM offers \
         WHERE store_no = (SELECT no FROM stores WHERE folded_name = ?) \
         AND to_rev = 9223372036854775807",
    )
    .bind::<Text, _>(store.folded())
    .get_result(c)
    .await?;
    Ok(u64_from_i64(offers))
}

/// Opens a snapshot. The caller holds the catalogue lock, has cleared leftovers, and has
/// counted the store's offers since.
pub(crate) async fn open(
    c: &mut Conn,
    snapshot: &OpenSnapshot,
    live_offers: u64,
) -> Result<OpenedSnapshot, Failure> {
    triggers::lock(c).await?;
    triggers::begin(c).await?;
    let row = writing::store_named(c, &snapshot.store).await?;
    let no: i64 = diesel::insert_into(snapshots::table)
        .values(&NewSnapshotRow::of(snapshot, row.no))
        .returning(snapshots::no)
        .get_result(c)
        .await?;
    let rows = diesel::update(catalogue_state::table.filter(catalogue_state::staging.is_null()))
        .set(catalogue_state::staging.eq(no))
        .execute(c)
        .await?;
    if rows != 1 {
        return Err(StoreError::Locked.into());
    }
    Ok(OpenedSnapshot {
        no: SnapshotNo(no),
        last_observed_at: row.last_observed_at.map(DbTs::at),
        full_observed_at: row.full_seen_at.map(DbTs::at),
        live_offers,
        doubted_until: row.doubted_until.map(DbTs::at),
        ambiguous: ambiguous(c, row.no).await?,
        store: row.try_into()?,
        lock: LockGuard::default(),
    })
}

/// The numbers that a store uses for several goods.
async fn ambiguous(c: &mut Conn, store: i64) -> Result<Vec<(Gtin, u32)>, Failure> {
    let found: Vec<(i64, i32)> = prepared::<(BigInt, Integer)>(
        "SELECT gtin, goods FROM ambiguous_gtins WHERE store_no = ? ORDER BY gtin",
    )
    .bind::<BigInt, _>(store)
    .load(c)
    .await?;
    let read = |(gtin, goods): (i64, i32)| {
        Some((
            Gtin::from_number(u64::try_from(gtin).ok()?)?,
            u32::try_from(goods).ok()?,
        ))
    };
    let read = |row| read(row).ok_or_else(|| rows::corrupt("ambiguous_gtins.gtin").into());
    found.into_iter().map(read).collect()
}

/// Keeps for how many goods a store uses numbers, where these are more than was known.
pub(crate) async fn save_ambiguous(c: &mut Conn, found: &[NumberUse]) -> Result<(), Failure> {
    if found.is_empty() {
        return Ok(());
    }
    prepared::<()>(concatcp!(
        "INSERT INTO ambiguous_gtins (store_no, gtin, goods) \
         SELECT g.store_no, g.gtin, max(g.goods) FROM ",
        GIVEN_USES,
        " AS g \
         JOIN stores s ON s.no = g.store_no WHERE true GROUP BY g.store_no, g.gtin \
         ON CONFLICT (store_no, gtin) DO UPDATE SET goods = excluded.goods \
         WHERE ambiguous_gtins.goods < excluded.goods",
    ))
    .bind::<SqlJson, _>(NumberUse::json(found))
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn known(
    c: &mut Conn,
    snapshot: SnapshotNo,
    offer_ids: &[String],
) -> Result<Vec<KnownOffer>, Failure> {
    let fence = fence_shared(c, snapshot).await?;
    let rows: Vec<KnownRow> = offers::table
        .filter(offers::store_no.eq(fence.store_no))
        .filter(among(
            offers::offer_id,
            offer_ids.iter().map(String::as_str),
        ))
        .filter(offers::from_rev.le(fence.revision))
        .filter(offers::to_rev.gt(fence.revision))
        .select(KnownRow::as_select())
        .load(c)
        .await?;
    let known = rows.into_iter().map(|row| row.known(fence.full_seen_at));
    Ok(known.collect::<Result<_, _>>()?)
}

/// Public ids for the new products of a batch: the wanted ones, or their next free suffix.
pub(crate) async fn free_ids(
    c: &mut Conn,
    wanted: &[&CanonicalProductId],
) -> Result<Vec<CanonicalProductId>, Failure> {
    let mut ids = FreeIds::new(wanted.iter().copied());
    loop {
        let candidates = ids.candidates();
        if candidates.is_empty() {
            return Ok(ids.found());
        }
        let taken: Vec<String> = prepared::<Text>(concatcp!(
            "SELECT canonical_id FROM products WHERE canonical_id",
            IN_TEXTS,
        ))
        .bind::<SqlJson, _>(DbJson::texts(candidates.iter().map(String::as_str)))
        .load(c)
        .await?;
        ids.settle(&taken.into_iter().collect::<HashSet<_>>());
    }
}

/// Stages the new products of a batch with their trade item numbers and keys; their numbers, in order.
pub(crate) async fn stage_products(
    c: &mut Conn,
    fence: &Fence,
    staged: &[StagedProduct],
) -> Result<Vec<ProductNo>, Failure> {
    if staged.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<_> = staged.iter().map(|product| &product.draft.id).collect();
    let ids = free_ids(c, &wanted).await?;
    let with_id = |(product, id): (&StagedProduct, &CanonicalProductId)| ProductColumns {
        canonical_id: id.as_str().to_owned(),
        ..ProductColumns::from(&product.draft)
    };
    let rows = staged.iter().zip(&ids).map(with_id).collect();
    let numbers = bulk::insert_products(c, rows, fence.next).await?;
    let numbered = || staged.iter().zip(&numbers);
    let gtins: Vec<GtinRow> = numbered()
        .flat_map(|(product, no)| GtinRow::all(*no, &product.draft.gtins, fence.next))
        .collect();
    bulk::insert_gtins(c, &gtins).await?;
    let keys = numbered().flat_map(|(product, no)| KeyRow::all(ProductNo(*no), &product.keys));
    bulk::insert_keys(c, keys.collect()).await?;
    Ok(numbers.into_iter().map(ProductNo).collect())
}

pub(crate) async fn unreplaced(
    c: &mut Conn,
    snapshot: SnapshotNo,
    after: Option<OfferNo>,
    limit: u32,
) -> Result<Vec<OfferNo>, Failure> {
    let fence = fence_shared(c, snapshot).await?;
    let numbers: Vec<i64> = prepared::<BigInt>(UNREPLACED)
        .bind::<BigInt, _>(fence.store_no)
        .bind::<BigInt, _>(fence.revision)
        .bind::<BigInt, _>(after.map_or(i64::MIN, |no| no.0))
        .bind::<BigInt, _>(i64::from(limit))
        .load(c)
        .await?;
    Ok(numbers.into_iter().map(OfferNo).collect())
}
