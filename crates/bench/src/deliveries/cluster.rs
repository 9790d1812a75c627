//! A PostgreSQL server of its own, which is stopped in the middle of things and started again.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::User;
use tempfile::TempDir;

use crate::outcome::{Outcome, say};
use crate::process;
use crate::random::Random;

/// How many ports are tried.
const TRIES: usize = 20;

/// How the server is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Open transactions are rolled back, sessions ended.
    Fast,
    /// As if the power had failed: recovery follows.
    Immediate,
}

impl Stop {
    const fn shown(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Immediate => "immediate",
        }
    }
}

/// The server; it ends with this.
pub struct Cluster {
    folder: TempDir,
    bin: PathBuf,
    port: u64,
    /// Whom it runs as, if not as who runs this.
    owner: Option<User>,
}

impl Cluster {
    /// Makes and starts one.
    pub fn start() -> Outcome<Self> {
        let folder = tempfile::Builder::new().prefix("bench-pg").tempdir()?;
        // the server refuses to run as root
        let is_root = std::fs::metadata(folder.path())?.uid() == 0;
        let owner = if is_root {
            let user = User::from_name("postgres")?;
            let user = user.ok_or("as root, PostgreSQL needs the user postgres to run as")?;
            chown(folder.path(), Some(user.uid.as_raw()), None)?;
            Some(user)
        } else {
            None
        };
        let mut cluster = Self {
            bin: bin()?,
            port: 0,
            folder,
            owner,
        };
        let mut initdb = cluster.command("initdb");
        initdb.args(["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"]);
        initdb.arg("--no-sync").arg("-D").arg(cluster.data());
        process::run(&mut initdb)?;
        cluster.listen()?;
        Ok(cluster)
    }

    /// Starts it where nobody listens: the server itself says whether a port is free. Ports that clients
    /// and port 0 are given begin above, so it is still free at a restart.
    fn listen(&mut self) -> Outcome<()> {
        let mut random = Random::new(std::process::id().into());
        let mut tried = Err("no port".into());
        for _ in 0..TRIES {
            self.port = 20_000 + random.below(12_000);
            tried = self.ctl("start", Stop::Fast);
            if tried.is_ok() {
                break;
            }
        }
        tried
    }

    /// Its database.
    pub fn url(&self) -> String {
        let port = self.port;
        format!("postgres://postgres@127.0.0.1:{port}/postgres?sslmode=disable")
    }

    /// Stops it and starts it again.
    pub fn restart(&self, stop: Stop) -> Outcome<()> {
        self.ctl("restart", stop)
    }

    fn ctl(&self, what: &str, stop: Stop) -> Outcome<()> {
        let Self { folder, port, .. } = self;
        let folder = folder.path().display();
        let mut ctl = self.command("pg_ctl");
        ctl.args([what, "-s", "-w", "-t", "60", "-m", stop.shown(), "-D"]);
        ctl.arg(self.data()).arg("-l").arg(self.log());
        if what != "stop" {
            ctl.arg("-o").arg(format!(
                "-c listen_addresses=127.0.0.1 -c port={port} -c max_connections=200 \
                 -c unix_socket_directories='{folder}'"
            ));
        }
        // pipes would be the server's as well
        let status = ctl.stdin(std::process::Stdio::null()).status()?;
        if status.success() {
            return Ok(());
        }
        let said = std::fs::read_to_string(self.log()).unwrap_or_default();
        Err(format!("pg_ctl {what}: {status}: {said}").into())
    }

    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        let mut command = Command::new(program);
        if let Some(owner) = &self.owner {
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        command.current_dir("/");
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !self.data().join("postmaster.pid").exists() {
            return;
        }
        if let Err(error) = self.ctl("stop", Stop::Immediate) {
            say(&format!("a PostgreSQL server is left: {error}"));
        }
    }
}

/// The folder with the server: of PATH, else the newest of Debian's.
fn bin() -> Outcome<PathBuf> {
    let has_all = |folder: &Path| {
        ["initdb", "pg_ctl"]
            .iter()
            .all(|program| folder.join(program).is_file())
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(found) = std::env::split_paths(&path).find(|folder| has_all(folder)) {
        return Ok(found);
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql")?.flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, folder)| has_all(folder))
        .collect();
    found.sort();
    let newest = found
        .pop()
        .ok_or("PostgreSQL (initdb and pg_ctl) was not found")?;
    Ok(newest.1)
}
