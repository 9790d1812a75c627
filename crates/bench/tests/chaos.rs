//! Price watches and webhooks while the service is killed: what `make chaos` does, in small. It needs
//! the api binary beside this crate's own, as `make test` builds it.

use std::process::Command;

/// Runs the command; the counts stand in the error as well.
fn bench(arguments: &[&str]) -> Result<(), String> {
    let ran = Command::new(env!("CARGO_BIN_EXE_bench"))
        .args(arguments)
        .output();
    let ran = ran.map_err(|error| error.to_string())?;
    if ran.status.success() {
        return Ok(());
    }
    let said = [ran.stdout, ran.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    Err(said.join("\n"))
}

fn chaos(backend: &str) -> Result<(), String> {
    let sizes = "--products 100 --watches 300 --imports 8 --kills 6 --hang-ups 30";
    let sizes: Vec<&str> = sizes.split(' ').collect();
    bench(&[&["chaos", "--backend", backend], sizes.as_slice()].concat())
}

fn deliveries(backend: &str) -> Result<(), String> {
    let sizes = "--events 400 --imports 5 --kills 3 --restarts 2 --end-leases";
    let sizes: Vec<&str> = sizes.split(' ').collect();
    bench(&[&["deliveries", "--backend", backend], sizes.as_slice()].concat())
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_sqlite() {
    chaos("sqlite").unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_postgresql() {
    chaos("postgres").unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn killed_processes_deliver_everything_on_sqlite() {
    deliveries("sqlite").unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn killed_processes_and_restarted_servers_deliver_everything_on_postgresql() {
    deliveries("postgres").unwrap_or_else(|said| panic!("{said}"));
}
