//! Whose the files of an SQLite store are, and who may use them.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use tests::{Backend, Deployment, Ran, Service, offers_csv};

/// A user that owns nothing else.
const SERVICE_USER: u32 = 65_534;

const OFFER: [[&str; 5]; 1] = [["a", "Nova X2 128GB", "Nova", "", "10.00"]];

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

/// A deployment whose store lies in a folder that is not there yet.
fn deployment() -> Deployment {
    let mut deployment = Deployment::new(Backend::Sqlite);
    let database = deployment.folder.path().join("data/prices.sqlite");
    deployment.url = format!("sqlite://{}", database.display());
    deployment
}

/// The same command under an umask that takes nothing away.
fn without_umask(command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 000; exec \"$0\" \"$@\""]);
    shell.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.current_dir(command.get_current_dir().unwrap());
    shell
}

#[test]
fn files_are_for_their_owner_whatever_the_umask() {
    for (setting, folder_mode, file_mode) in [("0600", 0o700, 0o600), ("0640", 0o750, 0o640)] {
        let deployment = deployment().with("PCS_FILE_MODE", setting);
        let feed = deployment.file("a.csv", offers_csv(&OFFER));
        let command = deployment.command(&["import", &feed, "--store", "Store One"]);
        let ran = Ran::from(without_umask(&command).output().unwrap());
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let service = Service::start(without_umask(&deployment.command(&["serve"])), "http");
        service.wait_until_ready();
        let folder = deployment.folder.path().join("data");
        assert_eq!(mode(&folder), folder_mode);
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // what is kept of the index is the process's own, whoever may read the store
            let expected = if path.is_dir() { 0o700 } else { file_mode };
            assert_eq!(mode(&path), expected, "{}", path.display());
            names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
        names.sort();
        let expected = ["", "-shm", "-wal", ".index", ".lock", ".turn"]
            .map(|end| format!("prices.sqlite{end}"));
        assert_eq!(names[..6], expected);
        assert_eq!(names[6..], ["vault.key"]);
    }
}

#[test]
fn files_that_others_may_use_are_warned_of_and_left_as_they_are() {
    let deployment = deployment();
    deployment.ok(&["migrate"]);
    let database = deployment.folder.path().join("data/prices.sqlite");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o644)).unwrap();
    let ran = deployment.run(&["migrate"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("(mode 644): chmod 600 "),
        "{}",
        ran.stderr
    );
    assert_eq!(mode(&database), 0o644);
}

#[test]
fn an_import_by_root_does_not_lock_the_service_out() {
    let deployment = deployment();
    let feed = deployment.file("a.csv", offers_csv(&OFFER));
    let folder = deployment.folder.path();
    let is_root = fs::metadata(folder).unwrap().uid() == 0;
    let user = if is_root {
        chown(folder, Some(SERVICE_USER), Some(SERVICE_USER)).unwrap();
        SERVICE_USER
    } else {
        fs::metadata(folder).unwrap().uid()
    };
    // the folder of the binary need not be open to others
    let copy = std::env::temp_dir().join(format!("api-of-another-{}", std::process::id()));
    fs::copy(tests::binary(), &copy).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    let by_service = || {
        let mut command = Command::new(&copy);
        command
            .args(["import", &feed, "--store", "Store One"])
            .env("DATABASE_URL", &deployment.url)
            .current_dir(folder);
        if is_root {
            command.uid(SERVICE_USER).gid(SERVICE_USER);
        }
        Ran::from(command.output().unwrap())
    };
    let all_are_the_services = || {
        for entry in fs::read_dir(folder.join("data")).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::metadata(&path).unwrap();
            assert_eq!(metadata.uid(), user, "{}", path.display());
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    };
    deployment.import(&feed, "Store One", &[]);
    assert_eq!(fs::metadata(folder.join("data")).unwrap().uid(), user);
    all_are_the_services();
    let ran = by_service();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    // a lock as earlier versions left it is given back by the next command of root
    let lock = folder.join("data/prices.sqlite.lock");
    fs::remove_file(&lock).unwrap();
    fs::write(&lock, "").unwrap();
    let ran = by_service();
    assert_eq!(
        ran.status,
        Some(if is_root { 4 } else { 0 }),
        "{}",
        ran.stderr
    );
    deployment.import(&feed, "Store One", &[]);
    if is_root {
        all_are_the_services();
    }
    let ran = by_service();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    // what the service makes, root uses
    deployment.import(&feed, "Store One", &[]);
    fs::remove_file(&copy).unwrap();
}
