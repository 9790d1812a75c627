//! How a source fares, to its columns and back.

use domain::source::{ContentMark, Fault, FaultClass, Known, SourceState};
use ports_store::StoreError;

use super::SourceStateRow;
use super::counts::{counts_json, read_counts};
use crate::rows::{corrupt, narrow};
use crate::types::{DbJson, DbTs};

impl From<&SourceState> for SourceStateRow {
    fn from(state: &SourceState) -> Self {
        let SourceState {
            attempt,
            running,
            due_at,
            last_attempt_at,
            last_success_at,
            changed_at,
            failures,
            fault,
            known,
            counts,
            paused,
        } = state;
        let (fault, known) = (fault.as_ref(), known.as_ref());
        Self {
            attempt: i64::from(*attempt),
            running: *running,
            due_at: DbTs::new(*due_at),
            last_attempt_at: last_attempt_at.map(DbTs::new),
            last_success_at: last_success_at.map(DbTs::new),
            changed_at: changed_at.map(DbTs::new),
            failures: i64::from(*failures),
            fault: fault.map(|fault| fault.class.code().to_owned()),
            fault_text: fault.map(|fault| fault.text.clone()),
            etag: known.and_then(|known| known.mark.etag.clone()),
            last_modified: known.and_then(|known| known.mark.last_modified.clone()),
            digest: known.map(|known| known.mark.digest.to_vec()),
            observed_at: known.map(|known| DbTs::new(known.observed_at)),
            imported_at: known.and_then(|known| known.imported_at).map(DbTs::new),
            counts: counts.as_ref().map(|counts| DbJson(counts_json(counts))),
            paused: *paused,
        }
    }
}

impl TryFrom<SourceStateRow> for SourceState {
    type Error = StoreError;

    fn try_from(row: SourceStateRow) -> Result<Self, StoreError> {
        let SourceStateRow {
            attempt,
            running,
            due_at,
            last_attempt_at,
            last_success_at,
            changed_at,
            failures,
            fault,
            fault_text,
            etag,
            last_modified,
            digest,
            observed_at,
            imported_at,
            counts,
            paused,
        } = row;
        let fault = fault.map(|class| {
            let class = FaultClass::from_code(&class).ok_or_else(|| corrupt("sources.fault"))?;
            let text = fault_text.unwrap_or_default();
            Ok::<_, StoreError>(Fault { class, text })
        });
        let known = match (digest, observed_at) {
            (Some(digest), Some(observed_at)) => Some(Known {
                mark: ContentMark {
                    etag,
                    last_modified,
                    digest: narrow(digest, "sources.digest")?,
                },
                observed_at: observed_at.at(),
                imported_at: imported_at.map(DbTs::at),
            }),
            _ => None,
        };
        let counts =
            counts.map(|counts| read_counts(&counts.0).ok_or_else(|| corrupt("sources.counts")));
        Ok(Self {
            attempt: narrow(attempt, "sources.attempt")?,
            running,
            due_at: due_at.at(),
            last_attempt_at: last_attempt_at.map(DbTs::at),
            last_success_at: last_success_at.map(DbTs::at),
            changed_at: changed_at.map(DbTs::at),
            failures: narrow(failures, "sources.failures")?,
            fault: fault.transpose()?,
            known,
            counts: counts.transpose()?,
            paused,
        })
    }
}
