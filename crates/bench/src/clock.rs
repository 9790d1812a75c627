//! The one place that reads the clock and sleeps.

#![expect(
    clippy::disallowed_methods,
    reason = "measuring is what this crate is for"
)]

use std::time::{Duration, Instant};

/// Monotonic time.
pub fn now() -> Instant {
    Instant::now()
}

/// The UTC day.
pub fn today() -> time::Date {
    time::OffsetDateTime::now_utc().date()
}

/// Sleeps.
pub fn sleep(duration: Duration) {
    std::thread::sleep(duration);
}

/// Sleeps until an instant; returns at once when it has passed.
pub fn sleep_until(instant: Instant) {
    let left = instant.saturating_duration_since(now());
    if !left.is_zero() {
        sleep(left);
    }
}

/// How long the work takes, in seconds.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = now();
    let done = work();
    (done, began.elapsed().as_secs_f64())
}

/// UTC in seconds since 1970.
pub fn utc_seconds() -> i64 {
    time::OffsetDateTime::now_utc().unix_timestamp()
}

/// UTC in microseconds since 1970.
pub fn utc_micros() -> i64 {
    let nanos = time::OffsetDateTime::now_utc().unix_timestamp_nanos();
    i64::try_from(nanos / 1000).unwrap_or_default()
}

/// Sleeps, others going on.
pub async fn pause(duration: Duration) {
    tokio::time::sleep(duration).await;
}
