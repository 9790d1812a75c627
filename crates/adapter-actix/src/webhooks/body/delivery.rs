use app::{AttemptEntry, DeliveryDetail, KeptExcerpt, ListedDelivery, Page};
use domain::webhook::delivery::{Delivery, DeliveryError, State};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::moment;
use crate::webhooks::body::codes;
use crate::webhooks::public_id::IdKind;

/// One event on its way to one subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub struct DeliveryBody {
    /// Its id; a replay keeps it.
    #[schema(pattern = "^whd_[0-9a-f]{32}$")]
    pub id: String,
    /// To which subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// The event: `id` in its envelope, and the `Idempotency-Key` of its requests.
    #[schema(format = "uuid")]
    pub event_id: String,
    /// Its kind.
    #[schema(value_type = codes::EventKind)]
    pub event_type: &'static str,
    /// How it stands; pending and sending are not complete.
    #[schema(value_type = codes::DeliveryStatus)]
    pub status: &'static str,
    /// What went wrong last, kept after a later success; null while nothing has.
    #[schema(value_type = Option<codes::DeliveryErrorCode>, required = true)]
    pub last_error_code: Option<&'static str>,
    /// Attempts in all, a running one included.
    pub attempts: u16,
    /// How often it was replayed by hand.
    pub manual_replays: u16,
    /// Before when there is no further attempt; null unless it is pending.
    #[schema(format = "date-time", required = true)]
    pub next_attempt_at: Option<String>,
    /// When it was queued.
    #[schema(format = "date-time")]
    pub created_at: String,
    /// When it changed last.
    #[schema(format = "date-time")]
    pub updated_at: String,
    /// When the receiver acknowledged it.
    #[schema(format = "date-time", required = true)]
    pub delivered_at: Option<String>,
    /// Its attempts that ended, in order.
    pub attempt_history: Vec<AttemptBody>,
}

impl DeliveryBody {
    /// The delivery.
    pub fn of(listed: &ListedDelivery) -> Self {
        let ListedDelivery {
            id,
            subscription,
            event,
            kind,
            delivery,
            created_at,
            updated_at,
            attempts: history,
        } = listed;
        let Delivery {
            state,
            attempts,
            cycle: _,
            replays,
            last_error,
        } = delivery;
        let (next, delivered) = match *state {
            State::Pending { due } => (Some(due), None),
            State::Delivered { at } => (None, Some(at)),
            State::Sending { lease_until: _ } | State::Failed | State::Cancelled => (None, None),
        };
        Self {
            id: IdKind::Delivery.write(*id),
            subscription_id: IdKind::Webhook.write(*subscription),
            event_id: event.to_string(),
            event_type: kind.code(),
            status: state.code(),
            last_error_code: last_error.map(DeliveryError::code),
            attempts: *attempts,
            manual_replays: *replays,
            next_attempt_at: next.map(moment::instant),
            created_at: moment::instant(*created_at),
            updated_at: moment::instant(*updated_at),
            delivered_at: delivered.map(moment::instant),
            attempt_history: history.iter().map(AttemptBody::of).collect(),
        }
    }
}

/// A delivery with what is sent for it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDeliveryDetail)]
pub struct DeliveryDetailBody {
    /// As it is listed.
    #[serde(flatten)]
    pub delivery: DeliveryBody,
    /// What is, or was, sent, byte for byte: JSON as a text; null when it is kept no more.
    #[schema(required = true)]
    pub payload: Option<String>,
    /// How answers of failed attempts began; left out where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub answers: Vec<AnswerBody>,
}

/// An answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryAnswer)]
pub struct AnswerBody {
    /// Which one.
    #[schema(minimum = 1)]
    pub attempt: u16,
    /// At most 1,024 bytes of text, without secrets.
    pub beginning: String,
}

impl AnswerBody {
    fn of(kept: KeptExcerpt) -> Self {
        let KeptExcerpt { attempt, excerpt } = kept;
        Self {
            attempt,
            beginning: excerpt.as_str().to_owned(),
        }
    }
}

impl DeliveryDetailBody {
    /// The delivery.
    pub fn of(detail: DeliveryDetail) -> Self {
        let DeliveryDetail {
            listed,
            payload,
            excerpts,
        } = detail;
        Self {
            delivery: DeliveryBody::of(&listed),
            payload,
            answers: excerpts.into_iter().map(AnswerBody::of).collect(),
        }
    }
}

/// An attempt that ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryAttempt)]
pub struct AttemptBody {
    /// Its number, from 1.
    #[schema(minimum = 1)]
    pub number: u16,
    /// When it began.
    #[schema(format = "date-time")]
    pub started_at: String,
    /// When it ended.
    #[schema(format = "date-time")]
    pub finished_at: String,
    /// How long it took.
    pub duration_ms: u64,
    /// What the receiver answered; null when it did not.
    #[schema(required = true)]
    pub http_status: Option<u16>,
    /// What went wrong; null when nothing did.
    #[schema(value_type = Option<codes::DeliveryErrorCode>, required = true)]
    pub error_code: Option<&'static str>,
    /// When the next attempt was planned; null when none was.
    #[schema(format = "date-time", required = true)]
    pub next_retry_at: Option<String>,
}

