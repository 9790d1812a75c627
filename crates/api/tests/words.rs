//! Words of an operator: the file is refused with its line, or its words find what they name.

#![expect(clippy::unwrap_used, reason = "a test that runs the binary")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const CATALOGUE: &str = r#"{"canonical_product_id": "ladder", "product_name": "Zorvex Nimbo ladder 3 m rosa", "brand": "Zorvex"}
{"canonical_product_id": "stool", "product_name": "Zorvex Cirro stool", "brand": "Zorvex"}
"#;
const QUERIES: &str = "query,product_id,rating\nžebřík,ladder,3\nleiter zorvex,ladder,3\nladder 300 sentimetrov,ladder,3\n";

const WORDS: &str = "# words of our market\n\
    [synonyms]\n\
    ladder: ladder, leiter, žebřík\n\
    \n\
    [units]\n\
    cm: sentimetrov\n";

/// `api ARGUMENTS` with a file of words in a folder.
fn run(folder: &Path, arguments: &[&str], words: Option<&str>) -> Output {
    let file = folder.join("words.txt");
    if let Some(words) = words {
        fs::write(&file, words).unwrap();
    }
    let database = format!("sqlite://{}", folder.join("prices.sqlite").display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
    command.args(arguments).env("DATABASE_URL", database);
    command.env("PCS_WORDS_FILE", &file).output().unwrap()
}

/// Runs a command that is refused, and answers what it says.
fn refused(arguments: &[&str], words: Option<&str>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), arguments, words);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let path = folder.path().join("words.txt").display().to_string();
    assert!(said.contains(&path), "{said}");
    said.replace(&path, "FILE")
}

#[test]
fn a_missing_file_and_a_bad_line_end_every_command_that_reads_words() {
    for command in [&["migrate"][..], &["config", "check"]] {
        let missing = refused(command, None);
        assert!(
            missing.contains("PCS_WORDS_FILE FILE: cannot be read"),
            "{missing}"
        );
        let unknown = refused(command, Some("[colours]\n\n[sizes]\nlarge: gross\n"));
        let expected = "PCS_WORDS_FILE: FILE:3: `[sizes]` is no section: they are colours, kinds";
        assert!(unknown.contains(expected), "{unknown}");
        let taken = refused(command, Some("[colours]\nblue: azur, Schwarz\n"));
        let expected = "FILE:2: `schwarz` cannot be `blue`: it is `black` in [colours] already";
        assert!(taken.contains(expected), "{taken}");
    }
}

#[test]
fn search_finds_by_words_that_were_added() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("catalog.jsonl"), CATALOGUE).unwrap();
    fs::write(data.join("qrels.csv"), QUERIES).unwrap();
    let arguments = ["evaluate", "search", "--json", data.to_str().unwrap()];
    let recall = |words: &str| {
        let output = run(folder.path(), &arguments, Some(words));
        assert!(output.status.success(), "{output:?}");
        let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
        figures["recall"].as_f64().unwrap()
    };
    assert!(recall("# nothing yet\n") < 0.5);
    assert!(recall(WORDS) > 0.99);
}
