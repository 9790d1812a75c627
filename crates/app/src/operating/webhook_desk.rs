//! Webhooks of all workspaces, as operators look after them.

use std::sync::Arc;

use domain::access::Tenant;
use domain::freshness::Freshness;
use domain::webhook::public_id::IdKind;
use ports_store::{TroubledWorkspace, WebhookDeskStore, WebhookThing};
use ports_system::Clock;
use time::Duration;
use uuid::Uuid;

use crate::AppError;
use crate::delivery::webhooks::refusal_error;

/// Workspaces in trouble that are shown.
const MOST_TROUBLED: u32 = 50;

/// Deliveries of one event that are shown.
const MOST_PLACES: u32 = 50;

/// What operators look after webhooks with.
pub struct WebhookDesk {
    /// Where they are kept.
    pub store: Arc<dyn WebhookDeskStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Time to live of offers.
    pub offer_ttl: Duration,
    /// Whether this deployment delivers at all.
    pub is_deliverable: bool,
}

/// Where something is that an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Whose it is.
    pub tenant: Tenant,
    /// The id of the endpoint or delivery.
    pub id: Uuid,
    /// Whether it is an endpoint.
    pub is_endpoint: bool,
}

impl WebhookDesk {
    /// Workspaces with incidents that are not resolved or failed deliveries, the worst first.
    pub async fn troubled(&self) -> Result<Vec<TroubledWorkspace>, AppError> {
        Ok(self.store.list_troubled(MOST_TROUBLED).await?)
    }

    /// The endpoint with an id (`wh_…`), the delivery with one (`whd_…`), or the deliveries of the event with one.
    pub async fn look_up(&self, id: &str) -> Result<Vec<Place>, AppError> {
        let endpoint = IdKind::Webhook.read(id);
        let delivery = IdKind::Delivery.read(id);
        let (thing, id) = match (endpoint, delivery, Uuid::try_parse(id)) {
            (Some(id), ..) => (WebhookThing::Subscription, id),
            (_, Some(id), _) => (WebhookThing::Delivery, id),
            (_, _, Ok(id)) => (WebhookThing::Event, id),
            (None, None, Err(_)) => {
                return Err(AppError::validation(
                    "id",
                    "the id of a delivery (whd_…), of an endpoint (wh_…) or of an event (a UUID)",
                ));
            }
        };
        let places = self.store.list_places(thing, id, MOST_PLACES).await?;
        let is_endpoint = thing == WebhookThing::Subscription;
        let places = places.into_iter().map(|(tenant, id)| Place {
            tenant,
            id,
            is_endpoint,
        });
        Ok(places.collect())
    }

    /// Why a delivery would not be replayed now; `None` when it would.
    pub async fn replay_refusal(
        &self,
        tenant: Tenant,
        delivery: Uuid,
    ) -> Result<Option<AppError>, AppError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        let refusal =
            self.store
                .find_replay_refusal(tenant, delivery, freshness, self.is_deliverable);
        Ok(refusal.await?.map(|why| refusal_error(why, freshness.now)))
    }
}
