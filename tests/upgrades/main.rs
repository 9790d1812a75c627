//! A store of any earlier state is brought up to date with all that it holds; one of a later state is refused.

mod answers;
mod newer;
mod state;

use state::{made, migrations, rows, strays, tables, version};
use tests::Backend;

pub(crate) use tests::on_both_stores;

on_both_stores!(
    every_earlier_state_keeps_its_rows,
    kept_rows_are_of_every_kind
);

/// What a migration takes away of a table on purpose: the table, the migration, and which rows stay as they are.
const TAKEN: [(&str, &str, &str); 3] = [
    // texts become numbers: what they are found by is tried in `answers`
    ("product_keys", "20261124000141", "WHERE 1 = 0"),
    // of several doubts about two products one stays
    ("match_reviews", "20261122000040", "WHERE no <> 3"),
    // an attempt that runs is in the queue
    (
        "attempts",
        "20261124000150",
        "WHERE finished_at IS NOT NULL",
    ),
];

/// Texts that are there until the program has made numbers of them.
const PASSED_ON: &str = "product_key_texts";

fn every_earlier_state_keeps_its_rows(backend: Backend) {
    let all = migrations();
    let fresh = made(backend, &all);
    fresh.ok(&["migrate"]);
    let newest = tables(&fresh);
    for reached in 1..all.len() {
        let (came_to, store) = (&all[reached - 1], made(backend, &all[..reached]));
        let mut held = Vec::new();
        for (table, columns) in tables(&store) {
            if table == PASSED_ON {
                continue;
            }
            let kept = newest.get(&table);
            let kept = kept.unwrap_or_else(|| panic!("{table} of {came_to} is gone"));
            let columns: Vec<String> = columns.into_iter().filter(|c| kept.contains(c)).collect();
            let taken = TAKEN
                .iter()
                .find(|(of, by, _)| *of == table && version(came_to).as_str() < *by);
            let stays = taken.map_or("", |(_, _, stays)| stays);
            let from = format!("FROM {table} {stays}");
            held.push((rows(&store, &columns, &from), columns, table));
        }
        store.ok(&["migrate"]);
        for (were, columns, table) in held {
            let are = rows(&store, &columns, &format!("FROM {table}"));
            let lost: Vec<&String> = were.iter().filter(|row| !are.contains(row)).collect();
            assert!(
                lost.is_empty(),
                "from {came_to}: {table} lost {lost:#?}, has {are:#?}"
            );
        }
    }
}

fn kept_rows_are_of_every_kind(backend: Backend) {
    let strays = strays(&migrations());
    assert_eq!(strays, Vec::<String>::new(), "rows of no migration");
    // who accepts keys says so anew every second
    const PASSING: [&str; 1] = ["key_leases"];
    let store = made(backend, &migrations());
    for (table, columns) in tables(&store) {
        if !PASSING.contains(&table.as_str()) {
            let held = rows(&store, &columns, &format!("FROM {table}"));
            assert_ne!(
                held,
                Vec::<String>::new(),
                "no row of {table} in tests/upgrades/rows"
            );
        }
    }
}
