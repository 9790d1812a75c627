/// Which products are the same: `list_doubts`, `find_doubt`, `list_candidates`, `find_candidates`,
/// `apply`, `find_lexicon`, `save_lexicon`, `count_products`.
///
/// The reading ones run in one transaction that sees one state; for `apply` the caller holds the
/// catalogue lock and has cleared what a killed import left.
#[macro_export]
macro_rules! matching_queries {
    ($conn:ty, $dialect:ident, [$($async:tt)?], [$($await:tt)*]) => {
        use std::collections::{BTreeMap, BTreeSet};

        use $crate::domain::ids::{DoubtNo, ProductNo, StoreNo};
        use $crate::domain::matching::MatchKey;
        use $crate::domain::watch::Freshness;
        use $crate::ports_store::{
            Candidate, DoubtfulMatch, EditedMatches, MatchEdit, OfferedCandidate,
            StoredLexicon,
        };
        use $crate::rows::{DoubtRow, KeyRow};
        use $crate::schema::product_keys;
        use $crate::types::{DbJson, SqlJson};
        use $crate::{Failure, prepared};

        use diesel::sql_types::{BigInt, Text};

        pub(crate) $($async)? fn list_doubts(
            c: &mut $conn,
            after: Option<DoubtNo>,
            limit: u32,
        ) -> Result<Vec<DoubtfulMatch>, Failure> {
            let after = after.map_or(i64::MIN, |no| no.0);
            doubts(c, (after, i64::MAX), i64::from(limit))$($await)*
        }

        pub(crate) $($async)? fn find_doubt(
            c: &mut $conn,
            no: DoubtNo,
        ) -> Result<Option<DoubtfulMatch>, Failure> {
            Ok(doubts(c, (no.0.saturating_sub(1), no.0), 1)$($await)*?.pop())
        }

        /// Open doubts with numbers above one and up to another, in order.
        $($async)? fn doubts(
            c: &mut $conn,
            (above, up_to): (i64, i64),
            limit: i64,
        ) -> Result<Vec<DoubtfulMatch>, Failure> {
            let revision = super::reading::revision(c)$($await)*?;
            type Names = (BigInt, Text, Text, BigInt, Text, Text, BigInt, Text, Text, Text);
            let rows: Vec<DoubtRow> = prepared::<Names>(
                "SELECT r.no, s.name, r.offer_id, p.no, p.canonical_id, p.name, q.no, q.canonical_id, \
                     q.name, r.reason \
                 FROM match_reviews r JOIN stores s ON s.no = r.store_no \
                 JOIN products p ON p.no = r.product_no JOIN products q ON q.no = r.candidate_no \
                 WHERE NOT r.is_settled AND r.no > ? AND r.no <= ? AND r.from_rev <= ? \
                     AND p.from_rev <= ? AND q.from_rev <= ? \
                     AND p.merged_into IS NULL AND q.merged_into IS NULL \
                 ORDER BY r.no LIMIT ?",
            )
            .bind::<BigInt, _>(above)
            .bind::<BigInt, _>(up_to)
            .bind::<BigInt, _>(revision)
            .bind::<BigInt, _>(revision)
            .bind::<BigInt, _>(revision)
            .bind::<BigInt, _>(limit)
            .load(c)$($await)*?;
            Ok(rows.into_iter().map(DoubtfulMatch::try_from).collect::<Result<_, _>>()?)
        }

        pub(crate) $($async)? fn list_candidates(
            c: &mut $conn,
            after: Option<ProductNo>,
            limit: u32,
        ) -> Result<Vec<OfferedCandidate>, Failure> {
            let revision = super::reading::revision(c)$($await)*?;
            let numbers: Vec<i64> = prepared::<BigInt>(
                "SELECT no FROM products WHERE no > ? AND from_rev <= ? AND merged_into IS NULL \
                 ORDER BY no LIMIT ?",
            )
            .bind::<BigInt, _>(after.map_or(i64::MIN, |no| no.0))
            .bind::<BigInt, _>(revision)
            .bind::<BigInt, _>(i64::from(limit))
            .load(c)$($await)*?;
            let candidates = super::snapshots::candidates_at(c, &numbers)$($await)*?;
            offered(c, candidates)$($await)*
        }

        pub(crate) $($async)? fn find_candidates(
            c: &mut $conn,
            products: &[ProductNo],
        ) -> Result<Vec<OfferedCandidate>, Failure> {
            let revision = super::reading::revision(c)$($await)*?;
            let numbers: Vec<i64> = prepared::<BigInt>(concat!(
                "SELECT no FROM products WHERE from_rev <= ? AND no", $crate::in_numbers!($dialect),
            ))
            .bind::<BigInt, _>(revision)
            .bind::<SqlJson, _>(DbJson::numbers(products.iter().map(|no| no.0)))
            .load(c)$($await)*?;
            let candidates = super::snapshots::candidates_at(c, &numbers)$($await)*?;
            offered(c, candidates)$($await)*
        }

        /// Candidates with the stores that offer them now.
        $($async)? fn offered(
            c: &mut $conn,
            candidates: Vec<Candidate>,
        ) -> Result<Vec<OfferedCandidate>, Failure> {
            let revision = super::reading::revision(c)$($await)*?;
            let rows: Vec<(i64, i64)> = prepared::<(BigInt, BigInt)>(concat!(
                "SELECT DISTINCT product_no, store_no FROM offers \
                 WHERE from_rev <= ? AND to_rev > ? AND product_no", $crate::in_numbers!($dialect),
                "ORDER BY product_no, store_no",
            ))
            .bind::<BigInt, _>(revision)
            .bind::<BigInt, _>(revision)
            .bind::<SqlJson, _>(DbJson::numbers(candidates.iter().map(|c| c.product.0)))
            .load(c)$($await)*?;
            let mut stores: BTreeMap<i64, Vec<StoreNo>> = BTreeMap::new();
            for (product, store) in rows {
                stores.entry(product).or_default().push(StoreNo(store));
            }
            let with_stores = |candidate: Candidate| OfferedCandidate {
                stores: stores.remove(&candidate.product.0).unwrap_or_default(),
                candidate,
            };
            Ok(candidates.into_iter().map(with_stores).collect())
        }

        pub(crate) $($async)? fn count_products(c: &mut $conn) -> Result<u64, Failure> {
            let count: i64 = prepared::<BigInt>(
                "SELECT count(*) FROM products WHERE merged_into IS NULL \
                 AND from_rev <= (SELECT revision FROM catalogue_state)",
            )
            .get_result(c)$($await)*?;
            Ok(u64::try_from(count).unwrap_or_default())
        }

        pub(crate) $($async)? fn find_lexicon(c: &mut $conn) -> Result<Option<StoredLexicon>, Failure> {
            let row: Option<(i64, String)> =
                prepared::<(BigInt, Text)>("SELECT products, words FROM lexicons")
                    .get_result(c)$($await)*
                    .optional()?;
            Ok(row.map(|(products, words)| StoredLexicon {
                products: u64::try_from(products).unwrap_or_default(),
                words,
            }))
        }

        pub(crate) $($async)? fn save_lexicon(
            c: &mut $conn,
            lexicon: &StoredLexicon,
        ) -> Result<(), Failure> {
            prepared::<()>(
                "INSERT INTO lexicons (one, products, words) VALUES (1, ?, ?) \
                 ON CONFLICT (one) DO UPDATE SET products = excluded.products, words = excluded.words",
            )
            .bind::<BigInt, _>(i64::try_from(lexicon.products).unwrap_or(i64::MAX))
            .bind::<Text, _>(lexicon.words.clone())
            .execute(c)$($await)*?;
            Ok(())
        }

        pub(crate) $($async)? fn apply(
            c: &mut $conn,
            edits: &[MatchEdit],
            freshness: Freshness,
        ) -> Result<EditedMatches, Failure> {
            super::triggers::lock(c)$($await)*?;
            let next = super::writing::locked_revision(c)$($await)*? + 1;
            let mut edited = EditedMatches::default();
            let mut changed = Vec::new();
            for edit in edits {
                match edit {
                    MatchEdit::Merge { product, into, rung, confidence } => {
                        if can_merge(c, *product, *into)$($await)*? {
                            let found = (rung.code(), i32::from(confidence.milli()));
                            super::merging::merge(c, (product.0, into.0), found, next)$($await)*?;
                            changed.extend([product.0, into.0]);
                            edited.merged += 1;
                        } else {
                            edited.refused += 1;
                        }
                    }
                    MatchEdit::Keep { product } => {
                        if keep(c, *product)$($await)*? {
                            changed.push(product.0);
                        }
                    }
                    MatchEdit::Doubt { product, candidate, reason } => {
                        let rows = doubt(c, (*product, *candidate), reason, next)$($await)*?;
                        edited.doubts += $crate::domain::num::u64_from_usize(rows);
                    }
                    MatchEdit::Rekey { product, keys } => rekey(c, *product, keys)$($await)*?,
                }
            }
            changed.sort_unstable();
            changed.dedup();
            if !changed.is_empty() || edited.doubts > 0 {
                super::writing::record_changes(c, next, &changed)$($await)*?;
                super::writing::set_revision(c, next)$($await)*?;
                super::triggers::look(c, next, &changed, freshness)$($await)*?;
            }
            Ok(edited)
        }

        /// Whether both are products of their own, and nobody has said that they are two.
        $($async)? fn can_merge(
            c: &mut $conn,
            product: ProductNo,
            into: ProductNo,
        ) -> Result<bool, Failure> {
            if product == into {
                return Ok(false);
            }
            let both: i64 = prepared::<BigInt>(
                "SELECT count(*) FROM products WHERE no IN (?, ?) AND merged_into IS NULL",
            )
            .bind::<BigInt, _>(product.0)
            .bind::<BigInt, _>(into.0)
            .get_result(c)$($await)*?;
            let settled: i64 = prepared::<BigInt>(
                "SELECT count(*) FROM match_reviews \
                 WHERE is_settled AND (product_no, candidate_no) IN (VALUES (?, ?), (?, ?))",
            )
            .bind::<BigInt, _>(product.0)
            .bind::<BigInt, _>(into.0)
            .bind::<BigInt, _>(into.0)
            .bind::<BigInt, _>(product.0)
            .get_result(c)$($await)*?;
            Ok(both == 2 && settled == 0)
        }

        /// Settles the doubts about a product; whether it was in review, which answers show.
        $($async)? fn keep(c: &mut $conn, product: ProductNo) -> Result<bool, Failure> {
            prepared::<()>("UPDATE match_reviews SET is_settled = true WHERE product_no = ?")
                .bind::<BigInt, _>(product.0)
                .execute(c)$($await)*?;
            let rows = prepared::<()>("UPDATE products SET in_review = false WHERE in_review AND no = ?")
                .bind::<BigInt, _>(product.0)
                .execute(c)$($await)*?;
            Ok(rows > 0)
        }

        $($async)? fn doubt(
            c: &mut $conn,
            (product, candidate): (ProductNo, ProductNo),
            reason: &str,
            next: i64,
        ) -> Result<usize, Failure> {
            let rows = prepared::<()>(
                "INSERT INTO match_reviews \
                     (store_no, offer_id, product_no, candidate_no, reason, from_rev) \
                 SELECT o.store_no, o.offer_id, o.product_no, ?, ?, CAST(? AS bigint) FROM offers o \
                 WHERE o.product_no = ? AND o.from_rev < ? AND o.to_rev >= ? \
                     AND EXISTS (SELECT 1 FROM products q \
                         WHERE q.no = ? AND q.no <> o.product_no AND q.merged_into IS NULL) \
                     AND NOT EXISTS (SELECT 1 FROM match_reviews r \
                         WHERE r.product_no = o.product_no AND r.candidate_no = ?) \
                     AND NOT EXISTS (SELECT 1 FROM match_reviews r WHERE r.is_settled \
                         AND r.product_no = ? AND r.candidate_no = o.product_no) \
                 ORDER BY o.no LIMIT 1 ON CONFLICT DO NOTHING",
            )
            .bind::<BigInt, _>(candidate.0)
            .bind::<Text, _>(reason.to_owned())
            .bind::<BigInt, _>(next)
            .bind::<BigInt, _>(product.0)
            .bind::<BigInt, _>(next)
            .bind::<BigInt, _>(next)
            .bind::<BigInt, _>(candidate.0)
            .bind::<BigInt, _>(candidate.0)
            .bind::<BigInt, _>(candidate.0)
            .execute(c)$($await)*?;
            Ok(rows)
        }

        $($async)? fn rekey(
            c: &mut $conn,
            product: ProductNo,
            keys: &[MatchKey],
        ) -> Result<(), Failure> {
            diesel::delete(product_keys::table.filter(product_keys::product_no.eq(product.0)))
                .execute(c)$($await)*?;
            let keys: BTreeSet<&str> = keys.iter().map(|key| key.0.as_str()).collect();
            let row = |key: &str| KeyRow { key: key.to_owned(), product_no: product.0 };
            let rows: Vec<KeyRow> = keys.into_iter().map(row).collect();
            diesel::insert_into(product_keys::table).values(rows).execute(c)$($await)*?;
            Ok(())
        }
    };
}
