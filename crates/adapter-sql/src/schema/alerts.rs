//! Alerts that are asked for, and the links in their mails.

use diesel::table;

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    alert_requests (id) {
        id -> SqlUuid,
        workspace_no -> BigInt,
        mode -> Text,
        client_id -> Text,
        destination -> Nullable<Text>,
        product -> Text,
        product_name -> Text,
        target -> BigInt,
        language -> Text,
        requested_at -> SqlTs,
        expires_at -> SqlTs,
        confirmed_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{Binary, Nullable};
    use crate::types::{SqlTs, SqlUuid};

    alert_tokens (digest) {
        digest -> Binary,
        request_id -> Nullable<SqlUuid>,
        watch_id -> Nullable<SqlUuid>,
        made_at -> SqlTs,
    }
}
