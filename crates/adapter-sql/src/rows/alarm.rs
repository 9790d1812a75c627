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

/// A ledger of JSON, without what a later version noted that this one has no word for: it would tell nothing at all else.
pub fn read_ledger(json: Value) -> Result<Ledger, StoreError> {
    let LedgerJson {
        entries,
        pending,
        sent_at,
    } = serde_json::from_value(json).map_err(|_| wrong())?;
    let entries = entries.into_iter().filter_map(EntryJson::known);
    Ok(Ledger {
        entries: entries.collect(),
        pending: pending.and_then(PendingJson::known),
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

impl AlarmJson {
    /// The condition; `None` where its kind is unknown.
    fn known(self) -> Option<Alarm> {
        let kind = AlarmKind::from_code(&self.kind)?;
        Some(Alarm::new(kind, &self.subject, &self.detail, self.size))
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

impl EntryJson {
    fn known(self) -> Option<Entry> {
        let Self {
            alarm,
            since,
            told,
            gone_since,
        } = self;
        Some(Entry {
            alarm: alarm.known()?,
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

impl PendingJson {
    /// The message; `None` where nothing of it is known.
    fn known(self) -> Option<Pending> {
        let Self {
            id,
            made_at,
            failures,
            due_at,
            news,
        } = self;
        let news = news
            .into_iter()
            .filter_map(|NewsJson { what, alarm, since }| {
                Some(News {
                    what: What::from_code(&what)?,
                    alarm: alarm.known()?,
                    since: since.at(),
                })
            });
        let news: Vec<News> = news.collect();
        (!news.is_empty()).then(|| Pending {
            id: id.0,
            made_at: made_at.at(),
            failures,
            due_at: due_at.at(),
            news,
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::alarm::ledger::{Entry, Ledger, News, Pending, What};
    use domain::alarm::{Alarm, AlarmKind};
    use time::macros::datetime;
    use uuid::Uuid;

    use super::{ledger_json, read_ledger};

    #[test]
    fn what_a_later_version_noted_is_left_out() {
        let since = datetime!(2026-03-01 12:00 UTC);
        let alarm = |kind| Alarm::new(kind, "", "It stands", 1);
        let entry = |kind| Entry {
            alarm: alarm(kind),
            since,
            told: None,
            gone_since: None,
        };
        let news = |what, kind| News {
            what,
            alarm: alarm(kind),
            since,
        };
        let pending = |news| {
            Some(Pending {
                id: Uuid::from_u128(7),
                made_at: since,
                failures: 5,
                due_at: since,
                news,
            })
        };
        let later = |ledger: &Ledger| {
            let text = ledger_json(ledger).unwrap().to_string();
            let text = text.replace("\"clock\"", "\"tides\"");
            let text = text.replace("\"reminded\"", "\"sung\"");
            read_ledger(serde_json::from_str(&text).unwrap()).unwrap()
        };
        let ledger = Ledger {
            entries: vec![entry(AlarmKind::Clock), entry(AlarmKind::Review)],
            pending: pending(vec![
                news(What::Begun, AlarmKind::Clock),
                news(What::Reminded, AlarmKind::Review),
                news(What::Ended, AlarmKind::Review),
            ]),
            sent_at: Some(since),
        };
        let known = Ledger {
            entries: vec![entry(AlarmKind::Review)],
            pending: pending(vec![news(What::Ended, AlarmKind::Review)]),
            ..ledger.clone()
        };
        assert_eq!(later(&ledger), known);
        let unknown = Ledger {
            pending: pending(vec![news(What::Begun, AlarmKind::Clock)]),
            ..Ledger::default()
        };
        assert_eq!(later(&unknown), Ledger::default());
    }
}
