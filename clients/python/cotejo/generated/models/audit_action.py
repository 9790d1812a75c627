# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class AuditAction(StrEnum):
    DELIVERY_RETRY = "delivery.retry"
    INCIDENT_ACKNOWLEDGE = "incident.acknowledge"
    INCIDENT_OPENED = "incident.opened"
    INCIDENT_REMINDED = "incident.reminded"
    INCIDENT_RESOLVED = "incident.resolved"
    SECRET_ROTATION_ACTIVATE = "secret_rotation.activate"
    SECRET_ROTATION_CANCEL = "secret_rotation.cancel"
    SECRET_ROTATION_PREPARE = "secret_rotation.prepare"
    WEBHOOK_CREATE = "webhook.create"
    WEBHOOK_DELETE = "webhook.delete"
    WEBHOOK_TEST = "webhook.test"
    WEBHOOK_UPDATE = "webhook.update"

    def __str__(self) -> str:
        return str(self.value)
