//! What is answered, and kept, when something was done (D-31).

use actix_web::http::StatusCode;
use app::delivery::webhooks::AnswerStep;
use app::{Applied, StoredAnswer};
use domain::access::Mode;
use domain::webhook::audit::Action;
use serde::Serialize;
use time::OffsetDateTime;

use crate::http::moment;
use crate::routes;
use crate::webhooks::body::delivery::QueuedBody;
use crate::webhooks::body::incident::IncidentBody;
use crate::webhooks::body::rotation::{PreparedRotationBody, RotationBody};
use crate::webhooks::body::subscription::{RegisteredWebhookBody, WebhookBody};
use crate::webhooks::public_id::IdKind;

/// Words the answer of an action of a caller with keys of this mode.
pub fn of(action: Action, mode: Mode) -> AnswerStep {
    Box::new(move |applied, now| StoredAnswer {
        status: status(action).as_u16(),
        body: content(action, applied, mode, now),
        location: location(action, applied),
        secret: None,
    })
}

const fn status(action: Action) -> StatusCode {
    match action {
        Action::Create | Action::PrepareSecret => StatusCode::CREATED,
        Action::Test | Action::Retry => StatusCode::ACCEPTED,
        Action::Delete => StatusCode::NO_CONTENT,
        Action::Update
        | Action::Acknowledge
        | Action::ActivateSecret
        | Action::CancelSecret
        | Action::IncidentOpened
        | Action::IncidentReminded
        | Action::IncidentResolved => StatusCode::OK,
    }
}

fn location(action: Action, applied: &Applied) -> Option<String> {
    match (action, applied) {
        (Action::Create, Applied::Subscription(made)) => {
            let id = IdKind::Webhook.write(made.id);
            Some(format!("{}/{id}", routes::WEBHOOKS))
        }
        _ => None,
    }
}

/// The body. What makes a secret has its place at the end, for the use case to put it there.
fn content(action: Action, applied: &Applied, mode: Mode, now: OffsetDateTime) -> Vec<u8> {
    match applied {
        Applied::Subscription(subscription) => {
            let subscription = WebhookBody::of(subscription, mode, now);
            if action == Action::Create {
                written(&RegisteredWebhookBody {
                    subscription,
                    signing_secret: None,
                })
            } else {
                written(&subscription)
            }
        }
        Applied::Removed => Vec::new(),
        Applied::Queued(queued) => written(&QueuedBody::of(queued)),
        Applied::Incident {
            subscription,
            named,
        } => written(&IncidentBody::of(*subscription, named)),
        Applied::Rotation {
            subscription,
            id,
            state,
            expires_at,
        } => {
            let rotation = RotationBody {
                rotation_id: IdKind::Rotation.write(*id),
                subscription_id: IdKind::Webhook.write(*subscription),
                state,
                expires_at: moment::instant(*expires_at),
            };
            if action == Action::PrepareSecret {
                written(&PreparedRotationBody {
                    rotation,
                    signing_secret: None,
                })
            } else {
                written(&rotation)
            }
        }
    }
}

fn written(body: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(body).unwrap_or_default()
}
