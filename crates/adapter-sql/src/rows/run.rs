//! Imports that ended, to their columns and back.

use diesel::prelude::*;
use domain::import_run::{ImportRun, KeptRejections, RejectedRow, RejectionReason, RunId};
use domain::source::{Fault, FaultClass, SourceId};
use domain::store::StoreName;
use ports_store::{KeptRun, StoreError};
use serde::{Deserialize, Serialize};

use super::corrupt;
use super::source::counts::{counts_json, read_counts};
use crate::schema::import_runs;
use crate::types::{DbJson, DbTs, DbUuid};

/// What is listed of a run.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = import_runs)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct RunHeadRow {
    pub id: DbUuid,
    pub store: String,
    pub source: Option<DbUuid>,
    pub began_at: DbTs,
    pub ended_at: DbTs,
    pub format: Option<String>,
    pub fault: Option<String>,
    pub fault_text: Option<String>,
    pub counts: DbJson,
}

/// A run to be kept.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = import_runs)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewRunRow {
    pub id: DbUuid,
    pub shop: String,
    pub store: String,
    pub source: Option<DbUuid>,
    pub began_at: DbTs,
    pub ended_at: DbTs,
    pub format: Option<String>,
    pub fault: Option<String>,
    pub fault_text: Option<String>,
    pub counts: DbJson,
    pub rejections: DbJson,
}

/// A rejected row as JSON.
#[derive(Serialize, Deserialize)]
struct RowJson {
    line: u64,
    offer_id: Option<String>,
    field: String,
    reason: String,
}

/// A reason as JSON.
#[derive(Serialize, Deserialize)]
struct ReasonJson {
    rows: u64,
    first: RowJson,
}

/// Rejected rows as JSON.
#[derive(Serialize, Deserialize)]
struct RejectionsJson {
    reasons: Vec<ReasonJson>,
    rows: Vec<RowJson>,
}

impl From<&RejectedRow> for RowJson {
    fn from(row: &RejectedRow) -> Self {
        let RejectedRow {
            line,
            offer_id,
            field,
            reason,
        } = row.clone();
        Self {
            line,
            offer_id,
            field,
            reason,
        }
    }
}

impl From<RowJson> for RejectedRow {
    fn from(row: RowJson) -> Self {
        let RowJson {
            line,
            offer_id,
            field,
            reason,
        } = row;
        Self {
            line,
            offer_id,
            field,
            reason,
        }
    }
}

impl From<&KeptRejections> for RejectionsJson {
    fn from(kept: &KeptRejections) -> Self {
        let KeptRejections { reasons, rows } = kept;
        let reason = |reason: &RejectionReason| ReasonJson {
            rows: reason.rows,
            first: (&reason.first).into(),
        };
        Self {
            reasons: reasons.iter().map(reason).collect(),
            rows: rows.iter().map(RowJson::from).collect(),
        }
    }
}

impl From<RejectionsJson> for KeptRejections {
    fn from(kept: RejectionsJson) -> Self {
        let RejectionsJson { reasons, rows } = kept;
        let reason = |reason: ReasonJson| RejectionReason {
            rows: reason.rows,
            first: reason.first.into(),
        };
        Self {
            reasons: reasons.into_iter().map(reason).collect(),
            rows: rows.into_iter().map(RejectedRow::from).collect(),
        }
    }
}

impl TryFrom<&KeptRun> for NewRunRow {
    type Error = StoreError;

    fn try_from(kept: &KeptRun) -> Result<Self, StoreError> {
        let KeptRun { run, rejections } = kept;
        let ImportRun {
            id,
            store,
            source,
            began_at,
            ended_at,
            format,
            counts,
            fault,
        } = run;
        let rejections = serde_json::to_value(RejectionsJson::from(rejections));
        let fault = fault.as_ref();
        Ok(Self {
            id: DbUuid(id.0),
            shop: store.folded(),
            store: store.as_str().to_owned(),
            source: source.map(|source| DbUuid(source.0)),
            began_at: DbTs::new(*began_at),
            ended_at: DbTs::new(*ended_at),
            format: format.clone(),
            fault: fault.map(|fault| fault.class.code().to_owned()),
            fault_text: fault.map(|fault| fault.text.clone()),
            counts: DbJson(counts_json(counts)),
            rejections: DbJson(rejections.map_err(|_| corrupt("import_runs.rejections"))?),
        })
    }
}

impl TryFrom<RunHeadRow> for ImportRun {
    type Error = StoreError;

    fn try_from(row: RunHeadRow) -> Result<Self, StoreError> {
        let RunHeadRow {
            id,
            store,
            source,
            began_at,
            ended_at,
            format,
            fault,
            fault_text,
            counts,
        } = row;
        let fault = fault.map(|class| {
            let class = FaultClass::from_code(&class).ok_or_else(|| corrupt("import_runs.fault"));
            let text = fault_text.unwrap_or_default();
            class.map(|class| Fault { class, text })
        });
        Ok(Self {
            id: RunId(id.0),
            store: StoreName::parse(&store).ok_or_else(|| corrupt("import_runs.store"))?,
            source: source.map(|source| SourceId(source.0)),
            began_at: began_at.at(),
            ended_at: ended_at.at(),
            format,
            counts: read_counts(&counts.0).ok_or_else(|| corrupt("import_runs.counts"))?,
            fault: fault.transpose()?,
        })
    }
}

/// A run of its two halves.
pub fn kept_run(head: RunHeadRow, rejections: DbJson) -> Result<KeptRun, StoreError> {
    let read: Result<RejectionsJson, _> = serde_json::from_value(rejections.0);
    Ok(KeptRun {
        run: head.try_into()?,
        rejections: read.map_err(|_| corrupt("import_runs.rejections"))?.into(),
    })
}
