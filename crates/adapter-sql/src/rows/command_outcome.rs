//! What commands did, as it is kept with their idempotency keys.

use domain::secret::Sealed;
use ports_store::{
    CommandEffect, CommandOutcome, QueuedAgain, SecretRotation, StoreError, Subscription,
};
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
    QueuedAgain {
        subscription: DbUuid,
        queued: u32,
        refused: u32,
        next: Option<i64>,
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
            EffectRow::QueuedAgain {
                subscription,
                queued,
                refused,
                next,
            } => Self::QueuedAgain(QueuedAgain {
                subscription: subscription.0,
                queued,
                refused,
                next,
            }),
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

#[cfg(test)]
mod tests {
    use domain::webhook::endpoint::Health;
    use domain::webhook::rotation::RotationState;
    use ports_store::{CommandEffect, NamedIncident, PreparedRotation};
    use serde_json::{Value, json};
    use time::macros::datetime;
    use uuid::Uuid;

    use super::EffectRow;

    /// As it is kept: what is changed here cannot be read by others for seven days.
    fn kept() -> [Value; 8] {
        let [id, other] = [1, 2].map(|id| Uuid::from_u128(id).to_string());
        let subscription = json!({
            "no": 7, "id": id, "workspace_no": 1, "url": "https://a.example/",
            "events": ["watchlist.triggered"], "enabled": true, "version": 2, "failures": 3,
            "cooldown_until": 1_000_001, "tested_at": null, "created_at": 0, "updated_at": 1,
            "deleted_at": null, "incident": null, "rotation": [other, 2_000_000]
        });
        let incident = json!({
            "no": 4, "id": other, "cause": "timeout", "reminders": 1, "opened_at": 0,
            "remind_at": null, "acknowledged_at": 5, "resolved_at": null
        });
        let mut failing = subscription.clone();
        failing["incident"] = incident.clone();
        let rotation = json!({
            "id": other, "subscription": id, "state": "cancelled", "expires_at": 2_000_000
        });
        [
            json!({ "registered": subscription }),
            json!({ "changed": failing }),
            json!("removed"),
            json!({ "queued": { "delivery": id, "event": other } }),
            json!({ "queued_again": {
                "subscription": id, "queued": 100, "refused": 3, "next": 4711
            } }),
            json!({ "acknowledged": { "subscription": id, "incident": incident } }),
            json!({ "prepared": rotation }),
            json!({ "ended": rotation }),
        ]
    }

    #[test]
    fn what_is_kept_is_read_and_written_in_one_form() {
        for value in kept() {
            let row: EffectRow = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(serde_json::to_value(&row).unwrap(), value);
        }
        let [registered, changed, .., ended] = kept().map(|value| {
            let row: EffectRow = serde_json::from_value(value).unwrap();
            CommandEffect::try_from(row).unwrap()
        });
        let CommandEffect::Registered(made) = registered else {
            panic!("{registered:?}")
        };
        let until = datetime!(1970-01-01 00:00:01.000001 UTC);
        let health = Health {
            failures: 3,
            cooldown_until: Some(until),
        };
        assert_eq!((made.id, made.health), (Uuid::from_u128(1), health));
        let waits = PreparedRotation {
            id: Uuid::from_u128(2),
            expires_at: datetime!(1970-01-01 00:00:02 UTC),
        };
        assert_eq!((made.rotation, made.incident), (Some(waits), None));
        let CommandEffect::Changed(changed) = changed else {
            panic!("{changed:?}")
        };
        let NamedIncident { id, incident } = changed.incident.unwrap();
        assert_eq!((id, incident.state.code()), (waits.id, "acknowledged"));
        let CommandEffect::Ended(rotation) = ended else {
            panic!("{ended:?}")
        };
        assert_eq!(rotation.state, RotationState::Cancelled);
    }
}
