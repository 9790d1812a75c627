//! The house rules that a compiler does not check: who may depend on whom, how long files are, and that
//! no tuple stands for several parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests::repository;

/// Which of our crates a crate may use, and which of them in its tests. A crate that is not here is
/// refused.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    ("domain", &[], &["reference-model"]),
    ("product-knowledge", &["domain"], &[]),
    ("ports-system", &["domain"], &[]),
    ("ports-store", &["domain", "product-knowledge"], &[]),
    ("ports-net", &["domain", "product-knowledge"], &[]),
    (
        "app",
        &[
            "domain",
            "ports-net",
            "ports-store",
            "ports-system",
            "product-knowledge",
        ],
        &["adapter-sqlite", "adapter-tantivy", "fakes"],
    ),
    (
        "evaluate",
        &["app", "domain", "ports-store", "product-knowledge"],
        &["adapter-tantivy"],
    ),
    (
        "contract-tests",
        &[
            "domain",
            "ports-net",
            "ports-store",
            "ports-system",
            "product-knowledge",
            "reference-model",
        ],
        &[],
    ),
    ("reference-model", &["domain"], &[]),
    (
        "fakes",
        &["domain", "ports-net", "ports-system"],
        &["contract-tests"],
    ),
    ("adapter-console", &["adapter-actix", "app", "domain"], &[]),
    (
        "adapter-explorer",
        &["adapter-actix", "app", "domain", "product-knowledge"],
        &[],
    ),
    (
        "adapter-sql",
        &["domain", "ports-store", "product-knowledge"],
        &[],
    ),
    (
        "adapter-sqlite",
        &["adapter-sql", "domain", "ports-store", "product-knowledge"],
        &["contract-tests"],
    ),
    (
        "adapter-postgres",
        &["adapter-sql", "domain", "ports-store", "product-knowledge"],
        &["contract-tests"],
    ),
    (
        "adapter-tantivy",
        &["domain", "ports-store", "product-knowledge"],
        &["contract-tests"],
    ),
    (
        "adapter-hyper",
        &["domain", "ports-net"],
        &["contract-tests", "fakes"],
    ),
    (
        "adapter-feeds",
        &["domain", "ports-net", "product-knowledge"],
        &["contract-tests"],
    ),
    (
        "adapter-sources",
        &["domain", "ports-net", "ports-system"],
        &[],
    ),
    (
        "adapter-system",
        &["domain", "ports-system"],
        &["contract-tests"],
    ),
    (
        "adapter-lettre",
        &["domain", "ports-net"],
        &["contract-tests"],
    ),
    (
        "adapter-actix",
        &["app", "domain", "product-knowledge"],
        &["fakes", "ports-store", "ports-system"],
    ),
    (
        "api",
        &[
            "adapter-actix",
            "adapter-console",
            "adapter-explorer",
            "adapter-feeds",
            "adapter-hyper",
            "adapter-lettre",
            "adapter-postgres",
            "adapter-sources",
            "adapter-sqlite",
            "adapter-system",
            "adapter-tantivy",
            "app",
            "domain",
            "evaluate",
            "ports-net",
            "ports-store",
            "ports-system",
            "product-knowledge",
        ],
        &[],
    ),
];

/// Crates that may use anything.
const FREE: &[&str] = &["tests", "bench"];

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["common", "utils", "helpers", "core", "manager", "service"];

const MAX_FILE: usize = 400;
const MEDIAN_FILE: usize = 120;
const P90_FILE: usize = 250;
const MAX_MAIN: usize = 100;

fn packages() -> Vec<Value> {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(repository())
        .output()
        .expect("cargo metadata runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Edges that the table does not have, as sentences.
fn forbidden_edges(packages: &[Value]) -> Vec<String> {
    let own: BTreeSet<&str> = packages.iter().filter_map(|p| p["name"].as_str()).collect();
    let mut forbidden = Vec::new();
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        if FREE.contains(&name) {
            continue;
        }
        let Some((_, normal, dev)) = TABLE.iter().find(|(crate_name, ..)| *crate_name == name)
        else {
            forbidden.push(format!("{name} is not in the table"));
            continue;
        };
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let to = dependency["name"].as_str().expect("a name");
            let is_dev = dependency["kind"].as_str() == Some("dev");
            // a crate names itself to switch on a feature for its own tests
            let allowed = normal.contains(&to) || (is_dev && (dev.contains(&to) || to == name));
            if own.contains(to) && !allowed {
                forbidden.push(format!("{name} must not use {to}"));
            }
        }
    }
    forbidden
}

#[test]
fn crates_use_only_what_the_table_allows() {
    assert_eq!(forbidden_edges(&packages()), Vec::<String>::new());
}

#[test]
fn a_forbidden_edge_and_an_unknown_crate_are_found() {
    let package = |name: &str, uses: &str, kind: Option<&str>| serde_json::json!({"name": name, "dependencies": [{"name": uses, "kind": kind}]});
    let bad = [
        package("domain", "app", None),
        package("app", "fakes", None),
        package("app", "domain", Some("dev")),
        package("adapter-actix", "ports-store", None),
        package("fakes", "contract-tests", Some("dev")),
        package("shared-things", "domain", None),
        package("ports-store", "domain", None),
        package("contract-tests", "domain", None),
    ];
    assert_eq!(
        forbidden_edges(&bad),
        [
            "domain must not use app",
            "app must not use fakes",
            "adapter-actix must not use ports-store",
            "shared-things is not in the table",
        ]
    );
}

