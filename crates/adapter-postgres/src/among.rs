//! A condition on many values, under the name that `adapter-sqlite` has for it.

use diesel::QueryResult;
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{Array, Bool, HasSqlType};

/// A column is one of some values, which are bound as one array.
#[derive(Debug, Clone)]
pub struct Among<Column, Value> {
    column: Column,
    values: Vec<Value>,
}

/// A condition that a column is one of these values.
pub fn among<Column, Values>(column: Column, values: Values) -> Among<Column, Values::Item>
where
    Values: IntoIterator,
{
    Among {
        column,
        values: values.into_iter().collect(),
    }
}

impl<Column: QueryId, Value> QueryId for Among<Column, Value> {
    type QueryId = Among<Column::QueryId, ()>;
    const HAS_STATIC_QUERY_ID: bool = Column::HAS_STATIC_QUERY_ID;
}

impl<Column: Expression, Value> Expression for Among<Column, Value> {
    type SqlType = Bool;
}

impl<Column, Value, From> AppearsOnTable<From> for Among<Column, Value> where
    Column: AppearsOnTable<From>
{
}

impl<Column, Value, From> SelectableExpression<From> for Among<Column, Value> where
    Column: SelectableExpression<From>
{
}

impl<Column, Value> ValidGrouping<()> for Among<Column, Value> {
    type IsAggregate = is_aggregate::No;
}

impl<Column, Value> QueryFragment<Pg> for Among<Column, Value>
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
