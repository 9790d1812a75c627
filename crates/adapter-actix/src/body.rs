//! What the interface answers with, field by field (specification 2.1), each with the conversion
//! that makes it.

mod closed;
mod comparison;
mod decimal;
mod delivery;
mod error;
mod event;
mod history;
mod history_summary;
mod moment;
mod offer;
mod product;
mod search;
mod watch;
mod webhook;

pub use closed::{ComparisonGoal, HistoryRange};
pub use comparison::ComparisonResponseBody;
pub use decimal::JsonDecimal;
pub use error::{ErrorBody, FieldProblemBody};
pub use event::{TestEventBody, TriggeredEventBody};
pub use history::{PriceIntelligenceBody, StorePriceHistoryBody};
pub use moment::instant;
pub use offer::OfferBody;
pub use product::ProductComparisonBody;
pub use search::SearchResponseBody;
pub use watch::{PriceWatchBody, PriceWatchInputBody, PriceWatchPatchBody, WatchlistResponseBody};
pub use webhook::{
    AcknowledgementBody, ActivationBody, AuditBody, CancellationBody, DeliveryBody,
    DeliveryListBody, IncidentBody, MetricsBody, PreparedRotationBody, QueuedBody,
    RegisteredWebhookBody, RotationBody, TestConfirmationBody, WebhookBody, WebhookInputBody,
    WebhookListBody, WebhookPatchBody,
};
