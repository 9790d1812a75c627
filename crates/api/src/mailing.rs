//! The worker's loops for the outbox of mails: sending, and how it stands.

mod sending;

use std::sync::Arc;
use std::time::Duration;

use adapter_lettre::{SettingError, SmtpMailer, SmtpSettings, Templates, check_sender};
use app::delivery::send_mails::{MailSender, OutboxMaintenance};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::failure::{Detail, Failure};
use crate::metrics::MailMetrics;
use crate::settings::{MailSettings, Settings};
use crate::stores::Notices;

use sending::Sending;

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

/// How often outcomes are offered to a store that did not take them.
const AGAIN: Duration = Duration::from_secs(1);

/// How often the metrics are read.
const KEEPING: Duration = Duration::from_secs(5);

/// The mail bridge that the settings describe; `None` when no mail server is named. Templates and sender are
/// checked in either case.
pub fn mailer(settings: &Settings) -> Result<Option<Arc<SmtpMailer>>, Failure> {
    let MailSettings {
        smtp_url,
        smtp_ca,
        from,
        templates,
    } = settings.mail.clone();
    let templates = Templates::load(templates.as_deref())
        .map_err(|error| Failure::usage("PCS_MAIL_TEMPLATES", error.to_string()))?;
    let refused = |error: SettingError| {
        let given = settings.shown_value(error.setting).unwrap_or_default();
        Failure::wrong(
            format!("{error}; it is {given:?}"),
            vec![Detail {
                field: error.setting.to_owned(),
                value: Some(given),
                accepted: None,
            }],
        )
    };
    if let Some(from) = &from {
        check_sender(from).map_err(refused)?;
    }
    let (url, from) = match (smtp_url, from) {
        (None, _) => return Ok(None),
        (Some(_), None) => {
            return Err(Failure::usage(
                "PCS_MAIL_FROM",
                "PCS_SMTP_URL needs PCS_MAIL_FROM",
            ));
        }
        (Some(url), Some(from)) => (url, from),
    };
    let mailer = SmtpMailer::new(SmtpSettings {
        url,
        from,
        ca: smtp_ca,
        templates,
    });
    Ok(Some(Arc::new(mailer.map_err(refused)?)))
}

/// Sends mails as they come. When it is told to stop it claims no more and ends when those that are being
/// sent are done and recorded; what is aborted is sent again when its lease has run out.
pub async fn send(
    sender: Arc<MailSender>,
    metrics: MailMetrics,
    mut notices: Notices,
    mut stop: watch::Receiver<bool>,
) {
    let mut sending = Sending::new(sender, metrics);
    let mut renewal = tokio::time::interval(RENEWAL);
    renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut again = tokio::time::interval(AGAIN);
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let stopped = *stop.borrow();
        if stopped && sending.is_idle() {
            return;
        }
        let pause = if stopped || !sending.may_claim() {
            LOOK
        } else {
            sending.fill().await
        };
        tokio::select! {
            ended = sending.ended(), if sending.is_attempting() => sending.settle(ended).await,
            _ = again.tick(), if sending.has_unrecorded() => sending.record().await,
            () = look_again(pause, &mut notices), if !stopped && sending.may_claim() => {
                sending.server_fails = false;
            }
            _ = renewal.tick(), if !sending.is_idle() => {
                sending.renew().await;
                // a store that took long comes first to what has ended meanwhile
                renewal.reset();
            }
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

/// Reads how the outbox stands.
pub async fn keep(keeper: OutboxMaintenance, metrics: MailMetrics) {
    let mut tick = tokio::time::interval(KEEPING);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        match keeper.tally().await {
            Ok(tally) => metrics.stands(tally, keeper.clock.now()),
            Err(error) => tracing::debug!(%error, "the outbox cannot be read"),
        }
    }
}
