"""How requests are sent: again when that is safe, with the pauses that the service asks for."""

from __future__ import annotations

import datetime
import email.utils
import random
import time
from collections.abc import Callable

import httpx

from .errors import ConnectionFailed, refusal

_RETRIED = {429, 500, 502, 503, 504}


def wait_told(value: str | None) -> float | None:
    """The seconds of a `Retry-After`, which may be a date; `None` for nonsense."""
    if not value:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        at = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=datetime.timezone.utc)
    return max(0.0, at.timestamp() - time.time())


class Retrying(httpx.BaseTransport):
    """Sends through another transport, at most `retries` times more; refusals become exceptions.

    Reads, and requests with an `Idempotency-Key`, are sent again after failures of every kind. Others only
    after 429, since that has had no effect."""

    def __init__(self, inner: httpx.BaseTransport, retries: int, longest_wait: float,
                 sleep: Callable[[float], None] = time.sleep) -> None:
        self._inner, self._retries = inner, retries
        self._longest_wait, self._sleep = longest_wait, sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        repeatable = request.method in ("GET", "HEAD") or "idempotency-key" in request.headers
        attempt = 0
        while True:
            told, failed, response = None, None, None
            try:
                response = self._inner.handle_request(request)
                response.read()
            except httpx.TransportError as error:
                failed = ConnectionFailed(f"{request.method} {request.url.path}: {error or type(error).__name__}")
                failed.__cause__ = error
                again = repeatable
            else:
                if response.status_code < 400:
                    return response
                told = wait_told(response.headers.get("retry-after"))
                failed = _refused(response, told)
                again = _is_passing(failed.status, failed.code, told) and (repeatable or failed.status == 429)
            pause = told if told is not None else random.uniform(0.5, 1.0) * min(0.2 * 2**attempt, 5.0)
            if not again or attempt >= self._retries or pause > self._longest_wait:
                raise failed
            self._sleep(pause)
            attempt += 1

    def close(self) -> None:
        self._inner.close()


def _is_passing(status: int, code: str, told: float | None) -> bool:
    """Whether the same request may be answered otherwise a little later."""
    if code == "delivery_unavailable":
        return told is not None
    return status in _RETRIED or code == "idempotency_in_progress"


def _refused(response: httpx.Response, told: float | None):
    try:
        body = response.json()
    except ValueError:
        body = None
    return refusal(response.status_code, body, response.headers.get("x-request-id"), told)