#[test]
fn crates_are_named_after_their_folders_and_say_something() {
    for package in packages() {
        let name = package["name"].as_str().expect("a name").to_owned();
        let manifest = PathBuf::from(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest
            .parent()
            .and_then(Path::file_name)
            .expect("a folder");
        assert_eq!(folder.to_str(), Some(name.as_str()));
        for part in name.split('-') {
            assert!(!EMPTY_NAMES.contains(&part), "{name} has an empty name");
        }
        if name != "tests" {
            let readme = fs::read_to_string(manifest.with_file_name("README.md"));
            let lines = readme.unwrap_or_default().lines().count();
            assert!(
                (4..=70).contains(&lines),
                "{name} needs a README of about a screen"
            );
        }
    }
}

fn every_rust_file(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            every_rust_file(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Those that are no tests.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    every_rust_file(folder, &mut files);
    let of_tests = ["tests", "benches", "fuzz", "examples", "tests.rs"];
    files.retain(|path| {
        let inside = path.strip_prefix(folder).expect("a file of the folder");
        !inside
            .iter()
            .any(|part| of_tests.iter().any(|name| part == *name))
    });
    files
}

/// Lines of a file up to its test module.
fn production_lines(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let tests = lines.windows(2).position(|pair| {
        pair.first() == Some(&"#[cfg(test)]") && pair.last().is_some_and(|l| l.ends_with('{'))
    });
    tests.unwrap_or(lines.len())
}

#[test]
fn files_stay_short() {
    let mut files = rust_files(&repository().join("crates"));
    let is_test_crate = |path: &PathBuf| {
        ["contract-tests", "fakes", "reference-model", "bench"]
            .iter()
            .any(|c| path.iter().any(|part| part == *c))
    };
    files.retain(|path| !is_test_crate(path));
    let sizes: BTreeMap<PathBuf, usize> = files
        .into_iter()
        .map(|path| (path.clone(), production_lines(&path)))
        .collect();
    for (path, lines) in &sizes {
        assert!(
            *lines <= MAX_FILE,
            "{} has {lines} production lines",
            path.display()
        );
        if path.ends_with("api/src/main.rs") {
            assert!(*lines <= MAX_MAIN, "main.rs has {lines} lines");
        }
    }
    let mut ordered: Vec<usize> = sizes.into_values().collect();
    ordered.sort_unstable();
    let (median, p90) = (ordered[ordered.len() / 2], ordered[ordered.len() * 9 / 10]);
    println!(
        "{} files, median {median}, p90 {p90} production lines",
        ordered.len()
    );
    assert!(
        median <= MEDIAN_FILE,
        "the median file has {median} production lines"
    );
    assert!(
        p90 <= P90_FILE,
        "one file in ten has {p90} production lines or more"
    );
}

/// The parameters in the parentheses or angle brackets with which a text begins, and what is behind them.
fn parameters(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut start, mut before) = (0, 1, ' ');
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && letter == ',') {
            found.push(text[start..at].trim());
            start = at + 1;
        }
        if depth == 0 {
            return (found, &text[start..]);
        }
        before = letter;
    }
    (found, "")
}

/// Tuples that functions take, with the name of the function. Closures may, and references to the entries
/// of a map are none.
fn tuple_parameters(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        let signature = &text[at + 3..];
        let named = |c: char| c.is_alphanumeric() || c == '_';
        let name = &signature[..signature.find(|c| !named(c)).unwrap_or_default()];
        let mut rest = &signature[name.len()..];
        if rest.starts_with('<') {
            rest = parameters(rest).1;
        }
        if name.is_empty() || !rest.starts_with('(') {
            continue;
        }
        let pairs = parameters(rest).0;
        let mut pairs = pairs.iter().filter_map(|one| one.split_once(": "));
        if pairs.any(|(pattern, of)| pattern.starts_with('(') || of.starts_with('(')) {
            found.push(name.to_owned());
        }
    }
    found
}

#[test]
fn no_tuple_stands_for_several_parameters() {
    let mut files = Vec::new();
    for folder in ["crates", "tests"] {
        every_rust_file(&repository().join(folder), &mut files);
    }
    let own = Path::new(file!()).file_name();
    let found: Vec<String> = files
        .iter()
        .filter(|path| path.file_name() != own)
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("a file");
            let functions = tuple_parameters(&text);
            functions
                .into_iter()
                .map(move |name| format!("{}: {name}", path.display()))
        })
        .collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_tuple_for_several_parameters_is_found() {
    let text = "fn one<F: Fn(u8) -> (u8, u8)>(a: u8, (b, c): (u8, u8)) {}
        fn two(&self, pair: (u8, u8)) {}
        fn three(a: &(u8, u8), f: impl Fn((u8, u8)) -> u8, (b, c) in pairs()) { |(a, b): (u8, u8)| a }
        fn four(
            a: [u8; 2],
            (b, c): Pair,
        ) -> fn(u8) {}";
    assert_eq!(tuple_parameters(text), ["one", "two", "four"]);
}

#[test]
fn both_stores_have_the_same_migrations() {
    let names = |backend: &str| -> BTreeSet<String> {
        fs::read_dir(repository().join("migrations").join(backend))
            .expect("migrations")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
}
