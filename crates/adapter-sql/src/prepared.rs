//! SQL text with typed places, prepared once for each connection.
//!
//! `diesel::sql_query` prepares its text anew at each use; this does not. Each `?` of the text is
//! one place, in order, and rows are read by position.

use std::str::Split;

use diesel::QueryResult;
use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::HasSqlType;
use std::marker::PhantomData;

/// A statement whose rows have the SQL types `Row`.
#[derive(Debug, Clone)]
#[must_use = "a statement does nothing until it is executed"]
pub struct Prepared<Row, Places = ()> {
    sql: &'static str,
    places: Places,
    row: PhantomData<Row>,
}

/// One more place with its value.
#[derive(Debug, Clone)]
pub struct Place<Before, Type, Value> {
    before: Before,
    value: Value,
    sql_type: PhantomData<Type>,
}

/// Begins a statement. It must have as many `?` as places are bound.
pub const fn prepared<Row>(sql: &'static str) -> Prepared<Row> {
    Prepared {
        sql,
        places: (),
        row: PhantomData,
    }
}

impl<Row, Places> Prepared<Row, Places> {
    /// Binds the next place.
    pub fn bind<Type, Value>(self, value: Value) -> Prepared<Row, Place<Places, Type, Value>> {
        let Self { sql, places, row } = self;
        Prepared {
            sql,
            places: Place {
                before: places,
                value,
                sql_type: PhantomData,
            },
            row,
        }
    }
}

/// Values for the places of a statement.
pub trait Places<DB: Backend> {
    /// Writes the text before each place, and the place.
    fn walk<'b>(
        &'b self,
        texts: &mut Split<'static, char>,
        out: AstPass<'_, 'b, DB>,
    ) -> QueryResult<()>;
}

impl<DB: Backend> Places<DB> for () {
    fn walk<'b>(&'b self, _: &mut Split<'static, char>, _: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        Ok(())
    }
}

impl<DB, Before, Type, Value> Places<DB> for Place<Before, Type, Value>
where
    DB: Backend + HasSqlType<Type>,
    Before: Places<DB>,
    Value: ToSql<Type, DB>,
{
    fn walk<'b>(
        &'b self,
        texts: &mut Split<'static, char>,
        mut out: AstPass<'_, 'b, DB>,
    ) -> QueryResult<()> {
        self.before.walk(texts, out.reborrow())?;
        out.push_sql(texts.next().unwrap_or_default());
        out.push_bind_param(&self.value)
    }
}

impl<DB: Backend, Row, P: Places<DB>> QueryFragment<DB> for Prepared<Row, P> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut texts = self.sql.split('?');
        self.places.walk(&mut texts, out.reborrow())?;
        out.push_sql(texts.next().unwrap_or_default());
        Ok(())
    }
}

impl<Row, P> QueryId for Prepared<Row, P> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Row, P> Query for Prepared<Row, P> {
    type SqlType = Row;
}

impl<Row, P, Conn> RunQueryDsl<Conn> for Prepared<Row, P> {}
