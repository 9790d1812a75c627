//! The portable operations of `adapter-sql`, stamped for SQLite.

pub mod reading {
    use diesel::prelude::*;
    adapter_sql::reading_queries!(SqliteConnection, sqlite, [], []);
}

pub mod writing {
    use diesel::prelude::*;
    adapter_sql::writing_queries!(SqliteConnection, sqlite, [], []);
}

pub mod clearing {
    use diesel::prelude::*;
    adapter_sql::clearing_queries!(SqliteConnection, sqlite, [], []);
}

pub mod snapshots {
    use diesel::prelude::*;
    adapter_sql::snapshot_queries!(SqliteConnection, sqlite, [], []);
}

pub mod access {
    use diesel::prelude::*;
    adapter_sql::access_queries!(SqliteConnection, sqlite, [], []);
}
