use app::{PreparedRotation, SecretRotation};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::moment;
use crate::webhooks::body::codes;
use crate::webhooks::public_id::IdKind;

/// A prepared secret that can be activated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PendingRotation)]
pub struct PendingRotationBody {
    /// Names the preparation.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: String,
    /// Until when it can be activated.
    #[schema(format = "date-time")]
    pub expires_at: String,
}

impl PendingRotationBody {
    /// The preparation.
    pub fn of(rotation: PreparedRotation) -> Self {
        Self {
            rotation_id: IdKind::Rotation.write(rotation.id),
            expires_at: moment::instant(rotation.expires_at),
        }
    }
}

/// A rotation of a secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecretRotation)]
pub struct RotationBody {
    /// Names it.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: String,
    /// Of which subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// Where it stands.
    #[schema(value_type = codes::RotationState)]
    pub state: &'static str,
    /// Until when it can, or could, be activated.
    #[schema(format = "date-time")]
    pub expires_at: String,
}

impl RotationBody {
    /// The rotation after a step of it.
    pub fn of(rotation: &SecretRotation) -> Self {
        let SecretRotation {
            id,
            subscription,
            state,
            expires_at,
        } = rotation;
        Self {
            rotation_id: IdKind::Rotation.write(*id),
            subscription_id: IdKind::Webhook.write(*subscription),
            state: state.code(),
            expires_at: moment::instant(*expires_at),
        }
    }
}

/// A secret that was just prepared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreparedRotation)]
pub struct PreparedRotationBody<'a> {
    /// The rotation.
    #[serde(flatten)]
    pub rotation: RotationBody,
    /// The new secret: shown here and never again. The same answer, sent again for its key, has it for
    /// 24 hours, then null.
    #[schema(required = true, pattern = "^whsec_[A-Za-z0-9_-]{43}$")]
    pub signing_secret: Option<&'a str>,
}
