//! What is known of webhooks as a whole: figures and the audit.

use actix_web::{HttpRequest, HttpResponse, web};

use super::{reader, shown};
use crate::body::{AuditBody, MetricsBody};
use crate::examples::webhooks as examples;
use crate::http::Shared;
use crate::problem::Problem;

/// A summary of the deliveries that are kept.
///
/// Of all subscriptions of the key's mode.
#[utoipa::path(
    get,
    path = "/webhook-metrics",
    tag = "webhooks",
    operation_id = "getWebhookMetrics",
    responses((status = 200, description = "The summary", body = MetricsBody,
        example = json!(examples::metrics())))
)]
pub async fn metrics(
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    let tenant = reader(&request)?.tenant();
    let summary = shared.webhooks.summarize(tenant).await?;
    shown(&MetricsBody::of(&summary, shared.webhooks.now()))
}

/// Who did what about webhooks.
///
/// The latest 100 entries of the key's mode, the newest first. What was refused for lack of rights, or
/// because of a state, is there as well.
#[utoipa::path(
    get,
    path = "/webhook-audit",
    tag = "webhooks",
    operation_id = "getWebhookAudit",
    responses((status = 200, description = "The entries", body = AuditBody,
        example = json!(examples::audit())))
)]
pub async fn audit(
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    let tenant = reader(&request)?.tenant();
    let entries = shared.webhooks.audit(tenant).await?;
    shown(&AuditBody::of(&entries))
}
