//! Subscriptions, their deliveries, and what was done about them.

use diesel::table;

table! {
    use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, Text};
    use crate::types::{SqlJson, SqlTs, SqlUuid};

    subscriptions (no) {
        no -> BigInt,
        id -> SqlUuid,
        workspace_no -> BigInt,
        mode -> Text,
        url -> Text,
        events -> SqlJson,
        enabled -> Bool,
        version -> Integer,
        secret -> Binary,
        secret_key -> Text,
        failures -> Integer,
        cooldown_until -> Nullable<SqlTs>,
        tested_at -> Nullable<SqlTs>,
        created_at -> SqlTs,
        updated_at -> SqlTs,
        deleted_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    secret_rotations (id) {
        id -> SqlUuid,
        subscription_no -> BigInt,
        state -> Text,
        secret -> Nullable<Binary>,
        secret_key -> Nullable<Text>,
        expires_at -> SqlTs,
        created_at -> SqlTs,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    incidents (no) {
        no -> BigInt,
        id -> SqlUuid,
        subscription_no -> BigInt,
        cause -> Text,
        reminders -> Integer,
        opened_at -> SqlTs,
        remind_at -> Nullable<SqlTs>,
        acknowledged_at -> Nullable<SqlTs>,
        resolved_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    deliveries (no) {
        no -> BigInt,
        id -> SqlUuid,
        subscription_no -> BigInt,
        workspace_no -> BigInt,
        event_id -> SqlUuid,
        kind -> Text,
        version -> Integer,
        product_no -> Nullable<BigInt>,
        status -> Text,
        attempts -> Integer,
        cycle_attempts -> Integer,
        replays -> Integer,
        last_error -> Nullable<Text>,
        created_at -> SqlTs,
        updated_at -> SqlTs,
        delivered_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    audit (no) {
        no -> BigInt,
        id -> SqlUuid,
        workspace_no -> BigInt,
        mode -> Text,
        at -> SqlTs,
        action -> Text,
        actor -> Text,
        target_type -> Nullable<Text>,
        target_id -> Nullable<SqlUuid>,
        outcome -> Text,
    }
}
