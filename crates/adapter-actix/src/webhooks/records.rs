//! What is known of webhooks as a whole: figures and the audit.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use app::delivery::webhooks::Webhooks;
use app::{AppError, DeliverySummary};
use domain::access::Tenant;

use crate::examples::webhooks as examples;
use crate::http::answer;
use crate::http::caller::{Reader, WebhooksRead};
use crate::http::problem::Problem;
use crate::http::shared_reads::SharedReads;
use crate::webhooks::body::records::{AuditBody, MetricsBody};

/// Summaries that are being read.
pub type SummaryReads = SharedReads<Tenant, Arc<Result<DeliverySummary, AppError>>>;

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
    caller: Reader<WebhooksRead>,
    webhooks: web::Data<Webhooks>,
    reads: web::Data<SummaryReads>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let read = async || Arc::new(webhooks.summarize(tenant).await);
    let shared = reads.get(tenant, read).await;
    let summary = shared.as_ref().as_ref().map_err(AppError::again)?;
    answer::json(&MetricsBody::of(summary, webhooks.now()))
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
    caller: Reader<WebhooksRead>,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let entries = webhooks.audit(tenant).await?;
    answer::json(&AuditBody::of(&entries))
}
