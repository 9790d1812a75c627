//! The limit of imports: the same rows, ready in memory, copied into a plain table in one
//! transaction. The table has a number as its key and no index beside it.

mod postgres;
mod sqlite;

pub use postgres::{Scratch, copy as copy_postgres, on as on_postgres};
pub use sqlite::copy as copy_sqlite;
