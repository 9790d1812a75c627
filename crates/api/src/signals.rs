//! What the system tells a serving process.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::reloading;
use crate::settings::Settings;

/// The exit statuses by which shells tell that SIGTERM or SIGINT ended a process.
const TERMINATED: i32 = 128 + 15;
const INTERRUPTED: i32 = 128 + 2;

/// Whether a serving process answers SIGTERM and SIGINT.
static SERVES: AtomicBool = AtomicBool::new(false);

/// What [`end_first_process`] was told after that.
static TOLD: Notify = Notify::const_new();

/// What SIGHUP means.
pub enum HangUp {
    /// Read again what can be read again, as services do that run with these settings.
    Reload(Box<Settings>),
    /// The terminal was closed: stop.
    Stop,
}

/// The signals that a serving process answers.
pub struct Signals {
    hung_up: Signal,
    meaning: HangUp,
}

/// From now on SIGTERM and SIGINT end the process until it serves, also where it is the first one, as in a container: of
/// that the system keeps signals away for which it has not asked. Others end by themselves, as shells expect.
pub fn end_first_process() -> Result<(), Failure> {
    if std::process::id() != 1 {
        return Ok(());
    }
    let mut stops = Stops {
        terminated: signal(SignalKind::terminate())?,
        interrupted: signal(SignalKind::interrupt())?,
    };
    tokio::spawn(async move {
        let status = tokio::select! {
            _ = stops.terminated.recv() => TERMINATED,
            _ = stops.interrupted.recv() => INTERRUPTED,
        };
        if SERVES.load(Ordering::SeqCst) {
            TOLD.notify_one();
        } else {
            std::process::exit(status);
        }
    });
    Ok(())
}

/// SIGTERM and SIGINT, which end the process by themselves until it serves.
pub struct Stops {
    terminated: Signal,
    interrupted: Signal,
}

impl Stops {
    /// From now on the caller ends the process.
    pub fn listen() -> Result<Self, Failure> {
        let stops = Self {
            terminated: signal(SignalKind::terminate())?,
            interrupted: signal(SignalKind::interrupt())?,
        };
        SERVES.store(true, Ordering::SeqCst);
        Ok(stops)
    }
}

impl Signals {
    /// From now on SIGHUP does not end the process by itself; one that comes before the process serves is
    /// answered when it does.
    pub fn listen(meaning: HangUp) -> Result<Self, Failure> {
        Ok(Self {
            hung_up: signal(SignalKind::hangup())?,
            meaning,
        })
    }

    /// Returns when the process shall stop; a SIGHUP that means to reload is passed on.
    pub async fn until_stop(mut self, stop: Stops, reload: &Notify) {
        let Stops {
            mut terminated,
            mut interrupted,
        } = stop;
        loop {
            tokio::select! {
                _ = terminated.recv() => return,
                _ = interrupted.recv() => return,
                () = TOLD.notified() => return,
                _ = self.hung_up.recv() => {}
            }
            match &self.meaning {
                HangUp::Stop => return,
                HangUp::Reload(running) => reloading::reload(running),
            }
            reload.notify_one();
        }
    }
}
