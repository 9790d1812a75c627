//! A condition on many values whose statement is the same however many they are.

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{Array, Bool, HasSqlType};
use diesel::sqlite::Sqlite;

use crate::types::{DbJson, SqlJson};

/// A column is one of some values, which are bound in one place: on `PostgreSQL` an array, on SQLite a JSON array. So it is
/// prepared once for each connection; on SQLite the text of diesel's `eq_any` has a place for each value, and is prepared
/// anew at each use.
#[derive(Debug, Clone)]
pub struct Among<Column, Values> {
    column: Column,
    values: Values,
}

impl<Column, Values> Among<Column, Values> {
    /// The condition.
    pub const fn new(column: Column, values: Values) -> Self {
        Self { column, values }
    }
}

impl<Column: QueryId, Values> QueryId for Among<Column, Values> {
    type QueryId = Among<Column::QueryId, ()>;
    const HAS_STATIC_QUERY_ID: bool = Column::HAS_STATIC_QUERY_ID;
}

impl<Column: Expression, Values> Expression for Among<Column, Values> {
    type SqlType = Bool;
}

impl<Column: AppearsOnTable<From>, Values, From> AppearsOnTable<From> for Among<Column, Values> {}

impl<Column, Values> ValidGrouping<()> for Among<Column, Values> {
    type IsAggregate = is_aggregate::No;
}

impl<Column, Value> QueryFragment<Pg> for Among<Column, Vec<Value>>
where
    Column: Expression<SqlType: 'static> + QueryFragment<Pg>,
    Pg: HasSqlType<Array<Column::SqlType>>,
    Vec<Value>: ToSql<Array<Column::SqlType>, Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" = ANY(");
        out.push_bind_param::<Array<Column::SqlType>, _>(&self.values)?;
        out.push_sql(")");
        Ok(())
    }
}

impl<Column: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Among<Column, DbJson> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" IN (SELECT value FROM json_each(");
        out.push_bind_param::<SqlJson, _>(&self.values)?;
        out.push_sql("))");
        Ok(())
    }
}
