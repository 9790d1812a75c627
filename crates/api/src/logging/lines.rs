//! Lines on their way to where they are written.
//!
//! A thread of its own writes what has come together within some milliseconds in one go: handing over a line costs a copy
//! of it, and wakes nobody while others wait to be written.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// For how long lines come together.
const GATHERED: Duration = Duration::from_millis(5);

/// From how many bytes on lines are written at once.
const PLENTY: usize = 64 * 1024;

/// From how many bytes on those who log wait until some are written: none is lost.
const MOST: usize = 8 * 1024 * 1024;

/// Takes lines, each in one call. Clones hand over to the same thread.
#[derive(Clone)]
pub struct Lines(Arc<Shared>);

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    /// Something waits to be written, plenty does, or it is the end.
    comes: Condvar,
    /// What waited was taken.
    taken: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    is_end: bool,
}

/// Writes what was handed over to its end when it is dropped.
pub struct LinesGuard {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    /// Begins to write.
    pub fn to(out: impl Write + Send + 'static) -> io::Result<(Self, LinesGuard)> {
        let shared = Arc::<Shared>::default();
        let inside = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || inside.write_to(out))?;
        let guard = LinesGuard {
            shared: Arc::clone(&shared),
            thread: Some(thread),
        };
        Ok((Self(shared), guard))
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.lock();
        while waiting.bytes.len() >= MOST && !waiting.is_end {
            waiting = wait(&self.0.taken, waiting);
        }
        let before = waiting.bytes.len();
        waiting.bytes.extend_from_slice(line);
        let is_plenty = before < PLENTY && waiting.bytes.len() >= PLENTY;
        drop(waiting);
        if before == 0 || is_plenty {
            self.0.comes.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_to(&self, mut out: impl Write) {
        let mut written = Vec::new();
        while self.take(&mut written) {
            // nobody can be told that a log cannot be written
            drop(out.write_all(&written));
            drop(out.flush());
            written.clear();
        }
    }

    /// What has come together, for which this waits; `false` at the end.
    fn take(&self, into: &mut Vec<u8>) -> bool {
        let mut waiting = self.lock();
        while waiting.bytes.is_empty() && !waiting.is_end {
            waiting = wait(&self.comes, waiting);
        }
        let gathers = |waiting: &mut Waiting| waiting.bytes.len() < PLENTY && !waiting.is_end;
        let gathered = self.comes.wait_timeout_while(waiting, GATHERED, gathers);
        let (mut waiting, _) = gathered.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut waiting.bytes, into);
        let is_any = !into.is_empty();
        drop(waiting);
        self.taken.notify_all();
        is_any
    }
}

fn wait<'a>(condition: &Condvar, waiting: MutexGuard<'a, Waiting>) -> MutexGuard<'a, Waiting> {
    condition
        .wait(waiting)
        .unwrap_or_else(PoisonError::into_inner)
}

impl Drop for LinesGuard {
    fn drop(&mut self) {
        self.shared.lock().is_end = true;
        self.shared.comes.notify_one();
        self.shared.taken.notify_all();
        drop(self.thread.take().map(JoinHandle::join));
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    use super::{Lines, MOST};

    /// Tells of each write, and does it when it is let.
    struct Gated {
        told: Sender<Vec<u8>>,
        gate: Receiver<()>,
    }

    impl Write for Gated {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.told.send(bytes.to_vec()).unwrap();
            self.gate.recv().unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn gated() -> (Gated, Receiver<Vec<u8>>, Sender<()>) {
        let ((told, tells), (opens, gate)) = (channel(), channel());
        (Gated { told, gate }, tells, opens)
    }

    #[test]
    fn lines_are_written_in_order_without_being_asked_and_what_comes_meanwhile_in_one_go() {
        let (out, tells, opens) = gated();
        let (mut lines, guard) = Lines::to(out).unwrap();
        lines.write_all(b"first\n").unwrap();
        assert_eq!(tells.recv().unwrap(), b"first\n");
        let mut expected = Vec::new();
        for number in 0..1000 {
            let line = format!("line {number}\n");
            lines.write_all(line.as_bytes()).unwrap();
            expected.extend(line.into_bytes());
        }
        opens.send(()).unwrap();
        assert_eq!(tells.recv().unwrap(), expected);
        opens.send(()).unwrap();
        lines.write_all(b"last\n").unwrap();
        opens.send(()).unwrap();
        drop(guard);
        assert_eq!(tells.recv().unwrap(), b"last\n");
        assert!(tells.recv().is_err());
    }

    #[test]
    fn those_who_log_more_than_is_written_wait_and_lose_nothing() {
        let (out, tells, opens) = gated();
        let (mut lines, guard) = Lines::to(out).unwrap();
        let large = vec![b'x'; MOST];
        lines.write_all(&large).unwrap();
        let first = tells.recv().unwrap();
        lines.write_all(&large).unwrap();
        let mut other = lines.clone();
        let waits = thread::spawn(move || other.write_all(b"after all").unwrap());
        assert_eq!(first.len(), MOST);
        assert!(!waits.is_finished());
        opens.send(()).unwrap();
        assert_eq!(tells.recv().unwrap().len(), MOST);
        waits.join().unwrap();
        opens.send(()).unwrap();
        opens.send(()).unwrap();
        drop(guard);
        assert_eq!(tells.recv().unwrap(), b"after all");
    }

    #[test]
    fn nobody_waits_after_the_end() {
        let (out, tells, opens) = gated();
        let (mut lines, guard) = Lines::to(out).unwrap();
        drop(opens);
        drop(tells);
        drop(guard);
        lines.write_all(&vec![b'x'; MOST]).unwrap();
        lines.write_all(b"nobody reads this").unwrap();
    }
}
