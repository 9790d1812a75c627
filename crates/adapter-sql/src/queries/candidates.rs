/// The products that an offer may belong to: `candidates`, `keyed`, `numbers_keyed`, `candidates_at`,
/// `item_prices`, `titles`.
#[macro_export]
macro_rules! candidate_queries {
    ($conn:ty, $dialect:ident, [$($async:tt)?], [$($await:tt)*]) => {
        use std::collections::BTreeMap;

        use $crate::domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
        use $crate::domain::matching::MatchKey;
        use $crate::ports_store::{AskedDoubt, Candidate, KeyedProduct};
        use $crate::rows::{self, CandidateParts, CandidateRow, GtinRow, KeyRow, KnownAsRow};
        use $crate::schema::{product_gtins, product_keys, products};
        use $crate::types::{DbJson, SqlJson};
        use $crate::{Failure, prepared};

        use diesel::sql_types::{BigInt, Bool, Text};

        /// How many products may share a key that finds them.
        const KEY_LIMIT: i64 = 50;

        pub(crate) $($async)? fn candidates(
            c: &mut $conn,
            snapshot: SnapshotNo,
            of: &[ProductNo],
            ids: &[CanonicalProductId],
        ) -> Result<Vec<Candidate>, Failure> {
            let store = super::snapshots::fence_shared(c, snapshot)$($await)*?.store_no;
            let numbers: Vec<i64> = of.iter().map(|no| no.0).collect();
            let mut found = candidates_at(c, &numbers, Some(store))$($await)*?;
            if ids.is_empty() {
                return Ok(found);
            }
            let named: Vec<(String, i64)> = prepared::<(Text, BigInt)>(concat!(
                "SELECT canonical_id, coalesce(merged_into, no) FROM products WHERE canonical_id",
                $crate::in_texts!($dialect),
            ))
            .bind::<SqlJson, _>(DbJson::texts(ids.iter().map(CanonicalProductId::as_str)))
            .load(c)$($await)*?;
            let numbers: Vec<i64> = named.iter().map(|(_, no)| *no).collect();
            for candidate in candidates_at(c, &numbers, Some(store))$($await)*? {
                // under each id that leads to it, and under its own
                let called = named.iter().filter(|(_, no)| *no == candidate.product.0);
                for (id, _) in called.filter(|(id, _)| id != candidate.id.as_str()) {
                    let id = CanonicalProductId::parse(id);
                    let id = id.ok_or_else(|| rows::corrupt("products.canonical_id"))?;
                    found.push(Candidate { id, ..candidate.clone() });
                }
                found.push(candidate);
            }
            found.sort_by(|a, b| (a.product, &a.id).cmp(&(b.product, &b.id)));
            found.dedup_by(|a, b| (a.product, &a.id) == (b.product, &b.id));
            Ok(found)
        }

        /// The products that have one of the keys, each with each; a key that very many have finds none.
        pub(crate) $($async)? fn keyed(
            c: &mut $conn,
            snapshot: SnapshotNo,
            keys: &[MatchKey],
        ) -> Result<Vec<KeyedProduct>, Failure> {
            super::snapshots::fence_shared(c, snapshot)$($await)*?;
            let rows: Vec<KeyRow> = prepared::<(Text, BigInt)>(concat!(
                "SELECT k.key, k.product_no FROM", $crate::given_texts!($dialect),
                "JOIN product_keys k ON k.key = given.value \
                 WHERE NOT EXISTS (SELECT 1 FROM product_keys o WHERE o.key = given.value LIMIT 1 OFFSET ?)",
            ))
            .bind::<SqlJson, _>(DbJson::texts(keys.iter().map(|key| key.0.as_str())))
            .bind::<BigInt, _>(KEY_LIMIT)
            .load(c)$($await)*?;
            let keyed = |row: KeyRow| KeyedProduct {
                key: MatchKey(row.key),
                product: ProductNo(row.product_no),
            };
            Ok(rows.into_iter().map(keyed).collect())
        }

        /// The numbers of the products that have one of the keys, in order; a key that very many have finds none.
        pub(crate) $($async)? fn numbers_keyed(
            c: &mut $conn,
            keys: &[MatchKey],
        ) -> Result<Vec<i64>, Failure> {
            let mut numbers: Vec<i64> = prepared::<BigInt>(concat!(
                "SELECT DISTINCT k.product_no FROM", $crate::given_texts!($dialect),
                "JOIN product_keys k ON k.key = given.value \
                 WHERE NOT EXISTS (SELECT 1 FROM product_keys o WHERE o.key = given.value LIMIT 1 OFFSET ?)",
            ))
            .bind::<SqlJson, _>(DbJson::texts(keys.iter().map(|key| key.0.as_str())))
            .bind::<BigInt, _>(KEY_LIMIT)
            .load(c)$($await)*?;
            numbers.sort_unstable();
            Ok(numbers)
        }

        /// The candidates with these numbers, in order of number. What the offers of the store `except` call them is left out:
        /// it is no evidence for that store's own offers.
        pub(crate) $($async)? fn candidates_at(
            c: &mut $conn,
            numbers: &[i64],
            except: Option<i64>,
        ) -> Result<Vec<Candidate>, Failure> {
            let rows: Vec<CandidateRow> = products::table
                .filter(products::no.eq_any(numbers))
                .filter(products::merged_into.is_null())
                .order(products::no)
                .select(CandidateRow::as_select())
                .load(c)$($await)*?;
            let mut parts: BTreeMap<i64, CandidateParts> = BTreeMap::new();
            let gtins: Vec<GtinRow> = product_gtins::table
                .filter(product_gtins::product_no.eq_any(numbers))
                .order((product_gtins::product_no, product_gtins::place))
                .select(GtinRow::as_select())
                .load(c)$($await)*?;
            for row in gtins {
                parts.entry(row.product_no).or_default().gtins.push(row);
            }
            let keys: Vec<KeyRow> = product_keys::table
                .filter(product_keys::product_no.eq_any(numbers))
                .select(KeyRow::as_select())
                .load(c)$($await)*?;
            for KeyRow { key, product_no } in keys {
                parts.entry(product_no).or_default().keys.push(key);
            }
            let doubts: Vec<(i64, i64, bool)> = prepared::<(BigInt, BigInt, Bool)>(concat!(
                "SELECT product_no, candidate_no, is_settled FROM match_reviews \
                 WHERE product_no", $crate::in_numbers!($dialect),
                "ORDER BY product_no, candidate_no, no",
            ))
            .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
            .load(c)$($await)*?;
            for (product, candidate, is_settled) in doubts {
                let candidate = ProductNo(candidate);
                let asked = &mut parts.entry(product).or_default().asked;
                asked.push(AskedDoubt { candidate, is_settled });
            }
            let said: Vec<KnownAsRow> = prepared::<(BigInt, Text, Text, Text, Text, Text)>(concat!(
                "SELECT merged_into, name, brand, model, variant, mpn FROM products \
                 WHERE merged_by = 'person' AND merged_into", $crate::in_numbers!($dialect),
                "ORDER BY no",
            ))
            .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
            .load(c)$($await)*?;
            for row in said {
                parts.entry(row.merged_into).or_default().known_as.push(row.into());
            }
            for (product, titles) in titles(c, numbers, except)$($await)*? {
                parts.entry(product).or_default().titles = titles;
            }
            for (product, lowest, highest) in item_prices(c, numbers)$($await)*? {
                parts.entry(product).or_default().item_minor = Some((lowest, highest));
            }
            let candidate = |row: CandidateRow| {
                let parts = parts.remove(&row.no).unwrap_or_default();
                rows::candidate(row, parts)
            };
            Ok(rows.into_iter().map(candidate).collect::<Result<_, _>>()?)
        }

        /// The least and the most that is asked for products, as readers see it, in minor units.
        $($async)? fn item_prices(
            c: &mut $conn,
            numbers: &[i64],
        ) -> Result<Vec<(i64, i64, i64)>, Failure> {
            Ok(prepared::<(BigInt, BigInt, BigInt)>(concat!(
                "SELECT product_no, min(item_minor), max(item_minor) FROM offers \
                 WHERE from_rev <= (SELECT revision FROM catalogue_state) \
                     AND to_rev > (SELECT revision FROM catalogue_state) \
                     AND NOT quarantined AND product_no", $crate::in_numbers!($dialect),
                "GROUP BY product_no",
            ))
            .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
            .load(c)$($await)*?)
        }

        /// What the offers that readers see call products, but those of one store.
        $($async)? fn titles(
            c: &mut $conn,
            numbers: &[i64],
            except: Option<i64>,
        ) -> Result<BTreeMap<i64, Vec<String>>, Failure> {
            let rows: Vec<(i64, String)> = prepared::<(BigInt, Text)>(concat!(
                "SELECT product_no, title FROM ( \
                     SELECT product_no, title, \
                         row_number() OVER (PARTITION BY product_no ORDER BY first_no) AS place \
                     FROM (SELECT o.product_no, o.title, min(o.no) AS first_no \
                         FROM offers o JOIN products p ON p.no = o.product_no \
                         WHERE o.from_rev <= (SELECT revision FROM catalogue_state) \
                             AND o.to_rev > (SELECT revision FROM catalogue_state) \
                             AND o.title <> p.name AND o.title <> '' AND o.store_no <> ? \
                             AND o.product_no", $crate::in_numbers!($dialect),
                        "GROUP BY o.product_no, o.title) AS called) AS placed \
                 WHERE place <= ? ORDER BY product_no, place",
            ))
            .bind::<BigInt, _>(except.unwrap_or(i64::MIN))
            .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
            .bind::<BigInt, _>($crate::domain::num::i64_from_usize(Candidate::TITLES))
            .load(c)$($await)*?;
            let mut titles: BTreeMap<i64, Vec<String>> = BTreeMap::new();
            for (product, title) in rows {
                titles.entry(product).or_default().push(title);
            }
            Ok(titles)
        }
    };
}
