"""Believing a webhook: its signature, its age, its event."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Sequence

from .errors import SignatureRefused

TOLERANCE = 300
HEADER = "X-Webhook-Signature"


def is_genuine(secrets: str | Sequence[str], header: str | None, body: bytes, *, now: float | None = None,
               tolerance: int = TOLERANCE) -> bool:
    """Whether one of the secrets signed this body, at most `tolerance` seconds away from now.

    `body` is what came over the wire, before any JSON is read. While a secret is changed, give both."""
    secrets = [secrets] if isinstance(secrets, str) else secrets
    if not header or len(header) > 512:
        return False
    parts = [part.partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    codes = [value for name, _, value in parts if name == "v1"]
    if len(times) != 1 or not re.fullmatch("[1-9][0-9]{0,11}", times[0]):
        return False
    if abs(int(time.time() if now is None else now) - int(times[0])) > tolerance:
        return False
    genuine = False
    for secret in filter(None, secrets):
        expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
        for code in codes:
            genuine |= hmac.compare_digest(expected.encode(), code.encode(errors="replace"))
    return genuine


def verified(secrets: str | Sequence[str], header: str | None, body: bytes, *, now: float | None = None,
             tolerance: int = TOLERANCE) -> dict:
    """The event in a genuine body; `SignatureRefused` otherwise.

    Events may come twice: remember their `id` in the transaction of what they make you do."""
    if not is_genuine(secrets, header, body, now=now, tolerance=tolerance):
        raise SignatureRefused("the signature does not fit, or is too old: answer 401 and do nothing")
    return json.loads(body)


def standard_secret(secret: str) -> str:
    """The secret in the form that libraries of Standard Webhooks take, to verify the `webhook-signature` header."""
    if not secret:
        raise ValueError("the secret is empty")
    return "whsec_" + base64.b64encode(secret.encode()).decode()
