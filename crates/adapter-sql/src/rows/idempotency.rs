use diesel::prelude::*;
use domain::secret::Sealed;
use ports_store::{IdempotencyClaim, Outcome, SECRET_KEPT, StoreError, StoredAnswer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{corrupt, narrow};
use crate::schema::idempotency_keys;
use crate::types::{DbJson, DbTs};

pub(super) const OUTCOME: &str = "idempotency_keys.outcome";

/// A used key.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = idempotency_keys)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct IdempotencyRow {
    pub workspace_no: i64,
    pub mode: String,
    pub key: String,
    pub fingerprint: Vec<u8>,
    pub api_key_id: String,
    pub status: i32,
    pub body: Vec<u8>,
    pub location: Option<String>,
    pub created_at: DbTs,
    pub secret: Option<Vec<u8>>,
    pub secret_key: Option<String>,
    pub outcome: Option<DbJson>,
}

/// What took effect, as it is kept with a key.
pub trait KeptOutcome: Sized {
    /// Its JSON.
    type Row: Serialize + DeserializeOwned;

    /// The outcome of this instant, with the secret that it made, if that is still shown.
    fn read(row: Self::Row, at: OffsetDateTime, secret: Option<Sealed>)
    -> Result<Self, StoreError>;
}

impl IdempotencyRow {
    /// The row of a key that is used now.
    pub fn of(
        claim: &IdempotencyClaim,
        outcome: &impl Serialize,
        secret: Option<Sealed>,
    ) -> Result<Self, StoreError> {
        let IdempotencyClaim {
            tenant,
            key,
            fingerprint,
            api_key,
            at,
        } = claim;
        let outcome = serde_json::to_value(outcome).map_err(|_| corrupt(OUTCOME))?;
        let (secret, secret_key) = secret.map(|secret| (secret.bytes, secret.key_id)).unzip();
        Ok(Self {
            workspace_no: tenant.workspace.0,
            mode: tenant.mode.code().to_owned(),
            key: key.clone(),
            fingerprint: fingerprint.to_vec(),
            api_key_id: api_key.clone(),
            status: 0,
            body: Vec::new(),
            location: None,
            created_at: DbTs::new(*at),
            secret,
            secret_key,
            outcome: Some(DbJson(outcome)),
        })
    }

    /// What a request gets that brings the key again.
    pub fn outcome<T: KeptOutcome, R>(
        self,
        claim: &IdempotencyClaim,
    ) -> Result<Outcome<T, R>, StoreError> {
        if self.fingerprint != claim.fingerprint || self.api_key_id != claim.api_key {
            return Ok(Outcome::KeyReused);
        }
        let at = self.created_at.at();
        let secret = match (self.secret, self.secret_key) {
            (Some(bytes), Some(key_id)) if at > claim.at - SECRET_KEPT => {
                Some(Sealed { key_id, bytes })
            }
            _ => None,
        };
        let Some(DbJson(outcome)) = self.outcome else {
            return Ok(Outcome::Answered(StoredAnswer {
                status: narrow(self.status, "idempotency_keys.status")?,
                body: self.body,
                location: self.location,
                secret,
            }));
        };
        let row = serde_json::from_value(outcome).map_err(|_| corrupt(OUTCOME))?;
        Ok(Outcome::Replayed(T::read(row, at, secret)?))
    }
}

/// The number of the lock that requests with one key take turns by.
pub fn lock_number(claim: &IdempotencyClaim) -> i64 {
    let tenant = claim.tenant;
    let name = format!("{} {} {}", tenant.workspace, tenant.mode, claim.key);
    let (number, _) = Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()).as_u64_pair();
    i64::from_be_bytes(number.to_be_bytes())
}
