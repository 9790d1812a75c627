//! Secrets that are given by files.

use serde_json::Value;
use tests::{Backend, Deployment, Ran, VAULT_KEY};

/// What a command says when `DATABASE_URL` is not set.
fn without_url(deployment: &Deployment, arguments: &[&str]) -> Ran {
    let mut command = deployment.command(arguments);
    command.env_remove("DATABASE_URL");
    Ran::from(command.output().unwrap())
}

#[test]
fn the_content_of_a_file_is_the_value() {
    let deployment = Deployment::new(Backend::Sqlite);
    let url = deployment.file("url", format!("{}\n", deployment.url));
    let key = deployment.file("key", format!("{VAULT_KEY}\n"));
    let smtp = deployment.file("smtp", "smtps://u:geheim@mail.example.com:465");
    let deployment = deployment
        .with("DATABASE_URL_FILE", &url)
        .with("PCS_VAULT_KEY_FILE", &key)
        .with("PCS_SMTP_URL_FILE", &smtp)
        .with("PCS_MAIL_FROM", "watch@example.com");
    let made = without_url(
        &deployment,
        &[
            "keys",
            "create",
            "--workspace",
            "test",
            "--mode",
            "test",
            "--scope",
            "catalog:read",
        ],
    );
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    assert!(deployment.folder.path().join("prices.sqlite").exists());
    let checked = without_url(&deployment, &["config", "check", "--offline", "--json"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let shown: Value = serde_json::from_str(&checked.stdout).unwrap();
    let value = |name: &str| {
        let text = |field| shown[name][field].as_str().unwrap();
        (text("value"), text("origin"))
    };
    let origin = "file of the secret";
    assert_eq!(value("DATABASE_URL"), (deployment.url.as_str(), origin));
    assert_eq!(value("PCS_VAULT_KEY"), ("***", origin));
    let masked = "smtps://u:***@mail.example.com:465";
    assert_eq!(value("PCS_SMTP_URL"), (masked, origin));
    assert_eq!(
        value("PCS_VAULT_KEY_FILE"),
        (key.as_str(), "environment"),
        "no warning of an unknown setting, and the path is shown"
    );
    assert!(!checked.stderr.contains("no such setting"));
    assert!(!format!("{checked:?}").contains("geheim"));
}

#[test]
fn the_settings_file_and_flags_name_such_files_too() {
    let deployment = Deployment::new(Backend::Sqlite);
    let key = deployment.file("key", VAULT_KEY);
    let settings = deployment.file("s.toml", format!("vault_key_file = {key:?}\n"));
    let origin = |arguments: &[&str]| {
        let mut all = vec!["config", "check", "--json", "--config", &settings];
        all.extend(arguments);
        let shown: Value = serde_json::from_str(&deployment.ok(&all)).unwrap();
        shown["PCS_VAULT_KEY"]["origin"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(origin(&[]), "file of the secret");
    let other = deployment.file("other", VAULT_KEY);
    assert_eq!(origin(&["--vault-key-file", &other]), "file of the secret");
    assert_eq!(
        origin(&["--vault-key-file=", "--vault-key", VAULT_KEY]),
        "flag"
    );
}

#[test]
fn wrong_files_are_named_and_never_shown() {
    let deployment = Deployment::new(Backend::Sqlite);
    let in_folder = |name: &str| deployment.folder.path().join(name).display().to_string();
    let refused = |name: &str, path: &str, said: &[&str]| {
        let mut command = deployment.command(&["config", "check"]);
        let ran = Ran::from(command.env(name, path).output().unwrap());
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        for said in said {
            assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        }
        assert!(!format!("{ran:?}").contains("geheim"), "{ran:?}");
    };
    let names = ["PCS_VAULT_KEY_FILE", "PCS_SMTP_URL_FILE"];
    for name in names {
        let none = in_folder("none");
        refused(name, &none, &[name, &none, "cannot be read"]);
        let folder = in_folder("");
        refused(name, &folder, &[name, &folder, "cannot be read"]);
        let empty = deployment.file("empty", "\n");
        refused(name, &empty, &[name, &empty, "is empty"]);
        let binary = deployment.file("binary", b"geheim\xff");
        refused(name, &binary, &[name, &binary, "is not UTF-8"]);
    }
    let bad = deployment.file("bad", "geheim");
    refused("PCS_VAULT_KEY_FILE", &bad, &["PCS_VAULT_KEY accepts"]);
    let url = deployment.file("url", "mysql://u:geheim@h/d");
    // the deployment sets the other as well
    let both = ["DATABASE_URL and DATABASE_URL_FILE are both set"];
    refused("DATABASE_URL_FILE", &url, &both);
    let deployment = deployment.with("DATABASE_URL_FILE", &url);
    let ran = without_url(&deployment, &["config", "check"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("mysql://u:***@h/d"), "{}", ran.stderr);
    assert!(!format!("{ran:?}").contains("geheim"), "{ran:?}");
}
