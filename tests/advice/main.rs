//! Sensible advice: what a person who knows the trade would say, against what the domain says.
//!
//! The cases are written by hand, expectation first. `cargo test -p tests --test advice --
//! --nocapture` prints them as tables.

mod comparison;
mod file;
mod prices;
mod replay;
mod table;

use std::collections::BTreeSet;

use file::{ComparisonFile, PriceFile};
use serde::de::DeserializeOwned;
use table::Line;

const OFFERS: &str = include_str!("offers.toml");
const VERDICTS: &str = include_str!("verdicts.toml");
const COMPARISONS: &str = include_str!("comparisons.toml");

fn read<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

fn prices(text: &str) -> Vec<Line> {
    let file: PriceFile = read(text);
    file.case.iter().map(prices::run).collect()
}

#[test]
fn the_advice_is_what_a_sensible_person_would_say() {
    let comparisons: ComparisonFile = read(COMPARISONS);
    let tables = [
        ("Which offer?", prices(OFFERS)),
        ("Is it a good price?", prices(VERDICTS)),
        (
            "Which product?",
            comparisons.case.iter().map(comparison::run).collect(),
        ),
    ];
    let names: Vec<&str> = tables
        .iter()
        .flat_map(|(_, lines)| lines.iter().map(|line| line.name.as_str()))
        .collect();
    let mut wrong = Vec::new();
    for (title, lines) in &tables {
        wrong.extend(table::print(title, lines));
    }
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len(), "two cases have one name");
    println!("\n{} cases", names.len());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_case_with_a_name_that_nothing_reads_is_refused() {
    let slip = OFFERS.replacen("recommended =", "recomended =", 1);
    assert!(toml::from_str::<PriceFile>(&slip).is_err());
}
