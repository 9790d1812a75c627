//! Mails that wait, are sent, or were given up.

mod content;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::email::EmailAddress;
use domain::language::Language;
use domain::mail::Next;
use domain::num::u64_from_i64;
use domain::webhook::event::WatchEvent;
use domain::webhook::notice::Notice;
use ports_store::{AlertRequest, LeasedMail, MailTally, StoreError};
use time::OffsetDateTime;

use super::{corrupt, narrow};
use crate::schema::mails;
use crate::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};

pub use content::{retold, tells_of};

/// A mail that waits.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = mails)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewMailRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub destination: String,
    pub content: DbJson,
    pub state: &'static str,
    pub due_at: DbTs,
    pub created_at: DbTs,
}

impl NewMailRow {
    /// The mail that tells of a firing, due at once; `reader` asked for it on the pages.
    pub fn of(
        event: &WatchEvent,
        workspace_no: i64,
        to: &EmailAddress,
        reader: Option<Language>,
    ) -> Self {
        let firing = &event.firing;
        let at = DbTs::new(firing.observed_at);
        Self {
            id: DbUuid(event.id),
            workspace_no,
            destination: to.as_str().to_owned(),
            content: DbJson(content::of_firing(firing, reader)),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }

    /// The mail that asks for the confirmation of an alert, due at once.
    pub fn asking(request: &AlertRequest) -> Self {
        let AlertRequest {
            alert,
            owner,
            to,
            requested_at,
        } = request;
        let at = DbTs::new(*requested_at);
        Self {
            id: DbUuid(alert.request),
            workspace_no: owner.tenant.workspace.0,
            destination: to.as_str().to_owned(),
            content: DbJson(content::of_request(alert)),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }

    /// The mail with a notice, due at once. `number` counts reminders.
    pub fn notice(workspace_no: i64, to: &str, notice: &Notice, number: u32) -> Self {
        let at = DbTs::new(notice.at);
        Self {
            id: DbUuid(notice.mail_id(number)),
            workspace_no,
            destination: to.to_owned(),
            content: DbJson(content::of_notice(notice)),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }
}

/// A mail that is leased.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct LeasedRow {
    pub id: DbUuid,
    pub attempts: i32,
    pub destination: String,
    pub content: DbJson,
    pub created_at: DbTs,
}

/// The SQL types of a [`LeasedRow`].
pub type LeasedTypes = (SqlUuid, Integer, Text, SqlJson, SqlTs);

impl TryFrom<LeasedRow> for LeasedMail {
    type Error = StoreError;

    fn try_from(row: LeasedRow) -> Result<Self, StoreError> {
        let LeasedRow {
            id,
            attempts,
            destination,
            content,
            created_at,
        } = row;
        let to = EmailAddress::parse(&destination);
        Ok(Self {
            id: id.0,
            attempt: narrow(attempts, "mails.attempts")?,
            to: to.ok_or_else(|| corrupt("mails.destination"))?,
            content: content::read(&content.0).ok_or_else(|| corrupt("mails.content"))?,
            created_at: created_at.at(),
        })
    }
}

/// State, instant at which it is due, and what went wrong, after an attempt.
#[derive(Debug, Clone)]
pub struct AfterAttempt<'a> {
    /// The new state.
    pub state: &'static str,
    /// When it is due, while it waits.
    pub due_at: Option<DbTs>,
    /// When it ended, if it did.
    pub ended_at: Option<DbTs>,
    /// What went wrong.
    pub error: Option<&'a str>,
}

impl<'a> AfterAttempt<'a> {
    /// What follows, recorded `now`.
    pub fn of(next: &'a Next, now: OffsetDateTime) -> Self {
        let ended = |state, error| Self {
            state,
            due_at: None,
            ended_at: Some(DbTs::new(now)),
            error,
        };
        match next {
            Next::Sent => ended("sent", None),
            Next::Failed { error } => ended("failed", Some(error)),
            Next::Retry { due, error } => Self {
                state: "waiting",
                due_at: Some(DbTs::new(*due)),
                ended_at: None,
                error: Some(error),
            },
        }
    }
}

/// The SQL types of the counts of the outbox.
pub type TallyTypes = (BigInt, BigInt, Nullable<SqlTs>);

/// The counts: mails that wait, mails that were given up, the oldest that waits.
pub fn mail_tally(waiting: i64, failed: i64, oldest: Option<DbTs>) -> MailTally {
    MailTally {
        waiting: u64_from_i64(waiting),
        failed: u64_from_i64(failed),
        oldest_waiting: oldest.map(DbTs::at),
    }
}
