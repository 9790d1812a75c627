"""A client of the price comparison service: search, prices, watches, and webhooks that can be believed."""

from .client import Cotejo
from .errors import (ApiError, Conflict, ConnectionFailed, CotejoError, IdempotencyKeyReused, InvalidRequest,
                     NotAllowed, NotAuthenticated, NotFound, RateLimited, ServerError, SignatureRefused)
from .webhooks import is_genuine, standard_secret, verified

__all__ = ["ApiError", "Conflict", "ConnectionFailed", "Cotejo", "CotejoError", "IdempotencyKeyReused",
           "InvalidRequest", "NotAllowed", "NotAuthenticated", "NotFound", "RateLimited", "ServerError",
           "SignatureRefused", "is_genuine", "standard_secret", "verified"]
