//! The image, built on a base that is made of this machine's packages, and run as an operator would.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use rlimit::Resource;
use tempfile::TempDir;
use tests::{binary, offers_csv, repository, wait_for};

use crate::done;

/// Images and containers that are apart from those of the machine.
struct Podman {
    folder: TempDir,
    driver: &'static str,
}

impl Drop for Podman {
    fn drop(&mut self) {
        self.command(&["rm", "--all", "--force", "--volumes"])
            .output()
            .ok();
        self.command(&["system", "reset", "--force"]).output().ok();
    }
}

impl Podman {
    fn new() -> Self {
        let known = fs::read_to_string("/proc/filesystems").unwrap_or_default();
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            // which copies no layers
            driver: if known.contains("overlay") {
                "overlay"
            } else {
                "vfs"
            },
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("podman");
        for (flag, folder) in [("--root", "images"), ("--runroot", "run")] {
            command.arg(flag).arg(self.folder.path().join(folder));
        }
        command
            .args(["--storage-driver", self.driver, "--events-backend", "none"])
            // runc starts under both kinds of control groups
            .args(["--runtime", "runc", "--cgroup-manager", "cgroupfs"])
            .args(["--log-level", "fatal"])
            .args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> String {
        done(&mut self.command(arguments)).trim().to_owned()
    }

    /// A bare Debian of the release that this machine has, as an image.
    fn base(&self) {
        let release = fs::read_to_string("/etc/os-release").expect("a Debian");
        let codename = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
            .expect("a release with a name");
        let packed = self.folder.path().join("base.tar");
        done(
            Command::new("mmdebstrap")
                .args(["--mode=root", "--variant=essential"])
                // a mirror may be a snapshot
                .arg("--aptopt=Acquire::Check-Valid-Until \"false\"")
                .arg("--include=ca-certificates,libgcc-s1")
                .arg(codename)
                .arg(&packed)
                .args(tests::debian::package_sources()),
        );
        self.run(&["import", "--quiet", &path(&packed), "localhost/base"]);
        fs::remove_file(packed).expect("a file");
    }

    /// The image of the built binary.
    fn image(&self) {
        let context = self.folder.path().join("context");
        fs::create_dir(&context).expect("a folder");
        fs::copy(binary(), context.join("api")).expect("a copy");
        let file = repository().join("Containerfile");
        self.run(&[
            "build",
            // a build needs no container of its own here
            "--isolation=chroot",
            "--format=docker",
            "--target=prebuilt",
            "--build-arg=BASE=localhost/base",
            "--tag=localhost/cotejo",
            "--file",
            &path(&file),
            &path(&context),
        ]);
    }

    /// Starts the service in a container that may write its volume and nothing else, and waits until it is ready.
    fn serve(&self, name: &str) {
        let [public, admin] = free_addresses();
        let files = limit("nofile", Resource::NOFILE);
        let processes = limit("nproc", Resource::NPROC);
        let settings = [
            format!("PCS_LISTEN={public}"),
            format!("PCS_ADMIN_LISTEN={admin}"),
        ];
        self.run(&[
            "run",
            "--detach",
            "--name",
            name,
            "--read-only",
            "--cap-drop=all",
            "--security-opt=no-new-privileges",
            "--volume=cotejo:/var/lib/cotejo",
            // of the machine: what there is for a network of its own differs
            "--network=host",
            "--ulimit",
            &files,
            "--ulimit",
            &processes,
            "--env",
            &settings[0],
            "--env",
            &settings[1],
            "localhost/cotejo",
        ]);
        wait_for("readiness in the container", || {
            let asked = self.command(&["exec", name, "cotejo", "healthcheck", "--ready"]);
            let mut asked = asked;
            asked.output().ok()?.status.success().then_some(())
        });
    }

    /// Stops it as an orchestrator does; answers its exit status.
    fn stop(&self, name: &str) -> String {
        self.run(&["stop", "--time", "30", name]);
        let status = self.run(&["inspect", "--format", "{{.State.ExitCode}}", name]);
        self.run(&["rm", name]);
        status
    }
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

/// A limit that whoever runs tests may set, as podman takes it.
fn limit(name: &str, of: Resource) -> String {
    let (_, hard) = of.get().expect("a limit");
    let most = hard.min(10_000);
    format!("{name}={most}:{most}")
}

/// Two addresses that were free a moment ago: the container cannot tell which ones it took.
fn free_addresses() -> [String; 2] {
    let taken = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    taken.map(|listener| listener.local_addr().expect("an address").to_string())
}

#[test]
#[ignore = "installs nothing, but needs root: `make container-test`"]
fn the_image_serves_read_only_and_without_rights_and_keeps_its_data() {
    let podman = Podman::new();
    podman.base();
    podman.image();
    podman.serve("first");
    let said = "{{.Config.User}} {{.Config.StopSignal}} {{.Config.Healthcheck.Test}} {{.HostConfig.ReadonlyRootfs}}";
    assert_eq!(
        podman.run(&["inspect", "--format", said, "first"]),
        "10001:10001 15 [CMD cotejo healthcheck] true"
    );
    podman.run(&["healthcheck", "run", "first"]);
    let status = podman.run(&["exec", "first", "cat", "/proc/1/status"]);
    for line in [
        "Uid:\t10001\t10001\t10001\t10001",
        "CapEff:\t0000000000000000",
        "NoNewPrivs:\t1",
    ] {
        assert!(status.contains(line), "{line}: {status}");
    }
    for folder in ["/etc", "/usr/bin", "/var"] {
        let tried = ["exec", "first", "touch", &format!("{folder}/new")];
        let tried = podman.command(&tried).output().expect("podman");
        let said = String::from_utf8_lossy(&tried.stderr);
        assert!(said.contains("Read-only file system"), "{folder}: {said}");
    }
    let modes = "stat --format='%a %U' /var/lib/cotejo /var/lib/cotejo/prices.sqlite /var/lib/cotejo/vault.key";
    let modes = podman.run(&["exec", "first", "sh", "-c", modes]);
    assert_eq!(modes, "700 cotejo\n600 cotejo\n600 cotejo");

    import(&podman, "first");
    assert_eq!(podman.stop("first"), "0", "an orderly end");
    podman.serve("second");
    let kept = podman.run(&["exec", "second", "cotejo", "imports", "--json"]);
    assert!(kept.contains("\"Shop One\""), "{kept}");
    assert_eq!(podman.stop("second"), "0");
}

/// Imports a feed through a command in the container.
fn import(podman: &Podman, name: &str) {
    let arguments = [
        "exec",
        "--interactive",
        name,
        "cotejo",
        "import",
        "-",
        "--store",
        "Shop One",
    ];
    let mut import = podman.command(&arguments);
    let mut running = import
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("podman");
    let feed = offers_csv(&[["a-1", "Lumo desk lamp", "Lumo", "4006381333931", "49.90"]]);
    let mut input = running.stdin.take().expect("its input");
    input.write_all(feed.as_bytes()).expect("a feed");
    drop(input);
    let ran = running.wait_with_output().expect("an end");
    let counts = String::from_utf8_lossy(&ran.stdout);
    assert!(counts.contains("accepted=1 "), "{counts}");
}
