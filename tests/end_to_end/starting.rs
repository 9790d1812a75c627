//! What keeps the service from starting, and `config check`, which says so before.

use std::cell::RefCell;
use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use tests::{Backend, Deployment, Ran, Service, Signal, signal, wait_for};

/// The complaint of a command that failed.
fn complaint(ran: &Ran) -> &str {
    let complaint = ran.stderr.lines().find(|line| line.starts_with("error: "));
    complaint.unwrap_or_else(|| panic!("no complaint: {}", ran.stderr))
}

/// Checks that both commands refuse to go on with this setting, in the same words.
fn refused(deployment: &Deployment, name: &str, value: &str, status: i32, said: &str) {
    let [checked, served] = [&["config", "check"][..], &["serve"]].map(|arguments| {
        let mut command = deployment.command(arguments);
        if value.is_empty() {
            command.env_remove(name);
        } else {
            command.env(name, value);
        }
        Ran::from(command.output().unwrap())
    });
    assert_eq!(served.status, Some(status), "{name}: {}", served.stderr);
    assert!(complaint(&served).contains(said), "{}", served.stderr);
    assert_eq!(checked.status, Some(status), "{name}: {}", checked.stderr);
    assert_eq!(complaint(&checked), complaint(&served));
}

#[test]
fn config_check_fails_where_serve_would() {
    let fresh = Deployment::new(Backend::Sqlite);
    let there = |name: &str| fresh.folder.path().join(name).display().to_string();
    refused(&fresh, "PCS_CURRENCY", "ZZZ", 2, "it is \"ZZZ\"");
    refused(
        &fresh,
        "PCS_FILE_MODE",
        "0666",
        2,
        "0600 or 0640; it is \"0666\"",
    );
    refused(&fresh, "PCS_MAIL_TEMPLATES", &there("none"), 2, "none");
    refused(
        &fresh,
        "PCS_WEBHOOK_EXTRA_CA",
        &there("none.pem"),
        2,
        "none.pem",
    );
    // without a mail server too
    refused(&fresh, "PCS_MAIL_FROM", "nobody", 2, "it is \"nobody\"");
    refused(&fresh, "PCS_ANSWER_CACHE", "-1", 2, "0 to keep none");
    refused(&fresh, "SSL_CERT_FILE", &there("none.pem"), 2, "none.pem");
    fresh.file("empty.pem", "no certificate");
    let empty = "holds no certificate in PEM form";
    refused(&fresh, "SSL_CERT_FILE", &there("empty.pem"), 2, empty);
    std::fs::remove_file(there("empty.pem")).unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    refused(&fresh, "PCS_LISTEN", &taken, 1, &taken);
    refused(&fresh, "PCS_ADMIN_LISTEN", &taken, 1, &taken);
    // an address of documentation, which no machine has
    refused(&fresh, "PCS_LISTEN", "192.0.2.1:8080", 1, "192.0.2.1:8080");
    fresh.file("file", "no folder");
    let below_a_file = format!("sqlite://{}", there("file/prices.sqlite"));
    refused(
        &fresh,
        "DATABASE_URL",
        &below_a_file,
        4,
        "file: Not a directory",
    );
    let nowhere = "sqlite:///proc/self/none/prices.sqlite";
    refused(&fresh, "DATABASE_URL", nowhere, 4, "the folder /proc/self");
    let files = std::fs::read_dir(fresh.folder.path()).unwrap().count();
    assert_eq!(files, 1, "nothing was made");

    let cert = fresh.file("cert.pem", "no certificate");
    let fresh = fresh.with("PCS_TLS_KEY", &cert);
    refused(&fresh, "PCS_TLS_CERT", &cert, 2, "PCS_TLS_CERT");
    refused(&fresh, "PCS_TLS_CERT", "/none.pem", 2, "/none.pem");
}

#[test]
fn config_check_fails_where_the_store_does_not_fit() {
    let deployment = Deployment::new(Backend::Sqlite);
    deployment.ok(&["config", "check"]);
    let made = std::fs::read_dir(deployment.folder.path()).unwrap().count();
    assert_eq!(made, 0, "a check makes nothing");
    deployment.ok(&["migrate"]);
    deployment.ok(&["config", "check"]);
    refused(
        &deployment,
        "PCS_CURRENCY",
        "USD",
        2,
        "the store holds prices in EUR",
    );
    deployment.sql("INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')");
    refused(&deployment, "PCS_CURRENCY", "EUR", 1, "20991231000001");
}

#[test]
fn config_check_fails_on_postgresql_where_serve_would() {
    let deployment = Deployment::without_schema(Backend::Postgres);
    refused(&deployment, "PCS_VAULT_KEY", "", 2, "PCS_VAULT_KEY");
    let nowhere = "postgres://user:secret@127.0.0.1:1/none";
    refused(&deployment, "DATABASE_URL", nowhere, 4, "cannot be reached");
    deployment.ok(&["config", "check"]);
    deployment.ok(&["migrate"]);
    deployment.ok(&["config", "check"]);
    refused(
        &deployment,
        "PCS_CURRENCY",
        "USD",
        2,
        "the store holds prices in EUR",
    );
    deployment.sql("INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')");
    refused(&deployment, "PCS_CURRENCY", "EUR", 1, "20991231000001");
}

