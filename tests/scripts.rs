//! The scripts that `make test` begins with, and what the two commands need of a machine.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use tests::{Signal, repository, signal, wait_for};

fn text(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn script(name: &str) -> PathBuf {
    repository().join("scripts").join(name)
}

/// A folder for `PATH` with these programs and no others.
fn programs(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = std::env::var_os("PATH").expect("PATH");
    for name in names {
        let found = std::env::split_paths(&path).map(|place| place.join(name));
        let found = found.into_iter().find(|program| program.is_file());
        symlink(found.expect(name), folder.path().join(name)).expect("a link");
    }
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn all_that_tests_need_and_is_missing_is_told_at_once_with_one_line_to_install_it() {
    let bare = programs(&["sh", "id", "dirname", "readlink", "sort", "tail"]);
    let ran = Command::new("sh")
        .arg(script("test-requirements.sh"))
        .env("PATH", bare.path())
        .env("TEST_PYTHON", "/nonexistent/python3")
        .env_remove("TEST_SNIPPET_RUNTIMES")
        .output()
        .expect("the script runs");
    let said = said(&ran);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    for missing in ["C compiler", "aiosmtpd", "stripe"] {
        assert!(said.contains(missing), "{missing}: {said}");
    }
    let lines: Vec<&str> = said
        .lines()
        .filter(|l| l.contains("apt-get install"))
        .collect();
    let [line] = lines
        .try_into()
        .unwrap_or_else(|_| panic!("not one line: {said}"));
    for package in [
        "gcc",
        "libc6-dev",
        "python3-aiosmtpd",
        "python3-stripe",
        "python3-httpx",
        "python3-attr",
        "nodejs",
        "php-cli",
    ] {
        assert!(
            line.split(' ').any(|word| word == package),
            "{package}: {line}"
        );
    }
}

#[test]
fn make_test_asks_for_what_it_needs_before_it_builds() {
    let makefile = text("Makefile");
    let mut recipe = makefile
        .lines()
        .skip_while(|line| !line.starts_with("test:"))
        .skip(1);
    assert_eq!(recipe.next(), Some("\tscripts/test-requirements.sh"));
}

#[test]
fn the_minimal_debian_has_what_the_readme_names_and_nothing_else() {
    let script = text("scripts/try-fresh-debian.sh");
    let packages = script
        .lines()
        .find_map(|line| line.trim().strip_prefix("packages=\""));
    let packages = packages.expect("a list of packages").trim_end_matches('"');
    let line = format!("`apt-get install {packages}`");
    assert!(text("README.md").contains(&line), "{line}");
}

#[test]
fn tests_and_benches_start_no_program_that_a_bare_machine_lacks() {
    // a POSIX shell, chroot and unshare (of packages that every Debian has) are everywhere, the browser, mmdebstrap, podman, docker-compose, prometheus and PostgreSQL's programs are asked for; the others are used where they are
    const KNOWN: [&str; 13] = [
        "sh",
        "chroot",
        "unshare",
        "chromedriver",
        "mmdebstrap",
        "podman",
        "docker-compose",
        "prometheus",
        "promtool",
        "pg_restore",
        "go",
        "javac",
        "java",
    ];
    let mut folders = vec![repository().join("crates"), repository().join("tests")];
    let mut foreign = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).expect("a source");
                let started = source.split("Command::new(\"").skip(1);
                let names = started.filter_map(|rest| rest.split('"').next());
                let names = names.filter(|name| name.len() < 40 && !KNOWN.contains(name));
                foreign.extend(names.map(|name| format!("{}: {name}", path.display())));
            }
        }
    }
    // that of clap starts nothing
    foreign
        .retain(|found| !found.contains("tests/scripts.rs") && !found.contains("api/src/settings"));
    assert_eq!(foreign, Vec::<String>::new());
}

/// Runs a command of the shell with a temporary directory of its own below this one.
fn in_temporary_folder(within: &TempDir, command: &str) -> Output {
    Command::new("sh")
        .arg(script("with-temporary-folder.sh"))
        .args(["sh", "-c", command])
        .env("TMPDIR", within.path())
        .output()
        .expect("the script runs")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

#[test]
fn what_tests_leave_in_the_temporary_directory_is_named_refused_and_removed() {
    let within = tempfile::tempdir().expect("a folder");
    let ran = in_temporary_folder(&within, "true");
    assert_eq!((ran.status.code(), said(&ran).as_str()), (Some(0), ""));
    let ran = in_temporary_folder(&within, "echo much > \"$TMPDIR/api-4711\"");
    assert_eq!(ran.status.code(), Some(1));
    assert!(said(&ran).contains("api-4711"), "{}", said(&ran));
    assert_eq!(names(within.path()), Vec::<String>::new());
}

#[test]
fn of_tests_that_fail_only_what_is_kept_on_purpose_stays() {
    let within = tempfile::tempdir().expect("a folder");
    let command = "echo > \"$TMPDIR/other\"; mkdir \"$TMPDIR/kept.x\"; exit 7";
    let ran = in_temporary_folder(&within, command);
    assert_eq!(ran.status.code(), Some(7));
    let own = names(within.path()).pop().expect("a folder");
    assert_eq!(names(&within.path().join(own)), ["kept.x"]);
    assert!(said(&ran).contains("kept.x"), "{}", said(&ran));
}

#[test]
fn tests_that_are_stopped_leave_nothing() {
    let within = tempfile::tempdir().expect("a folder");
    let mut stopped = Command::new("sh")
        .arg(script("with-temporary-folder.sh"))
        .args(["sh", "-c", "echo > \"$TMPDIR/much\"; exec sleep 600"])
        .env("TMPDIR", within.path())
        .stdin(Stdio::null())
        .spawn()
        .expect("the script runs");
    wait_for("the file", || {
        let own = names(within.path()).pop()?;
        within.path().join(own).join("much").exists().then_some(())
    });
    signal(stopped.id(), Signal::SIGTERM);
    assert_eq!(stopped.wait().expect("an end").code(), Some(143));
    assert_eq!(names(within.path()), Vec::<String>::new());
}
