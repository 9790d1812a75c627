//! What `make dist` packs, and that the same inputs give the same bytes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tests::repository;

const TARGET: &str = "some-target";

/// What a line of the shell prints in a folder; it must succeed.
fn shell(folder: &Path, line: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    // the time of a commit
    command.env("SOURCE_DATE_EPOCH", "1795694477");
    let ran = command.output().expect("a shell");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{line}: {said}");
    String::from_utf8(ran.stdout).expect("text")
}

/// Packs a binary under this umask in a folder of its own; answers it with the tarball's name.
fn packed(binary: &Path, sbom: &Path, umask: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = repository().join("packaging/tarball.sh");
    let [pack, binary, sbom] = [&pack, binary, sbom].map(|path| path.display().to_string());
    let line = format!(
        "umask {umask}; mkdir tmp; TMPDIR=$PWD/tmp '{pack}' '{binary}' out {TARGET} '{sbom}'"
    );
    let made = shell(folder.path(), &line);
    assert_eq!(shell(folder.path(), "ls tmp"), "", "nothing is left");
    let made = folder.path().join(made.trim());
    (folder, made)
}

#[test]
fn the_same_inputs_give_the_same_tarball_with_all_that_a_package_has() {
    let inputs = tempfile::tempdir().expect("a folder");
    // not the binary itself, which has hundreds of megabytes in a build for development
    let binary = inputs.path().join("api");
    let runs = format!("#!/bin/sh\nexec '{}' \"$@\"\n", tests::binary().display());
    fs::write(&binary, runs).expect("a program");
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o700)).expect("a mode");
    let sbom = inputs.path().join("sbom.json");
    fs::write(&sbom, "{\"bomFormat\": \"CycloneDX\"}").expect("a document");

    let (first_folder, first) = packed(&binary, &sbom, "022");
    let (second_folder, second) = packed(&binary, &sbom, "077");
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("cotejo-{version}-{TARGET}");
    assert_eq!(
        first.file_name().expect("a name"),
        format!("{name}.tar.gz").as_str()
    );
    assert!(
        fs::read(&first).unwrap() == fs::read(&second).unwrap(),
        "other bytes"
    );
    for folder in [&first_folder, &second_folder] {
        let checked = shell(&folder.path().join("out"), "sha256sum -c SHA256SUMS");
        assert_eq!(checked.lines().count(), 2, "{checked}");
    }

    let listed = shell(
        &first_folder.path().join("out"),
        "tar --numeric-owner -tvzf *.tar.gz",
    );
    for (path, mode) in [
        ("bin/cotejo", "-rwxr-xr-x"),
        ("lib/systemd/system/cotejo.service", "-rw-r--r--"),
        ("lib/sysusers.d/cotejo.conf", "-rw-r--r--"),
        ("etc/cotejo/cotejo.toml", "-rw-r--r--"),
        ("share/man/man1/cotejo-serve.1.gz", "-rw-r--r--"),
        ("share/bash-completion/completions/cotejo", "-rw-r--r--"),
        ("share/zsh/site-functions/_cotejo", "-rw-r--r--"),
        ("share/fish/vendor_completions.d/cotejo.fish", "-rw-r--r--"),
        ("share/cotejo/prometheus/cotejo.rules.yml", "-rw-r--r--"),
        ("share/cotejo/grafana/webhooks.json", "-rw-r--r--"),
        ("share/doc/cotejo/sbom.cdx.json", "-rw-r--r--"),
        ("README.md", "-rw-r--r--"),
        ("CHANGELOG.md", "-rw-r--r--"),
        ("LICENSE-MIT", "-rw-r--r--"),
        ("LICENSE-APACHE", "-rw-r--r--"),
    ] {
        let line = listed
            .lines()
            .find(|line| line.ends_with(&format!(" {name}/{path}")));
        let line = line.unwrap_or_else(|| panic!("no {path}: {listed}"));
        assert!(line.starts_with(&format!("{mode} 0/0 ")), "{line}");
    }
    let unpacked = shell(
        &first_folder.path().join("out"),
        &format!("tar -xzf *.tar.gz && {name}/bin/api --version"),
    );
    assert!(unpacked.contains(version), "{unpacked}");
}

#[test]
fn the_changelog_speaks_of_this_version_and_the_versions_page_of_what_is_served() {
    let text = |path: &str| fs::read_to_string(repository().join(path)).expect(path);
    let (changes, versions) = (text("CHANGELOG.md"), text("docs/VERSIONS.md"));
    let version = env!("CARGO_PKG_VERSION");
    let is_released = changes.contains(&format!("## [{version}] - "));
    let is_next =
        changes.contains("## [Unreleased]") && changes.contains(&format!("Will be {version}"));
    assert!(is_released || is_next, "no {version} in CHANGELOG.md");
    assert!(
        versions.contains(&format!("`{version}`")),
        "no {version} in VERSIONS.md"
    );
}
