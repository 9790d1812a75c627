//! What operators were told, to JSON and back.

use domain::alarm::ledger::{Entry, Ledger, News, Pending, Told, What};
use domain::alarm::{Alarm, AlarmKind};
use ports_store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::corrupt;
use crate::types::{DbTs, DbUuid};

#[derive(Serialize, Deserialize)]
struct LedgerJson {
    entries: Vec<EntryJson>,
    pending: Option<PendingJson>,
    sent_at: Option<DbTs>,
}

#[derive(Serialize, Deserialize)]
struct AlarmJson {
    kind: String,
    subject: String,
    detail: String,
    size: u64,
}

#[derive(Serialize, Deserialize)]
struct EntryJson {
    #[serde(flatten)]
    alarm: AlarmJson,
    since: DbTs,
    told: Option<ToldJson>,
    gone_since: Option<DbTs>,
}

#[derive(Serialize, Deserialize)]
struct ToldJson {
    at: DbTs,
    size: u64,
}

#[derive(Serialize, Deserialize)]
struct PendingJson {
    id: DbUuid,
    made_at: DbTs,
    failures: u32,
    due_at: DbTs,
    news: Vec<NewsJson>,
}

#[derive(Serialize, Deserialize)]
struct NewsJson {
    what: String,
    #[serde(flatten)]
    alarm: AlarmJson,
    since: DbTs,
}

/// A ledger as JSON.
pub fn ledger_json(ledger: &Ledger) -> Result<Value, StoreError> {
    let Ledger {
        entries,
        pending,
        sent_at,
    } = ledger;
    let json = LedgerJson {
        entries: entries.iter().map(EntryJson::from).collect(),
        pending: pending.as_ref().map(PendingJson::from),
        sent_at: sent_at.map(DbTs::new),
    };
    serde_json::to_value(json).map_err(|_| wrong())
}

/// A ledger of JSON.
pub fn read_ledger(json: Value) -> Result<Ledger, StoreError> {
    let LedgerJson {
        entries,
        pending,
        sent_at,
    } = serde_json::from_value(json).map_err(|_| wrong())?;
    let entries = entries.into_iter().map(Entry::try_from);
    Ok(Ledger {
        entries: entries.collect::<Result<_, _>>()?,
        pending: pending.map(Pending::try_from).transpose()?,
        sent_at: sent_at.map(DbTs::at),
    })
}

fn wrong() -> StoreError {
    corrupt("alarm_ledgers.ledger")
}

impl From<&Alarm> for AlarmJson {
    fn from(alarm: &Alarm) -> Self {
        Self {
            kind: alarm.kind().code().to_owned(),
            subject: alarm.subject().to_owned(),
            detail: alarm.detail().to_owned(),
            size: alarm.size(),
        }
    }
}

impl TryFrom<AlarmJson> for Alarm {
    type Error = StoreError;

    fn try_from(alarm: AlarmJson) -> Result<Self, StoreError> {
        let AlarmJson {
            kind,
            subject,
            detail,
            size,
        } = alarm;
        let kind = AlarmKind::from_code(&kind).ok_or_else(wrong)?;
        Ok(Self::new(kind, &subject, &detail, size))
    }
}

impl From<&Entry> for EntryJson {
    fn from(entry: &Entry) -> Self {
        let Entry {
            alarm,
            since,
            told,
            gone_since,
        } = entry;
        Self {
            alarm: alarm.into(),
            since: DbTs::new(*since),
            told: told.map(|Told { at, size }| ToldJson {
                at: DbTs::new(at),
                size,
            }),
            gone_since: gone_since.map(DbTs::new),
        }
    }
}

impl TryFrom<EntryJson> for Entry {
    type Error = StoreError;

    fn try_from(entry: EntryJson) -> Result<Self, StoreError> {
        let EntryJson {
            alarm,
            since,
            told,
            gone_since,
        } = entry;
        Ok(Self {
            alarm: alarm.try_into()?,
            since: since.at(),
            told: told.map(|ToldJson { at, size }| Told { at: at.at(), size }),
            gone_since: gone_since.map(DbTs::at),
        })
    }
}

impl From<&Pending> for PendingJson {
    fn from(pending: &Pending) -> Self {
        let Pending {
            id,
            made_at,
            failures,
            due_at,
            news,
        } = pending;
        let news = news.iter().map(|News { what, alarm, since }| NewsJson {
            what: what.code().to_owned(),
            alarm: alarm.into(),
            since: DbTs::new(*since),
        });
        Self {
            id: DbUuid(*id),
            made_at: DbTs::new(*made_at),
            failures: *failures,
            due_at: DbTs::new(*due_at),
            news: news.collect(),
        }
    }
}

impl TryFrom<PendingJson> for Pending {
    type Error = StoreError;

    fn try_from(pending: PendingJson) -> Result<Self, StoreError> {
        let PendingJson {
            id,
            made_at,
            failures,
            due_at,
            news,
        } = pending;
        let news = news.into_iter().map(|NewsJson { what, alarm, since }| {
            Ok(News {
                what: What::from_code(&what).ok_or_else(wrong)?,
                alarm: alarm.try_into()?,
                since: since.at(),
            })
        });
        Ok(Self {
            id: id.0,
            made_at: made_at.at(),
            failures,
            due_at: due_at.at(),
            news: news.collect::<Result<_, StoreError>>()?,
        })
    }
}
