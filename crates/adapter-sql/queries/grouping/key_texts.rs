//! Keys of matching that earlier programs kept as texts become numbers.

use adapter_sql::rows::KeyRow;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Bool, Text};
use domain::placement::MatchKey;

use crate::bulk;
use crate::dialect::{Conn, HAS_KEY_TEXTS, RunQueryDsl};

/// How many are read at once.
const PAGE: i64 = 50_000;

/// Makes all of them numbers, in the transaction that brings the schema up to date.
pub(crate) async fn convert(c: &mut Conn) -> Result<(), Failure> {
    let has_texts: bool = prepared::<Bool>(HAS_KEY_TEXTS).get_result(c).await?;
    if !has_texts {
        return Ok(());
    }
    let mut last = (String::new(), i64::MIN);
    loop {
        let (text, product) = last.clone();
        let page: Vec<(String, i64)> = prepared::<(Text, BigInt)>(
            "SELECT key, product_no FROM product_key_texts WHERE (key, product_no) > (?, ?) \
             ORDER BY key, product_no LIMIT ?",
        )
        .bind::<Text, _>(text)
        .bind::<BigInt, _>(product)
        .bind::<BigInt, _>(PAGE)
        .load(c)
        .await?;
        let rows = page.iter().map(|(text, product_no)| KeyRow {
            key: MatchKey::of_kept_text(text).number(),
            product_no: *product_no,
        });
        bulk::add_keys(c, rows.collect()).await?;
        let Some(end) = page.into_iter().next_back() else {
            break;
        };
        last = end;
    }
    prepared::<()>("DROP TABLE product_key_texts")
        .execute(c)
        .await?;
    Ok(())
}
