//! Stores as they were after each migration, with rows of every kind that there was.
//!
//! `rows/NAME.sql` is what a store held that had come to the migration NAME: it is written once, in the tables and
//! columns of then, and never changed, as the migration itself is not. Instants are written as they are from now
//! (`@-2h`, `@+5d`), bytes as `x'00ff'`; the rest is SQL that both stores read.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tests::{Backend, Deployment, VAULT_KEY, now, repository};
use time::Duration;
use time::format_description::well_known::Rfc3339;

fn migration_folder(backend: Backend) -> PathBuf {
    repository().join(match backend {
        Backend::Sqlite => "migrations/sqlite",
        Backend::Postgres => "migrations/postgres",
    })
}

fn kept_rows(migration: &str) -> PathBuf {
    repository().join(format!("tests/upgrades/rows/{migration}.sql"))
}

/// The names of all migrations, in their order.
pub fn migrations() -> Vec<String> {
    let folder = fs::read_dir(migration_folder(Backend::Sqlite)).expect("migrations");
    let names = folder.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// Files of kept rows that belong to no migration.
pub fn strays(migrations: &[String]) -> Vec<String> {
    let folder = repository().join("tests/upgrades/rows");
    let entries = fs::read_dir(folder).expect("kept rows");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names
        .filter(|name| {
            let of = name.strip_suffix(".sql").unwrap_or_default();
            !migrations.iter().any(|migration| migration == of)
        })
        .collect()
}

/// A store that came to the last of these migrations and has the rows of all of them.
pub fn made(backend: Backend, reached: &[String]) -> Deployment {
    let mut deployment = Deployment::without_schema(backend);
    if backend == Backend::Sqlite {
        deployment = deployment.with("PCS_VAULT_KEY", VAULT_KEY);
    }
    let mut script = String::from(
        "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL, \
         run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP);\n",
    );
    for migration in reached {
        let up = migration_folder(backend).join(migration).join("up.sql");
        script.push_str(&fs::read_to_string(up).expect("a migration"));
        let rows = fs::read_to_string(kept_rows(migration)).unwrap_or_default();
        script.push_str(&in_dialect(backend, &rows));
        let version = version(migration);
        script.push_str(&format!(
            ";\nINSERT INTO __diesel_schema_migrations (version) VALUES ('{version}');\n"
        ));
    }
    match backend {
        Backend::Sqlite => deployment.sql(&format!(
            "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; BEGIN; {script} COMMIT"
        )),
        Backend::Postgres => deployment.sql(&format!("{script} {COUNT_ON}")),
    }
    deployment
}

/// The number by which a store names a migration.
pub fn version(migration: &str) -> String {
    let number = migration.split('_').next().unwrap_or_default();
    number.replace('-', "")
}

/// Numbers that rows have are not given again.
const COUNT_ON: &str = "DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT table_name AS t, column_name AS n FROM information_schema.columns
        WHERE table_schema = 'public' AND is_identity = 'YES' LOOP
        EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), (SELECT coalesce(max(%I), 0) + 1 FROM %I))',
            c.t, c.n, c.n, c.t);
    END LOOP;
END $$";

/// Kept rows as SQL of a store.
fn in_dialect(backend: Backend, kept: &str) -> String {
    let mut sql = String::new();
    let mut rest = kept;
    while let Some(at) = rest.find(['@', 'x']) {
        let (before, token) = rest.split_at(at);
        sql.push_str(before);
        let (written, length) = instant(backend, token)
            .or_else(|| (backend == Backend::Postgres).then(|| bytes(token))?)
            .unwrap_or_else(|| (token[..1].to_owned(), 1));
        sql.push_str(&written);
        rest = &token[length..];
    }
    sql + rest
}

/// An instant from now, as `@-2h`, and how many characters it has.
fn instant(backend: Backend, token: &str) -> Option<(String, usize)> {
    let span = token.strip_prefix('@')?;
    let end = span.find(['h', 'd'])?;
    let number: i64 = span.get(..end)?.parse().ok()?;
    let hours = if span[end..].starts_with('d') { 24 } else { 1 };
    let at = now() + Duration::hours(number * hours);
    let written = match backend {
        Backend::Sqlite => (at.unix_timestamp() * 1_000_000).to_string(),
        Backend::Postgres => format!("'{}'", at.format(&Rfc3339).expect("an instant")),
    };
    Some((written, end + 2))
}

/// Bytes for PostgreSQL, and how many characters they had.
fn bytes(token: &str) -> Option<(String, usize)> {
    let hexadecimal = token.strip_prefix("x'")?;
    let end = hexadecimal.find('\'')?;
    let digits = &hexadecimal[..end];
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hexadecimal.then(|| (format!("'\\x{digits}'"), end + 3))
}

/// The columns of each table.
pub type Tables = BTreeMap<String, Vec<String>>;

/// The tables of a store, without the one that names the migrations. What belongs to a partitioned table is in it.
pub fn tables(deployment: &Deployment) -> Tables {
    let sqlite = "SELECT m.name || '|' || c.name AS line FROM sqlite_master m, pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'";
    let postgres = "SELECT table_name || '|' || column_name AS line FROM information_schema.columns \
         WHERE table_schema = 'public' AND NOT EXISTS \
         (SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass(quote_ident(table_name)))";
    let mut tables = Tables::new();
    for [table, column] in deployment.rows(by_store(deployment, sqlite, postgres)) {
        if table != "__diesel_schema_migrations" {
            tables.entry(table).or_default().push(column);
        }
    }
    tables
}

/// The rows that a part of a query finds, `FROM` and what follows, as texts of these columns, in order.
pub fn rows(deployment: &Deployment, columns: &[String], from: &str) -> Vec<String> {
    let texts: Vec<String> = columns
        .iter()
        .map(|column| {
            let column = expression(column);
            let postgres = format!("quote_nullable({column})");
            by_store(deployment, &format!("quote({column})"), &postgres).to_owned()
        })
        .collect();
    let query = format!("SELECT {} AS line {from}", texts.join(" || ' ' || "));
    let found = deployment.rows::<1>(&query);
    let mut lines: Vec<String> = found.into_iter().map(|[line]| line).collect();
    lines.sort_unstable();
    lines
}

/// A column as it is to be compared: a delivery that is being sent is one that waits, since its queue says so.
fn expression(column: &str) -> String {
    match column {
        "status" => {
            "CASE CAST(status AS text) WHEN 'sending' THEN 'pending' ELSE CAST(status AS text) END"
                .to_owned()
        }
        _ => format!("\"{column}\""),
    }
}

fn by_store<'a>(deployment: &Deployment, sqlite: &'a str, postgres: &'a str) -> &'a str {
    match deployment.url.starts_with("sqlite") {
        true => sqlite,
        false => postgres,
    }
}
