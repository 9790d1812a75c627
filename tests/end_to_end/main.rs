//! Black-box tests of the built binary, on SQLite and on PostgreSQL.

mod access;
mod agreement;
mod alerts;
mod backup;
mod bad_feeds;
mod bad_input;
mod browse;
mod command_line;
mod compare;
mod connections;
mod console;
mod demo;
mod examples;
mod explorer;
mod failures;
mod files;
mod history;
mod history_import;
mod http;
mod imports;
mod installing;
mod killed;
mod links;
mod mails;
mod many_offers;
mod matches;
mod metrics;
mod plausibility;
mod request_lines;
mod secret_files;
mod sources;
mod starting;
mod tls;
mod traces;
mod watches;
mod webhooks;
mod whole_feeds;
mod writing;

/// Stamps a test for each store.
#[macro_export]
macro_rules! on_both_stores {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(tests::Backend::Sqlite);
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                super::$name(tests::Backend::Postgres);
            })+
        }
    };
}
