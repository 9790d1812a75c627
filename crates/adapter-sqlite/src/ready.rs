//! Statements as futures that are ready: SQLite answers on the thread that asks.
//!
//! So the shared queries are the same `async` functions as on a server, and a transaction of them
//! still runs from its beginning to its end on one blocking thread.

use std::future::{Ready, ready};

use diesel::dsl::Limit;
use diesel::query_dsl::methods::{ExecuteDsl, LimitDsl, LoadQuery};
use diesel::{QueryResult, SqliteConnection};

/// The methods of diesel's trait of this name that the queries use, each with its answer as a future.
pub trait RunQueryDsl: diesel::RunQueryDsl<SqliteConnection> + Sized {
    /// Runs a statement; how many rows it touched.
    fn execute(self, c: &mut SqliteConnection) -> Ready<QueryResult<usize>>
    where
        Self: ExecuteDsl<SqliteConnection>,
    {
        ready(diesel::RunQueryDsl::execute(self, c))
    }

    /// All rows.
    fn load<'query, U>(self, c: &mut SqliteConnection) -> Ready<QueryResult<Vec<U>>>
    where
        Self: LoadQuery<'query, SqliteConnection, U>,
    {
        ready(diesel::RunQueryDsl::load(self, c))
    }

    /// The first row; `NotFound` when there is none.
    fn first<'query, U>(self, c: &mut SqliteConnection) -> Ready<QueryResult<U>>
    where
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'query, SqliteConnection, U>,
    {
        ready(diesel::RunQueryDsl::first(self, c))
    }

    /// The row that a statement gives; `NotFound` when it gives none.
    fn get_result<'query, U>(self, c: &mut SqliteConnection) -> Ready<QueryResult<U>>
    where
        Self: LoadQuery<'query, SqliteConnection, U>,
    {
        ready(diesel::RunQueryDsl::get_result(self, c))
    }
}

impl<T: diesel::RunQueryDsl<SqliteConnection>> RunQueryDsl for T {}
