use diesel::prelude::*;
use domain::secret::Sealed;
use ports_store::{IdempotencyClaim, Outcome, SECRET_KEPT, StoreError, StoredAnswer};

use uuid::Uuid;

use super::narrow;
use crate::schema::idempotency_keys;
use crate::types::DbTs;

/// A used key.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = idempotency_keys, treat_none_as_default_value = false)]
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
}

impl IdempotencyRow {
    /// The row of a key that is used now.
    pub fn of(claim: &IdempotencyClaim, answer: &StoredAnswer) -> Self {
        let IdempotencyClaim {
            tenant,
            key,
            fingerprint,
            api_key,
            at,
        } = claim;
        let StoredAnswer {
            status,
            body,
            location,
            secret,
        } = answer;
        let sealed = secret.clone().map(|secret| (secret.bytes, secret.key_id));
        let (secret, secret_key) = sealed.unzip();
        Self {
            workspace_no: tenant.workspace.0,
            mode: tenant.mode.code().to_owned(),
            key: key.clone(),
            fingerprint: fingerprint.to_vec(),
            api_key_id: api_key.clone(),
            status: i32::from(*status),
            body: body.clone(),
            location: location.clone(),
            created_at: DbTs::new(*at),
            secret,
            secret_key,
        }
    }

    /// What a request gets that brings the key again.
    pub fn outcome<R>(self, claim: &IdempotencyClaim) -> Result<Outcome<R>, StoreError> {
        if self.fingerprint != claim.fingerprint || self.api_key_id != claim.api_key {
            return Ok(Outcome::KeyReused);
        }
        let is_kept = self.created_at.at() > claim.at - SECRET_KEPT;
        let secret = match (self.secret, self.secret_key) {
            (Some(bytes), Some(key_id)) if is_kept => Some(Sealed { key_id, bytes }),
            _ => None,
        };
        Ok(Outcome::Replayed(StoredAnswer {
            status: narrow(self.status, "idempotency_keys.status")?,
            body: self.body,
            location: self.location,
            secret,
        }))
    }
}

/// The number of the lock that requests with one key take turns by.
pub fn lock_number(claim: &IdempotencyClaim) -> i64 {
    let tenant = claim.tenant;
    let name = format!("{} {} {}", tenant.workspace, tenant.mode, claim.key);
    let (number, _) = Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()).as_u64_pair();
    i64::from_be_bytes(number.to_be_bytes())
}
