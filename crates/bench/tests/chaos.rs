//! Price watches while imports and the service are killed: what `make chaos` does, in small. It needs
//! the api binary beside this crate's own, as `make test` builds it.

use std::process::Command;

/// Runs the command; the counts stand in the error as well.
fn chaos(backend: &str) -> Result<(), String> {
    let ran = Command::new(env!("CARGO_BIN_EXE_bench"))
        .args(["chaos", "--backend", backend])
        .args(["--products", "100", "--watches", "300", "--imports", "8"])
        .args(["--kills", "6", "--hang-ups", "30"])
        .output();
    let ran = ran.map_err(|error| error.to_string())?;
    if ran.status.success() {
        return Ok(());
    }
    let said = [ran.stdout, ran.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    Err(said.join("\n"))
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_sqlite() {
    chaos("sqlite").unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_postgresql() {
    chaos("postgres").unwrap_or_else(|said| panic!("{said}"));
}
