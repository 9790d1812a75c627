use diesel::prelude::*;
use diesel::sql_types::{Binary, Nullable, Text};
use domain::secret::Sealed;
use domain::webhook::rotation::{RotationState, VALID};
use ports_store::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{RotationStep, SubscriptionRow, corrupt};
use crate::schema::secret_rotations;
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// A rotation.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct RotationRow {
    pub id: DbUuid,
    pub state: String,
    pub secret: Option<Vec<u8>>,
    pub secret_key: Option<String>,
    pub expires_at: DbTs,
}

/// The SQL types of a [`RotationRow`].
pub type RotationTypes = (SqlUuid, Text, Nullable<Binary>, Nullable<Text>, SqlTs);

/// A rotation to be stored.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = secret_rotations)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewRotationRow {
    pub id: DbUuid,
    pub subscription_no: i64,
    pub state: &'static str,
    pub secret: Vec<u8>,
    pub secret_key: String,
    pub expires_at: DbTs,
    pub created_at: DbTs,
}

/// The state of a rotation by its code.
pub(super) fn rotation_state(code: &str, expires_at: DbTs) -> Result<RotationState, StoreError> {
    match code {
        "prepared" => Ok(RotationState::Prepared {
            expires_at: expires_at.at(),
        }),
        "activated" => Ok(RotationState::Activated),
        "cancelled" => Ok(RotationState::Cancelled),
        "expired" => Ok(RotationState::Expired),
        _ => Err(corrupt("secret_rotations.state")),
    }
}

impl NewRotationRow {
    /// A preparation made now.
    pub fn of(id: Uuid, subscription_no: i64, secret: &Sealed, now: OffsetDateTime) -> Self {
        Self {
            id: DbUuid(id),
            subscription_no,
            state: RotationState::prepare(now).code(),
            secret: secret.bytes.clone(),
            secret_key: secret.key_id.clone(),
            expires_at: DbTs::new(now + VALID),
            created_at: DbTs::new(now),
        }
    }
}

impl RotationRow {
    /// Where it stands, as it was left.
    pub fn state(&self) -> Result<RotationState, StoreError> {
        rotation_state(&self.state, self.expires_at)
    }

    /// The new secret.
    pub fn sealed(&self) -> Result<Sealed, StoreError> {
        match (&self.secret, &self.secret_key) {
            (Some(bytes), Some(key_id)) => Ok(Sealed {
                key_id: key_id.clone(),
                bytes: bytes.clone(),
            }),
            _ => Err(corrupt("secret_rotations.secret")),
        }
    }

    /// The rotation after a step of it.
    pub fn step(&self, subscription: &SubscriptionRow, state: RotationState) -> RotationStep {
        RotationStep {
            id: self.id,
            subscription: subscription.id,
            state: state.code().to_owned(),
            expires_at: self.expires_at,
        }
    }
}
