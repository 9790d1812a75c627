pub(super) mod counts;
mod credentials;
mod state;

use diesel::prelude::*;
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::source::{Interval, Location, Reading, Source, SourceId};
use domain::store::StoreName;
use ports_store::{StoreError, StoredSource};
use time::Duration;

use credentials::named_credentials;

use super::{corrupt, narrow};
use crate::schema::sources;
use crate::types::{DbJson, DbTs, DbUuid};

/// What a source is.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = sources, treat_none_as_null = true)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SourceRow {
    pub id: DbUuid,
    pub store: String,
    pub location: String,
    pub format: String,
    pub currency: Option<String>,
    pub decimal_mark: String,
    pub charset: Option<String>,
    pub interval_seconds: i64,
    pub snapshot: String,
    pub max_shrink: i32,
    pub credentials: Option<String>,
    pub credentials_variable: Option<String>,
    pub created_at: DbTs,
}

/// How a source fares.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = sources, treat_none_as_null = true)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SourceStateRow {
    pub attempt: i64,
    pub running: bool,
    pub due_at: DbTs,
    pub last_attempt_at: Option<DbTs>,
    pub last_success_at: Option<DbTs>,
    pub changed_at: Option<DbTs>,
    pub failures: i64,
    pub fault: Option<String>,
    pub fault_text: Option<String>,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub digest: Option<Vec<u8>>,
    pub observed_at: Option<DbTs>,
    pub imported_at: Option<DbTs>,
    pub counts: Option<DbJson>,
    pub paused: bool,
}

/// The source of its two halves.
pub fn stored_source(source: SourceRow, state: SourceStateRow) -> Result<StoredSource, StoreError> {
    Ok(StoredSource {
        source: source.try_into()?,
        state: state.try_into()?,
    })
}

impl From<&Source> for SourceRow {
    fn from(source: &Source) -> Self {
        let Source {
            id,
            store,
            location,
            reading,
            interval,
            kind,
            max_shrink,
            credentials,
            created_at,
        } = source;
        let Reading {
            format,
            currency,
            decimal_mark,
            charset,
        } = reading;
        let credentials = credentials.as_ref();
        Self {
            id: DbUuid(id.0),
            store: store.as_str().to_owned(),
            location: location.as_str().to_owned(),
            format: format.clone(),
            currency: currency.map(|currency| currency.to_string()),
            decimal_mark: decimal_mark.clone(),
            charset: charset.clone(),
            interval_seconds: interval.duration().whole_seconds(),
            snapshot: kind.code().to_owned(),
            max_shrink: i32::from(max_shrink.percent()),
            credentials: credentials.map(|c| c.kind.code().to_owned()),
            credentials_variable: credentials.map(|c| c.variable.as_str().to_owned()),
            created_at: DbTs::new(*created_at),
        }
    }
}

impl TryFrom<SourceRow> for Source {
    type Error = StoreError;

    fn try_from(row: SourceRow) -> Result<Self, StoreError> {
        let SourceRow {
            id,
            store,
            location,
            format,
            currency,
            decimal_mark,
            charset,
            interval_seconds,
            snapshot,
            max_shrink,
            credentials,
            credentials_variable,
            created_at,
        } = row;
        let column = |name| move || corrupt(name);
        let kind = SnapshotKind::from_code(&snapshot);
        let currency =
            currency.map(|code| Currency::parse(&code).ok_or_else(column("sources.currency")));
        let percent = narrow(max_shrink, "sources.max_shrink")?;
        Ok(Self {
            id: SourceId(id.0),
            store: StoreName::parse(&store).ok_or_else(column("sources.store"))?,
            location: Location::parse(&location).map_err(|_| corrupt("sources.location"))?,
            reading: Reading {
                format,
                currency: currency.transpose()?,
                decimal_mark,
                charset,
            },
            interval: Interval::new(Duration::seconds(interval_seconds))
                .ok_or_else(column("sources.interval_seconds"))?,
            kind: kind.ok_or_else(column("sources.snapshot"))?,
            max_shrink: MaxShrink::from_percent(percent)
                .ok_or_else(column("sources.max_shrink"))?,
            credentials: named_credentials(credentials, credentials_variable)?,
            created_at: created_at.at(),
        })
    }
}
