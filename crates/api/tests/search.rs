//! How well search ranks: a small catalogue of invented products with rated queries.

#![expect(clippy::unwrap_used, reason = "a test that runs the binary")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/search")
}

/// Kinds with qualifiers: `oled tv`, `wireless headphones`, `android tablet`.
fn qualified() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/search_qualified")
}

fn evaluate(dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_api"))
        .args(["evaluate", "search", "--json"])
        .arg(dir)
        .output()
        .unwrap()
}

fn figures(output: &Output) -> Value {
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn search_ranks_the_sample_as_well_as_ever() {
    let figures = figures(&evaluate(&data()));
    assert_eq!(figures["queries"], 32);
    assert!(figures["ndcg_at_10"].as_f64().unwrap() >= 0.95, "{figures}");
    assert!(figures["recall"].as_f64().unwrap() >= 0.95, "{figures}");
    assert_eq!(figures["zero_result_precision"], 1.0);
}

#[test]
fn kinds_with_qualifiers_are_ranked_far_better_than_by_plain_bm25() {
    let figures = figures(&evaluate(&qualified()));
    assert_eq!(figures["queries"], 42);
    let figure = |name: &str| figures[name].as_f64().unwrap();
    assert!(figure("ndcg_at_10") >= 0.97, "{figures}");
    assert!(
        figure("bm25_ndcg_at_10") + 0.1 < figure("ndcg_at_10"),
        "{figures}"
    );
    assert_eq!(figures["zero_result_precision"], 1.0);
}

#[test]
fn a_rated_product_that_the_catalogue_lacks_is_warned_about_and_not_found() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy(
        data().join("catalog.jsonl"),
        dir.path().join("catalog.jsonl"),
    )
    .unwrap();
    let ratings = "query,product_id,rating,note\nfridge,fridge_300,1,\nfridge,gone_999,1,x\n";
    std::fs::write(dir.path().join("qrels.csv"), ratings).unwrap();
    let output = evaluate(dir.path());
    let figures = figures(&output);
    assert_eq!(figures["recall"], 0.5);
    assert_eq!(figures["zero_result_precision"], Value::Null);
    assert!(String::from_utf8_lossy(&output.stderr).contains("gone_999"));
}

#[test]
fn wrong_files_are_refused_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |reason: &str| {
        let output = evaluate(dir.path());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    refused("qrels.csv");
    let ratings = dir.path().join("qrels.csv");
    std::fs::write(&ratings, "query,rating\nfridge,1\n").unwrap();
    refused("no column product_id");
    std::fs::write(&ratings, "query,product_id,rating\nfridge,a,much\n").unwrap();
    refused("line 2: rating");
    std::fs::write(&ratings, "query,product_id,rating\nfridge,a,1\n").unwrap();
    refused("catalog.jsonl");
}