#[test]
fn processes_that_start_at_once_on_an_empty_database_make_the_schema() {
    let deployment = Deployment::without_schema(Backend::Postgres);
    let [one, other] = [(); 2].map(|()| Service::start(deployment.command(&["serve"]), "http"));
    one.wait_until_ready();
    other.wait_until_ready();
    let key = deployment.key("live", &["catalog:read"]);
    assert_eq!(one.get("/v1/search?q=phone", &key).status, 200);
    assert_eq!(other.get("/v1/search?q=phone", &key).status, 200);
}

#[test]
fn the_two_listeners_need_addresses_of_their_own() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_ADMIN_LISTEN", &address);
    refused(&deployment, "PCS_LISTEN", &address, 1, &address);
}

#[test]
fn a_hang_up_does_not_end_the_service() {
    let deployment = Deployment::new(Backend::Sqlite);
    let service = deployment.serve();
    for round in 0..3 {
        signal(service.pid(), Signal::SIGHUP);
        wait_for("the answer to SIGHUP", || {
            let log = service.log();
            log.iter().any(|line| line.contains("SIGHUP")).then_some(())
        });
        assert_eq!(
            service.ask("GET", "/openapi.json", &[]).status,
            200,
            "{round}"
        );
    }
    assert_eq!(service.terminate(), Some(0));
}

#[test]
fn a_hang_up_changes_what_is_logged_and_names_what_waits_for_a_restart() {
    let deployment = Deployment::new(Backend::Sqlite);
    let file = deployment.file("settings.toml", "log = \"info\"\n");
    let service = Service::start(deployment.command(&["serve", "--config", &file]), "http");
    service.wait_until_ready();
    let log = RefCell::new(Vec::new());
    let is_logged = |words: &str| {
        log.borrow_mut().extend(service.log());
        log.borrow().iter().any(|line| line.contains(words))
    };
    let wait = |words: &str| wait_for(words, || is_logged(words).then_some(()));
    let hang_up = |settings: &str, answer: &str| {
        std::fs::write(&file, settings).unwrap();
        signal(service.pid(), Signal::SIGHUP);
        wait(answer);
    };
    let ask = |id: &str| {
        let answer = service.ask("GET", "/openapi.json", &[("X-Request-Id", id)]);
        assert_eq!(answer.status, 200);
    };
    hang_up("log = \"nonsense=loud\"\n", "settings cannot be read again");
    ask("with-what-was-there");
    wait("with-what-was-there");
    hang_up(
        "log = \"warn\"\noffer_ttl = \"1day\"\n",
        "PCS_OFFER_TTL differ",
    );
    ask("left-out");
    hang_up("log = \"warn,http=info\"\n", "warn,http=info");
    ask("with-another");
    wait("with-another");
    assert!(!is_logged("left-out"), "{:#?}", log.borrow());
    assert_eq!(service.terminate(), Some(0));
}

#[test]
fn a_demo_whose_terminal_is_closed_ends_in_order() {
    let deployment = Deployment::new(Backend::Sqlite);
    let mut command = deployment.command(&["demo"]);
    command.stdout(Stdio::null());
    let mut demo = Service::start(command, "http");
    demo.wait_until_ready();
    signal(demo.pid(), Signal::SIGHUP);
    assert_eq!(demo.end(), Some(0));
}

/// Nothing ends the first process of a container by itself.
#[test]
fn as_the_first_process_it_ends_by_a_signal_before_it_serves() {
    let deployment = Deployment::new(Backend::Sqlite);
    let reads_input = deployment.command(&["import", "-", "--store", "Store One"]);
    for (told, status) in [(Signal::SIGTERM, 143), (Signal::SIGINT, 130)] {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--pid", "--fork"]);
        command
            .arg(reads_input.get_program())
            .args(reads_input.get_args());
        for (name, value) in reads_input.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut outside = command.stdin(Stdio::piped()).spawn().unwrap();
        let input = outside.stdin.take();
        let outer = outside.id();
        let first: u32 = wait_for("the first process", || {
            let children = fs::read_to_string(format!("/proc/{outer}/task/{outer}/children"));
            children.ok()?.trim().parse().ok()
        });
        // the signals for which it has asked
        wait_for("its handlers", || {
            let said = fs::read_to_string(format!("/proc/{first}/status")).ok()?;
            let caught = said.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
            let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
            let both = 1 << (15 - 1) | 1 << (2 - 1);
            (caught & both == both).then_some(())
        });
        signal(first, told);
        assert_eq!(outside.wait().unwrap().code(), Some(status));
        drop(input);
    }
}
