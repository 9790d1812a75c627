//! `compose.yaml` fits the schema of such files, and names only what there is.

use std::process::{Command, Output};

use tempfile::NamedTempFile;
use tests::{Backend, Deployment, repository};

use crate::succeeded;

const SECRETS: [(&str, &str); 3] = [
    ("POSTGRES_PASSWORD", "secret"),
    ("PCS_VAULT_KEY", tests::VAULT_KEY),
    ("GRAFANA_PASSWORD", "secret"),
];

/// Checks the file by its schema and fills it in, with these secrets and none of an `.env` that may lie there.
fn config(secrets: &[(&str, &str)]) -> Output {
    let none = NamedTempFile::new().expect("an empty file");
    let mut command = Command::new("docker-compose");
    command
        .args(["--file", "compose.yaml", "--env-file"])
        .arg(none.path())
        .arg("config")
        .current_dir(repository());
    for (name, _) in SECRETS {
        command.env_remove(name);
    }
    command.envs(secrets.iter().copied());
    command.output().expect("the program starts")
}

#[test]
fn the_compose_file_fits_its_schema_and_asks_for_each_secret() {
    succeeded(config(&SECRETS));
    for (name, _) in SECRETS {
        let mut others = SECRETS.to_vec();
        others.retain(|(other, _)| *other != name);
        let said = config(&others);
        let wrong = String::from_utf8_lossy(&said.stderr);
        assert!(!said.status.success(), "{name} is not asked for");
        assert!(wrong.contains("Missing mandatory value"), "{wrong}");
    }
}

#[test]
fn what_the_compose_file_names_is_there_and_its_settings_are_taken() {
    let filled = succeeded(config(&SECRETS));
    let root = repository().display().to_string();
    let mounts: Vec<&str> = filled
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- "))
        .filter(|mount| mount.starts_with(&root))
        .filter_map(|mount| mount.split(':').next())
        .collect();
    assert!(mounts.len() >= 4, "{mounts:?}");
    for mount in mounts {
        assert!(std::path::Path::new(mount).exists(), "{mount}");
    }
    // the settings of the service, with a store that there is
    let mut deployment = Deployment::new(Backend::Sqlite);
    let mut seen = 0;
    for line in filled.lines() {
        let Some((name, value)) = line.trim().split_once(": ") else {
            continue;
        };
        if name.starts_with("PCS_") && name != "PCS_INDEX_DIR" {
            deployment = deployment.with(name, value.trim_matches(['"', '\'']));
            seen += 1;
        }
    }
    assert!(seen >= 4, "{filled}");
    // the mail catcher is another container
    let ran = deployment.run(&["config", "check", "--offline"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("no such setting"), "{}", ran.stderr);
}

#[test]
fn prometheus_takes_the_file_that_scrapes_the_service() {
    let folder = repository().join("packaging/prometheus");
    let mut check = Command::new("promtool");
    check.args(["check", "config", "prometheus.yml"]);
    let said = succeeded(check.current_dir(folder).output().expect("promtool"));
    assert!(said.contains("1 rule files found"), "{said}");
}
