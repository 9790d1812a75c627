# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class ErrorCode(StrEnum):
    AUTHENTICATION_ERROR = "authentication_error"
    DELIVERY_NOT_REPLAYABLE = "delivery_not_replayable"
    DELIVERY_UNAVAILABLE = "delivery_unavailable"
    ENTITLEMENT_REQUIRED = "entitlement_required"
    HEADERS_TOO_LARGE = "headers_too_large"
    IDEMPOTENCY_IN_PROGRESS = "idempotency_in_progress"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    INSUFFICIENT_SCOPE = "insufficient_scope"
    LIVE_KEY_REQUIRED = "live_key_required"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOT_FOUND = "not_found"
    PAYLOAD_TOO_LARGE = "payload_too_large"
    RATE_LIMITED = "rate_limited"
    REPLAY_LIMIT_REACHED = "replay_limit_reached"
    ROTATION_EXPIRED = "rotation_expired"
    ROTATION_IN_PROGRESS = "rotation_in_progress"
    ROTATION_NOT_PENDING = "rotation_not_pending"
    SERVER_ERROR = "server_error"
    SOURCE_NOT_CURRENT = "source_not_current"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    URI_TOO_LONG = "uri_too_long"
    VALIDATION_ERROR = "validation_error"
    WEBHOOK_CHANGED = "webhook_changed"
    WEBHOOK_DISABLED = "webhook_disabled"

    def __str__(self) -> str:
        return str(self.value)
