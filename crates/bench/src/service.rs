//! The `api` binary as its users have it.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::clock;
use crate::load::{Target, fetch};
use crate::outcome::Outcome;
use crate::process::{self, Server};

/// How long the catalogue may take to load.
const READY: Duration = Duration::from_mins(15);

/// How often the log and readiness are looked at.
const POLL: Duration = Duration::from_millis(10);

/// The binary, with a store.
pub struct Api {
    binary: PathBuf,
    database_url: String,
    folder: PathBuf,
    starts: AtomicU64,
}

/// What an import said of itself.
pub struct Imported {
    /// Rows that it took.
    pub accepted: u64,
    /// Of those: new ones.
    pub created: u64,
    /// Of those: with other content than before.
    pub changed: u64,
    /// Watches that it fired.
    pub triggered: u64,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that the process had.
    pub peak_rss_bytes: u64,
}

impl Api {
    /// The binary beside this one, or where the user says, with a store.
    pub fn new(binary: &Path, database_url: String, folder: &Path) -> Self {
        Self {
            binary: binary.to_owned(),
            database_url,
            folder: folder.to_owned(),
            starts: AtomicU64::new(0),
        }
    }

    /// The binary with its store and no other settings.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PCS_") {
                command.env_remove(name);
            }
        }
        command.current_dir(&self.folder);
        command.env("DATABASE_URL", &self.database_url);
        command.env(
            "PCS_VAULT_KEY",
            "v1:QmVuY2htYXJrLXZhdWx0LWtleS1vZi0zMi1ieXRlcyE=",
        );
        command
    }

    fn imported(command: &mut Command) -> Outcome<Imported> {
        let finished = process::run(command)?;
        let said: Value = serde_json::from_str(finished.stdout.trim())?;
        let count = |name: &str| said.get(name).and_then(Value::as_u64).unwrap_or(0);
        if count("rejected") > 0 {
            return Err(format!("rows of the benchmark were rejected: {said}").into());
        }
        Ok(Imported {
            accepted: count("read"),
            created: count("created"),
            changed: count("changed"),
            triggered: count("triggered"),
            seconds: said
                .get("seconds")
                .and_then(Value::as_f64)
                .ok_or("an import that does not say how long it took")?,
            peak_rss_bytes: finished.peak_rss_bytes,
        })
    }

    /// `api catalog import`
    pub fn import_catalogue(&self, file: &Path) -> Outcome<Imported> {
        let mut command = self.command();
        Self::imported(command.args(["--json", "catalog", "import"]).arg(file))
    }

    /// `api import`
    pub fn import(&self, file: &Path, store: &str) -> Outcome<Imported> {
        let mut command = self.command();
        command.args(["--json", "import", "--format", "offers", "--store", store]);
        Self::imported(command.arg(file))
    }

    /// The same of a feed that is as the shop's offers were at a time, in seconds since 1970.
    pub fn import_as_of(&self, file: &Path, store: &str, observed_at: i64) -> Outcome<Imported> {
        let at = time::OffsetDateTime::from_unix_timestamp(observed_at)?;
        let (hour, minute, second) = at.to_hms();
        let at = format!("{}T{hour:02}:{minute:02}:{second:02}Z", at.date());
        let mut command = self.command();
        command.args(["--json", "import", "--format", "offers", "--store", store]);
        Self::imported(command.args(["--observed-at", &at]).arg(file))
    }

    /// `api history import`
    pub fn import_past(&self, file: &Path, store: &str) -> Outcome<Imported> {
        let mut command = self.command();
        command.args(["--json", "history", "import", "--store", store]);
        Self::imported(command.arg(file))
    }

    /// `api keys create`
    pub fn key(&self) -> Outcome<String> {
        self.key_of("bench", "live", &["catalog:read", "comparison:read"])
    }

    /// The same for a workspace, a mode and scopes.
    pub fn key_of(&self, workspace: &str, mode: &str, scopes: &[&str]) -> Outcome<String> {
        let mut command = self.command();
        command.args(["--json", "keys", "create"]);
        command.args(["--workspace", workspace, "--mode", mode]);
        for scope in scopes {
            command.args(["--scope", scope]);
        }
        let made: Value = serde_json::from_str(process::run(&mut command)?.stdout.trim())?;
        let key = made.get("key").and_then(Value::as_str);
        Ok(key.ok_or("no key was made")?.to_owned())
    }

    /// `api serve` on free ports and without rate limits, its log in a file; returns when it is ready.
    pub fn serve(&self, log: &str, more: &[(&str, &str)]) -> Outcome<Serving> {
        let start = self.starts.fetch_add(1, Ordering::Relaxed) + 1;
        let path = self.folder.join(format!("serve-{start}.log"));
        let mut command = self.command();
        command.arg("serve").envs([
            ("PCS_LISTEN", "127.0.0.1:0"),
            ("PCS_ADMIN_LISTEN", "127.0.0.1:0"),
            ("PCS_RATE_LIMIT_READS", "0"),
            ("PCS_RATE_LIMIT_WRITES", "0"),
            ("PCS_LOG_FORMAT", "json"),
        ]);
        // where it listens is told in any case
        command.env("PCS_LOG", format!("{log},api::serving=info"));
        command.envs(more.iter().copied());
        command.stdout(Stdio::null()).stderr(File::create(&path)?);
        let mut server = Server::start(&mut command)?;
        let began = clock::now();
        let mut until = |what: &mut dyn FnMut() -> Option<SocketAddr>| {
            loop {
                if let Some(address) = what() {
                    return Outcome::Ok(address);
                }
                server.check()?;
                if began.elapsed() > READY {
                    return Err(format!("not ready in time: {}", path.display()).into());
                }
                clock::sleep(POLL);
            }
        };
        let admin = until(&mut || announced(&path, "admin"))?;
        let address = until(&mut || announced(&path, "address"))?;
        let ready = Target::new(admin, vec!["/readyz".to_owned()], None);
        until(&mut || {
            let answer = fetch(&ready, 0).ok()?;
            (answer.status == 200).then_some(admin)
        })?;
        Ok(Serving {
            server,
            address,
            log: path,
            ready_seconds: began.elapsed().as_secs_f64(),
        })
    }
}

/// An address that the service names in its log.
fn announced(log: &Path, name: &str) -> Option<SocketAddr> {
    let text = fs::read_to_string(log).ok()?;
    text.lines().find_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        line.get(name)?.as_str()?.parse().ok()
    })
}

/// A running service.
pub struct Serving {
    /// Its process.
    pub server: Server,
    /// Where it listens.
    pub address: SocketAddr,
    log: PathBuf,
    /// How long it took to become ready.
    pub ready_seconds: f64,
}

impl Serving {
    /// The last lines of its log that are warnings or errors.
    pub fn complaints(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let lines = text.lines().rev();
        let complaints = lines.filter(|line| !line.contains("\"level\":\"INFO\""));
        let mut last: Vec<&str> = complaints.take(5).collect();
        last.reverse();
        last.join("\n")
    }
}
