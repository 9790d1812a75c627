//! What can go wrong, as a caller is told.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use ports_store::{IndexError, StoreError};

use crate::access::idempotency;

/// The code of an error: the contract of the interface. One table in the HTTP adapter maps it to a
/// status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The request is not valid.
    Validation,
    /// No usable credential or client identification.
    Authentication,
    /// The key lacks a scope.
    InsufficientScope,
    /// The workspace lacks an entitlement.
    EntitlementRequired,
    /// It takes a key of live mode.
    LiveKeyRequired,
    /// Nothing is there.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The body is too long.
    PayloadTooLarge,
    /// The path and query are too long.
    UriTooLong,
    /// The body is of a type that is not read.
    UnsupportedMediaType,
    /// The headers are too long or too many.
    HeadersTooLarge,
    /// The same idempotency key is being used right now.
    IdempotencyInProgress,
    /// The idempotency key belongs to another request.
    IdempotencyKeyReused,
    /// The subscription is switched off.
    WebhookDisabled,
    /// Only failed deliveries are replayed.
    DeliveryNotReplayable,
    /// The price that a delivery tells of is not the current one.
    SourceNotCurrent,
    /// Destination or filter are others than the delivery's.
    WebhookChanged,
    /// The delivery was replayed as often as it may be.
    ReplayLimitReached,
    /// A new secret is prepared already.
    RotationInProgress,
    /// The rotation was activated or cancelled.
    RotationNotPending,
    /// The preparation's time ran out.
    RotationExpired,
    /// Too many requests, or as many things as there may be.
    RateLimited,
    /// This deployment does not deliver on the channel.
    DeliveryUnavailable,
    /// The served catalogue is still being read: a temporary error that ends by itself.
    Loading,
    /// Our fault.
    Server,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 25] = [
        Self::Validation,
        Self::Authentication,
        Self::InsufficientScope,
        Self::EntitlementRequired,
        Self::LiveKeyRequired,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::PayloadTooLarge,
        Self::UriTooLong,
        Self::UnsupportedMediaType,
        Self::HeadersTooLarge,
        Self::IdempotencyInProgress,
        Self::IdempotencyKeyReused,
        Self::WebhookDisabled,
        Self::DeliveryNotReplayable,
        Self::SourceNotCurrent,
        Self::WebhookChanged,
        Self::ReplayLimitReached,
        Self::RotationInProgress,
        Self::RotationNotPending,
        Self::RotationExpired,
        Self::RateLimited,
        Self::DeliveryUnavailable,
        Self::Loading,
        Self::Server,
    ];

    /// The code as the interface writes it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Validation => "validation_error",
            Self::Authentication => "authentication_error",
            Self::InsufficientScope => "insufficient_scope",
            Self::EntitlementRequired => "entitlement_required",
            Self::LiveKeyRequired => "live_key_required",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UriTooLong => "uri_too_long",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::HeadersTooLarge => "headers_too_large",
            Self::IdempotencyInProgress => "idempotency_in_progress",
            Self::IdempotencyKeyReused => "idempotency_key_reused",
            Self::WebhookDisabled => "webhook_disabled",
            Self::DeliveryNotReplayable => "delivery_not_replayable",
            Self::SourceNotCurrent => "source_not_current",
            Self::WebhookChanged => "webhook_changed",
            Self::ReplayLimitReached => "replay_limit_reached",
            Self::RotationInProgress => "rotation_in_progress",
            Self::RotationNotPending => "rotation_not_pending",
            Self::RotationExpired => "rotation_expired",
            Self::RateLimited => "rate_limited",
            Self::DeliveryUnavailable => "delivery_unavailable",
            // the contract has one code for temporary errors; the status tells them apart
            Self::Loading | Self::Server => "server_error",
        }
    }
}

/// One field of a request and what is wrong with it. Never holds what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    /// Name of the field.
    pub field: &'static str,
    /// What is accepted.
    pub problem: Cow<'static, str>,
}

/// An error with what the caller is shown and, apart from it, the cause for the log.
#[derive(Debug)]
pub struct AppError {
    /// The code.
    pub code: ErrorCode,
    /// A sentence for a person: names what is accepted, never echoes input, never shows a cause.
    pub message: &'static str,
    /// Fields at fault.
    pub details: Vec<FieldProblem>,
    /// When it is worth asking again, where that is known.
    pub retry_after_seconds: Option<u32>,
    /// The cause; for the log only.
    pub cause: Option<Box<dyn Error + Send + Sync>>,
}

impl AppError {
    /// The same error for another one who waited for what failed.
    #[must_use]
    pub fn again(&self) -> Self {
        Self {
            code: self.code,
            message: self.message,
            details: self.details.clone(),
            retry_after_seconds: self.retry_after_seconds,
            cause: self.cause.as_ref().map(|cause| cause.to_string().into()),
        }
    }

    /// An error without fields or cause.
    pub const fn new(code: ErrorCode, message: &'static str) -> Self {
        Self {
            code,
            message,
            details: Vec::new(),
            retry_after_seconds: None,
            cause: None,
        }
    }

    /// Whether it comes of a store that is busy, locked by somebody, or away for now: the same may succeed in a moment.
    pub fn is_passing(&self) -> bool {
        let mut cause = self.source();
        while let Some(error) = cause {
            if let Some(store) = error.downcast_ref::<StoreError>() {
                return matches!(
                    store,
                    StoreError::TimedOut(_) | StoreError::Locked | StoreError::Unreachable(_)
                );
            }
            cause = error.source();
        }
        false
    }

    /// A request with one bad field.
    pub fn validation(field: &'static str, problem: impl Into<Cow<'static, str>>) -> Self {
        let problem = problem.into();
        Self::invalid(vec![FieldProblem { field, problem }])
    }

    /// A request with bad fields.
    pub fn invalid(details: Vec<FieldProblem>) -> Self {
        Self {
            details,
            ..Self::new(ErrorCode::Validation, "the request is not valid")
        }
    }

    /// The same error, with the time after which it is worth asking again.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// Nothing is there.
    pub const fn not_found(message: &'static str) -> Self {
        Self::new(ErrorCode::NotFound, message)
    }

    /// The served catalogue is still being read.
    pub const fn loading() -> Self {
        Self::new(
            ErrorCode::Loading,
            "the catalogue is still being loaded; try again",
        )
        .retry_after(1)
    }

    /// A failure of ours.
    pub fn server(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(
                ErrorCode::Server,
                "a temporary error of the server; try again",
            )
        }
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.code(), self.message)
    }
}

impl Error for AppError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause
            .as_deref()
            .map(|cause| -> &(dyn Error + 'static) { cause })
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::Busy) {
            return idempotency::IN_PROGRESS;
        }
        Self::server(error)
    }
}

impl From<IndexError> for AppError {
    fn from(error: IndexError) -> Self {
        Self::server(error)
    }
}

#[cfg(test)]
mod tests {
    use ports_store::StoreError;

    use super::AppError;
    #[test]
    fn what_passes_by_itself_is_known_by_its_cause() {
        let busy = || StoreError::TimedOut("all connections are busy".to_owned());
        for (error, passes) in [
            (AppError::from(busy()), true),
            (AppError::from(StoreError::Locked), true),
            (AppError::from(StoreError::Unreachable(String::new())), true),
            (
                AppError::from(StoreError::NotWritable(String::new())),
                false,
            ),
            (AppError::from(StoreError::Corrupt(String::new())), false),
            (AppError::server("something else"), false),
            (AppError::not_found("nothing"), false),
        ] {
            assert_eq!(error.is_passing(), passes, "{error:?}");
        }
    }
}
