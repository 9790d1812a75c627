//! The events that receivers of webhooks get. Their bytes are made where they are queued; this
//! describes them.

use utoipa::ToSchema;

use crate::http::closed_list::True;
use crate::watchlists::body::WatchCondition;
use crate::webhooks::body::codes::{LiveMode, TestKind, TriggeredKind};

/// The event of a watch: a price moved below its target or fell, or its product can be had again.
#[derive(ToSchema)]
#[schema(as = WatchlistTriggeredEvent)]
#[expect(dead_code, reason = "describes what domain::watch queues")]
pub struct TriggeredEventBody {
    /// The event; what receivers deduplicate by.
    #[schema(format = "uuid")]
    id: String,
    #[schema(inline)]
    r#type: TriggeredKind,
    /// When it happened; an attempt may be much later.
    #[schema(format = "date-time")]
    created_at: String,
    #[schema(inline)]
    mode: LiveMode,
    /// What happened.
    data: TriggeredBody,
}

/// A price that a watch waited for.
#[derive(ToSchema)]
#[schema(as = WatchlistTriggered)]
#[expect(dead_code, reason = "describes what domain::watch queues")]
pub struct TriggeredBody {
    /// The watch.
    #[schema(format = "uuid")]
    watch_id: String,
    /// Its product.
    #[schema(pattern = "^[a-z0-9_]+$")]
    canonical_product_id: String,
    /// The product's name, as it was then.
    product_name: String,
    /// The watch's target, as it was then; null where another condition was waited for.
    #[schema(minimum = 1, maximum = 1_000_000, required = true)]
    target_price: Option<f64>,
    /// The lowest delivered price, or that of the watch's store; below the target, if there is one.
    #[schema(minimum = 0)]
    current_price: f64,
    /// Who asks it.
    store: String,
    /// Stands for the product's offers and delivery terms: equal means the same evidence.
    #[schema(format = "uuid")]
    source_revision: String,
    /// When the catalogue took the price in.
    #[schema(format = "date-time")]
    observed_at: String,
    /// What was waited for; not there when it was a price below the target.
    #[schema(required = false, nullable = false)]
    condition: Option<WatchCondition>,
    /// Of a fall: by how many percent at least.
    #[schema(minimum = 1, maximum = 90, required = false, nullable = false)]
    percent: Option<i32>,
    /// Of a fall: the price from which it is.
    #[schema(minimum = 0, required = false, nullable = false)]
    reference_price: Option<f64>,
}

/// A test that somebody asked for. It has no effect on business.
#[derive(ToSchema)]
#[schema(as = WebhookTestEvent)]
#[expect(dead_code, reason = "describes what app::delivery::webhooks queues")]
pub struct TestEventBody {
    /// The event; what receivers deduplicate by.
    #[schema(format = "uuid")]
    id: String,
    #[schema(inline)]
    r#type: TestKind,
    /// When it was asked for.
    #[schema(format = "date-time")]
    created_at: String,
    #[schema(inline)]
    mode: LiveMode,
    /// The flag and nothing else.
    data: TestBody,
}

/// Says that this is a test.
#[derive(ToSchema)]
#[schema(as = WebhookTest)]
#[expect(dead_code, reason = "describes what app::delivery::webhooks queues")]
pub struct TestBody {
    #[schema(inline)]
    test: True,
}
