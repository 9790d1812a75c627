use async_trait::async_trait;
use domain::access::Tenant;
use domain::ids::WorkspaceNo;
use domain::watch::Freshness;
use domain::webhook::subscription::CommandRefusal;
use uuid::Uuid;

use crate::StoreError;

/// A workspace whose webhooks are in trouble.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TroubledWorkspace {
    /// Its number.
    pub no: WorkspaceNo,
    /// Its name.
    pub name: String,
    /// Incidents that are not resolved.
    pub open_incidents: u64,
    /// Failed deliveries that are kept.
    pub failed: u64,
}

/// What an id may be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookThing {
    /// A subscription that is not removed.
    Subscription,
    /// A delivery.
    Delivery,
    /// An event: found are its deliveries.
    Event,
}

/// Webhooks of all workspaces, as those see them who operate the deployment.
#[async_trait]
pub trait WebhookDeskStore: Send + Sync {
    /// Workspaces that have incidents which are not resolved, or failed deliveries that are kept, at most `limit`: those
    /// with the most incidents first, then those with the most failed deliveries, then in order of their numbers. It costs
    /// the same however many deliveries there are.
    async fn list_troubled(&self, limit: u32) -> Result<Vec<TroubledWorkspace>, StoreError>;

    /// Where something with this id is, at most `limit` places: its owner, and the id of the subscription or delivery.
    async fn list_places(
        &self,
        thing: WebhookThing,
        id: Uuid,
        limit: u32,
    ) -> Result<Vec<(Tenant, Uuid)>, StoreError>;

    /// Why [`WebhookCommand::Replay`](crate::WebhookCommand::Replay) would be refused; `None` when it would be done.
    /// Nothing is changed, and nobody is kept waiting.
    async fn find_replay_refusal(
        &self,
        tenant: Tenant,
        delivery: Uuid,
        freshness: Freshness,
        is_deliverable: bool,
    ) -> Result<Option<CommandRefusal>, StoreError>;
}
