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

pub mod candidates {
    use diesel::prelude::*;
    adapter_sql::candidate_queries!(SqliteConnection, sqlite, [], []);
}

pub mod access {
    use diesel::prelude::*;
    adapter_sql::access_queries!(SqliteConnection, sqlite, [], []);
}

pub mod history {
    use diesel::prelude::*;
    adapter_sql::history_queries!(SqliteConnection, sqlite, [], []);
}

pub mod targets {
    use diesel::prelude::*;
    adapter_sql::target_queries!(SqliteConnection, sqlite, [], []);
}

pub mod evidence {
    use diesel::prelude::*;
    adapter_sql::evidence_queries!(SqliteConnection, sqlite, [], []);
}

pub mod suspects {
    use diesel::prelude::*;
    adapter_sql::suspect_queries!(SqliteConnection, sqlite, [], []);
}

pub mod scales {
    use diesel::prelude::*;
    adapter_sql::scale_queries!(SqliteConnection, sqlite, [], []);
}

pub mod publishing {
    use diesel::prelude::*;
    adapter_sql::publishing_queries!(SqliteConnection, sqlite, [], []);
}

pub mod triggers {
    use diesel::prelude::*;
    adapter_sql::trigger_queries!(SqliteConnection, sqlite, [], []);
}

pub mod watches {
    use diesel::prelude::*;
    adapter_sql::watch_queries!(SqliteConnection, sqlite, [], []);
}

pub mod idempotency {
    use diesel::prelude::*;
    adapter_sql::idempotency_queries!(SqliteConnection, sqlite, [], []);
}

pub mod sources {
    use diesel::prelude::*;
    adapter_sql::source_queries!(SqliteConnection, sqlite, [], []);
}

pub mod mails {
    use diesel::prelude::*;
    adapter_sql::mail_queries!(SqliteConnection, sqlite, [], []);
}

pub mod auditing {
    use diesel::prelude::*;
    adapter_sql::audit_queries!(SqliteConnection, sqlite, [], []);
}

pub mod dispatching {
    use diesel::prelude::*;
    adapter_sql::dispatch_queries!(SqliteConnection, sqlite, [], []);
}

pub mod incidents {
    use diesel::prelude::*;
    adapter_sql::incident_queries!(SqliteConnection, sqlite, [], []);
}

pub mod keeping {
    use diesel::prelude::*;
    adapter_sql::keeping_queries!(SqliteConnection, sqlite, [], []);
}

pub mod managing {
    use diesel::prelude::*;
    adapter_sql::managing_queries!(SqliteConnection, sqlite, [], []);
}

pub mod doubts {
    use diesel::prelude::*;
    adapter_sql::doubt_queries!(SqliteConnection, sqlite, [], []);
}

pub mod matching {
    use diesel::prelude::*;
    adapter_sql::matching_queries!(SqliteConnection, sqlite, [], []);
}

pub mod merging {
    use diesel::prelude::*;
    adapter_sql::merging_queries!(SqliteConnection, sqlite, [], []);
}

pub mod regrouping {
    use diesel::prelude::*;
    adapter_sql::regrouping_queries!(SqliteConnection, sqlite, [], []);
}

pub mod queueing {
    use diesel::prelude::*;
    adapter_sql::queueing_queries!(SqliteConnection, sqlite, [], []);
}

pub mod replaying {
    use diesel::prelude::*;
    adapter_sql::replaying_queries!(SqliteConnection, sqlite, [], []);
}

pub mod rotating {
    use diesel::prelude::*;
    adapter_sql::rotation_queries!(SqliteConnection, sqlite, [], []);
}

pub mod secrets {
    use diesel::prelude::*;
    adapter_sql::secret_queries!(SqliteConnection, sqlite, [], []);
}

pub mod webhooks {
    use diesel::prelude::*;
    adapter_sql::webhook_queries!(SqliteConnection, sqlite, [], []);
}

pub(crate) use crate::taking;
