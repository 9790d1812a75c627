use async_trait::async_trait;
use domain::access::Tenant;
use domain::freshness::Freshness;
use domain::ids::WorkspaceNo;
use domain::webhook::EventKind;
use domain::webhook::subscription::CommandRefusal;
use time::OffsetDateTime;
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

/// A place in the order in which events happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventPlace {
    /// When.
    pub at: OffsetDateTime,
    /// The id, of those that happened at the same instant.
    pub id: Uuid,
}

/// An event as it was written, whoever is to be told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenEvent {
    /// When it happened, and its id.
    pub place: EventPlace,
    /// What it tells.
    pub kind: EventKind,
    /// Its envelope, byte for byte as deliveries send it.
    pub payload: String,
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

    /// Events of a workspace that are for webhooks and come after a place, in their order, at most `limit`; whether anybody
    /// subscribed to them plays no part. What is written late may come before a place that was asked for already.
    async fn list_events(
        &self,
        workspace: WorkspaceNo,
        after: EventPlace,
        limit: u32,
    ) -> Result<Vec<WrittenEvent>, StoreError>;

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
