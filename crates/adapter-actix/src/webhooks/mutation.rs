//! What everything that changes something has in common: who may, what is written when somebody may
//! not, that it happens once, and what is answered.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use app::access::authenticate::{require_entitlement, require_live, require_scope};
use app::access::idempotency::{IdempotencyKey, Settled};
use app::delivery::webhooks::{self, CommandRequest, Managed, SigningSecret, Webhooks};
use app::{AppError, AuditTarget, CommandEffect};
use bytes::Bytes;
use domain::access::{Entitlement, Mode, Scope};
use domain::webhook::audit::Action;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::http::answer;
use crate::http::caller::Caller;
use crate::http::idempotency::{self, KeyedHead};
use crate::http::json::{self, JsonBody};
use crate::http::problem::Problem;
use crate::routes;
use crate::webhooks::body::delivery::QueuedBody;
use crate::webhooks::body::incident::IncidentBody;
use crate::webhooks::body::replays::QueuedAgainBody;
use crate::webhooks::body::rotation::{PreparedRotationBody, RotationBody};
use crate::webhooks::body::subscription::{RegisteredWebhookBody, WebhookBody};
use crate::webhooks::public_id::{IdKind, id_in_path};

/// A right that something takes (D-08, D-29).
#[derive(Debug, Clone, Copy)]
pub enum Right {
    /// The scope to change webhooks.
    Write,
    /// A key of live mode.
    LiveKey,
    /// The entitlement of the workspace, which test keys do not need.
    Entitlement,
}

impl Right {
    /// For what causes no traffic.
    pub const WITHOUT_TRAFFIC: &[Self] = &[Self::Write];
    /// For what may cause traffic.
    pub const TRAFFIC: &[Self] = &[Self::Write, Self::Entitlement];
    /// For what causes traffic at once.
    pub const LIVE: &[Self] = &[Self::Write, Self::LiveKey, Self::Entitlement];

    fn check(self, caller: &Caller) -> Result<(), AppError> {
        match self {
            Self::Write => require_scope(&caller.key, Scope::WebhooksWrite),
            Self::LiveKey => require_live(&caller.key),
            Self::Entitlement => require_entitlement(&caller.key, Entitlement::WebhooksManage),
        }
    }
}

/// A request that changes something, by a caller who may.
pub struct Mutation<'a> {
    request: &'a HttpRequest,
    webhooks: &'a Webhooks,
    caller: Caller,
    action: Action,
}

impl<'a> Mutation<'a> {
    /// Checks version and rights.
    pub async fn admit(
        request: &'a HttpRequest,
        webhooks: &'a Webhooks,
        action: Action,
        rights: &[Right],
    ) -> Result<Self, Problem> {
        let mutation = Self {
            request,
            webhooks,
            caller: Caller::of(request)?,
            action,
        };
        mutation.require(rights).await?;
        Ok(mutation)
    }

    /// Checks rights; what is refused is written to the audit.
    pub async fn require(&self, rights: &[Right]) -> Result<(), Problem> {
        let checked = rights
            .iter()
            .try_for_each(|right| right.check(&self.caller));
        let Err(refused) = checked else {
            return Ok(());
        };
        let code = refused.code;
        let owner = self.owner();
        let noted = self
            .webhooks
            .note_refusal(&owner, self.action, self.target(), code);
        if let Err(error) = noted.await {
            // whoever may not is told so all the same
            tracing::error!(
                target: "http",
                code = code.code(),
                cause = error.cause.as_deref().map(ToString::to_string),
                "a refusal is missing in the audit of webhooks"
            );
        }
        Err(refused.into())
    }

    /// The key that the request has to bring.
    pub fn key(&self) -> Result<IdempotencyKey, AppError> {
        idempotency::require(self.request.headers())
    }

    /// The key that the request may bring.
    pub fn optional_key(&self) -> Result<Option<IdempotencyKey>, AppError> {
        idempotency::optional(self.request.headers())
    }

    /// The body.
    pub fn body(&self) -> Result<&Bytes, AppError> {
        self.caller.json_body(self.request.headers())
    }

    /// The body, read.
    pub fn json<T: DeserializeOwned>(&self) -> Result<JsonBody<T>, AppError> {
        json::read(self.body()?, |_| ())
    }

    /// The id in the path.
    pub fn id(&self, kind: IdKind) -> Result<Uuid, AppError> {
        id_in_path(kind, self.request)
    }

    /// The command's request under a key. `spelling` is the body in its one spelling.
    pub fn request(
        &self,
        key: impl Into<Option<IdempotencyKey>>,
        spelling: String,
    ) -> CommandRequest {
        let keyed = |key| KeyedHead::of(self.request, key).request(&self.caller, [spelling]);
        CommandRequest {
            caller: self.owner(),
            keyed: key.into().map(keyed),
        }
    }

    /// The answer to the caller.
    pub fn respond(&self, settled: Settled<Managed>) -> Result<HttpResponse, Problem> {
        let mode = self.caller.tenant().mode;
        idempotency::respond(settled, |managed| answer_of(&managed, mode))
    }

    fn owner(&self) -> webhooks::Caller {
        webhooks::Caller {
            tenant: self.caller.tenant(),
            api_key: self.caller.key.key.id.clone(),
        }
    }

    /// What the path names, whether it exists or not.
    fn target(&self) -> Option<AuditTarget> {
        let webhook = |_| self.id(IdKind::Webhook).map(AuditTarget::Webhook);
        let delivery = self.id(IdKind::Delivery).map(AuditTarget::Delivery);
        delivery.or_else(webhook).ok()
    }
}

/// What is answered when something was done: made of nothing but its outcome, so that a replay has the same bytes (D-31).
fn answer_of(managed: &Managed, mode: Mode) -> Result<HttpResponse, Problem> {
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
        CommandEffect::QueuedAgain(queued) => {
            answer::of(StatusCode::ACCEPTED, &QueuedAgainBody::of(*queued))
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