impl AttemptBody {
    fn of(attempt: &AttemptEntry) -> Self {
        let AttemptEntry {
            number,
            started_at,
            finished_at,
            http_status,
            error,
            next_retry_at,
        } = *attempt;
        Self {
            number,
            started_at: moment::instant(started_at),
            finished_at: moment::instant(finished_at),
            duration_ms: u64::try_from((finished_at - started_at).whole_milliseconds())
                .unwrap_or_default(),
            http_status,
            error_code: error.map(DeliveryError::code),
            next_retry_at: next_retry_at.map(moment::instant),
        }
    }
}

/// A page of deliveries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDeliveryList)]
pub struct DeliveryListBody {
    /// How many there are in all.
    pub total: u64,
    /// This page's, the newest first.
    pub items: Vec<DeliveryBody>,
    /// The `offset` of the next page, to be passed back as received; null on the last page.
    #[schema(required = true, minimum = 1)]
    pub next_offset: Option<i64>,
}

impl DeliveryListBody {
    /// The page.
    pub fn of(page: &Page<ListedDelivery>) -> Self {
        Self {
            total: page.total,
            items: page.items.iter().map(DeliveryBody::of).collect(),
            next_offset: page.next,
        }
    }
}

/// A delivery that was queued: that it arrives is not said.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedDelivery)]
pub struct QueuedBody {
    /// The delivery.
    #[schema(pattern = "^whd_[0-9a-f]{32}$")]
    pub delivery_id: String,
    /// The event.
    #[schema(format = "uuid")]
    pub event_id: String,
    /// How it stands.
    #[schema(value_type = codes::DeliveryStatus)]
    pub status: &'static str,
}

impl QueuedBody {
    /// The delivery of an event.
    pub fn of(delivery: Uuid, event: Uuid) -> Self {
        Self {
            delivery_id: IdKind::Delivery.write(delivery),
            event_id: event.to_string(),
            status: "pending",
        }
    }
}

#[cfg(test)]
mod tests {
    use app::{AttemptEntry, ListedDelivery};
    use domain::webhook::EventKind;
    use domain::webhook::delivery::{Delivery, DeliveryError, State};
    use serde_json::{Value, json};
    use time::macros::datetime;
    use time::{Duration, OffsetDateTime};
    use uuid::Uuid;

    use super::DeliveryBody;

    const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn shown(state: State) -> Value {
        let listed = ListedDelivery {
            id: Uuid::from_u128(0xd),
            subscription: Uuid::from_u128(0xa),
            event: Uuid::from_u128(0xe),
            kind: EventKind::WatchlistTriggered,
            delivery: Delivery {
                state,
                attempts: 9,
                cycle: 1,
                replays: 1,
                last_error: Some(DeliveryError::Http),
            },
            created_at: START,
            updated_at: START + Duration::seconds(3),
            attempts: vec![AttemptEntry {
                number: 1,
                started_at: START + Duration::seconds(1),
                finished_at: START + Duration::milliseconds(1250),
                http_status: Some(503),
                error: Some(DeliveryError::Http),
                next_retry_at: Some(START + Duration::seconds(11)),
            }],
        };
        serde_json::to_value(DeliveryBody::of(&listed)).unwrap()
    }

    #[test]
    fn deliveries_have_the_listed_members_and_no_others() {
        let due = START + Duration::seconds(11);
        let mut expected = json!({
            "id": "whd_0000000000000000000000000000000d",
            "subscription_id": "wh_0000000000000000000000000000000a",
            "event_id": "00000000-0000-0000-0000-00000000000e",
            "event_type": "watchlist.triggered",
            "status": "pending",
            "last_error_code": "http_error",
            "attempts": 9,
            "manual_replays": 1,
            "next_attempt_at": "2026-03-01T12:00:11.000000Z",
            "created_at": "2026-03-01T12:00:00.000000Z",
            "updated_at": "2026-03-01T12:00:03.000000Z",
            "delivered_at": null,
            "attempt_history": [{
                "number": 1,
                "started_at": "2026-03-01T12:00:01.000000Z",
                "finished_at": "2026-03-01T12:00:01.250000Z",
                "duration_ms": 250,
                "http_status": 503,
                "error_code": "http_error",
                "next_retry_at": "2026-03-01T12:00:11.000000Z"
            }]
        });
        assert_eq!(shown(State::Pending { due }), expected);
        expected["next_attempt_at"] = Value::Null;
        for (state, code) in [
            (State::Sending { lease_until: due }, "sending"),
            (State::Failed, "failed"),
            (State::Cancelled, "cancelled"),
        ] {
            expected["status"] = code.into();
            assert_eq!(shown(state), expected);
        }
        expected["status"] = "delivered".into();
        expected["delivered_at"] = "2026-03-01T12:00:03.000000Z".into();
        let at = START + Duration::seconds(3);
        assert_eq!(shown(State::Delivered { at }), expected);
    }
}
