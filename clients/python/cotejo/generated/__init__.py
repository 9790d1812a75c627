# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
"""A client library for accessing Price Comparison Service"""

from .client import AuthenticatedClient, Client

__all__ = (
    "AuthenticatedClient",
    "Client",
)
