//! Operators of the console, their sessions, and what they did.

use diesel::table;

table! {
    use diesel::sql_types::Text;
    use crate::types::SqlTs;

    operators (name) {
        name -> Text,
        password -> Text,
        changed_at -> SqlTs,
    }
}

table! {
    use diesel::sql_types::{Binary, Text};
    use crate::types::SqlTs;

    operator_sessions (digest) {
        digest -> Binary,
        operator -> Text,
        begun_at -> SqlTs,
        ends_at -> SqlTs,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::types::SqlTs;

    operator_acts (no) {
        no -> BigInt,
        at -> SqlTs,
        operator -> Text,
        act -> Text,
        subject -> Text,
        outcome -> Text,
    }
}
