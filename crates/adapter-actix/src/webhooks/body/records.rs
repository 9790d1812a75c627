use std::collections::BTreeMap;

use app::{AuditEntry, AuditTarget, DeliverySummary};
use domain::num;
use domain::webhook::delivery::KEPT;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::http::decimal::JsonDecimal;
use crate::http::moment;
use crate::webhooks::body::codes;
use crate::webhooks::public_id::IdKind;

/// A summary of the deliveries that are kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMetrics)]
pub struct MetricsBody {
    /// For how many days deliveries are kept.
    pub window_days: i64,
    /// When this was counted.
    #[schema(format = "date-time")]
    pub generated_at: String,
    /// Deliveries in all.
    pub total: u64,
    /// The same by how they stand.
    pub by_status: ByStatusBody,
    /// Deliveries by what went wrong last; codes without any are left out.
    #[schema(value_type = BTreeMap<codes::DeliveryErrorCode, u64>)]
    pub by_error_code: BTreeMap<&'static str, u64>,
    /// Attempts that ended.
    pub attempts: u64,
    /// Delivered ones of those that ended delivered or failed, 0 to 1; null when none has.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1, required = true)]
    pub success_rate: Option<JsonDecimal>,
    /// How long attempts took; null when none has ended.
    #[schema(required = true)]
    pub duration_ms: Option<DurationsBody>,
    /// Age of the oldest delivery that is pending or sending; null when there is none.
    #[schema(required = true, minimum = 0)]
    pub oldest_pending_seconds: Option<i64>,
    /// Incidents that are not resolved.
    pub open_incidents: u64,
}

/// Deliveries by how they stand.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = DeliveriesByStatus)]
pub struct ByStatusBody {
    /// They wait for an attempt.
    pub pending: u64,
    /// An attempt runs.
    pub sending: u64,
    /// Acknowledged.
    pub delivered: u64,
    /// Given up.
    pub failed: u64,
    /// Not to be delivered any more.
    pub cancelled: u64,
}

/// How long attempts took.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AttemptDurations)]
pub struct DurationsBody {
    /// Half of them took no longer.
    pub p50: u64,
    /// 95 % of them took no longer.
    pub p95: u64,
}

impl MetricsBody {
    /// The summary, counted at an instant.
    pub fn of(summary: &DeliverySummary, now: OffsetDateTime) -> Self {
        let DeliverySummary {
            by_status,
            by_error,
            attempts,
            duration_ms,
            oldest_pending,
            open_incidents,
        } = summary;
        let count = |code: &str| {
            let of_code = by_status.iter().filter(|(known, _)| *known == code);
            of_code.map(|(_, count)| count).sum()
        };
        let by_status_body = ByStatusBody {
            pending: count("pending"),
            sending: count("sending"),
            delivered: count("delivered"),
            failed: count("failed"),
            cancelled: count("cancelled"),
        };
        Self {
            window_days: KEPT.whole_days(),
            generated_at: moment::instant(now),
            total: by_status.iter().map(|(_, count)| count).sum(),
            success_rate: share(by_status_body.delivered, by_status_body.failed),
            by_status: by_status_body,
            by_error_code: by_error.iter().copied().collect(),
            attempts: *attempts,
            duration_ms: duration_ms.map(|(p50, p95)| DurationsBody { p50, p95 }),
            oldest_pending_seconds: oldest_pending.map(|at| (now - at).whole_seconds().max(0)),
            open_incidents: *open_incidents,
        }
    }
}

/// The share of the first in both together.
fn share(good: u64, bad: u64) -> Option<JsonDecimal> {
    let all = good + bad;
    (all > 0)
        .then(|| JsonDecimal::ten_thousandths(num::f64_from_u64(good) / num::f64_from_u64(all)))
}

/// The newest entries of the audit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookAudit)]
pub struct AuditBody<'a> {
    /// The newest first.
    #[schema(max_items = 100)]
    pub items: Vec<AuditEntryBody<'a>>,
}

