//! A store goes to a file while the service runs and imports go on, and comes back elsewhere.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tests::webhooks::{World, hasty, outcomes, owning};
use tests::{Backend, Deployment, Ran, offers_csv};

crate::on_both_stores!(a_backup_of_a_busy_service_answers_elsewhere_what_it_answered_then);

const PASSPHRASE: &str = "correct horse battery\n";

fn offers(price: &str) -> String {
    let ids: Vec<String> = (0..300).map(|n| format!("o-{n}")).collect();
    let titles: Vec<String> = (0..300).map(|n| format!("Nova X{n} 128GB")).collect();
    let rows: Vec<[&str; 5]> = ids
        .iter()
        .zip(&titles)
        .map(|(id, title)| [id.as_str(), title.as_str(), "Nova", "", price])
        .collect();
    offers_csv(&rows)
}

fn backed_up(deployment: &Deployment, name: &str) -> Value {
    let secret = deployment.file("passphrase", PASSPHRASE);
    let said = deployment.ok(&["backup", name, "--passphrase-file", &secret, "--json"]);
    serde_json::from_str(&said).unwrap()
}

/// Restores into a deployment; its arguments besides.
fn restored(deployment: &Deployment, file: &Path, more: &[&str]) -> Ran {
    let secret = deployment.file("passphrase", PASSPHRASE);
    let mut arguments = vec![
        "restore",
        file.to_str().unwrap(),
        "--passphrase-file",
        &secret,
    ];
    arguments.extend(more);
    deployment.run(&arguments)
}

fn refused(ran: &Ran, status: i32, words: &str) {
    assert_eq!(ran.status, Some(status), "{}", ran.stderr);
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
}

