//! What a process takes of its machine.

use std::fs;

/// Its memory, in bytes.
pub fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes.expect("its memory").parse::<u64>().expect("kB") * 1024
}

/// How many files and connections it has open.
pub fn open_files(pid: u32) -> usize {
    let files = fs::read_dir(format!("/proc/{pid}/fd"));
    files.expect("a process").count()
}

/// Lets this process have so many files open, as far as the system allows it.
pub fn allow_open_files(most: u64) {
    rlimit::increase_nofile_limit(most).expect("a limit of open files");
}

/// The names of its threads, each with its niceness.
pub fn threads(pid: u32) -> Vec<(String, i64)> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).expect("a process");
    let stats = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("stat")).ok());
    stats
        .map(|stat| {
            // NUMBER (NAME) STATE …, and the niceness is the nineteenth
            let (before, after) = stat.rsplit_once(") ").expect("a name");
            let (_, name) = before.split_once('(').expect("a name");
            let niceness = after.split(' ').nth(16).expect("a niceness");
            (name.to_owned(), niceness.parse().expect("a number"))
        })
        .collect()
}
