/// Importing a snapshot, but for `stage`, which each database does in its own fastest way: `fence`,
/// `live_offers`, `open`, `known`, `free_ids`, `learn`, `unreplaced`, `retire`.
#[macro_export]
macro_rules! snapshot_queries {
    ($conn:ty, $dialect:ident, [$($async:tt)?], [$($await:tt)*]) => {
        use std::collections::HashSet;

        use $crate::domain::gtin::Gtin;
        use $crate::domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
        use $crate::domain::matching::MatchKey;
        use $crate::domain::product::ProductGtin;
        use $crate::domain::store::StoreName;
        use $crate::ports_store::{
            KnownOffer, LockGuard, OpenSnapshot, OpenedSnapshot, StoreError,
        };
        use $crate::rows::{
            self, Fence, FenceRow, FenceTypes, FreeIds, GtinRow, KeyRow, KnownRow, NewSnapshotRow, NumberUse,
        };
        use $crate::schema::{
            catalogue_state, offers, product_gtins, product_keys, products, snapshots,
        };
        use $crate::types::{DbJson, DbTs, SqlJson, SqlTs};
        use $crate::{Failure, prepared};

        use diesel::sql_types::{BigInt, Integer, Nullable, Text};

        /// Rows of one multi-row insert.
        const ROWS: usize = 1000;

        /// The state under which an open snapshot stages, kept from other writers until the
        /// transaction ends; [`StoreError::Superseded`] when it is not the open one any more.
        pub(crate) $($async)? fn fence(c: &mut $conn, snapshot: SnapshotNo) -> Result<Fence, Failure> {
            let state: (i64, Option<i64>) = prepared::<(BigInt, Nullable<BigInt>)>(
                concat!("SELECT revision, staging FROM catalogue_state", $crate::for_update!($dialect)),
            )
            .get_result(c)$($await)*?;
            fence_at(c, snapshot, state)$($await)*
        }

        /// The same without keeping other writers off.
        pub(crate) $($async)? fn fence_shared(c: &mut $conn, snapshot: SnapshotNo) -> Result<Fence, Failure> {
            let state: (i64, Option<i64>) = prepared::<(BigInt, Nullable<BigInt>)>(
                "SELECT revision, staging FROM catalogue_state",
            )
            .get_result(c)$($await)*?;
            fence_at(c, snapshot, state)$($await)*
        }

        $($async)? fn fence_at(
            c: &mut $conn,
            snapshot: SnapshotNo,
            (revision, staging): (i64, Option<i64>),
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
            .get_result(c)$($await)*?;
            Ok(row.fence(revision))
        }

        /// How many offers of a store readers see: counted before the transaction that opens a
        /// snapshot, because it takes long for a large store.
        pub(crate) $($async)? fn live_offers(c: &mut $conn, store: &StoreName) -> Result<u64, Failure> {
            let offers: i64 = prepared::<BigInt>(
                "SELECT count(*) FROM offers \
                 WHERE store_no = (SELECT no FROM stores WHERE folded_name = ?) \
                 AND from_rev <= (SELECT revision FROM catalogue_state) \
                 AND to_rev > (SELECT revision FROM catalogue_state)",
            )
            .bind::<Text, _>(store.folded())
            .get_result(c)$($await)*?;
            Ok(u64::try_from(offers).unwrap_or_default())
        }

        /// Opens a snapshot. The caller holds the catalogue lock, has cleared leftovers, and has
        /// counted the store's offers since.
        pub(crate) $($async)? fn open(
            c: &mut $conn,
            snapshot: &OpenSnapshot,
            live_offers: u64,
        ) -> Result<OpenedSnapshot, Failure> {
            super::triggers::lock(c)$($await)*?;
            super::triggers::begin(c)$($await)*?;
            prune_changes(c)$($await)*?;
            let row = super::writing::store_named(c, &snapshot.store)$($await)*?;
            let no: i64 = diesel::insert_into(snapshots::table)
                .values(&NewSnapshotRow::of(snapshot, row.no))
                .returning(snapshots::no)
                .get_result(c)$($await)*?;
            let rows = diesel::update(catalogue_state::table.filter(catalogue_state::staging.is_null()))
                .set(catalogue_state::staging.eq(no))
                .execute(c)$($await)*?;
            if rows != 1 {
                return Err(StoreError::Locked.into());
            }
            Ok(OpenedSnapshot {
                no: SnapshotNo(no),
                last_observed_at: row.last_observed_at.map(DbTs::at),
                full_observed_at: row.full_seen_at.map(DbTs::at),
                live_offers,
                doubted_until: row.doubted_until.map(DbTs::at),
                ambiguous: ambiguous(c, row.no)$($await)*?,
                store: row.try_into()?,
                lock: LockGuard::default(),
            })
        }

        /// The numbers that a store uses for several goods.
        $($async)? fn ambiguous(c: &mut $conn, store: i64) -> Result<Vec<(Gtin, u32)>, Failure> {
            let found: Vec<(i64, i32)> = prepared::<(BigInt, Integer)>(
                "SELECT gtin, goods FROM ambiguous_gtins WHERE store_no = ? ORDER BY gtin",
            )
            .bind::<BigInt, _>(store)
            .load(c)$($await)*?;
            let read = |(gtin, goods): (i64, i32)| {
                Some((Gtin::from_number(u64::try_from(gtin).ok()?)?, u32::try_from(goods).ok()?))
            };
            let read = |row| read(row).ok_or_else(|| rows::corrupt("ambiguous_gtins.gtin").into());
            found.into_iter().map(read).collect()
        }

        /// Keeps for how many goods a store uses numbers, where these are more than was known.
        pub(crate) $($async)? fn save_ambiguous(
            c: &mut $conn,
            found: &[NumberUse],
        ) -> Result<(), Failure> {
            if found.is_empty() {
                return Ok(());
            }
            prepared::<()>(concat!(
                "INSERT INTO ambiguous_gtins (store_no, gtin, goods) \
                 SELECT g.store_no, g.gtin, max(g.goods) FROM ", $crate::given_uses!($dialect), " AS g \
                 JOIN stores s ON s.no = g.store_no WHERE true GROUP BY g.store_no, g.gtin \
                 ON CONFLICT (store_no, gtin) DO UPDATE SET goods = excluded.goods \
                 WHERE ambiguous_gtins.goods < excluded.goods",
            ))
            .bind::<SqlJson, _>(NumberUse::json(found))
            .execute(c)$($await)*?;
            Ok(())
        }

        /// Forgets the oldest changes beyond those that are kept, a few revisions at a time.
        $($async)? fn prune_changes(c: &mut $conn) -> Result<(), Failure> {
            prepared::<()>(
                "DELETE FROM changes WHERE revision IN (SELECT DISTINCT revision FROM changes \
                     WHERE revision <= (SELECT revision FROM catalogue_state) - ? \
                     ORDER BY revision LIMIT 10)",
            )
            .bind::<BigInt, _>($crate::KEPT_REVISIONS)
            .execute(c)$($await)*?;
            Ok(())
        }

        pub(crate) $($async)? fn known(
            c: &mut $conn,
            snapshot: SnapshotNo,
            offer_ids: &[String],
        ) -> Result<Vec<KnownOffer>, Failure> {
            let fence = fence_shared(c, snapshot)$($await)*?;
            let rows: Vec<KnownRow> = offers::table
                .filter(offers::store_no.eq(fence.store_no))
                .filter(offers::offer_id.eq_any(offer_ids))
                .filter(offers::from_rev.le(fence.revision))
                .filter(offers::to_rev.gt(fence.revision))
                .select(KnownRow::as_select())
                .load(c)$($await)*?;
            let known = rows.into_iter().map(|row| row.known(fence.full_seen_at));
            Ok(known.collect::<Result<_, _>>()?)
        }

        /// Public ids for the new products of a batch: the wanted ones, or their next free suffix.
        pub(crate) $($async)? fn free_ids(
            c: &mut $conn,
            wanted: &[&CanonicalProductId],
        ) -> Result<Vec<CanonicalProductId>, Failure> {
            let mut ids = FreeIds::new(wanted.iter().copied());
            loop {
                let candidates = ids.candidates();
                if candidates.is_empty() {
                    return Ok(ids.found());
                }
                let taken: Vec<String> = prepared::<Text>(concat!(
                    "SELECT canonical_id FROM products WHERE canonical_id", $crate::in_texts!($dialect),
                ))
                .bind::<SqlJson, _>(DbJson::texts(candidates.iter().map(String::as_str)))
                .load(c)$($await)*?;
                ids.settle(&taken.into_iter().collect::<HashSet<_>>());
            }
        }

        pub(crate) $($async)? fn unreplaced(
            c: &mut $conn,
            snapshot: SnapshotNo,
            after: Option<OfferNo>,
            limit: u32,
        ) -> Result<Vec<OfferNo>, Failure> {
            let fence = fence_shared(c, snapshot)$($await)*?;
            // the first page goes by the store, so that a small store is cheap in a large
            // catalogue; the others go by number (the plus hides the store's index), so that the
            // pages of a large store cost one pass together
            let numbers: Vec<i64> = prepared::<BigInt>(match after {
                None => "SELECT no FROM offers WHERE store_no = ? AND from_rev <= ? AND to_rev > ? \
                         AND no > ? ORDER BY no LIMIT ?",
                Some(_) => "SELECT no FROM offers WHERE +store_no = ? AND from_rev <= ? \
                            AND to_rev > ? AND no > ? ORDER BY no LIMIT ?",
            })
            .bind::<BigInt, _>(fence.store_no)
            .bind::<BigInt, _>(fence.revision)
            .bind::<BigInt, _>(fence.next)
            .bind::<BigInt, _>(after.map_or(i64::MIN, |no| no.0))
            .bind::<BigInt, _>(i64::from(limit))
            .load(c)$($await)*?;
            Ok(numbers.into_iter().map(OfferNo).collect())
        }

        pub(crate) $($async)? fn retire(
            c: &mut $conn,
            snapshot: SnapshotNo,
            retired: &[OfferNo],
        ) -> Result<(), Failure> {
            let fence = fence(c, snapshot)$($await)*?;
            let numbers = DbJson::numbers(retired.iter().map(|no| no.0));
            prepared::<()>(concat!(
                "UPDATE offers SET to_rev = ?, ends_segment = true, \
                     closed_at = ?, closed_seen_at = CASE WHEN seen_at < ? THEN ? ELSE seen_at END \
                 WHERE store_no = ? AND from_rev <= ? AND to_rev = 9223372036854775807 AND no",
                $crate::in_numbers!($dialect),
            ))
            .bind::<BigInt, _>(fence.next)
            .bind::<SqlTs, _>(fence.observed_at)
            .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
            .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
            .bind::<BigInt, _>(fence.store_no)
            .bind::<BigInt, _>(fence.revision)
            .bind::<SqlJson, _>(numbers.clone())
            .execute(c)$($await)*?;
            prepared::<()>(concat!(
                "INSERT INTO changes (revision, product_no) \
                 SELECT DISTINCT to_rev, product_no FROM offers WHERE to_rev = ? AND no",
                $crate::in_numbers!($dialect), "ON CONFLICT DO NOTHING",
            ))
            .bind::<BigInt, _>(fence.next)
            .bind::<SqlJson, _>(numbers)
            .execute(c)$($await)*?;
            super::triggers::nominate(c, &fence, rows::gone(retired))$($await)*
        }

        /// Adds a number to a product that does not have it yet, and its key; whether it was added.
        pub(crate) $($async)? fn learn(
            c: &mut $conn,
            fence: &Fence,
            product: ProductNo,
            gtin: &ProductGtin,
        ) -> Result<bool, Failure> {
            let row = GtinRow::at(product.0, 0, gtin, fence.next);
            let rows = prepared::<()>(
                "INSERT INTO product_gtins \
                     (product_no, gtin, provenance, confidence_milli, from_rev, place) \
                 SELECT ?, ?, ?, ?, ?, coalesce(max(place) + 1, 0) FROM product_gtins \
                 WHERE product_no = ? ON CONFLICT DO NOTHING",
            )
            .bind::<BigInt, _>(row.product_no)
            .bind::<BigInt, _>(row.gtin)
            .bind::<Text, _>(row.provenance)
            .bind::<Integer, _>(row.confidence_milli)
            .bind::<BigInt, _>(row.from_rev)
            .bind::<BigInt, _>(row.product_no)
            .execute(c)$($await)*?;
            if rows > 0 {
                let MatchKey(key) = MatchKey::of_gtin(gtin.gtin);
                diesel::insert_into(product_keys::table)
                    .values(&KeyRow { key, product_no: product.0 })
                    .on_conflict_do_nothing()
                    .execute(c)$($await)*?;
            }
            Ok(rows > 0)
        }
    };
}
