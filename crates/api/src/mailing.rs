//! The worker's loops for the outbox of mails: sending, clearing away, and how it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adapter_actix::{ReadinessItem, Registry};
use adapter_lettre::{SmtpMailer, SmtpSettings, Templates};
use app::send_mails::{Attempted, MailSender, OutboxKeeper};
use domain::mail::Next;
use ports_net::Mailer;
use ports_store::{LeasedMail, MailTally, StoreError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use time::OffsetDateTime;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::failure::Failure;
use crate::settings::{MailSettings, Settings};
use crate::stores::Notices;

/// How many mails are handed over at the same time. Each is sent well within its lease.
const AT_ONCE: u32 = 4;

/// The longest pause between two looks at the outbox: notices only make it shorter.
const LOOK: Duration = Duration::from_secs(5);

/// The pause after the mail server could not be used.
const SERVER_PAUSE: Duration = Duration::from_secs(30);

/// The pause when what is due cannot be claimed.
const HELD_BY_OTHERS: Duration = Duration::from_millis(200);

/// How often what is past its time is cleared away, and the figures are read.
const KEEPING: Duration = Duration::from_secs(5);

/// The mail bridge that the settings describe; `None` when no mail server is named. Templates are
/// checked in either case.
pub fn mailer(settings: &Settings) -> Result<Option<Arc<dyn Mailer>>, Failure> {
    let MailSettings {
        smtp_url,
        smtp_ca,
        from,
        templates,
    } = settings.mail.clone();
    let templates =
        Templates::load(templates.as_deref()).map_err(|error| Failure::usage(error.to_string()))?;
    let (url, from) = match (smtp_url, from) {
        (None, _) => return Ok(None),
        (Some(_), None) => return Err(Failure::usage("PCS_SMTP_URL needs PCS_MAIL_FROM")),
        (Some(url), Some(from)) => (url, from),
    };
    let mailer = SmtpMailer::new(SmtpSettings {
        url,
        from,
        ca: smtp_ca,
        templates,
    });
    let mailer = mailer.map_err(|error| Failure::usage(error.to_string()))?;
    Ok(Some(Arc::new(mailer)))
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

/// How mailing stands, for probes and metrics.
#[derive(Clone)]
pub struct MailFigures {
    attempts: Family<Outcome, Counter>,
    waiting: Gauge,
    failed: Gauge,
    oldest_seconds: Gauge,
    has_server: bool,
    server_works: Arc<AtomicBool>,
}

impl MailFigures {
    /// Figures at zero, registered.
    pub fn new(registry: &mut Registry, has_server: bool) -> Self {
        let figures = Self {
            attempts: Family::default(),
            waiting: Gauge::default(),
            failed: Gauge::default(),
            oldest_seconds: Gauge::default(),
            has_server,
            server_works: Arc::new(AtomicBool::new(true)),
        };
        let attempts = figures.attempts.clone();
        registry.register("mail_attempts", "Mails handed to the mail server", attempts);
        let waiting = figures.waiting.clone();
        registry.register("mails_waiting", "Mails in the outbox", waiting);
        let failed = figures.failed.clone();
        let about = "Mails that were given up within the last seven days";
        registry.register("mails_failed", about, failed);
        let oldest = figures.oldest_seconds.clone();
        let about = "Age of the oldest mail in the outbox";
        registry.register("mails_oldest_waiting_seconds", about, oldest);
        figures
    }

    /// How mailing stands, for `/readyz`: never a reason not to be ready.
    pub fn item(&self) -> ReadinessItem {
        let works = self.server_works.load(Ordering::Relaxed);
        let server = match (self.has_server, works) {
            (false, _) => "no mail server is configured (PCS_SMTP_URL)",
            (true, false) => "the mail server could not be used",
            (true, true) => "the mail server is configured",
        };
        let (waiting, failed) = (self.waiting.get(), self.failed.get());
        ReadinessItem {
            name: "mail".to_owned(),
            ok: self.has_server && works,
            required: false,
            detail: format!(
                "{server}; mails waiting: {waiting}, given up within seven days: {failed}"
            ),
        }
    }

    fn attempted(&self, attempted: &Attempted) {
        let outcome = match attempted.record.next {
            Next::Sent => "sent",
            Next::Retry { .. } => "put_off",
            Next::Failed { .. } => "failed",
        };
        self.attempts.get_or_create(&Outcome { outcome }).inc();
    }

    fn stands(&self, tally: MailTally, now: OffsetDateTime) {
        let MailTally {
            waiting,
            failed,
            oldest_waiting,
        } = tally;
        self.waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        self.failed.set(i64::try_from(failed).unwrap_or(i64::MAX));
        let age = oldest_waiting.map_or(0, |at| (now - at).whole_seconds());
        self.oldest_seconds.set(age.max(0));
    }
}

/// Sends mails as they come, until it is aborted. A mail whose attempt is broken off is sent again
/// when its lease has run out.
pub async fn send(sender: Arc<MailSender>, figures: MailFigures, mut notices: Notices) {
    loop {
        let pause = match send_due(&sender, &figures).await {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(%error, "the outbox of mails cannot be read");
                LOOK
            }
        };
        if pause == SERVER_PAUSE {
            pause_for(pause).await;
        } else if !pause.is_zero()
            && tokio::time::timeout(pause, notices.changed())
                .await
                .is_err()
        {
            tracing::trace!("no notice came; the outbox is looked at anyway");
        }
    }
}

/// Sends what is due, if anything is; how long nothing more will be due, unless something is written.
async fn send_due(sender: &Arc<MailSender>, figures: &MailFigures) -> Result<Duration, StoreError> {
    // looked at before it is claimed: claiming takes the write lock
    let Some(due) = sender.mails.next_due().await? else {
        return Ok(LOOK);
    };
    if let Ok(until) = Duration::try_from(due - sender.clock.now())
        && !until.is_zero()
    {
        return Ok(until.min(LOOK));
    }
    let claimed = sender.claim(AT_ONCE).await?;
    if claimed.is_empty() {
        // it is in somebody else's hands, or has no attempt left
        return Ok(HELD_BY_OTHERS);
    }
    Ok(send_claimed(sender, claimed, figures).await)
}

/// Sends claimed mails at the same time and records their outcomes together; the pause that follows.
async fn send_claimed(
    sender: &Arc<MailSender>,
    claimed: Vec<LeasedMail>,
    figures: &MailFigures,
) -> Duration {
    let mut attempts = JoinSet::new();
    for leased in claimed {
        let sender = Arc::clone(sender);
        attempts.spawn(async move { sender.attempt(&leased).await });
    }
    let attempted = attempts.join_all().await;
    for one in &attempted {
        figures.attempted(one);
    }
    let all_failed = attempted.iter().all(|one| one.server_failed);
    figures.server_works.store(!all_failed, Ordering::Relaxed);
    let records: Vec<_> = attempted.into_iter().map(|one| one.record).collect();
    if let Err(error) = sender.record(&records).await {
        tracing::error!(%error, "outcomes of mails are not recorded: they may be sent again");
    }
    if all_failed {
        SERVER_PAUSE
    } else {
        Duration::ZERO
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a mail server that fails is left alone for a while"
)]
async fn pause_for(pause: Duration) {
    tokio::time::sleep(pause).await;
}

/// Clears away what is past its time, if this process works, and reads the figures.
pub async fn keep(keeper: OutboxKeeper, figures: MailFigures, works: bool) {
    let mut tick = tokio::time::interval(KEEPING);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if works && let Err(error) = keeper.step().await {
            tracing::warn!(%error, "the outbox is not cleared up; again soon");
        }
        match keeper.tally().await {
            Ok(tally) => figures.stands(tally, keeper.clock.now()),
            Err(error) => tracing::debug!(%error, "the outbox cannot be read"),
        }
    }
}
