//! How mailing stands, for probes and metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adapter_actix::{ReadinessItem, Registry};
use app::delivery::send_mails::Attempted;
use domain::alarm::limits::MAILS_LATE;
use domain::mail::Next;
use domain::num::i64_from_u64;
use ports_store::MailTally;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

/// How mailing stands, for probes and metrics.
#[derive(Clone)]
pub struct MailMetrics {
    attempts: Family<Outcome, Counter>,
    waiting: Gauge,
    failed: Gauge,
    oldest_seconds: Gauge,
    has_server: bool,
    server_works: Arc<AtomicBool>,
}

impl MailMetrics {
    /// Metrics at zero, registered.
    pub fn new(registry: &mut Registry, has_server: bool) -> Self {
        let metrics = Self {
            attempts: Family::default(),
            waiting: Gauge::default(),
            failed: Gauge::default(),
            oldest_seconds: Gauge::default(),
            has_server,
            server_works: Arc::new(AtomicBool::new(true)),
        };
        // rates need the zero before the first one
        for outcome in ["sent", "put_off", "failed"] {
            drop(metrics.attempts.get_or_create(&Outcome { outcome }));
        }
        let attempts = metrics.attempts.clone();
        registry.register("mail_attempts", "Mails handed to the mail server", attempts);
        let waiting = metrics.waiting.clone();
        registry.register("mails_waiting", "Mails in the outbox", waiting);
        let failed = metrics.failed.clone();
        let about = "Mails that were given up within the last seven days";
        registry.register("mails_failed", about, failed);
        let oldest = metrics.oldest_seconds.clone();
        let about = "Age of the oldest mail in the outbox";
        registry.register("mails_oldest_waiting_seconds", about, oldest);
        metrics
    }

    /// How mailing stands, for `/readyz`: never a reason not to be ready.
    pub fn item(&self) -> ReadinessItem {
        let works = self.server_works.load(Ordering::Relaxed);
        let (waiting, failed) = (self.waiting.get(), self.failed.get());
        let age = self.oldest_seconds.get();
        let is_late = age > MAILS_LATE.whole_seconds();
        let server = match (self.has_server, works) {
            (false, _) => "no mail server is configured (PCS_SMTP_URL)",
            (true, false) => "the mail server could not be used",
            (true, true) if is_late => "mails wait for long",
            (true, true) => "the mail server is configured",
        };
        ReadinessItem {
            name: "mail".to_owned(),
            ok: self.has_server && works && !is_late,
            required: false,
            detail: format!(
                "{server}; mails waiting: {waiting}, the oldest for {age} s; given up within seven \
                 days: {failed}"
            ),
        }
    }

    /// The mail server answers, or does not.
    pub fn server(&self, works: bool) {
        self.server_works.store(works, Ordering::Relaxed);
    }

    pub(crate) fn attempted(&self, attempted: &Attempted) {
        let outcome = match attempted.record.next {
            Next::Sent => "sent",
            Next::Retry { .. } => "put_off",
            Next::Failed { .. } => "failed",
        };
        self.attempts.get_or_create(&Outcome { outcome }).inc();
    }

    pub(crate) fn stands(&self, tally: MailTally, now: OffsetDateTime) {
        let MailTally {
            waiting,
            failed,
            oldest_waiting,
        } = tally;
        self.waiting.set(i64_from_u64(waiting));
        self.failed.set(i64_from_u64(failed));
        let age = oldest_waiting.map_or(0, |at| (now - at).whole_seconds());
        self.oldest_seconds.set(age.max(0));
    }
}
