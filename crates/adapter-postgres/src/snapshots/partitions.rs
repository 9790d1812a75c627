//! Quarterly partitions of the price history, attached before the first segment needs them.

use std::collections::BTreeMap;

use adapter_sql::error::{LOCK_TIMEOUT, STATEMENT_TIMEOUT};
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::result::Error as SqlError;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use time::{Date, Month, OffsetDateTime, UtcOffset};

use crate::limits::Limits;

/// How long attaching waits for who reads segments that have no partition of their own, a backup for example; as long
/// others wait for it.
const PATIENCE: &str = "SET LOCAL lock_timeout = '100ms'";

/// Creates the partitions of the quarter that holds an instant and of the two after it, where they are missing, in the
/// caller's transaction.
pub async fn prepare_quarters(
    c: &mut AsyncPgConnection,
    now: OffsetDateTime,
) -> Result<(), Failure> {
    let mut next = now;
    for _ in 0..3 {
        let Some(quarter) = quarter(next) else {
            return Ok(());
        };
        next = quarter.to.midnight().assume_utc();
        create_partition(c, &quarter).await?;
    }
    Ok(())
}

/// Creates the partitions that the segments due to be moved belong to.
pub async fn create_partitions(c: &mut AsyncPgConnection, limits: &Limits) -> Result<(), Failure> {
    let begins = limits.read(c, quarters_to_move).await?;
    create_partitions_at(c, limits, begins.into_iter().map(DbTs::at)).await
}

async fn quarters_to_move(c: &mut AsyncPgConnection) -> Result<Vec<DbTs>, Failure> {
    Ok(prepared::<SqlTs>(
        "SELECT DISTINCT date_trunc('quarter', price_since, 'UTC') FROM offers \
         WHERE to_rev <= (SELECT revision FROM catalogue_state) \
             AND to_rev < 9223372036854775807 AND ends_segment",
    )
    .load(c)
    .await?)
}

/// Creates the partitions for the quarters that hold these instants, where they are missing. Where
/// somebody reads for so long that they cannot be attached now, or there is too much to move, segments go to the default
/// partition, from which they move when it is tried again.
pub async fn create_partitions_at(
    c: &mut AsyncPgConnection,
    limits: &Limits,
    begins: impl IntoIterator<Item = OffsetDateTime>,
) -> Result<(), Failure> {
    let quarters: BTreeMap<Date, Quarter> = begins
        .into_iter()
        .filter_map(quarter)
        .map(|quarter| (quarter.from, quarter))
        .collect();
    for quarter in quarters.into_values() {
        let creating = c.transaction(async |c| {
            limits.set(c).await?;
            create_partition(c, &quarter).await
        });
        match creating.await {
            Err(Failure::Sql(SqlError::DatabaseError(_, told)))
                if [LOCK_TIMEOUT, STATEMENT_TIMEOUT].contains(&told.message()) =>
            {
                let why = told.message();
                tracing::info!(partition = quarter.name, why, "not made yet");
            }
            made => made?,
        }
    }
    Ok(())
}

async fn create_partition(c: &mut AsyncPgConnection, quarter: &Quarter) -> Result<(), Failure> {
    let Quarter { name, from, to } = quarter;
    let missing = c.transaction(async |c| {
        let missing = prepared::<Bool>("SELECT to_regclass(?) IS NULL").bind::<Text, _>(name);
        missing.get_result::<bool>(c).await
    });
    if !missing.await? {
        return Ok(());
    }
    // the constraint spares the server a look at every row while others wait
    let holds = format!("from_at >= '{from} 00:00:00+00' AND from_at < '{to} 00:00:00+00'");
    let statements = format!(
        "{PATIENCE}; \
         CREATE TABLE {name} (LIKE price_segments INCLUDING ALL, \
             CONSTRAINT {name}_quarter CHECK ({holds})); \
         WITH moved AS (DELETE FROM price_segments_default WHERE {holds} RETURNING *) \
             INSERT INTO {name} SELECT * FROM moved; \
         ALTER TABLE price_segments ATTACH PARTITION {name} \
             FOR VALUES FROM ('{from} 00:00:00+00') TO ('{to} 00:00:00+00'); \
         ALTER TABLE {name} DROP CONSTRAINT {name}_quarter"
    );
    c.transaction(async |c| Ok(c.batch_execute(&statements).await?))
        .await
}

/// A quarter's partition.
#[derive(Debug, PartialEq, Eq)]
struct Quarter {
    name: String,
    from: Date,
    /// The first day that it does not hold.
    to: Date,
}

/// The quarter that holds an instant; `None` for years that no feed can mean, whose
/// segments go to the default partition.
fn quarter(at: OffsetDateTime) -> Option<Quarter> {
    let at = at.to_offset(UtcOffset::UTC);
    let year = at.year();
    if !(1970..=9000).contains(&year) {
        return None;
    }
    let (number, first, after) = match at.month() {
        Month::January | Month::February | Month::March => (1, Month::January, Month::April),
        Month::April | Month::May | Month::June => (2, Month::April, Month::July),
        Month::July | Month::August | Month::September => (3, Month::July, Month::October),
        Month::October | Month::November | Month::December => (4, Month::October, Month::January),
    };
    let to_year = if number == 4 { year + 1 } else { year };
    let from = Date::from_calendar_date(year, first, 1).ok()?;
    let to = Date::from_calendar_date(to_year, after, 1).ok()?;
    let name = format!("price_segments_{year}q{number}");
    Some(Quarter { name, from, to })
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::{Quarter, quarter};

    #[test]
    fn quarters_have_names_and_borders() {
        let last = quarter(datetime!(2026-12-31 23:59:59.999999 UTC));
        assert_eq!(
            last,
            Some(Quarter {
                name: "price_segments_2026q4".to_owned(),
                from: date!(2026 - 10 - 01),
                to: date!(2027 - 01 - 01),
            })
        );
        let east = quarter(datetime!(2026-04-01 01:00 +02:00)).map(|quarter| quarter.name);
        assert_eq!(east.as_deref(), Some("price_segments_2026q1"));
        assert_eq!(quarter(datetime!(1066-01-01 0:00 UTC)), None);
    }
}
