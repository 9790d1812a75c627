//! The printed table.

use std::fmt::Debug;

/// What became of a case.
pub struct Line {
    pub name: String,
    pub why: String,
    /// Who is recommended, or wins.
    pub advice: String,
    /// Verdict or scores.
    pub figures: String,
    pub wrongs: Wrongs,
}

/// Where the advice is not the expected one.
#[derive(Default)]
pub struct Wrongs {
    found: Vec<String>,
}

impl Wrongs {
    pub fn add(&mut self, what: String) {
        self.found.push(what);
    }

    /// Nothing is looked at where nothing is expected.
    pub fn equal<T: PartialEq + Debug>(&mut self, what: &str, expected: Option<T>, found: T) {
        if let Some(expected) = expected
            && expected != found
        {
            self.add(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }

    /// Whether a text lacks a part.
    pub fn absent(&mut self, what: &str, unwanted: Option<&str>, text: &str) {
        if let Some(unwanted) = unwanted
            && text.contains(unwanted)
        {
            self.add(format!("{what}: {unwanted:?} in {text:?}"));
        }
    }

    /// Whether a text has a part.
    pub fn part(&mut self, what: &str, expected: Option<&str>, text: &str) {
        if let Some(expected) = expected
            && !text.contains(expected)
        {
            self.add(format!("{what}: expected {expected:?} in {text:?}"));
        }
    }
}

/// Prints all lines; answers what is wrong, with the names of the cases.
pub fn print(title: &str, lines: &[Line]) -> Vec<String> {
    println!("\n{title}");
    println!("{:<66} | {:<58} | {:<62} | ok", "case", "advice", "figures");
    let mut wrong = Vec::new();
    for line in lines {
        let ok = line.wrongs.found.is_empty();
        println!(
            "{:<66} | {:<58} | {:<62} | {}",
            line.name,
            line.advice,
            line.figures,
            if ok { "yes" } else { "NO" }
        );
        for found in &line.wrongs.found {
            wrong.push(format!("{}: {found} (because {})", line.name, line.why));
        }
    }
    wrong
}
