//! The service, which is killed and started again.

use std::collections::{BTreeMap, HashSet};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::chaos::database::Database;
use crate::chaos::sink::Sink;
use crate::outcome::Outcome;
use crate::service::{Api, Serving};

/// Where the service runs, and with what.
pub struct Deployment<'a> {
    /// The binary with its store.
    pub api: &'a Api,
    /// The store.
    pub database: &'a Database,
    /// Files and logs.
    pub folder: &'a Path,
    /// Where its mails go.
    pub sink: &'a Sink,
}

/// The service: HTTP and worker in one process.
pub struct Living<'a> {
    deployment: &'a Deployment<'a>,
    start: Arc<AtomicU64>,
    /// `None` while it is dead.
    running: Mutex<Option<Serving>>,
    cut: Mutex<Cut>,
}

/// Attempts at mails that died with their process.
#[derive(Default)]
struct Cut {
    attempts: HashSet<[String; 2]>,
    mails: BTreeMap<u64, HashSet<String>>,
}

impl<'a> Living<'a> {
    /// Starts it. `start` is counted up with every start.
    pub fn begin(deployment: &'a Deployment<'a>, start: Arc<AtomicU64>) -> Outcome<Self> {
        let living = Self {
            deployment,
            start,
            running: Mutex::default(),
            cut: Mutex::default(),
        };
        let running = living.start()?;
        *locked(&living.running) = Some(running);
        Ok(living)
    }

    /// Where the API is, if the service runs.
    pub fn address(&self) -> Option<SocketAddr> {
        locked(&self.running)
            .as_ref()
            .map(|running| running.address)
    }

    /// Kills it and starts it again; whether it died sending mails.
    pub fn kill(&self) -> Outcome<bool> {
        let running = locked(&self.running).take().ok_or("it does not run")?;
        if !running.server.kill()? {
            return Err("the service ended by itself".into());
        }
        let is_sending = self.note_cut()?;
        let running = self.start()?;
        *locked(&self.running) = Some(running);
        Ok(is_sending)
    }

    /// An error when the service ended by itself.
    pub fn check(&self) -> Outcome<()> {
        let mut running = locked(&self.running);
        running.as_mut().map_or(Ok(()), |it| it.server.check())
    }

    /// Whether a mail was under way when this start of the service was killed.
    pub fn was_cut(&self, start: u64, mail: &str) -> bool {
        let cut = locked(&self.cut);
        cut.mails
            .get(&start)
            .is_some_and(|mails| mails.contains(mail))
    }

    /// Notes which attempts died; whether there are any.
    fn note_cut(&self) -> Outcome<bool> {
        let attempts = self.deployment.database.attempts()?;
        let start = self.start.load(Ordering::SeqCst);
        let mut cut = locked(&self.cut);
        let new = attempts.difference(&cut.attempts);
        let mails: HashSet<String> = new.map(|[mail, _]| mail.clone()).collect();
        let is_sending = !mails.is_empty();
        cut.mails.insert(start, mails);
        cut.attempts.extend(attempts);
        Ok(is_sending)
    }

    fn start(&self) -> Outcome<Serving> {
        let Deployment { api, sink, .. } = self.deployment;
        self.start.fetch_add(1, Ordering::SeqCst);
        let settings = [
            ("PCS_QUOTA_WATCHES", "0"),
            ("PCS_MAIL_FROM", "Prices <prices@shop.example>"),
            ("PCS_SMTP_URL", &sink.url()),
        ];
        api.serve("http=warn,info", &settings)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
