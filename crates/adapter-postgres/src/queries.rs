//! The operations that both databases share, for this one.

macro_rules! stamped {
    ($(#[$doc:meta])* $name:ident, $queries:ident) => {
        $(#[$doc])*
        pub mod $name {
            use diesel::prelude::*;
            use diesel_async::{AsyncPgConnection, RunQueryDsl};

            adapter_sql::$queries!(AsyncPgConnection, postgres, [async], [.await]);
        }
    };
}

stamped!(
    /// Workspaces and keys.
    access, access_queries
);
stamped!(
    /// The catalogue as readers see it.
    reading, reading_queries
);
stamped!(
    /// Products and stores.
    writing, writing_queries
);
stamped!(
    /// Snapshots, but for staging.
    snapshots, snapshot_queries
);
stamped!(
    /// Products that an offer may belong to.
    candidates, candidate_queries
);
stamped!(
    /// Doubts whether two products are the same.
    doubts, doubt_queries
);
stamped!(
    /// Which products are the same.
    matching, matching_queries
);
stamped!(
    /// Moving all that one product has to another.
    merging, merging_queries
);
stamped!(
    /// Which offers stand together.
    regrouping, regrouping_queries
);
stamped!(
    /// Price history.
    history, history_queries
);
stamped!(
    /// What rows of a history file are about.
    targets, target_queries
);
stamped!(
    /// Scales.
    scales, scale_queries
);
/// Removing and moving.
pub mod clearing {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::clearing_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

stamped!(
    /// Snapshots whose whole feed is not believed.
    suspects, suspect_queries
);
/// Evidence for and against single prices.
pub mod evidence {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::evidence_queries!(AsyncPgConnection, postgres, [async], [.await]);
}
stamped!(
    /// Making what was staged a revision.
    publishing, publishing_queries
);
/// Watches that a revision moves.
pub mod triggers {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::trigger_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

stamped!(
    /// Watches as their clients see them.
    watches, watch_queries
);
stamped!(
    /// Idempotency keys.
    idempotency, idempotency_queries
);
stamped!(
    /// The outbox of mails.
    mails, mail_queries
);
stamped!(
    /// Sources on a schedule.
    sources, source_queries
);

/// The audit of webhooks.
pub mod auditing {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::audit_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

/// Deliveries as workers see them.
pub mod dispatching {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::dispatch_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

stamped!(
    /// Incidents of endpoints.
    incidents, incident_queries
);
/// What happens to deliveries without an attempt.
pub mod keeping {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::keeping_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

stamped!(
    /// What owners do to subscriptions.
    managing, managing_queries
);
stamped!(
    /// Events on their way to subscriptions.
    queueing, queueing_queries
);
stamped!(
    /// Trying failed deliveries again.
    replaying, replaying_queries
);
stamped!(
    /// Changing signing secrets.
    rotating, rotation_queries
);
/// Sealed secrets.
pub mod secrets {
    use diesel_async::{AsyncPgConnection, RunQueryDsl};

    adapter_sql::secret_queries!(AsyncPgConnection, postgres, [async], [.await]);
}

stamped!(
    /// Subscriptions and deliveries as their owners see them.
    webhooks, webhook_queries
);

pub(crate) use crate::taking;
