//! Price watches and webhooks while processes are killed with SIGKILL at random moments: no event is lost or
//! repeated. `make test` runs it in small, `make chaos` in full; README.md tells what is proved.

mod cluster;
mod deliveries;
mod fleet;
mod offers;
mod proxy;
mod report;
mod watches;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use report::{Report, shown};
use tests::{Backend, Deployment, now};

const SMALL_WATCHES: watches::Sizes = watches::Sizes {
    products: 100,
    watches: 300,
    imports: 8,
    kills: 6,
    hang_ups: 30,
};

const FULL_WATCHES: watches::Sizes = watches::Sizes {
    products: 500,
    watches: 10_000,
    imports: 50,
    kills: 100,
    hang_ups: 2,
};

const SMALL_DELIVERIES: deliveries::Sizes = deliveries::Sizes {
    events: 400,
    imports: 5,
    kills: 3,
    restarts: 2,
    fail_overs: 0,
    interruptions: 1,
    waits_for_leases: false,
};

const FULL_DELIVERIES: deliveries::Sizes = deliveries::Sizes {
    events: 20_000,
    imports: 40,
    kills: 30,
    restarts: 5,
    fail_overs: 0,
    interruptions: 3,
    waits_for_leases: true,
};

const SMALL_FAIL_OVERS: deliveries::Sizes = deliveries::Sizes {
    kills: 1,
    restarts: 0,
    fail_overs: 2,
    interruptions: 0,
    ..SMALL_DELIVERIES
};

const FULL_FAIL_OVERS: deliveries::Sizes = deliveries::Sizes {
    events: 8000,
    imports: 20,
    kills: 5,
    restarts: 0,
    fail_overs: 10,
    interruptions: 0,
    waits_for_leases: true,
};

#[test]
fn killed_processes_lose_and_repeat_nothing_on_sqlite() {
    run("watches", &[Backend::Sqlite], SMALL_WATCHES.trial());
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_postgresql() {
    run("watches", &[Backend::Postgres], SMALL_WATCHES.trial());
}

#[test]
fn killed_processes_deliver_everything_on_sqlite() {
    run("deliveries", &[Backend::Sqlite], SMALL_DELIVERIES.trial());
}

#[test]
fn killed_processes_and_restarted_servers_deliver_everything_on_postgresql() {
    run("deliveries", &[Backend::Postgres], SMALL_DELIVERIES.trial());
}

#[test]
fn killed_primaries_lose_and_repeat_nothing() {
    run("fail-overs", &[Backend::Postgres], SMALL_FAIL_OVERS.trial());
}

#[test]
#[ignore = "takes minutes: make chaos"]
fn fail_overs_in_full() {
    run("fail-overs", &[Backend::Postgres], FULL_FAIL_OVERS.trial());
}

#[test]
#[ignore = "takes minutes: make chaos"]
fn watches_in_full() {
    let both = [Backend::Sqlite, Backend::Postgres];
    run("watches", &both, FULL_WATCHES.trial());
}

#[test]
#[ignore = "takes many minutes: make chaos"]
fn deliveries_in_full() {
    let both = [Backend::Sqlite, Backend::Postgres];
    run("deliveries", &both, FULL_DELIVERIES.trial());
}

/// Runs a trial on each of the stores and prints what was counted; fails when there is a fault.
fn run(name: &str, stores: &[Backend], trial: impl Fn(Backend, u64) -> Report) {
    let seed = std::env::var_os("SEED").filter(|seed| !seed.is_empty());
    let seed = seed.map_or("1".into(), |seed| seed.into_string().expect("a text"));
    let number = seed.parse().expect("SEED is a number");
    let mut reports = Vec::new();
    for store in stores {
        eprintln!("{name} on {}, seed {seed}", shown(*store));
        let began = now();
        let mut report = trial(*store, number);
        let seconds = (now() - began).whole_seconds();
        report.figure("seconds in all", seconds.try_into().expect("a time"));
        reports.push((*store, report));
    }
    println!("\n{}", report::render(&reports));
    let faults: Vec<String> = reports
        .iter()
        .flat_map(|(store, report)| {
            let faults = report.faults.iter();
            faults.map(|fault| format!("{}: {fault}", shown(*store)))
        })
        .collect();
    let faults = faults.join("\n");
    assert!(
        faults.is_empty(),
        "the ledger is not even (seed {seed}):\n{faults}"
    );
}

/// Does a trial in its deployment, whose files and logs are kept when it fails.
fn kept_when_it_fails(
    deployment: Deployment,
    trial: impl FnOnce(&Deployment, &mut Report),
) -> Report {
    let mut report = Report::default();
    let ran = catch_unwind(AssertUnwindSafe(|| trial(&deployment, &mut report)));
    if ran.is_ok() && deployment.url.starts_with("postgres") {
        let deadlocks = deployment.number(
            "SELECT CAST(deadlocks AS text) AS line FROM pg_stat_database \
             WHERE datname = current_database()",
        );
        report.figure("deadlocks", deadlocks);
        if deadlocks > 0 {
            let fault = format!("{deadlocks} deadlocks, although there is one order of locks");
            report.faults.push(fault);
        }
    }
    if ran.is_err() || !report.faults.is_empty() {
        let folder = deployment.folder.keep();
        let name = folder.file_name().expect("a name").display().to_string();
        let kept = folder.with_file_name(format!("kept.{}", name.trim_matches('.')));
        std::fs::rename(&folder, &kept).expect("another name");
        eprintln!("files and logs are kept: {}", kept.display());
    }
    if let Err(panic) = ran {
        resume_unwind(panic);
    }
    report
}
