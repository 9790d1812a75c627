//! What who installs and watches the service needs: a settings file, manual pages, completions, health, and what systemd
//! is told.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;

use tests::{Backend, Deployment, Service};

#[test]
fn a_settings_file_is_written_that_changes_nothing() {
    let deployment = Deployment::new(Backend::Sqlite);
    let file = deployment.folder.path().join("settings.toml");
    let path = file.to_str().expect("a path");
    let made = deployment.run(&["config", "init", path]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "secrets will be in it");
    let text = fs::read_to_string(&file).expect("a text");
    assert!(text.contains("\n#offer_ttl = \"72h\"\n"), "{text}");
    assert_eq!(deployment.ok(&["config", "init"]).trim(), text.trim());
    let before = deployment.ok(&["config", "check", "--json"]);
    let after = deployment.ok(&["config", "check", "--json", "--config", path]);
    assert_eq!(before, after);
    let uncommented = text.replace("#offer_ttl = \"72h\"", "offer_ttl = \"24h\"");
    fs::write(&file, uncommented).expect("a file");
    let after = deployment.ok(&["config", "check", "--config", path]);
    assert!(after.contains("24h  (file)"), "{after}");
    // nothing is overwritten
    let again = deployment.run(&["config", "init", path]);
    assert_eq!(again.status, Some(2), "{again:?}");
    assert!(again.stderr.contains(path), "{again:?}");
    assert!(fs::read_to_string(&file).expect("a text").contains("24h"));
}

#[test]
fn manual_pages_and_completions_know_every_command() {
    let deployment = Deployment::new(Backend::Sqlite);
    let folder = deployment.folder.path().join("man");
    let path = folder.to_str().expect("a path");
    deployment.ok(&["manual", path, "--name", "cotejo"]);
    for page in ["cotejo.1", "cotejo-serve.1", "cotejo-match-split.1"] {
        let text = fs::read_to_string(folder.join(page)).expect("a page");
        assert!(text.contains(".TH"), "{page}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = deployment.ok(&["completions", shell, "--name", "cotejo"]);
        for part in ["cotejo", "healthcheck", "offer-ttl"] {
            assert!(completions.contains(part), "{shell}: {part}");
        }
    }
    let refused = deployment.run(&["completions", "cmd"]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
    for name in ["", "a b", "../../x", "-x"] {
        let name = format!("--name={name}");
        for refused in [["completions", "bash", &name], ["manual", path, &name]] {
            let refused = deployment.run(&refused);
            assert_eq!(refused.status, Some(2), "{refused:?}");
            assert!(
                refused.stderr.contains("a name of a command"),
                "{refused:?}"
            );
        }
    }
}

#[test]
fn health_is_asked_of_the_running_service() {
    let deployment = Deployment::new(Backend::Sqlite);
    let service = deployment.serve();
    let address = service.admin.strip_prefix("http://").expect("an address");
    for arguments in [&["healthcheck"][..], &["healthcheck", "--ready"]] {
        let mut command = deployment.command(arguments);
        let well = command.env("PCS_ADMIN_LISTEN", address).output();
        assert!(well.expect("it runs").status.success(), "{arguments:?}");
    }
    let address = address.to_owned();
    drop(service);
    let mut command = deployment.command(&["healthcheck"]);
    let gone = command.env("PCS_ADMIN_LISTEN", &address).output();
    let gone = gone.expect("it runs");
    assert_eq!(gone.status.code(), Some(1));
    let said = String::from_utf8_lossy(&gone.stderr).into_owned();
    assert!(
        said.contains(&format!("http://{address}/healthz")),
        "{said}"
    );
}

#[test]
fn systemd_is_told_that_the_service_is_ready_runs_and_ends() {
    let deployment = Deployment::new(Backend::Sqlite);
    let path = deployment.folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    let patience = Some(tests::DEADLINE);
    socket.set_read_timeout(patience).expect("a time");
    let told = |wanted: &str| {
        let mut buffer = [0; 256];
        loop {
            let length = socket.recv(&mut buffer).expect("it is told in time");
            let text = String::from_utf8_lossy(&buffer[..length]);
            if text.lines().any(|line| line == wanted) {
                return;
            }
        }
    };
    let mut command = deployment.command(&["serve"]);
    command
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "200000");
    let service = Service::start(command, "http");
    told("READY=1");
    told("WATCHDOG=1");
    told("WATCHDOG=1");
    assert_eq!(service.terminate(), Some(0));
    told("STOPPING=1");
}
