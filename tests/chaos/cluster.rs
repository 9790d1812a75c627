//! A PostgreSQL server of its own, which is stopped in the middle of things and started again; with a standby, which
//! takes its place.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use nix::unistd::User;
use reference_model::Random;
use tempfile::TempDir;
use tests::{DEADLINE, Signal, now, repository, signal, wait_at_most, wait_for};
use time::OffsetDateTime;

use crate::proxy::Proxy;

/// How many ports are tried.
const TRIES: usize = 20;

/// Whether a standby follows for which commits wait, and that has what was written up to a place.
const IS_FOLLOWED: &str = "SELECT count(*) FROM pg_stat_replication \
     WHERE sync_state = 'sync' AND state = 'streaming' AND flush_lsn >= ";

/// How the server is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Open transactions are rolled back, sessions ended.
    Fast,
    /// As if the power had failed: recovery follows.
    Immediate,
    /// SIGKILL of the first process.
    Kill,
}

/// When a standby took the primary's place.
#[derive(Debug, Clone, Copy)]
pub struct FailOver {
    /// When the primary was killed.
    pub killed_at: OffsetDateTime,
    /// When the standby was told.
    pub promoted_at: OffsetDateTime,
}

/// The server, perhaps with a standby; they end with this.
pub struct Cluster {
    programs: Programs,
    /// Of each server.
    ports: Vec<u64>,
    /// Which of them is the primary.
    primary: AtomicUsize,
    /// Leads to it, where there are two.
    proxy: Option<Proxy>,
    folder: TempDir,
}

impl Cluster {
    /// Makes and starts one server.
    pub fn start() -> Self {
        let folder = tempfile::Builder::new()
            .prefix("chaos-pg")
            .tempdir()
            .unwrap();
        let mut cluster = Self {
            programs: Programs::found(folder.path()),
            ports: Vec::new(),
            primary: AtomicUsize::new(0),
            proxy: None,
            folder,
        };
        let data = cluster.data(0);
        let initdb = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"];
        cluster.programs.run(
            "initdb",
            &[&initdb[..], &["--no-sync", "-D", &data]].concat(),
        );
        cluster.listen();
        cluster
    }

    /// Makes and starts two, of which the second follows the first; no commit succeeds that it does not have.
    pub fn with_standby() -> Self {
        let mut cluster = Self::start();
        cluster.copy_primary(1);
        cluster.listen();
        cluster.wait_for_standby();
        cluster.proxy = Some(Proxy::to(cluster.port(0)));
        cluster
    }

    /// Starts the next server where nobody listens: it says itself whether a port is free. Ports that clients
    /// and port 0 are given begin above, so it is still free at a restart.
    fn listen(&mut self) {
        let server = self.ports.len();
        let mut random = Random::new(u64::from(std::process::id()) ^ (server as u64) << 32);
        self.ports.push(0);
        let started = (0..TRIES).any(|_| {
            self.ports[server] = 20_000 + random.below(12_000);
            self.ctl(server, "start", Stop::Fast)
        });
        assert!(started, "{}", self.log(server));
    }

    /// Two ways to the primary, whichever that is: all addresses, and one of a proxy.
    pub fn urls(&self) -> Vec<String> {
        let proxied = self.proxy.as_ref().map(|proxy| {
            let port = proxy.port;
            format!("postgres://postgres@127.0.0.1:{port}/postgres?sslmode=disable")
        });
        [self.url()].into_iter().chain(proxied).collect()
    }

    /// The URL with the addresses of all.
    pub fn url(&self) -> String {
        let places = self.ports.iter().map(|port| format!("127.0.0.1:{port}"));
        let places: Vec<String> = places.collect();
        let places = places.join(",");
        format!(
            "postgres://postgres@{places}/postgres?sslmode=disable&target_session_attrs=read-write"
        )
    }

    /// Stops it and starts it again.
    pub fn restart(&self, stop: Stop) {
        let server = self.primary();
        assert!(self.ctl(server, "restart", stop), "{}", self.log(server));
    }

    /// Ends every session of the service, as an operator does or a proxy.
    pub fn end_sessions(&self) {
        self.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'price-comparison'");
    }

