//! A condition on many values whose statement is the same however many they are.

use adapter_sql::types::{DbJson, SqlJson};
use diesel::QueryResult;
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::Bool;
use diesel::sqlite::Sqlite;

/// A column is one of some values, which are bound as one JSON array.
#[derive(Debug, Clone, QueryId)]
pub struct Among<Column> {
    column: Column,
    values: DbJson,
}

/// A condition that a column is one of these values. It is prepared once for each connection: the text of `eq_any` has a
/// place for each value, and is prepared anew at each use.
pub fn among<Column, Values>(column: Column, values: Values) -> Among<Column>
where
    Values: IntoIterator,
    DbJson: FromIterator<Values::Item>,
{
    Among {
        column,
        values: values.into_iter().collect(),
    }
}

impl<Column: Expression> Expression for Among<Column> {
    type SqlType = Bool;
}

impl<Column, From> AppearsOnTable<From> for Among<Column> where Column: AppearsOnTable<From> {}

impl<Column, From> SelectableExpression<From> for Among<Column> where
    Column: SelectableExpression<From>
{
}

impl<Column> ValidGrouping<()> for Among<Column> {
    type IsAggregate = is_aggregate::No;
}

impl<Column: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Among<Column> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" IN (SELECT value FROM json_each(");
        out.push_bind_param::<SqlJson, _>(&self.values)?;
        out.push_sql("))");
        Ok(())
    }
}
