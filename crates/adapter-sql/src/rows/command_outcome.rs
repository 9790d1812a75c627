//! What commands did, as it is kept with their idempotency keys.

use domain::secret::Sealed;
use ports_store::{CommandEffect, CommandOutcome, SecretRotation, StoreError, Subscription};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::idempotency::KeptOutcome;
use super::rotation::rotation_state;
use super::{IncidentRow, SubscriptionRow};
use crate::types::{DbTs, DbUuid};

/// What a command made of rows. It is kept for seven days, so a field that comes later needs a default.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the port says what each means")]
pub enum EffectRow {
    Registered(Box<SubscriptionRow>),
    Changed(Box<SubscriptionRow>),
    Removed,
    Queued {
        delivery: DbUuid,
        event: DbUuid,
    },
    Acknowledged {
        subscription: DbUuid,
        incident: IncidentRow,
    },
    Prepared(RotationStep),
    Ended(RotationStep),
}

/// A rotation after a step of it, without its secret.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct RotationStep {
    pub id: DbUuid,
    pub subscription: DbUuid,
    pub state: String,
    pub expires_at: DbTs,
}

impl TryFrom<EffectRow> for CommandEffect {
    type Error = StoreError;

    fn try_from(row: EffectRow) -> Result<Self, StoreError> {
        Ok(match row {
            EffectRow::Registered(row) => Self::Registered(Box::new(Subscription::try_from(*row)?)),
            EffectRow::Changed(row) => Self::Changed(Box::new(Subscription::try_from(*row)?)),
            EffectRow::Removed => Self::Removed,
            EffectRow::Queued { delivery, event } => Self::Queued {
                delivery: delivery.0,
                event: event.0,
            },
            EffectRow::Acknowledged {
                subscription,
                incident,
            } => Self::Acknowledged {
                subscription: subscription.0,
                named: incident.named()?,
            },
            EffectRow::Prepared(step) => Self::Prepared(step.try_into()?),
            EffectRow::Ended(step) => Self::Ended(step.try_into()?),
        })
    }
}

impl TryFrom<RotationStep> for SecretRotation {
    type Error = StoreError;

    fn try_from(step: RotationStep) -> Result<Self, StoreError> {
        Ok(Self {
            id: step.id.0,
            subscription: step.subscription.0,
            state: rotation_state(&step.state, step.expires_at)?,
            expires_at: step.expires_at.at(),
        })
    }
}

impl KeptOutcome for CommandOutcome {
    type Row = EffectRow;

    fn read(
        effect: EffectRow,
        at: OffsetDateTime,
        secret: Option<Sealed>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            effect: effect.try_into()?,
            at,
            secret,
        })
    }
}