fn a_backup_of_a_busy_service_answers_elsewhere_what_it_answered_then(backend: Backend) {
    let mut world = World::new(backend);
    let deployment = &world.deployment;
    let first = deployment.file("first.csv", offers("10.00"));
    deployment.import(&first, "Store One", &[]);
    let webhook = world.webhook("/hook");
    let products = deployment.ok(&["store", "list", "--json"]);
    // another shop's feed is imported again and again meanwhile
    let over = AtomicBool::new(false);
    let file = deployment.folder.path().join("store.backup");
    std::thread::scope(|scope| {
        let importing = scope.spawn(|| {
            let mut imports = 0;
            while !over.load(Ordering::Relaxed) {
                let price = format!("{}.00", 20 + imports);
                let feed = deployment.file("second.csv", offers(&price));
                deployment.import(&feed, "Store Two", &[]);
                imports += 1;
            }
            imports
        });
        let said = backed_up(deployment, "store.backup");
        assert_eq!(said["vault_key"], "sealed", "{said}");
        over.store(true, Ordering::Relaxed);
        assert!(importing.join().unwrap() > 0);
    });
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let left = fs::read_dir(deployment.folder.path()).unwrap();
    let left = left.filter(|e| {
        e.as_ref()
            .unwrap()
            .file_name()
            .to_str()
            .unwrap()
            .starts_with(".backup-")
    });
    assert_eq!(left.count(), 0, "no draft stays");
    // what happens later is not in it
    owning(deployment, "later");

    world.service.kill();
    let elsewhere = Deployment::without_schema(backend);
    let elsewhere = world.receiver.reached_by(hasty(elsewhere));
    let ran = restored(&elsewhere, &file, &["--json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let said: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(said["vault_key"], "restored", "{said}");
    let again = restored(&elsewhere, &file, &[]);
    refused(&again, 3, "already");

    let listed = elsewhere.ok(&["store", "list", "--json"]);
    let stores = |text: &str| -> Vec<Value> { serde_json::from_str(text).unwrap() };
    assert!(
        stores(&products)
            .iter()
            .all(|store| stores(&listed).contains(store))
    );
    let keys = elsewhere.ok(&["keys", "list", "--json"]);
    assert!(
        keys.contains(&world.key.id) && !keys.contains("later"),
        "{keys}"
    );
    let offers = "SELECT CAST(count(*) AS text) AS line FROM offers o JOIN stores s ON s.no = o.store_no \
                  WHERE s.name = 'Store One'";
    assert_eq!(elsewhere.number(offers), world.deployment.number(offers));
    // the vault key came along: secrets sign
    let service = elsewhere.serve();
    let owner = service.owner(&world.key);
    let delivery = owner.ended(&owner.test(&webhook));
    assert_eq!(outcomes(&delivery), [json!(200)]);
    let received = world.receiver.wait_for("/hook", 1);
    assert!(received[0].is_signed_with(&webhook.secret));
}

#[test]
fn a_store_that_is_there_or_in_use_is_replaced_when_that_is_asked_for_alone() {
    let deployment = Deployment::new(Backend::Sqlite);
    let file = deployment.folder.path().join("b");
    let feed = deployment.file("a.csv", offers("10.00"));
    deployment.import(&feed, "Store One", &[]);
    assert_eq!(backed_up(&deployment, "b")["vault_key"], "none");
    deployment.import(&feed, "Store Two", &[]);
    let names = || deployment.ok(&["store", "list"]);
    refused(&restored(&deployment, &file, &[]), 3, "--replace");
    let service = deployment.serve();
    let ran = restored(&deployment, &file, &["--replace"]);
    refused(&ran, 3, "the store is in use");
    assert!(names().contains("Store Two"));
    assert_eq!(service.terminate(), Some(0));
    let ran = restored(&deployment, &file, &["--replace"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(names().contains("Store One") && !names().contains("Store Two"));
    let left = fs::read_dir(deployment.folder.path()).unwrap();
    let left = left.map(|e| e.unwrap().file_name().into_string().unwrap());
    let left: Vec<String> = left.filter(|name| name.contains("restoring")).collect();
    assert_eq!(left, Vec::<String>::new());
    deployment.serve();
}

#[test]
fn what_is_no_sound_backup_is_told_and_touches_nothing() {
    let world = World::new(Backend::Sqlite);
    world.webhook("/hook");
    backed_up(&world.deployment, "b");
    let whole = fs::read(world.deployment.folder.path().join("b")).unwrap();
    let target = Deployment::new(Backend::Sqlite);
    let file = target.folder.path().join("b");
    let database = target.folder.path().join("prices.sqlite");

    let mut changed = whole.clone();
    let middle = changed.len() / 2;
    changed[middle..middle + 64].fill(0);
    for (content, words) in [
        (&whole[..whole.len() / 2], "is truncated or damaged"),
        (&whole[..10], "is truncated or damaged"),
        (&changed[..], "is truncated or damaged"),
        (b"", "is no backup"),
        (b"SQLite format 3\0", "is no backup"),
    ] {
        fs::write(&file, content).unwrap();
        refused(&restored(&target, &file, &[]), 3, words);
        assert!(!database.exists());
    }
    fs::write(&file, &whole).unwrap();
    let wrong = target.file("wrong", "another passphrase\n");
    let ran = target.run(&["restore", "b", "--passphrase-file", &wrong]);
    refused(&ran, 3, "the passphrase is not the one");
    refused(&target.run(&["restore", "b"]), 2, "--passphrase-file");
    refused(
        &target.run(&["restore", "none"]),
        2,
        "FILE none: No such file",
    );
    assert!(!database.exists());

    let ran = target.run(&["restore", "b", "--without-key"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("the vault key was not restored"));
    assert!(!target.folder.path().join("vault.key").exists());
    let short = target.file("short", "short\n");
    let ran = world
        .deployment
        .run(&["backup", "c", "--passphrase-file", &short]);
    refused(&ran, 2, "less than 12 characters");
    let ran = world.deployment.run(&["backup", "c", "--without-key"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("keep PCS_VAULT_KEY"), "{}", ran.stderr);
}

#[test]
fn a_backup_takes_the_place_of_nothing_but_backups() {
    let world = World::new(Backend::Sqlite);
    world.webhook("/hook");
    let deployment = &world.deployment;
    let secret = deployment.file("passphrase", PASSPHRASE);
    let feed = deployment.file("feed.csv", offers("10.00"));
    let at = |name: &str| deployment.folder.path().join(name);
    std::os::unix::fs::symlink(at("prices.sqlite"), at("link")).unwrap();
    let content = |name: &str| fs::read(at(name)).unwrap();
    let back_up = |name: &str| deployment.run(&["backup", name, "--passphrase-file", &secret]);
    let before = ["vault.key", "passphrase", "feed.csv"].map(content);
    for (name, words) in [
        ("prices.sqlite", "it is the database; name another file"),
        ("./prices.sqlite", "it is the database"),
        ("link", "it is the database"),
        ("prices.sqlite-wal", "it is a file of the database"),
        ("prices.sqlite.lock", "it is a file of the database"),
        ("vault.key", "it is the vault key"),
        ("passphrase", "it is the file of --passphrase-file"),
        ("feed.csv", "it is there already and is no backup"),
        ("/dev/null", "it is no plain file"),
    ] {
        let ran = back_up(name);
        refused(&ran, 2, &format!("FILE {name}: {words}"));
    }
    assert_eq!(["vault.key", "passphrase", "feed.csv"].map(content), before);
    assert!(content("prices.sqlite").starts_with(b"SQLite format 3"));
    fs::write(at("empty"), "").unwrap();
    for name in ["b", "b", "empty"] {
        let ran = back_up(name);
        assert_eq!(ran.status, Some(0), "{name}: {}", ran.stderr);
    }
    deployment.import(&feed, "Store One", &[]);
}

#[test]
fn a_report_is_written_over_nothing_that_is_needed() {
    let deployment = Deployment::new(Backend::Sqlite);
    let feed = deployment.file("feed.csv", offers("10.00"));
    deployment.import(&feed, "Store One", &[]);
    deployment.file("vault.key", "v1:key\n");
    let stock = "<item_list><item id=\"o-1\"><stock_quantity>1</stock_quantity></item></item_list>";
    let second = deployment.file("second.xml", stock);
    let settings = deployment.file("settings.toml", "log = \"info\"\n");
    let report = |name: &str| {
        let arguments = [
            "import",
            &feed,
            "--store",
            "Store One",
            "--availability",
            &second,
        ];
        let more = ["--config", &settings, "--report", name];
        deployment.run(&[&arguments[..], &more[..]].concat())
    };
    let names = [
        "prices.sqlite",
        "vault.key",
        "second.xml",
        "settings.toml",
        "feed.csv",
    ];
    let before = names.map(|name| fs::read(deployment.folder.path().join(name)).unwrap());
    for (name, what) in names.into_iter().zip([
        "the database",
        "the vault key",
        "the file of --availability",
        "the file that --config names",
        "the source itself",
    ]) {
        let words = format!("--report {name}: it is {what}; name another file");
        refused(&report(name), 2, &words);
    }
    let after = names.map(|name| fs::read(deployment.folder.path().join(name)).unwrap());
    assert!(before == after);
}

#[test]
fn a_damaged_store_is_replaced_when_that_is_asked_for() {
    let deployment = Deployment::new(Backend::Sqlite);
    let feed = deployment.file("a.csv", offers("10.00"));
    deployment.import(&feed, "Store One", &[]);
    backed_up(&deployment, "b");
    let file = deployment.folder.path().join("b");
    let database = deployment.folder.path().join("prices.sqlite");
    let whole = fs::read(&database).unwrap();
    let mut malformed = whole.clone();
    malformed[100..whole.len().min(8192)].fill(0xff);
    for damaged in [&b"this is no database at all"[..], &malformed] {
        fs::write(&database, damaged).unwrap();
        refused(&restored(&deployment, &file, &[]), 3, "--replace");
        let ran = restored(&deployment, &file, &["--replace"]);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(deployment.ok(&["store", "list"]).contains("Store One"));
    }
    let nowhere = deployment.with("DATABASE_URL", "sqlite:///proc/self/none/prices.sqlite");
    refused(&restored(&nowhere, &file, &[]), 4, "/proc/self/none");
}

#[test]
fn on_postgresql_an_older_store_is_a_store_and_a_key_stays_only_with_its_store() {
    let world = World::new(Backend::Postgres);
    world.webhook("/hook");
    backed_up(&world.deployment, "b");
    let file = world.deployment.folder.path().join("b");
    let older = Deployment::new(Backend::Postgres);
    older.sql(
        "DELETE FROM __diesel_schema_migrations WHERE version = \
         (SELECT max(version) FROM __diesel_schema_migrations)",
    );
    refused(&restored(&older, &file, &[]), 3, "holds a store already");

    let taken = Deployment::without_schema(Backend::Postgres);
    taken.sql("CREATE TABLE offers (id integer)");
    let (secret, key) = (
        taken.file("passphrase", PASSPHRASE),
        taken.folder.path().join("key"),
    );
    let restore = || {
        let mut command = taken.command(&["restore", file.to_str().unwrap(), "--key-to"]);
        command.arg(&key).args(["--passphrase-file", &secret]);
        Ran::from(command.env_remove("PCS_VAULT_KEY").output().unwrap())
    };
    refused(&restore(), 1, "pg_restore");
    assert!(
        !key.exists(),
        "it would stand in the way of the next attempt"
    );
    taken.sql("DROP TABLE offers");
    let ran = restore();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(&key).unwrap().trim(), tests::VAULT_KEY);
}
