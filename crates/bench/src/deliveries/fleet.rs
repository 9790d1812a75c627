//! The service, in one process or several, each killed in turn.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::clock;
use crate::outcome::Outcome;
use crate::service::{Api, Serving};

/// Running processes of one service.
pub struct Fleet<'a> {
    api: &'a Api,
    settings: Vec<(String, String)>,
    running: Mutex<Vec<Serving>>,
    /// When processes were killed, in microseconds.
    kills: Mutex<Vec<i64>>,
}

impl<'a> Fleet<'a> {
    /// Starts so many.
    pub fn start(api: &'a Api, replicas: usize, settings: Vec<(String, String)>) -> Outcome<Self> {
        let fleet = Self {
            api,
            settings,
            running: Mutex::default(),
            kills: Mutex::default(),
        };
        for _ in 0..replicas {
            let serving = fleet.serve()?;
            locked(&fleet.running).push(serving);
        }
        Ok(fleet)
    }

    /// Where one of them listens.
    pub fn address(&self) -> Outcome<std::net::SocketAddr> {
        let running = locked(&self.running);
        Ok(running.first().ok_or("nothing runs")?.address)
    }

    /// Kills the one that has run for longest.
    pub fn kill(&self) -> Outcome<()> {
        let mut running = locked(&self.running);
        if running.is_empty() {
            return Err("nothing runs".into());
        }
        let oldest = running.remove(0);
        drop(running);
        locked(&self.kills).push(clock::utc_micros());
        if oldest.server.kill()? {
            return Ok(());
        }
        Err("the service ended by itself".into())
    }

    /// Starts another one.
    pub fn replace(&self) -> Outcome<()> {
        let serving = self.serve()?;
        locked(&self.running).push(serving);
        Ok(())
    }

    /// An error when one ended by itself.
    pub fn check(&self) -> Outcome<()> {
        let mut running = locked(&self.running);
        running
            .iter_mut()
            .try_for_each(|serving| serving.server.check())
    }

    /// Notes a moment at which something else broke what ran.
    pub fn note(&self) {
        locked(&self.kills).push(clock::utc_micros());
    }

    /// The moments of kills and the like.
    pub fn kills(&self) -> Vec<i64> {
        locked(&self.kills).clone()
    }

    fn serve(&self) -> Outcome<Serving> {
        let settings: Vec<(&str, &str)> = self
            .settings
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        self.api.serve("http=warn,info", &settings)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
