//! What the system tells a serving process.

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::reloading;
use crate::settings::Settings;

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

/// SIGTERM and SIGINT, which end the process by themselves until it serves.
pub struct Stops {
    terminated: Signal,
    interrupted: Signal,
}

impl Stops {
    /// From now on the caller ends the process.
    pub fn listen() -> Result<Self, Failure> {
        Ok(Self {
            terminated: signal(SignalKind::terminate())?,
            interrupted: signal(SignalKind::interrupt())?,
        })
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
