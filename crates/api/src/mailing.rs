//! The worker's loops for the outbox of mails: sending, clearing away, and how it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adapter_actix::{ReadinessItem, Registry};
use adapter_lettre::{SmtpMailer, SmtpSettings, Templates};
use app::send_mails::{Attempted, MailSender, OutboxKeeper};
use domain::mail::Next;
use ports_net::Mailer;
use ports_store::{MailTally, StoreError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use crate::failure::Failure;
use crate::settings::{MailSettings, Settings};
use crate::stores::Notices;

/// How many mails are handed over at the same time.
const AT_ONCE: usize = 4;

/// The longest pause between two looks at the outbox: notices only make it shorter.
const LOOK: Duration = Duration::from_secs(5);

/// The pause after the mail server could not be used.
const SERVER_PAUSE: Duration = Duration::from_secs(30);

/// The pause when what is due cannot be claimed.
const HELD_BY_OTHERS: Duration = Duration::from_millis(200);

/// How often leases are renewed.
const RENEWAL: Duration = domain::mail::RENEWAL.unsigned_abs();

/// An outbox whose oldest mail waits for so long is a reason to look at it.
const LATE: i64 = 15 * 60;

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
        let (waiting, failed) = (self.waiting.get(), self.failed.get());
        let age = self.oldest_seconds.get();
        let server = match (self.has_server, works) {
            (false, _) => "no mail server is configured (PCS_SMTP_URL)",
            (true, false) => "the mail server could not be used",
            (true, true) if age >= LATE => "mails wait for long",
            (true, true) => "the mail server is configured",
        };
        ReadinessItem {
            name: "mail".to_owned(),
            ok: self.has_server && works && age < LATE,
            required: false,
            detail: format!(
                "{server}; mails waiting: {waiting}, the oldest for {age} s; given up within seven \
                 days: {failed}"
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

/// Sends mails as they come. When it is told to stop it claims no more and ends when those that are being
/// sent are done; what is aborted is sent again when its lease has run out.
pub async fn send(
    sender: Arc<MailSender>,
    figures: MailFigures,
    mut notices: Notices,
    mut stop: watch::Receiver<bool>,
) {
    let mut sending = Sending::new(sender, figures);
    let mut renewal = tokio::time::interval(RENEWAL);
    renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let stopped = *stop.borrow();
        if stopped && sending.is_idle() {
            return;
        }
        let pause = if stopped || sending.is_full() {
            LOOK
        } else {
            sending.fill().await
        };
        tokio::select! {
            ended = sending.ended(), if !sending.is_idle() => sending.settle(ended).await,
            () = look_again(pause, &mut notices), if !stopped && !sending.is_full() => {
                sending.server_fails = false;
            }
            _ = renewal.tick(), if !sending.is_idle() => sending.renew().await,
            changed = stop.changed(), if !stopped => if changed.is_err() { return },
        }
    }
}

/// Returns after the pause, or when something was written and the mail server is not left alone.
async fn look_again(pause: Duration, notices: &mut Notices) {
    if pause == SERVER_PAUSE {
        leave_alone(pause).await;
    } else if tokio::time::timeout(pause, notices.changed())
        .await
        .is_err()
    {
        tracing::trace!("no notice came; the outbox is looked at anyway");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a mail server that fails is left alone, whatever is written meanwhile"
)]
async fn leave_alone(pause: Duration) {
    tokio::time::sleep(pause).await;
}

/// The mails that are being sent.
struct Sending {
    sender: Arc<MailSender>,
    figures: MailFigures,
    attempts: JoinSet<Attempted>,
    running: Vec<(Uuid, u16)>,
    /// The last mails all found that the server cannot be used; cleared when it was left alone.
    server_fails: bool,
}

impl Sending {
    fn new(sender: Arc<MailSender>, figures: MailFigures) -> Self {
        Self {
            sender,
            figures,
            attempts: JoinSet::new(),
            running: Vec::new(),
            server_fails: false,
        }
    }

    fn is_idle(&self) -> bool {
        self.attempts.is_empty()
    }

    fn is_full(&self) -> bool {
        self.attempts.len() >= AT_ONCE
    }

    /// Claims what is due, as far as there is room; how long nothing more will be due, unless
    /// something is written.
    async fn fill(&mut self) -> Duration {
        if self.server_fails {
            return SERVER_PAUSE;
        }
        match self.claim().await {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(%error, "the outbox of mails cannot be read");
                LOOK
            }
        }
    }

    async fn claim(&mut self) -> Result<Duration, StoreError> {
        // looked at before it is claimed: claiming takes the write lock
        let Some(due) = self.sender.mails.next_due().await? else {
            return Ok(LOOK);
        };
        if let Ok(until) = Duration::try_from(due - self.sender.clock.now())
            && !until.is_zero()
        {
            return Ok(until.min(LOOK));
        }
        let room = u32::try_from(AT_ONCE - self.attempts.len()).unwrap_or(1);
        let claimed = self.sender.claim(room).await?;
        if claimed.is_empty() {
            // it is in somebody else's hands, or has no attempt left
            return Ok(HELD_BY_OTHERS);
        }
        for leased in claimed {
            self.running.push((leased.id, leased.attempt));
            let sender = Arc::clone(&self.sender);
            self.attempts
                .spawn(async move { sender.attempt(&leased).await });
        }
        Ok(if self.is_full() { LOOK } else { Duration::ZERO })
    }

    /// Waits for an attempt to end; with others that have ended by then. Nothing is lost when the wait is
    /// given up.
    async fn ended(&mut self) -> Vec<Attempted> {
        let mut ended = Vec::new();
        let mut next = self.attempts.join_next().await;
        while let Some(joined) = next {
            match joined {
                Ok(attempted) => ended.push(attempted),
                // its lease runs out
                Err(error) => tracing::error!(%error, "an attempt to send a mail broke off"),
            }
            next = self.attempts.try_join_next();
        }
        ended
    }

    /// Records attempts that ended. Must run to its end: what is not recorded is sent again.
    async fn settle(&mut self, ended: Vec<Attempted>) {
        let is_ended = |mail: &(Uuid, u16)| ended.iter().any(|one| one.record.id == mail.0);
        self.running.retain(|mail| !is_ended(mail));
        for one in &ended {
            self.figures.attempted(one);
        }
        self.server_fails = !ended.is_empty() && ended.iter().all(|one| one.server_failed);
        let works = !self.server_fails;
        self.figures.server_works.store(works, Ordering::Relaxed);
        let records: Vec<_> = ended.into_iter().map(|one| one.record).collect();
        if let Err(error) = self.sender.record(&records).await {
            tracing::error!(%error, "outcomes of mails are not recorded: they may be sent again");
        }
    }

    async fn renew(&self) {
        if let Err(error) = self.sender.renew(&self.running).await {
            tracing::warn!(%error, "leases of mails are not renewed: they may be sent again");
        }
    }
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
