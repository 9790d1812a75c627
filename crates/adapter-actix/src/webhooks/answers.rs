//! What is answered when something was done: made of nothing but its outcome, so that a replay has the same bytes
//! (D-31).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use app::CommandEffect;
use app::access::idempotency::Settled;
use app::delivery::webhooks::{Managed, SigningSecret};
use domain::access::Mode;

use crate::http::problem::Problem;
use crate::http::{answer, idempotency};
use crate::routes;
use crate::webhooks::body::delivery::QueuedBody;
use crate::webhooks::body::incident::IncidentBody;
use crate::webhooks::body::rotation::{PreparedRotationBody, RotationBody};
use crate::webhooks::body::subscription::{RegisteredWebhookBody, WebhookBody};
use crate::webhooks::public_id::IdKind;

/// The answer to a caller with keys of this mode.
pub fn respond(settled: Settled<Managed>, mode: Mode) -> Result<HttpResponse, Problem> {
    idempotency::respond(settled, |managed| rendered(&managed, mode))
}

fn rendered(managed: &Managed, mode: Mode) -> Result<HttpResponse, Problem> {
    let signing_secret = managed.secret.as_ref().map(SigningSecret::as_str);
    match &managed.effect {
        CommandEffect::Registered(made) => {
            let id = IdKind::Webhook.write(made.id);
            let registered = RegisteredWebhookBody {
                subscription: WebhookBody::of(made, mode),
                signing_secret,
            };
            answer::created(&format!("{}/{id}", routes::WEBHOOKS), &registered)
        }
        CommandEffect::Changed(changed) => answer::json(&WebhookBody::of(changed, mode)),
        CommandEffect::Removed => Ok(HttpResponse::NoContent().finish()),
        CommandEffect::Queued { delivery, event } => {
            answer::of(StatusCode::ACCEPTED, &QueuedBody::of(*delivery, *event))
        }
        CommandEffect::Acknowledged {
            subscription,
            named,
        } => answer::json(&IncidentBody::of(*subscription, named)),
        CommandEffect::Prepared(rotation) => {
            let prepared = PreparedRotationBody {
                rotation: RotationBody::of(rotation),
                signing_secret,
            };
            answer::of(StatusCode::CREATED, &prepared)
        }
        CommandEffect::Ended(rotation) => answer::json(&RotationBody::of(rotation)),
    }
}
