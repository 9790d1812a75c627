//! Price watches while imports and the service are killed: what `make chaos` does, in small. It needs
//! the api binary beside this crate's own, as `make test` builds it.

use std::process::Command;

/// Runs the command; its ledger must be even.
fn the_ledger_is_even(backend: &str) {
    let ran = Command::new(env!("CARGO_BIN_EXE_bench"))
        .args(["chaos", "--backend", backend])
        .args(["--products", "100", "--watches", "300", "--imports", "8"])
        .args(["--kills", "6", "--hang-ups", "30"])
        .output()
        .expect("the command starts");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    println!("{}", said(&ran.stdout));
    assert!(ran.status.success(), "{}", said(&ran.stderr));
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_sqlite() {
    the_ledger_is_even("sqlite");
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_postgresql() {
    the_ledger_is_even("postgres");
}
