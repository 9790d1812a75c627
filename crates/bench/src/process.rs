//! Programs that run beside this one, and what they use.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::clock;
use crate::outcome::Outcome;

/// How often memory is looked at.
const POLL: Duration = Duration::from_millis(20);

/// Ticks of a second in /proc/PID/stat, on every Linux of today.
const TICKS: f64 = 100.0;

/// A program that ended well.
pub struct Finished {
    /// What it printed.
    pub stdout: String,
    /// What it logged.
    pub stderr: String,
    /// The most memory that it had.
    pub peak_rss_bytes: u64,
}

/// Runs a program to its end; a bad exit status is an error with what it said.
pub fn run(command: &mut Command) -> Outcome<Finished> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let mut peak_rss_bytes = 0;
    let status = loop {
        peak_rss_bytes = peak_rss(child.id()).unwrap_or(0).max(peak_rss_bytes);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        clock::sleep(POLL);
    };
    let said = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    let (stdout, stderr) = (said(stdout), said(stderr));
    if !status.success() {
        return Err(format!("{command:?}: {status}: {stderr}").into());
    }
    Ok(Finished {
        stdout,
        stderr,
        peak_rss_bytes,
    })
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = pipe {
            drop(pipe.read_to_end(&mut text));
        }
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// A server that is killed when this is dropped.
pub struct Server(Child);

impl Server {
    /// Starts it.
    pub fn start(command: &mut Command) -> Outcome<Self> {
        let child = command.stdin(Stdio::null()).spawn();
        Ok(Self(child.map_err(|e| format!("{command:?}: {e}"))?))
    }

    /// The first line that it prints, if its output was asked for.
    pub fn line(&mut self) -> Outcome<String> {
        let stdout = self.0.stdout.take().ok_or("nobody listens")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok(line)
    }

    /// An error when it has ended.
    pub fn check(&mut self) -> Outcome<()> {
        match self.0.try_wait()? {
            None => Ok(()),
            Some(status) => Err(format!("a server ended: {status}").into()),
        }
    }

    /// Seconds of processor time that it has used.
    pub fn cpu_seconds(&self) -> f64 {
        let ticks = stat(self.0.id()).map_or(0, |stat| stat.ticks);
        crate::numbers::float(ticks) / TICKS
    }

    /// The most memory that it had.
    pub fn peak_rss_bytes(&self) -> u64 {
        peak_rss(self.0.id()).unwrap_or(0)
    }

    /// Asks it to end, and waits until it has: what it keeps at its end is there.
    pub fn end(mut self) -> Outcome<()> {
        let pid = Pid::from_raw(i32::try_from(self.pid())?);
        kill(pid, Signal::SIGTERM)?;
        self.0.wait()?;
        Ok(())
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.0.id()
    }
}

/// What a process has of its machine.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// Memory.
    pub rss_bytes: u64,
    /// Of that: no copy of files.
    pub anonymous_bytes: u64,
    /// Open files and connections.
    pub descriptors: u64,
}

impl Usage {
    /// What it has now; `None` when it has ended.
    pub fn of(pid: u32) -> Option<Self> {
        let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count();
        Some(Self {
            rss_bytes: status(pid, "VmRSS:")?,
            anonymous_bytes: status(pid, "RssAnon:")?,
            descriptors: crate::numbers::count(descriptors),
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The most memory that this program had.
pub fn own_peak_rss_bytes() -> u64 {
    peak_rss(std::process::id()).unwrap_or(u64::MAX)
}

fn peak_rss(pid: u32) -> Option<u64> {
    status(pid, "VmHWM:")
}

/// Bytes that the kernel tells of a process under this name.
fn status(pid: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}

/// What the kernel counts of a process.
struct Stat {
    parent: u64,
    /// Processor time of its own.
    ticks: u64,
    /// Processor time of those of its children that have ended.
    ended_ticks: u64,
}

fn stat(pid: u32) -> Option<Stat> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    Some(Stat {
        parent: number(1)?,
        ticks: number(11)? + number(12)?,
        ended_ticks: number(13)? + number(14)?,
    })
}

/// Seconds of processor time of all programs of ours that have ended.
pub fn ended_cpu_seconds() -> f64 {
    let ticks = stat(std::process::id()).map_or(0, |stat| stat.ended_ticks);
    crate::numbers::float(ticks) / TICKS
}

/// Seconds of processor time of a process and all its children; `None` when it is not of this machine.
pub fn family_cpu_seconds(pid: u32) -> Option<f64> {
    let is_child = |child: &Stat| child.parent == u64::from(pid);
    loop {
        let before = stat(pid)?;
        let pids = std::fs::read_dir("/proc").ok()?.flatten();
        let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let children = pids.filter_map(stat).filter(is_child);
        let living: u64 = children.map(|child| child.ticks).sum();
        let after = stat(pid)?;
        // a child that ended meanwhile may be missing in both
        if before.ended_ticks == after.ended_ticks {
            let ticks = after.ticks + after.ended_ticks + living;
            return Some(crate::numbers::float(ticks) / TICKS);
        }
    }
}

/// The program's parent, when it is one of this name on this machine.
pub fn parent_named(pid: u32, name: &str) -> Option<u32> {
    let comm = std::fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    let parent = stat(pid)?.parent;
    (comm.trim_end() == name).then(|| u32::try_from(parent).ok())?
}
