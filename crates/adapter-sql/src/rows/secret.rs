use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::secret::{ACTOR_PEPPER, Sealed, of_answer, of_subscription};
use ports_store::{SealedSecret, SecretRef, StoreError};

use super::corrupt;
use crate::types::{DbUuid, SqlUuid};

/// A sealed secret with what names it, which differs from table to table.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SecretRow {
    pub no: Option<i64>,
    pub id: Option<DbUuid>,
    pub subscription: Option<DbUuid>,
    pub mode: Option<String>,
    pub key: Option<String>,
    pub secret: Vec<u8>,
    pub secret_key: String,
}

/// The SQL types of a [`SecretRow`].
pub type SecretTypes = (
    Nullable<BigInt>,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
    Nullable<Text>,
    Nullable<Text>,
    Binary,
    Text,
);

impl TryFrom<SecretRow> for SealedSecret {
    type Error = StoreError;

    fn try_from(row: SecretRow) -> Result<Self, StoreError> {
        let SecretRow {
            no,
            id,
            subscription,
            mode,
            key,
            secret,
            secret_key,
        } = row;
        let (which, bound_to) = match (no, id, subscription, mode, key) {
            (Some(no), None, Some(subscription), None, None) => {
                (SecretRef::Subscription(no), of_subscription(subscription.0))
            }
            (None, Some(id), Some(subscription), None, None) => {
                (SecretRef::Rotation(id.0), of_subscription(subscription.0))
            }
            (Some(workspace), None, None, Some(mode), Some(key)) => {
                let tenant = Tenant {
                    workspace: WorkspaceNo(workspace),
                    mode: Mode::from_code(&mode).ok_or_else(|| corrupt("idempotency_keys.mode"))?,
                };
                let bound_to = of_answer(tenant, &key);
                let which = SecretRef::Answer {
                    workspace,
                    mode,
                    key,
                };
                (which, bound_to)
            }
            (None, None, None, None, None) => (SecretRef::ActorPepper, ACTOR_PEPPER.to_owned()),
            _ => return Err(corrupt("secrets")),
        };
        Ok(Self {
            which,
            bound_to,
            sealed: Sealed {
                key_id: secret_key,
                bytes: secret,
            },
        })
    }
}
