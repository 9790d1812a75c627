//! What a command costs, whatever else the machine does.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::wait_at_most;

/// How long a command may take: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(600);
/// A tick of the processor time that the kernel tells.
const TICK: Duration = Duration::from_millis(10);

/// What a command cost.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Its processor time.
    pub time: Duration,
    /// The most memory of its own that it had, in bytes: not the pages of files, which the system may take back.
    pub memory: u64,
}

/// Runs a command, which must succeed. Its output is not read.
pub fn cost_of(mut command: Command) -> Cost {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut memory = 0;
    // until it is collected, the kernel knows what a program took that has ended
    let time = wait_at_most(PATIENCE, || {
        memory = own_memory(child.id()).unwrap_or(0).max(memory);
        ended_after(child.id())
    });
    let status = child.wait().expect("a status");
    assert!(status.success(), "{command:?}: {status}");
    Cost {
        time: time.expect("it ends in time"),
        memory,
    }
}

/// The processor time of a program that has ended.
fn ended_after(pid: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<u32>().ok();
    (*fields.first()? == "Z").then_some(TICK * (ticks(11)? + ticks(12)?))
}

fn own_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("RssAnon:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}