    /// Begins a backup that goes on until it is killed: nobody reads it.
    pub fn begin_dump(&self) -> Child {
        let port = self.ports[self.primary()].to_string();
        let mut dump = self.programs.command("pg_dump");
        dump.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port, "postgres"]);
        dump.stdin(Stdio::null()).stdout(Stdio::piped());
        let dump = dump.spawn().unwrap();
        wait_for("a dump that holds its locks", || {
            let locks = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) \
                 WHERE application_name = 'pg_dump' AND relation = 'offers'::regclass";
            (self.ask(locks) != "0").then_some(())
        });
        dump
    }

    /// Kills the primary and makes the standby one, of which nobody makes a copy yet: its commits wait for nobody.
    pub fn fail_over(&self, stop: Stop) -> FailOver {
        let (killed, promoted) = (self.primary(), 1 - self.primary());
        let killed_at = now();
        match stop {
            Stop::Kill => self.kill(killed),
            Stop::Fast | Stop::Immediate => {
                assert!(self.ctl(killed, "stop", stop), "{}", self.log(killed));
            }
        }
        // it leads to a server that only reads for a moment
        self.proxy.as_ref().unwrap().turn(self.port(promoted));
        let promoted_at = now();
        assert!(
            self.ctl(promoted, "promote", stop),
            "{}",
            self.log(promoted)
        );
        self.primary.store(promoted, Ordering::SeqCst);
        FailOver {
            killed_at,
            promoted_at,
        }
    }

    /// Makes the server that is not the primary a copy that follows it.
    pub fn follow(&self) {
        let server = 1 - self.primary();
        fs::remove_dir_all(self.data(server)).unwrap();
        self.copy_primary(server);
        let started = wait_at_most(DEADLINE, || {
            self.ctl(server, "start", Stop::Fast).then_some(())
        });
        assert!(started.is_some(), "{}", self.log(server));
        self.wait_for_standby();
    }

    fn copy_primary(&self, server: usize) {
        let port = self.ports[self.primary()].to_string();
        let (data, from) = (
            self.data(server),
            ["-h", "127.0.0.1", "-U", "postgres", "-p", &port],
        );
        let how = [
            "-R",
            "-X",
            "stream",
            "--checkpoint=fast",
            "--no-sync",
            "-D",
            &data,
        ];
        self.programs
            .run("pg_basebackup", &[&from[..], &how].concat());
    }

    /// From now on commits wait for the standby; waits until it has those of before.
    fn wait_for_standby(&self) {
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.ask("SELECT pg_reload_conf()");
        let has = |place: &str| {
            let has = format!("{IS_FOLLOWED} '{place}'");
            wait_for("the standby", || (self.ask(&has) == "1").then_some(()));
        };
        has("0/0");
        has(&self.ask("SELECT pg_current_wal_lsn()"));
    }

    fn kill(&self, server: usize) {
        let file = fs::read_to_string(Path::new(&self.data(server)).join("postmaster.pid"));
        let pid = file.unwrap().lines().next().unwrap().parse().unwrap();
        signal(pid, Signal::SIGKILL);
        let port = self.port(server);
        wait_for("the end of the primary", || {
            TcpStream::connect(("127.0.0.1", port))
                .is_err()
                .then_some(())
        });
    }

    /// What the primary says to a statement.
    fn ask(&self, statement: &str) -> String {
        let port = self.ports[self.primary()].to_string();
        let place = ["-h", "127.0.0.1", "-U", "postgres", "-p", &port];
        let how = [
            "-X",
            "-A",
            "-t",
            "-q",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statement,
        ];
        let said = self.programs.run("psql", &[&place[..], &how].concat());
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    }

    /// Whether it could be done.
    fn ctl(&self, server: usize, what: &str, stop: Stop) -> bool {
        let (folder, port) = (self.folder.path().display(), self.ports[server]);
        let how = match stop {
            Stop::Fast => "fast",
            Stop::Immediate | Stop::Kill => "immediate",
        };
        let mut ctl = self.programs.command("pg_ctl");
        ctl.args([what, "-s", "-w", "-t", "60", "-D", &self.data(server)]);
        if matches!(what, "stop" | "restart") {
            ctl.args(["-m", how]);
        }
        if matches!(what, "start" | "restart") {
            ctl.arg("-l")
                .arg(self.log_file(server))
                .arg("-o")
                .arg(format!(
                    "-c listen_addresses=127.0.0.1 -c port={port} -c max_connections=200 \
                 -c unix_socket_directories='{folder}'"
                ));
        }
        // pipes would be the server's as well
        ctl.stdin(Stdio::null()).status().unwrap().success()
    }

    fn port(&self, server: usize) -> u16 {
        self.ports[server].try_into().unwrap()
    }

    fn primary(&self) -> usize {
        self.primary.load(Ordering::SeqCst)
    }

    fn data(&self, server: usize) -> String {
        let data = self.folder.path().join(format!("data{server}"));
        data.to_str().unwrap().to_owned()
    }

    fn log_file(&self, server: usize) -> PathBuf {
        self.folder.path().join(format!("server{server}.log"))
    }

    fn log(&self, server: usize) -> String {
        fs::read_to_string(self.log_file(server)).unwrap_or_default()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in 0..self.ports.len() {
            let is_running = Path::new(&self.data(server))
                .join("postmaster.pid")
                .exists();
            if is_running && !self.ctl(server, "stop", Stop::Immediate) {
                eprintln!("a PostgreSQL server is left: {}", self.data(server));
            }
        }
    }
}

/// The installed programs, and whom they run as, if not as who runs this.
struct Programs {
    bin: PathBuf,
    owner: Option<User>,
}

impl Programs {
    /// Those that are installed. They may write in this folder.
    fn found(folder: &Path) -> Self {
        // the server refuses to run as root
        let is_root = fs::metadata(folder).unwrap().uid() == 0;
        let owner = is_root.then(|| {
            let user = User::from_name("postgres").unwrap();
            user.expect("as root, PostgreSQL needs the user postgres to run as")
        });
        if let Some(user) = &owner {
            chown(folder, Some(user.uid.as_raw()), None).unwrap();
        }
        let find = repository().join("scripts/find-postgres.sh");
        let found = Command::new(find).output().unwrap();
        assert!(
            found.status.success(),
            "PostgreSQL (initdb and pg_ctl) was not found"
        );
        Self {
            bin: String::from_utf8(found.stdout).unwrap().trim().into(),
            owner,
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        if let Some(owner) = &self.owner {
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        command.current_dir("/");
        command
    }

    /// Runs one to its end, which must be a good one.
    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let ran = self.command(program).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{program} {arguments:?}: {said}");
        ran
    }
}
