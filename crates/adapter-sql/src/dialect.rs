//! The few words in which the two databases differ, as literals for `concat!`.

/// A condition that a column is one of the numbers in a JSON array (one place, `SqlJson`).
#[macro_export]
macro_rules! in_numbers {
    (sqlite) => {
        " IN (SELECT value FROM json_each(?)) "
    };
    (postgres) => {
        " IN (SELECT jsonb_array_elements_text(?)::bigint) "
    };
}

/// A condition that a column is one of the texts in a JSON array (one place, `SqlJson`).
#[macro_export]
macro_rules! in_texts {
    (sqlite) => {
        " IN (SELECT value FROM json_each(?)) "
    };
    (postgres) => {
        " IN (SELECT jsonb_array_elements_text(?)) "
    };
}

/// Keeps other writers from the row until the transaction ends; on SQLite the transaction itself
/// does.
#[macro_export]
macro_rules! for_update {
    (sqlite) => {
        ""
    };
    (postgres) => {
        " FOR UPDATE"
    };
}
