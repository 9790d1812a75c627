//! SQL types with one Rust form for both databases.

use std::io::Write;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, Jsonb, SqlType, Text, Timestamptz, Uuid as PgUuid};
use diesel::sqlite::Sqlite;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::error::ComponentRange;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// An instant: `timestamptz`, or microseconds since 1970.
#[derive(Debug, Clone, Copy, Default, SqlType, QueryId)]
#[diesel(
    postgres_type(oid = 1184, array_oid = 1185),
    sqlite_type(name = "Long")
)]
pub struct SqlTs;

/// A JSON document: `jsonb`, or text.
#[derive(Debug, Clone, Copy, Default, SqlType, QueryId)]
#[diesel(
    postgres_type(oid = 3802, array_oid = 3807),
    sqlite_type(name = "Text")
)]
pub struct SqlJson;

/// An id: `uuid`, or its text.
#[derive(Debug, Clone, Copy, Default, SqlType, QueryId)]
#[diesel(
    postgres_type(oid = 2950, array_oid = 2951),
    sqlite_type(name = "Text")
)]
pub struct SqlUuid;

/// An instant as both databases keep it: whole microseconds, UTC.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    AsExpression,
    FromSqlRow,
    Serialize,
    Deserialize,
)]
#[serde(into = "i64", try_from = "i64")]
#[diesel(sql_type = SqlTs)]
pub struct DbTs(OffsetDateTime);

/// Microseconds of a second.
const MICROS: i64 = 1_000_000;

impl DbTs {
    /// The instant without what is below a microsecond, which neither database keeps.
    pub fn new(at: OffsetDateTime) -> Self {
        let whole = at.nanosecond() / 1000 * 1000;
        Self(at.replace_nanosecond(whole).unwrap_or(at))
    }

    /// The instant.
    pub const fn at(self) -> OffsetDateTime {
        self.0
    }

    /// Microseconds since 1970: they fit, whatever year of the calendar it is.
    fn micros(self) -> i64 {
        self.0.unix_timestamp() * MICROS + i64::from(self.0.microsecond())
    }
}

impl From<DbTs> for i64 {
    fn from(at: DbTs) -> Self {
        at.micros()
    }
}

impl TryFrom<i64> for DbTs {
    type Error = ComponentRange;

    fn try_from(micros: i64) -> Result<Self, ComponentRange> {
        let second = OffsetDateTime::from_unix_timestamp(micros.div_euclid(MICROS))?;
        Ok(Self(
            second + Duration::microseconds(micros.rem_euclid(MICROS)),
        ))
    }
}

/// A JSON document.
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow, Serialize, Deserialize)]
#[serde(transparent)]
#[diesel(sql_type = SqlJson)]
pub struct DbJson(pub Value);

impl DbJson {
    /// An array of numbers, for the dialect's `IN_NUMBERS`.
    pub fn numbers(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self(numbers.into_iter().collect())
    }

    /// An array of pairs, each of a row's number and what is said of it, for the dialect's `GIVEN_PAIRS`.
    pub fn pairs(pairs: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let pair = |(no, value)| serde_json::json!([no, value]);
        Self(pairs.into_iter().map(pair).collect())
    }

    /// An array of texts, for the dialect's `IN_TEXTS`.
    pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self(texts.into_iter().collect())
    }

    /// An array of ids, for the dialect's `IN_IDS`.
    pub fn ids(ids: impl IntoIterator<Item = DbUuid>) -> Self {
        Self(ids.into_iter().map(|id| id.0.to_string()).collect())
    }
}

/// An array of numbers or of texts, for the dialect's `among`.
impl<T: Into<Value>> FromIterator<T> for DbJson {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// An id.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    AsExpression,
    FromSqlRow,
    Serialize,
    Deserialize,
)]
#[serde(into = "String", try_from = "String")]
#[diesel(sql_type = SqlUuid)]
pub struct DbUuid(pub Uuid);

impl From<DbUuid> for String {
    fn from(id: DbUuid) -> Self {
        id.0.hyphenated().to_string()
    }
}

impl TryFrom<String> for DbUuid {
    type Error = uuid::Error;

    fn try_from(text: String) -> Result<Self, uuid::Error> {
        Ok(Self(Uuid::try_parse(&text)?))
    }
}

impl ToSql<SqlUuid, Pg> for DbUuid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<PgUuid, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<SqlUuid, Pg> for DbUuid {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<PgUuid, Pg>::from_sql(value).map(Self)
    }
}

impl ToSql<SqlUuid, Sqlite> for DbUuid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(String::from(*self));
        Ok(IsNull::No)
    }
}

impl FromSql<SqlUuid, Sqlite> for DbUuid {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text: String = FromSql::<Text, Sqlite>::from_sql(value)?;
        Ok(Self::try_from(text)?)
    }
}

impl ToSql<SqlTs, Pg> for DbTs {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Timestamptz, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<SqlTs, Pg> for DbTs {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<Timestamptz, Pg>::from_sql(value).map(Self)
    }
}

impl ToSql<SqlTs, Sqlite> for DbTs {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.micros());
        Ok(IsNull::No)
    }
}

impl FromSql<SqlTs, Sqlite> for DbTs {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let micros: i64 = FromSql::<BigInt, Sqlite>::from_sql(value)?;
        Ok(Self::try_from(micros)?)
    }
}

impl ToSql<SqlJson, Pg> for DbJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Jsonb, Pg>::to_sql(&self.0, out)
    }
}

impl FromSql<SqlJson, Pg> for DbJson {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        FromSql::<Jsonb, Pg>::from_sql(value).map(Self)
    }
}

impl ToSql<SqlJson, Sqlite> for DbJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.to_string());
        Ok(IsNull::No)
    }
}

impl FromSql<SqlJson, Sqlite> for DbJson {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text: String = FromSql::<Text, Sqlite>::from_sql(value)?;
        Ok(Self(serde_json::from_str(&text)?))
    }
}

/// A JSON document that is written as text already: for bulk work, where a tree of values costs more
/// than the row.
#[derive(Debug, Clone, PartialEq, Eq, AsExpression)]
#[diesel(sql_type = SqlJson)]
pub struct WrittenJson(pub String);

impl ToSql<SqlJson, Pg> for WrittenJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&[1])?; // version of jsonb's binary form
        out.write_all(self.0.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl ToSql<SqlJson, Sqlite> for WrittenJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.as_str());
        Ok(IsNull::No)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::DbTs;

    #[test]
    fn an_instant_is_its_microseconds() {
        for (at, micros) in [
            (datetime!(1970-01-01 0:00 UTC), 0),
            (datetime!(1969-12-31 23:59:59.999_999 UTC), -1),
            (
                datetime!(2026-03-01 12:00:00.000_001 UTC),
                1_772_366_400_000_001,
            ),
            (datetime!(0001-01-01 0:00 UTC), -62_135_596_800_000_000),
            (
                datetime!(9999-12-31 23:59:59.999_999 UTC),
                253_402_300_799_999_999,
            ),
        ] {
            assert_eq!(i64::from(DbTs::new(at)), micros);
            assert_eq!(DbTs::try_from(micros).map(DbTs::at), Ok(at));
        }
        for beyond in [i64::MIN, i64::MAX] {
            assert!(DbTs::try_from(beyond).is_err());
        }
    }
}
