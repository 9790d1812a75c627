//! Programs that run beside this one, and what they use.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

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

    /// An error when it has ended.
    pub fn check(&mut self) -> Outcome<()> {
        match self.0.try_wait()? {
            None => Ok(()),
            Some(status) => Err(format!("a server ended: {status}").into()),
        }
    }

    /// Seconds of processor time that it has used.
    pub fn cpu_seconds(&self) -> f64 {
        cpu_ticks(self.0.id()).map_or(0.0, |ticks| crate::numbers::float(ticks) / TICKS)
    }

    /// The most memory that it had.
    pub fn peak_rss_bytes(&self) -> u64 {
        peak_rss(self.0.id()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn peak_rss(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}

fn cpu_ticks(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}
