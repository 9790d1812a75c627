//! How delivering stands, for probes and metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use adapter_actix::{ReadinessItem, Registry};
use app::delivery::deliver::Attempted;
use domain::alarm::limits::{DELIVERIES_LATE, MOST_SKEW};
use domain::num::{i64_from_f64, i64_from_u64, i64_from_usize};
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{DeliveryTally, MaintenanceReport, StoreError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use time::{Duration, OffsetDateTime};

/// Seconds by which attempts began after they were due.
const LAGS: [f64; 10] = [
    0.001, 0.003, 0.005, 0.01, 0.015, 0.05, 0.25, 1.0, 10.0, 60.0,
];

/// Seconds that attempts took.
const DURATIONS: [f64; 9] = [0.005, 0.02, 0.1, 0.25, 0.5, 1.0, 5.0, 10.0, 20.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
    error: &'static str,
}

/// The metrics.
#[derive(Clone)]
pub struct DeliveryMetrics {
    attempts: Family<Outcome, Counter>,
    lag: Histogram,
    duration: Histogram,
    events: Gauge,
    pending: Gauge,
    sending: Gauge,
    oldest_seconds: Gauge,
    incidents: Gauge,
    /// Seconds by which this process's clock is ahead of the store's.
    clock_skew: Gauge<f64, AtomicU64>,
    store_takes: Arc<AtomicBool>,
    is_on: bool,
    staging: Vec<&'static str>,
}

impl DeliveryMetrics {
    /// Metrics at zero, registered. `staging` names what is set that production must not have.
    pub fn new(registry: &mut Registry, is_on: bool, staging: Vec<&'static str>) -> Self {
        let metrics = Self {
            attempts: Family::default(),
            lag: Histogram::new(LAGS),
            duration: Histogram::new(DURATIONS),
            events: Gauge::default(),
            pending: Gauge::default(),
            sending: Gauge::default(),
            oldest_seconds: Gauge::default(),
            incidents: Gauge::default(),
            clock_skew: Gauge::default(),
            store_takes: Arc::new(AtomicBool::new(true)),
            is_on,
            staging,
        };
        let Self {
            attempts,
            lag,
            duration,
            events,
            pending,
            sending,
            oldest_seconds,
            incidents,
            clock_skew,
            ..
        } = metrics.clone();
        let about = "Attempts to deliver webhooks that ended";
        registry.register("webhook_attempts", about, attempts);
        let about = "Seconds from when a delivery was due to the start of its attempt";
        registry.register("webhook_attempt_lag_seconds", about, lag);
        let about = "Seconds that attempts to deliver webhooks took";
        registry.register("webhook_attempt_duration_seconds", about, duration);
        let about = "Events of which deliveries are still to be made";
        registry.register("webhook_events_waiting", about, events);
        registry.register("webhooks_pending", "Deliveries that wait", pending);
        let about = "Deliveries that are being sent";
        registry.register("webhooks_sending", about, sending);
        let about = "Age of the oldest delivery that is due and whose endpoint may be used";
        registry.register("webhooks_oldest_due_seconds", about, oldest_seconds);
        let about = "Incidents of endpoints that are not resolved";
        registry.register("webhook_incidents_unresolved", about, incidents);
        let about = "Seconds by which the clock is ahead of the store's";
        registry.register("clock_skew_seconds", about, clock_skew);
        let overrides = Gauge::<i64>::default();
        overrides.set(i64_from_usize(metrics.staging.len()));
        let about = "Settings that only staging and tests may have";
        registry.register("webhook_staging_settings", about, overrides);
        metrics
    }

    /// A delivery was claimed that was due at an instant.
    pub fn claimed(&self, due_at: OffsetDateTime, now: OffsetDateTime) {
        self.lag.observe((now - due_at).as_seconds_f64().max(0.0));
    }

    /// An attempt ended.
    pub fn attempted(&self, attempted: &Attempted) {
        let finished = &attempted.finished;
        let outcome = match finished.verdict {
            Verdict::Acknowledged => "acknowledged",
            Verdict::Permanent(_) => "permanent",
            Verdict::Transient { .. } => "transient",
            Verdict::Lost => "lost",
        };
        let error = finished.verdict.error().map_or("", DeliveryError::code);
        self.attempts
            .get_or_create(&Outcome { outcome, error })
            .inc();
        let took: Duration = finished.finished_at - finished.started_at;
        self.duration.observe(took.as_seconds_f64().max(0.0));
        let (id, attempt) = (attempted.delivery.simple(), finished.attempt);
        let status = finished.http_status;
        let words = attempted.words.as_deref();
        tracing::debug!(delivery = %id, attempt, outcome, status, words, "attempt ended");
    }

    /// Events were fanned out, or were not.
    pub fn fanned_out(&self, done: &Result<MaintenanceReport, StoreError>) {
        match done {
            Ok(done) if done.is_some() => self.wrote(Ok(())),
            Ok(_) => {}
            Err(error) => self.wrote(Err(error)),
        }
    }

    /// What no attempt changes was kept, or was not.
    pub fn kept(&self, kept: &Result<MaintenanceReport, StoreError>) {
        match kept {
            Ok(kept) => {
                let lost = Outcome {
                    outcome: "lost",
                    error: DeliveryError::LeaseExpired.code(),
                };
                self.attempts.get_or_create(&lost).inc_by(kept.lost);
                if kept.is_some() {
                    self.wrote(Ok(()));
                }
            }
            Err(error) => self.wrote(Err(error)),
        }
    }

    /// The store took what was written, or did not.
    pub fn wrote(&self, written: Result<(), &StoreError>) {
        match written {
            Ok(()) => self.store_takes.store(true, Ordering::Relaxed),
            Err(StoreError::NotWritable(_)) => self.store_takes.store(false, Ordering::Relaxed),
            Err(_) => {}
        }
    }

    /// Whether the store took what was written last.
    pub fn store_takes(&self) -> bool {
        self.store_takes.load(Ordering::Relaxed)
    }

    /// How deliveries stand.
    pub fn stand(&self, tally: DeliveryTally, now: OffsetDateTime) {
        let DeliveryTally {
            events,
            pending,
            sending,
            oldest_due,
            open_incidents,
            store_clock,
        } = tally;
        self.events.set(i64_from_u64(events));
        self.pending.set(i64_from_u64(pending));
        self.sending.set(i64_from_u64(sending));
        self.incidents.set(i64_from_u64(open_incidents));
        let age = oldest_due.map_or(0, |at| (now - at).whole_seconds());
        self.oldest_seconds.set(age.max(0));
        let skew = store_clock.map_or(0.0, |at| (now - at).as_seconds_f64());
        self.clock_skew.set(skew);
    }

    /// How the clock goes, for `/readyz`: by one that is wrong leases would end too early or too late.
    pub fn clock(&self) -> ReadinessItem {
        let skew = i64_from_f64(self.clock_skew.get() * 1000.0);
        ReadinessItem {
            name: "clock".to_owned(),
            ok: Duration::milliseconds(skew).abs() <= MOST_SKEW,
            required: true,
            detail: format!("{skew} ms ahead of the store's clock"),
        }
    }

    /// How delivering stands, for `/readyz`: never a reason not to be ready.
    pub fn item(&self) -> ReadinessItem {
        let (pending, age) = (self.pending.get(), self.oldest_seconds.get());
        let incidents = self.incidents.get();
        let is_late = age > DELIVERIES_LATE.whole_seconds();
        let state = if !self.is_on {
            "webhooks are switched off (PCS_WEBHOOKS)".to_owned()
        } else if self.staging.is_empty() {
            "webhooks are delivered".to_owned()
        } else {
            let settings = self.staging.join(", ");
            format!("webhooks are delivered, with settings for staging: {settings}")
        };
        ReadinessItem {
            name: "webhooks".to_owned(),
            ok: self.is_on && self.staging.is_empty() && !is_late,
            required: false,
            detail: format!(
                "{state}; waiting: {pending}, the oldest that is due for {age} s; incidents not \
                 resolved: {incidents}"
            ),
        }
    }
}
