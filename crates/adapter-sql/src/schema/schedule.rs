//! Feeds that are fetched on a schedule, and imports that ended.

use diesel::table;

table! {
    use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, Text};
    use crate::types::{SqlJson, SqlTs, SqlUuid};

    sources (id) {
        id -> SqlUuid,
        store -> Text,
        location -> Text,
        format -> Text,
        currency -> Nullable<Text>,
        decimal_mark -> Text,
        charset -> Nullable<Text>,
        interval_seconds -> BigInt,
        snapshot -> Text,
        max_shrink -> Integer,
        credentials -> Nullable<Text>,
        credentials_variable -> Nullable<Text>,
        created_at -> SqlTs,
        attempt -> BigInt,
        running -> Bool,
        due_at -> SqlTs,
        last_attempt_at -> Nullable<SqlTs>,
        last_success_at -> Nullable<SqlTs>,
        changed_at -> Nullable<SqlTs>,
        failures -> BigInt,
        fault -> Nullable<Text>,
        fault_text -> Nullable<Text>,
        etag -> Nullable<Text>,
        last_modified -> Nullable<Text>,
        digest -> Nullable<Binary>,
        observed_at -> Nullable<SqlTs>,
        imported_at -> Nullable<SqlTs>,
        counts -> Nullable<SqlJson>,
        paused -> Bool,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::types::{SqlJson, SqlTs, SqlUuid};

    import_runs (id) {
        id -> SqlUuid,
        shop -> Text,
        store -> Text,
        source -> Nullable<SqlUuid>,
        began_at -> SqlTs,
        ended_at -> SqlTs,
        format -> Nullable<Text>,
        fault -> Nullable<Text>,
        fault_text -> Nullable<Text>,
        counts -> SqlJson,
        rejections -> SqlJson,
    }
}