/// One of them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookAuditEntry)]
pub struct AuditEntryBody<'a> {
    /// Its id.
    #[schema(format = "uuid")]
    pub id: String,
    /// When.
    #[schema(format = "date-time")]
    pub at: String,
    /// What was done.
    #[schema(value_type = codes::AuditAction)]
    pub action: &'static str,
    /// By whom: a one-way reference to an API key, or `system`.
    pub actor: &'a str,
    /// To what kind of thing; null when it was not known yet.
    #[schema(value_type = Option<codes::AuditTargetType>, required = true)]
    pub target_type: Option<&'static str>,
    /// To which one; null when it was not known yet.
    #[schema(required = true)]
    pub target_id: Option<String>,
    /// `succeeded`, or the code of the error with which it was refused.
    #[schema(value_type = codes::AuditOutcome)]
    pub outcome: &'a str,
}

impl<'a> AuditBody<'a> {
    /// The entries.
    pub fn of(entries: &'a [AuditEntry]) -> Self {
        Self {
            items: entries.iter().map(AuditEntryBody::of).collect(),
        }
    }
}

impl<'a> AuditEntryBody<'a> {
    fn of(entry: &'a AuditEntry) -> Self {
        let AuditEntry {
            id,
            at,
            action,
            actor,
            target,
            outcome,
        } = entry;
        let named = target.map(|target| match target {
            AuditTarget::Webhook(id) => ("webhook", IdKind::Webhook.write(id)),
            AuditTarget::Delivery(id) => ("delivery", IdKind::Delivery.write(id)),
            AuditTarget::Incident(id) => ("incident", IdKind::Incident.write(id)),
            AuditTarget::Rotation(id) => ("rotation", IdKind::Rotation.write(id)),
        });
        let (target_type, target_id) = named.unzip();
        Self {
            id: id.to_string(),
            at: moment::instant(*at),
            action: action.code(),
            actor,
            target_type,
            target_id,
            outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use app::DeliverySummary;
    use serde_json::json;
    use time::Duration;
    use time::macros::datetime;

    use super::MetricsBody;

    #[test]
    fn figures_are_complete_and_rates_need_something_to_count() {
        let now = datetime!(2026-03-01 12:00 UTC);
        let shown = |summary| serde_json::to_value(MetricsBody::of(&summary, now)).unwrap();
        let mut expected = json!({
            "window_days": 7,
            "generated_at": "2026-03-01T12:00:00.000000Z",
            "total": 0,
            "by_status": {
                "pending": 0, "sending": 0, "delivered": 0, "failed": 0, "cancelled": 0
            },
            "by_error_code": {},
            "attempts": 0,
            "success_rate": null,
            "duration_ms": null,
            "oldest_pending_seconds": null,
            "open_incidents": 0
        });
        assert_eq!(shown(DeliverySummary::default()), expected);
        let summary = DeliverySummary {
            by_status: vec![
                ("delivered", 2),
                ("failed", 1),
                ("cancelled", 4),
                ("pending", 1),
            ],
            by_error: vec![("timeout", 2)],
            attempts: 12,
            duration_ms: Some((40, 900)),
            oldest_pending: Some(now - Duration::milliseconds(90_900)),
            open_incidents: 1,
        };
        expected["total"] = 8.into();
        expected["by_status"] = json!({
            "pending": 1, "sending": 0, "delivered": 2, "failed": 1, "cancelled": 4
        });
        expected["by_error_code"] = json!({ "timeout": 2 });
        expected["attempts"] = 12.into();
        expected["success_rate"] = json!(0.6667);
        expected["duration_ms"] = json!({ "p50": 40, "p95": 900 });
        expected["oldest_pending_seconds"] = 90.into();
        expected["open_incidents"] = 1.into();
        assert_eq!(shown(summary), expected);
        for (delivered, failed, rate) in [(1, 0, json!(1)), (0, 3, json!(0))] {
            let by_status = vec![("delivered", delivered), ("failed", failed)];
            let summary = DeliverySummary {
                by_status,
                ..DeliverySummary::default()
            };
            assert_eq!(shown(summary)["success_rate"], rate);
        }
    }
}
