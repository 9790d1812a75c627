use app::NamedIncident;
use domain::webhook::incident::{Incident, IncidentState};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::moment;
use crate::webhooks::body::codes;
use crate::webhooks::public_id::IdKind;

/// An endpoint that fails, until a delivery arrives again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Incident)]
pub struct IncidentBody {
    /// Its id.
    #[schema(pattern = "^wi_[0-9a-f]{32}$")]
    pub id: String,
    /// Of which subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// Where it stands.
    #[schema(value_type = codes::IncidentState)]
    pub state: &'static str,
    /// What opened it.
    #[schema(value_type = codes::DeliveryErrorCode)]
    pub cause: &'static str,
    /// When.
    #[schema(format = "date-time")]
    pub opened_at: String,
    /// When somebody acknowledged it.
    #[schema(format = "date-time", required = true)]
    pub acknowledged_at: Option<String>,
    /// When a delivery arrived again.
    #[schema(format = "date-time", required = true)]
    pub resolved_at: Option<String>,
    /// Reminders so far.
    pub reminders: u32,
}

impl IncidentBody {
    /// The incident of a subscription.
    pub fn of(subscription: Uuid, named: &NamedIncident) -> Self {
        let NamedIncident { id, incident } = named;
        let Incident {
            state,
            cause,
            opened_at,
            reminders,
        } = incident;
        let (acknowledged_at, resolved_at) = match *state {
            IncidentState::Open { remind_at: _ } => (None, None),
            IncidentState::Acknowledged { at } => (Some(at), None),
            IncidentState::Resolved {
                acknowledged_at,
                at,
            } => (acknowledged_at, Some(at)),
        };
        Self {
            id: IdKind::Incident.write(*id),
            subscription_id: IdKind::Webhook.write(subscription),
            state: state.code(),
            cause: cause.code(),
            opened_at: moment::instant(*opened_at),
            acknowledged_at: acknowledged_at.map(moment::instant),
            resolved_at: resolved_at.map(moment::instant),
            reminders: *reminders,
        }
    }
}
