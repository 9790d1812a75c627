//! The Debian package in a bare Debian: installed, started as its unit starts it, upgraded, purged.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use tests::{binary, offers_csv, repository, wait_for};

/// A bare Debian of the release that this machine has, with what the package depends on.
struct Bare {
    root: PathBuf,
    _folder: TempDir,
}

/// A service that runs in it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn done(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let (told, wrong) = (
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    );
    assert!(status.success(), "{command:?}: {told}{wrong}");
    told
}

impl Bare {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("root");
        let release = fs::read_to_string("/etc/os-release").expect("a Debian");
        let codename = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
            .expect("a release with a name");
        done(
            Command::new("mmdebstrap")
                // a mirror may be a snapshot
                .args(["--mode=root", "--variant=minbase"])
                .arg("--aptopt=Acquire::Check-Valid-Until \"false\"")
                .arg("--include=ca-certificates,systemd-standalone-sysusers")
                .arg(codename)
                .arg(&root)
                .args(tests::debian::package_sources()),
        );
        Self {
            root,
            _folder: folder,
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// A command in it; as the service's user, in its folder, if it is `as_service`.
    fn command(&self, program: &[&str], as_service: bool) -> Command {
        let mut command = Command::new("chroot");
        command
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        if as_service {
            command.args(["--userspec=cotejo:cotejo", "--groups="]);
        }
        command.arg(&self.root);
        if as_service {
            let inside = ["/usr/bin/env", "--chdir=/var/lib/cotejo"];
            command.args(inside);
        }
        command.args(program);
        command
    }

    fn run(&self, program: &[&str]) -> String {
        done(&mut self.command(program, false))
    }

    /// Makes a package of the built binary with this version, and installs it.
    fn install(&self, version: &str) {
        let made = done(
            Command::new(repository().join("packaging/deb.sh"))
                .arg(binary())
                .arg(self.path("/srv"))
                .arg(version)
                // it is not kept
                .env("DPKG_DEB_COMPRESSOR_TYPE", "gzip")
                .env("DPKG_DEB_COMPRESSOR_LEVEL", "1"),
        );
        let name = Path::new(made.trim()).file_name().expect("a file");
        let inside = format!("/srv/{}", name.to_str().expect("a name"));
        self.run(&["dpkg", "--install", &inside]);
    }

    /// Starts what the unit starts.
    fn start(&self) -> Running {
        let unit = self.path("/usr/lib/systemd/system/cotejo.service");
        let unit = fs::read_to_string(unit).expect("a unit");
        let start = unit
            .lines()
            .find_map(|line| line.strip_prefix("ExecStart="));
        let program: Vec<&str> = start.expect("a command").split(' ').collect();
        let mut command = self.command(&program, true);
        // the unit does without the file, too
        let environment = fs::read_to_string(self.path("/etc/default/cotejo")).unwrap_or_default();
        let set = environment.lines().filter(|line| !line.starts_with('#'));
        command.envs(set.filter_map(|line| line.split_once('=')));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let running = Running(child.expect("it starts"));
        wait_for("a healthy service", || {
            let mut asked = self.command(&["cotejo", "healthcheck", "--ready"], true);
            asked
                .output()
                .expect("it runs")
                .status
                .success()
                .then_some(())
        });
        running
    }

    fn stop(running: Running) {
        let id = i32::try_from(running.0.id()).expect("an id");
        kill(Pid::from_raw(id), Signal::SIGTERM).expect("it runs");
        let mut running = running;
        let status = running.0.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

#[test]
#[ignore = "only root can install a package in a bare Debian: `make package-test`, which `make test` runs for root"]
fn a_package_is_installed_upgraded_and_purged() {
    let bare = Bare::new();
    bare.install("0.0.1");
    let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
    let admin = free.expect("a free port");
    let settings = bare.path("/etc/cotejo/cotejo.toml");
    let given = fs::read_to_string(&settings).expect("a file");
    fs::write(
        &settings,
        format!("# mine\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"{admin}\"\n{given}"),
    )
    .expect("a file");
    let environment = bare.path("/etc/default/cotejo");
    fs::write(&environment, "PCS_LOG=warn\n").expect("a file");
    let running = bare.start();
    fs::write(
        bare.path("/srv/feed.csv"),
        offers_csv(&[["a1", "Velora X2 128GB", "Velora", "4006381333931", "100.00"]]),
    )
    .expect("a feed");
    let import = ["cotejo", "import", "/srv/feed.csv", "--store", "Store A"];
    done(&mut bare.command(&import, true));
    for file in [
        "prometheus/cotejo.rules.yml",
        "grafana/traffic-and-catalogue.json",
        "grafana/webhooks.json",
    ] {
        let path = bare.path("/usr/share/cotejo").join(file);
        assert!(path.is_file(), "{file}");
    }
    // what is private stays so, and is the service's
    let state = fs::metadata(bare.path("/var/lib/cotejo")).expect("a folder");
    assert_eq!(state.permissions().mode() & 0o777, 0o700);
    let database = fs::metadata(bare.path("/var/lib/cotejo/prices.sqlite")).expect("a file");
    assert_eq!(database.permissions().mode() & 0o777, 0o600);
    assert_eq!(database.uid(), state.uid());
    assert_ne!(state.uid(), 0);
    Bare::stop(running);

    // what an operator removed or let others read stays so
    fs::remove_file(&environment).expect("a file");
    fs::set_permissions(&settings, fs::Permissions::from_mode(0o644)).expect("a file");
    bare.install("0.0.2");
    let kept = fs::read_to_string(&settings).expect("a file");
    assert!(kept.starts_with("# mine"), "{kept}");
    let mode = fs::metadata(&settings)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o644);
    assert!(!environment.exists());
    let running = bare.start();
    let stores = done(&mut bare.command(&["api", "store", "list", "--json"], true));
    assert!(stores.contains("Store A"), "{stores}");
    let checked = done(&mut bare.command(&["cotejo", "--version"], true));
    assert!(checked.starts_with("api "), "{checked}");
    Bare::stop(running);

    bare.run(&["dpkg", "--remove", "cotejo"]);
    assert!(
        bare.path("/var/lib/cotejo/prices.sqlite").exists(),
        "data stays"
    );
    bare.run(&["dpkg", "--purge", "cotejo"]);
    let left = bare.run(&["find", "/etc", "/usr", "/var/lib", "-name", "*cotejo*"]);
    assert_eq!(left, "", "nothing is left");
}
