//! A PostgreSQL server of its own, which is stopped in the middle of things and started again.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::unistd::User;
use reference_model::Random;
use tempfile::TempDir;

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
    pub fn start() -> Self {
        let folder = tempfile::Builder::new()
            .prefix("chaos-pg")
            .tempdir()
            .unwrap();
        // the server refuses to run as root
        let is_root = std::fs::metadata(folder.path()).unwrap().uid() == 0;
        let owner = is_root.then(|| {
            let user = User::from_name("postgres").unwrap();
            user.expect("as root, PostgreSQL needs the user postgres to run as")
        });
        if let Some(user) = &owner {
            chown(folder.path(), Some(user.uid.as_raw()), None).unwrap();
        }
        let find = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/find-postgres.sh");
        let found = Command::new(find).output().unwrap();
        assert!(
            found.status.success(),
            "PostgreSQL (initdb and pg_ctl) was not found"
        );
        let mut cluster = Self {
            bin: String::from_utf8(found.stdout).unwrap().trim().into(),
            port: 0,
            folder,
            owner,
        };
        let mut initdb = cluster.command("initdb");
        initdb.args(["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"]);
        let ran = initdb
            .args(["--no-sync", "-D"])
            .arg(cluster.data())
            .output();
        let ran = ran.unwrap();
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        cluster.listen();
        cluster
    }

    /// Starts it where nobody listens: the server itself says whether a port is free. Ports that clients
    /// and port 0 are given begin above, so it is still free at a restart.
    fn listen(&mut self) {
        let mut random = Random::new(std::process::id().into());
        let started = (0..TRIES).any(|_| {
            self.port = 20_000 + random.below(12_000);
            self.ctl("start", Stop::Fast)
        });
        assert!(started, "{}", self.log());
    }

    pub fn url(&self) -> String {
        let port = self.port;
        format!("postgres://postgres@127.0.0.1:{port}/postgres?sslmode=disable")
    }

    /// Stops it and starts it again.
    pub fn restart(&self, stop: Stop) {
        assert!(self.ctl("restart", stop), "{}", self.log());
    }

    /// Whether it could be done.
    fn ctl(&self, what: &str, stop: Stop) -> bool {
        let Self { folder, port, .. } = self;
        let folder = folder.path().display();
        let how = match stop {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        let mut ctl = self.command("pg_ctl");
        ctl.args([what, "-s", "-w", "-t", "60", "-m", how, "-D"]);
        ctl.arg(self.data()).arg("-l").arg(self.log_file());
        if what != "stop" {
            ctl.arg("-o").arg(format!(
                "-c listen_addresses=127.0.0.1 -c port={port} -c max_connections=200 \
                 -c unix_socket_directories='{folder}'"
            ));
        }
        // pipes would be the server's as well
        ctl.stdin(Stdio::null()).status().unwrap().success()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        if let Some(owner) = &self.owner {
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        command.current_dir("/");
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.data().join("postmaster.pid").exists() && !self.ctl("stop", Stop::Immediate) {
            eprintln!("a PostgreSQL server is left: {}", self.data().display());
        }
    }
}
