use app::QueuedAgain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::webhooks::public_id::IdKind;

/// What became of the failed deliveries that a request came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedReplays)]
pub struct QueuedAgainBody {
    /// The subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// Those that wait to be sent again; at most 100.
    pub queued: u32,
    /// Those that cannot be replayed: their price is not the current one, URL or events were others, or they were replayed
    /// three times.
    pub refused: u32,
    /// The `offset` of the next request, to be passed back as received; null when there is nothing more.
    #[schema(required = true, minimum = 1)]
    pub next_offset: Option<i64>,
}

impl QueuedAgainBody {
    /// What became of them.
    pub fn of(queued: QueuedAgain) -> Self {
        let QueuedAgain {
            subscription,
            queued,
            refused,
            next,
        } = queued;
        Self {
            subscription_id: IdKind::Webhook.write(subscription),
            queued,
            refused,
            next_offset: next,
        }
    }
}
