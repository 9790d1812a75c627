//! What systemd is told, when it started the service and asks to be (`Type=notify`, `WatchdogSec=`); else nothing.

use std::future::pending;
use std::time::Duration;

use sd_notify::NotifyState;

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager cannot be told");
    }
}

/// The listeners are bound.
pub fn ready() {
    tell(NotifyState::Ready);
}

/// The service ends.
pub fn stopping() {
    tell(NotifyState::Stopping);
}

/// Says, at twice the rate that is asked for, that the service still runs.
pub async fn watch() {
    let Some(pause) = sd_notify::watchdog_enabled().and_then(pause) else {
        return pending().await;
    };
    let mut due = tokio::time::interval(pause);
    loop {
        due.tick().await;
        tell(NotifyState::Watchdog);
    }
}

/// Half of what is asked for; `None` where that is nothing, which means that nobody watches.
fn pause(limit: Duration) -> Option<Duration> {
    Some(limit / 2).filter(|pause| !pause.is_zero())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::pause;

    #[test]
    fn a_watch_of_no_time_is_none() {
        assert_eq!(pause(Duration::ZERO), None);
        let minute = pause(Duration::from_mins(1));
        assert_eq!(minute, Some(Duration::from_secs(30)));
    }
}
