//! The mails that are being sent.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use app::delivery::send_mails::{Attempted, MailSender};
use futures_util::FutureExt;
use ports_store::{MailRecord, StoreError};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{AT_ONCE, HELD_BY_OTHERS, LOOK, SERVER_PAUSE};
use crate::metrics::MailMetrics;

/// The mails that are being sent.
pub(super) struct Sending {
    sender: Arc<MailSender>,
    metrics: MailMetrics,
    /// The mail, and which attempt it was, where that broke down.
    attempts: JoinSet<Result<Attempted, (Uuid, u16)>>,
    /// Those whose outcomes are not recorded; their leases are renewed.
    running: Vec<(Uuid, u16)>,
    /// Outcomes that the store did not take yet.
    unrecorded: Vec<MailRecord>,
    /// The last mails all found that the server cannot be used; cleared when it was left alone.
    pub(super) server_fails: bool,
}

impl Sending {
    pub(super) fn new(sender: Arc<MailSender>, metrics: MailMetrics) -> Self {
        Self {
            sender,
            metrics,
            attempts: JoinSet::new(),
            running: Vec::new(),
            unrecorded: Vec::new(),
            server_fails: false,
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.attempts.is_empty() && self.unrecorded.is_empty()
    }

    /// Whether more may be claimed: not while outcomes wait, for the mails they are of may be due in the store's eyes.
    pub(super) fn may_claim(&self) -> bool {
        self.unrecorded.is_empty() && self.room() > 0
    }

    pub(super) fn is_attempting(&self) -> bool {
        !self.attempts.is_empty()
    }

    pub(super) fn has_unrecorded(&self) -> bool {
        !self.unrecorded.is_empty()
    }

    fn room(&self) -> usize {
        AT_ONCE.saturating_sub(self.attempts.len())
    }

    /// Claims what is due, as far as there is room; how long nothing more will be due, unless
    /// something is written.
    pub(super) async fn fill(&mut self) -> Duration {
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
        let room = u32::try_from(self.room()).unwrap_or(1);
        let claimed = self.sender.claim(room).await?;
        if claimed.is_empty() {
            // it is in somebody else's hands, or has no attempt left
            return Ok(HELD_BY_OTHERS);
        }
        for leased in claimed {
            let one = (leased.id, leased.attempt);
            self.running.push(one);
            let sender = Arc::clone(&self.sender);
            self.attempts.spawn(async move {
                let attempt = AssertUnwindSafe(sender.attempt(&leased));
                attempt.catch_unwind().await.map_err(|_| one)
            });
        }
        Ok(if self.may_claim() {
            Duration::ZERO
        } else {
            LOOK
        })
    }

    /// Waits for an attempt to end; with others that have ended by then. Nothing is lost when the wait is
    /// given up.
    pub(super) async fn ended(&mut self) -> Vec<Attempted> {
        let mut ended = Vec::new();
        let mut next = self.attempts.join_next().await;
        while let Some(joined) = next {
            match joined {
                Ok(Ok(attempted)) => ended.push(attempted),
                // its lease runs out
                Ok(Err(broken)) => {
                    let (mail, attempt) = broken;
                    tracing::error!(%mail, attempt, "an attempt to send a mail broke down");
                    self.running.retain(|one| *one != broken);
                }
                Err(error) => tracing::error!(%error, "an attempt to send a mail broke off"),
            }
            next = self.attempts.try_join_next();
        }
        ended
    }

    /// Records attempts that ended. Must run to its end.
    pub(super) async fn settle(&mut self, ended: Vec<Attempted>) {
        for one in &ended {
            self.metrics.attempted(one);
        }
        self.server_fails = !ended.is_empty() && ended.iter().all(|one| one.server_failed);
        let works = !self.server_fails;
        self.metrics.server(works);
        self.unrecorded
            .extend(ended.into_iter().map(|one| one.record));
        self.record().await;
    }

    /// Records what is not recorded yet. What the store does not take is kept, and its leases with it: a mail whose outcome
    /// is lost is sent again.
    pub(super) async fn record(&mut self) {
        if let Err(error) = self.sender.record(&self.unrecorded).await {
            tracing::error!(%error, "outcomes of mails are not recorded yet");
            return;
        }
        let recorded = std::mem::take(&mut self.unrecorded);
        let recorded = recorded.iter().map(|one| (one.id, one.attempt));
        self.running
            .retain(|mail| !recorded.clone().any(|one| one == *mail));
    }

    pub(super) async fn renew(&self) {
        if let Err(error) = self.sender.renew(&self.running).await {
            tracing::warn!(%error, "leases of mails are not renewed: they may be sent again");
        }
    }
}
