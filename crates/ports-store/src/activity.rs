use std::ops::Range;

use async_trait::async_trait;
use time::OffsetDateTime;

use crate::StoreError;

/// What happens all day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// Watches fire: events, for mails and webhooks, at the instant of the event.
    Fired,
    /// Deliveries of webhooks are made, whatever becomes of them, at the instant of their event. They are made after it: within
    /// seconds, or hours later where nobody fanned events out meanwhile.
    DeliveryMade,
    /// Mails end, sent or given up, at that instant.
    Mailed,
}

/// How much happened, of all workspaces.
#[async_trait]
pub trait ActivityStore: Send + Sync {
    /// How often it happened in a span, its end left out; counted up to `most`, which bounds what it costs. What is forgotten
    /// by now is not counted.
    async fn count_activity(
        &self,
        what: Activity,
        span: Range<OffsetDateTime>,
        most: u32,
    ) -> Result<u32, StoreError>;

    /// How many price watches there are; counted up to `most`, which bounds what it costs.
    async fn count_watches(&self, most: u32) -> Result<u32, StoreError>;
}
