//! The mails of the outbox go to the operator's mail server.

use std::sync::Arc;

use domain::mail::{self, Next, Outcome};
use domain::money::{Amount, Currency};
use domain::watch::Firing;
use ports_net::{Content, Ending, Letter, MailError, Mailer};
use ports_store::{
    AlertStore, IDEMPOTENCY_KEPT, LeasedMail, MailContent, MailRecord, MailStore, MailTally,
    StoreError, WatchStore,
};
use ports_system::Clock;
use time::Duration;
use uuid::Uuid;

use crate::alerts::AlertLinks;
use crate::catalogue::Catalogue;
use crate::catalogue::product::WatchedProduct;

/// Sends the mails of the outbox. A mail is claimed, attempted and recorded: what dies in between is
/// claimed again when the lease has run out.
pub struct MailSender {
    /// The outbox.
    pub mails: Arc<dyn MailStore>,
    /// The mail server.
    pub mailer: Arc<dyn Mailer>,
    /// What mails say about prices now.
    pub catalogue: Arc<Catalogue>,
    /// Links in mails of alerts.
    pub links: AlertLinks,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// How one attempt went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempted {
    /// What is recorded.
    pub record: MailRecord,
    /// The server could not be used at all: other mails would fare no better now.
    pub server_failed: bool,
}

impl MailSender {
    /// Claims up to `limit` mails that are due.
    pub async fn claim(&self, limit: u32) -> Result<Vec<LeasedMail>, StoreError> {
        let now = self.clock.now();
        self.mails.lease_due(now, now + mail::LEASE, limit).await
    }

    /// Sends one claimed mail.
    #[tracing::instrument(target = "otel", name = "send a mail", skip_all, fields(mail = %leased.id, attempt = leased.attempt))]
    pub async fn attempt(&self, leased: &LeasedMail) -> Attempted {
        let (outcome, server_failed) = match self.letter(leased).await {
            Ok(letter) => self.hand_over(&letter).await,
            Err(unwritten) => (unwritten, false),
        };
        let (attempt, now) = (leased.attempt, self.clock.now());
        let (spread, _) = leased.id.as_u64_pair();
        let next = mail::after(outcome, attempt, now, spread.rotate_left(attempt.into()));
        match &next {
            Next::Sent => tracing::info!(mail = %leased.id, attempt, "mail sent"),
            Next::Retry { due, error } => {
                tracing::warn!(mail = %leased.id, attempt, %due, %error, "mail put off");
            }
            Next::Failed { error } => {
                tracing::error!(mail = %leased.id, attempt, %error, "mail given up");
            }
        }
        Attempted {
            record: MailRecord {
                id: leased.id,
                attempt,
                next,
            },
            server_failed,
        }
    }

    /// Keeps claimed mails, each given by id and attempt, while they are being sent.
    pub async fn renew(&self, running: &[(Uuid, u16)]) -> Result<(), StoreError> {
        let until = self.clock.now() + mail::LEASE;
        self.mails.renew(running, until).await
    }

    /// Records what became of claimed mails.
    pub async fn record(&self, records: &[MailRecord]) -> Result<(), StoreError> {
        let recorded = self.mails.record(records, self.clock.now()).await?;
        if recorded < domain::num::u64_from_usize(records.len()) {
            tracing::warn!("a mail was claimed by somebody else before its outcome was recorded");
        }
        Ok(())
    }

    /// How handing a letter over went, and whether the server could not be used at all.
    async fn hand_over(&self, letter: &Letter) -> (Outcome, bool) {
        let sent = self.mailer.send(letter).await;
        let server_failed = matches!(sent, Err(MailError::Unreachable(_)));
        let outcome = match sent {
            Ok(()) => Outcome::Accepted,
            Err(error @ MailError::Refused(_)) => Outcome::Refused(error.to_string()),
            Err(error @ (MailError::PutOff(_) | MailError::Unreachable(_))) => {
                Outcome::Failed(error.to_string())
            }
        };
        (outcome, server_failed)
    }

    /// The letter of a mail; how the attempt ended, when it cannot be written.
    async fn letter(&self, leased: &LeasedMail) -> Result<Letter, Outcome> {
        let currency = self.catalogue.settings().currency;
        let content = match &leased.content {
            MailContent::Fired(firing) => self.fired(firing, None).await,
            MailContent::AlertFired(firing, language) => {
                let ending = Ending {
                    link: self.links.ending(firing.watch).await?,
                    language: *language,
                };
                self.fired(firing, Some(ending)).await
            }
            MailContent::Asked(alert) => Content::Asked {
                link: self.links.confirmation(alert.request).await?,
                alert: alert.as_ref().clone(),
            },
            MailContent::Endpoint(notice) => Content::Endpoint {
                notice: notice.as_ref().clone(),
            },
        };
        Ok(Letter {
            id: leased.id,
            to: leased.to.clone(),
            date: leased.created_at,
            currency,
            content,
        })
    }

    async fn fired(&self, firing: &Firing, ending: Option<Ending>) -> Content {
        let currency = self.catalogue.settings().currency;
        let (standing, changed_to) = self.standing(firing, currency).await;
        Content::WatchFired {
            firing: firing.clone(),
            standing,
            changed_to,
            ending,
        }
    }

    /// How the price stands in its history, while it is the price; the price now, when it is another.
    async fn standing(
        &self,
        firing: &Firing,
        currency: Currency,
    ) -> (Option<String>, Option<Option<Amount>>) {
        let store = firing.watched_store.as_ref();
        let looked = self.catalogue.watched(&firing.product, store).await;
        let Ok(WatchedProduct {
            answer,
            price,
            lowest,
        }) = looked.inspect_err(|error| {
            tracing::warn!(cause = ?error.cause, "a mail says nothing about the price's history");
        })
        else {
            return (None, None);
        };
        if price != Some(firing.minimum.price) {
            return (None, Some(price));
        }
        // the history is that of the lowest price
        if lowest != price {
            return (None, None);
        }
        let verdict = answer.verdict.as_ref().ok();
        let reason = verdict.map(|verdict| verdict.reason(currency, &answer.low_store));
        (reason, None)
    }
}

/// Clears away what is past its time: mails that waited too long or ended long ago, events, used
/// idempotency keys, and requests for alerts that have expired. Needs no mail server.
#[derive(Clone)]
pub struct OutboxMaintenance {
    /// The outbox.
    pub mails: Arc<dyn MailStore>,
    /// Events and keys.
    pub watches: Arc<dyn WatchStore>,
    /// Requests for alerts.
    pub alerts: Arc<dyn AlertStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How long mails that ended, events and used keys are kept: [`mail::KEPT`], or less.
    pub retention: Duration,
}

impl OutboxMaintenance {
    /// Clears away one small batch of each; whether there may be more.
    pub async fn step(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let given_up = self.mails.give_up(now - mail::MAX_AGE, now).await?;
        if given_up > 0 {
            tracing::error!(mails = given_up, "mails were given up unsent");
        }
        let old = |kept: Duration| now - self.retention.min(kept);
        let ended = self.mails.forget_ended(old(mail::KEPT)).await?;
        let (keys, events) = (old(IDEMPOTENCY_KEPT), old(mail::KEPT));
        let forgotten = self.watches.forget(keys, events).await?;
        let expired = self.alerts.forget_requests(now).await?;
        Ok(given_up > 0 || ended || forgotten || expired)
    }

    /// How the outbox stands.
    pub async fn tally(&self) -> Result<MailTally, StoreError> {
        self.mails.tally().await
    }
}
