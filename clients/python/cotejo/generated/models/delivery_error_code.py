# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class DeliveryErrorCode(StrEnum):
    DESTINATION_DENIED = "destination_denied"
    DNS_ERROR = "dns_error"
    ENCRYPTION_ERROR = "encryption_error"
    EXPIRED = "expired"
    HTTP_ERROR = "http_error"
    LEASE_EXPIRED = "lease_expired"
    SOURCE_EXPIRED = "source_expired"
    SOURCE_SUPERSEDED = "source_superseded"
    SUBSCRIPTION_CHANGED = "subscription_changed"
    SUBSCRIPTION_DELETED = "subscription_deleted"
    TIMEOUT = "timeout"
    TLS_ERROR = "tls_error"
    TRANSPORT_ERROR = "transport_error"

    def __str__(self) -> str:
        return str(self.value)
