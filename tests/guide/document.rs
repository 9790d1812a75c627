//! The document says what the code does.

use std::collections::BTreeSet;
use std::fs;

use domain::webhook::Policy;
use domain::webhook::delivery::{DeliveryError, MAX_CYCLE};
use tests::repository;
use time::Duration;

use crate::arrived;
use crate::snippets::SNIPPETS;

fn document() -> String {
    let path = repository().join("docs/WEBHOOKS.md");
    fs::read_to_string(path).expect("the document")
}

/// The one block of the document in a language.
fn block<'a>(document: &'a str, language: &str) -> &'a str {
    let begin = format!("\n```{language}\n");
    let mut blocks = document.split(&begin).skip(1);
    let (Some(rest), None) = (blocks.next(), blocks.next()) else {
        panic!("not one block of {language}");
    };
    let end = rest.find("```").expect("the end of a block");
    &rest[..end]
}

/// What an example's file has between its marks.
fn marked(source: &str) -> &str {
    let (_, rest) = source.split_once("[example]\n").expect("the beginning");
    let end = rest.find("[/example]").expect("the end");
    let example = &rest[..end];
    // the mark is in a comment
    let last_line = example.rfind('\n').expect("a line");
    &example[..=last_line]
}

#[test]
fn the_blocks_are_the_files_that_are_run() {
    let document = document();
    for snippet in SNIPPETS {
        let source = snippet.source();
        let shown = block(&document, snippet.language);
        assert_eq!(
            shown.trim_end(),
            marked(&source).trim_end(),
            "{}",
            snippet.file
        );
    }
}

#[test]
fn the_headers_are_those_that_arrive() {
    let (_, received) = arrived();
    for received in received {
        let names: BTreeSet<&str> = received.headers.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names.len(), received.headers.len(), "one line each");
        let document = document();
        for name in &names {
            let row = |line: &str| line.to_lowercase().starts_with(&format!("| `{name}`"));
            assert!(document.lines().any(row), "{name} is not in the table");
        }
        let event = received.json();
        assert_eq!(event["id"], received.header("idempotency-key"));
        assert_eq!(event["type"], received.header("x-webhook-event"));
        assert_eq!(received.header("x-webhook-attempt"), "1");
    }
}

#[test]
fn the_events_have_the_members_that_are_described() {
    let (_, received) = arrived();
    let document = document();
    for received in received {
        let event = received.json();
        let members = event.as_object().expect("an object");
        let data = event["data"].as_object().expect("an object");
        for name in members.keys().chain(data.keys()) {
            let row = format!("| `{name}` |");
            let quoted = format!("\"{name}\":");
            assert!(
                document.contains(&row) || document.contains(&quoted),
                "{name}"
            );
        }
    }
}

#[test]
fn every_code_of_a_failed_attempt_is_explained() {
    let document = document();
    for error in DeliveryError::ALL {
        let row = format!("| `{}` |", error.code());
        assert!(document.contains(&row), "{}", error.code());
    }
}

fn in_words(duration: Duration) -> String {
    let (hours, minutes) = (duration.whole_hours(), duration.whole_minutes() % 60);
    let seconds = duration.whole_seconds() % 60;
    let parts = [(hours, "h"), (minutes, "min"), (seconds, "s")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, unit)| format!("{count} {unit}"))
        .collect();
    parts.join(" ")
}

#[test]
fn the_schedule_is_the_one_that_is_kept() {
    let document = document();
    let policy = Policy::default();
    for attempt in 1..MAX_CYCLE {
        let [least, plain, most] = [0, 200, 400].map(|spread| policy.retry.after(attempt, spread));
        let [least, plain, most] = [least, plain, most].map(in_words);
        let row = format!("| {attempt} | {plain} | {least} to {most} |");
        assert!(document.contains(&row), "{row}");
    }
}
