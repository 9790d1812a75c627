//! What systemd is told, when it started the service and asks to be (`Type=notify`, `WatchdogSec=`); else nothing.

use std::future::pending;

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
    let Some(limit) = sd_notify::watchdog_enabled() else {
        return pending().await;
    };
    let mut due = tokio::time::interval(limit / 2);
    loop {
        due.tick().await;
        tell(NotifyState::Watchdog);
    }
}
