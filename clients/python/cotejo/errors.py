"""What goes wrong, as exceptions. All are a `CotejoError`."""

from __future__ import annotations


class CotejoError(Exception):
    """Whatever this package raises on purpose."""


class ConnectionFailed(CotejoError):
    """There was no answer, after all attempts: no connection, a broken one, or none in time.

    A request that changes something may have taken effect: send it again with the same idempotency key."""


class SignatureRefused(CotejoError):
    """A webhook that must not be believed."""


class ApiError(CotejoError):
    """The service refused. `code` is the contract, `message` is for people."""

    def __init__(self, status: int, code: str, message: str, request_id: str | None,
                 details: list[dict], retry_after: float | None) -> None:
        fields = "".join(f"; {d.get('field')}: {d.get('problem')}" for d in details)
        super().__init__(f"{status} {code}: {message}{fields} (request {request_id})")
        self.status, self.code, self.message = status, code, message
        self.request_id, self.details, self.retry_after = request_id, details, retry_after


class InvalidRequest(ApiError):
    """400, 413, 414, 415, 431: the request is wrong; `details` names fields."""


class NotAuthenticated(ApiError):
    """401: the key is not usable."""


class NotAllowed(ApiError):
    """403: a scope, an entitlement or a live key is lacking."""


class NotFound(ApiError):
    """404: nothing has the id."""


class Conflict(ApiError):
    """409: a state does not allow it; `code` says which."""


class IdempotencyKeyReused(ApiError):
    """422: the idempotency key was used for another request."""


class RateLimited(ApiError):
    """429, after all attempts; `retry_after` says how many seconds to wait."""


class ServerError(ApiError):
    """5xx, after all attempts."""


_KINDS = {401: NotAuthenticated, 403: NotAllowed, 404: NotFound, 409: Conflict,
          422: IdempotencyKeyReused, 429: RateLimited}


def refusal(status: int, body: object, request_id: str | None, retry_after: float | None) -> ApiError:
    """The exception for an answer; `body` is its JSON, or whatever else came."""
    told = body if isinstance(body, dict) else {}
    kind = _KINDS.get(status, ServerError if status >= 500 else InvalidRequest)
    return kind(status, str(told.get("error", "unknown")), str(told.get("message", "")),
                told.get("request_id", request_id), list(told.get("details", [])), retry_after)
