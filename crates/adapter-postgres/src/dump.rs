//! Whole databases to files and back, by PostgreSQL's own programs.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Stdio;

use percent_encoding::percent_decode_str;
use ports_store::StoreError;
use tokio::process::Command;

/// Debian's package of both programs.
const PACKAGE: &str = "postgresql-client";

/// Parameters of a URL that libpq does not know.
const OURS: [&str; 2] = ["pooling", "notices"];

/// Writes the database that the URL names, as it is at one moment, to a file, by `pg_dump --format=custom`.
pub async fn dump(url: &str, to: &Path) -> Result<(), StoreError> {
    let mut command = program("pg_dump", url);
    command.arg("--format=custom").arg("--file").arg(to);
    run("pg_dump", command).await
}

/// Whether a file is a dump that `pg_restore` can read.
pub async fn check(dump: &Path) -> Result<(), StoreError> {
    let mut command = Command::new("pg_restore");
    command.arg("--list").arg(dump);
    run("pg_restore", command).await
}

/// Fills an empty database from a dump, all of it in one transaction.
pub async fn load(url: &str, dump: &Path) -> Result<(), StoreError> {
    let mut command = program("pg_restore", url);
    command.args(["--single-transaction", "--exit-on-error"]);
    command.args(["--no-owner", "--no-privileges"]).arg(dump);
    run("pg_restore", command).await
}

/// A program that connects to the database. The password is told by the environment: everybody sees arguments.
fn program(name: &str, url: &str) -> Command {
    let (place, password) = without_password(url);
    let mut command = Command::new(name);
    command.arg("--no-password").arg("--dbname").arg(place);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    command
}

/// The URL as libpq reads it, and its password apart.
fn without_password(url: &str) -> (String, Option<String>) {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let (user, place) = match rest.rsplit_once('@') {
        Some((user, place)) => (Some(user), place),
        None => (None, rest),
    };
    let (user, mut password) = match user.and_then(|user| user.split_once(':')) {
        Some((user, password)) => (Some(user), Some(decoded(password))),
        None => (user, None),
    };
    let mut kept = Vec::new();
    for pair in parameters.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("password", value)) => password = Some(decoded(value)),
            Some((name, _)) if OURS.contains(&name) => {}
            _ => kept.push(pair),
        }
    }
    let user = user.map(|user| format!("{user}@")).unwrap_or_default();
    let question = if kept.is_empty() { "" } else { "?" };
    let parameters = kept.join("&");
    let url = format!("{scheme}://{user}{place}{question}{parameters}");
    (url, password)
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

async fn run(name: &str, mut command: Command) -> Result<(), StoreError> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.kill_on_drop(true).output().await;
    let output = output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => StoreError::Failed(format!(
            "{name} is not installed: it is in Debian's package {PACKAGE}, in a version not older than the server"
        )),
        _ => StoreError::Failed(format!("{name}: {error}")),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(StoreError::Failed(format!(
        "{name} failed: {}",
        said.trim()
    )))
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn the_password_goes_apart_and_only_libpqs_parameters_stay() {
        for (given, url, password) in [
            (
                "postgres://u:p%40s@h:5/d",
                "postgres://u@h:5/d",
                Some("p@s"),
            ),
            ("postgres://u@h/d", "postgres://u@h/d", None),
            ("postgres:///d?host=/run", "postgres:///d?host=/run", None),
            (
                "postgresql://u:p@a:1,b:2/d?pooling=transaction&sslmode=require&notices=poll",
                "postgresql://u@a:1,b:2/d?sslmode=require",
                Some("p"),
            ),
            ("postgres://u@h/d?password=x", "postgres://u@h/d", Some("x")),
        ] {
            let found = without_password(given);
            assert_eq!((found.0.as_str(), found.1.as_deref()), (url, password));
        }
    }
}
