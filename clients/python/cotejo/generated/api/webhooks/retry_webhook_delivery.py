# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.queued_delivery import QueuedDelivery
from ...models.retry_webhook_delivery_xapi_version import (
    RetryWebhookDeliveryXAPIVersion,
)
from ...types import Response, Unset


def _get_kwargs(
    id: str,
    *,
    idempotency_key: str,
    x_api_version: RetryWebhookDeliveryXAPIVersion
    | Unset = RetryWebhookDeliveryXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/webhook-deliveries/{id}/retry".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | QueuedDelivery | None:
    if response.status_code == 202:
        response_202 = QueuedDelivery.from_dict(response.json())

        return response_202

    if response.status_code == 400:
        response_400 = Error.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Error.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Error.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = Error.from_dict(response.json())

        return response_404

    if response.status_code == 409:
        response_409 = Error.from_dict(response.json())

        return response_409

    if response.status_code == 413:
        response_413 = Error.from_dict(response.json())

        return response_413

    if response.status_code == 414:
        response_414 = Error.from_dict(response.json())

        return response_414

    if response.status_code == 415:
        response_415 = Error.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = Error.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = Error.from_dict(response.json())

        return response_429

    if response.status_code == 431:
        response_431 = Error.from_dict(response.json())

        return response_431

    if response.status_code == 500:
        response_500 = Error.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = Error.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Error | QueuedDelivery]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str,
    x_api_version: RetryWebhookDeliveryXAPIVersion
    | Unset = RetryWebhookDeliveryXAPIVersion.VALUE_0,
) -> Response[Error | QueuedDelivery]:
    """Tries a failed delivery again.

     The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
    three times; the subscription has to be switched on, with URL and events as they were, and the price
    that the event tells of has to be the current one. It takes a live key and the entitlement
    `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (RetryWebhookDeliveryXAPIVersion | Unset):  Default:
            RetryWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | QueuedDelivery]
    """

    kwargs = _get_kwargs(
        id=id,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str,
    x_api_version: RetryWebhookDeliveryXAPIVersion
    | Unset = RetryWebhookDeliveryXAPIVersion.VALUE_0,
) -> Error | QueuedDelivery | None:
    """Tries a failed delivery again.

     The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
    three times; the subscription has to be switched on, with URL and events as they were, and the price
    that the event tells of has to be the current one. It takes a live key and the entitlement
    `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (RetryWebhookDeliveryXAPIVersion | Unset):  Default:
            RetryWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | QueuedDelivery
    """

    return sync_detailed(
        id=id,
        client=client,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str,
    x_api_version: RetryWebhookDeliveryXAPIVersion
    | Unset = RetryWebhookDeliveryXAPIVersion.VALUE_0,
) -> Response[Error | QueuedDelivery]:
    """Tries a failed delivery again.

     The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
    three times; the subscription has to be switched on, with URL and events as they were, and the price
    that the event tells of has to be the current one. It takes a live key and the entitlement
    `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (RetryWebhookDeliveryXAPIVersion | Unset):  Default:
            RetryWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | QueuedDelivery]
    """

    kwargs = _get_kwargs(
        id=id,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str,
    x_api_version: RetryWebhookDeliveryXAPIVersion
    | Unset = RetryWebhookDeliveryXAPIVersion.VALUE_0,
) -> Error | QueuedDelivery | None:
    """Tries a failed delivery again.

     The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
    three times; the subscription has to be switched on, with URL and events as they were, and the price
    that the event tells of has to be the current one. It takes a live key and the entitlement
    `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (RetryWebhookDeliveryXAPIVersion | Unset):  Default:
            RetryWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | QueuedDelivery
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            idempotency_key=idempotency_key,
            x_api_version=x_api_version,
        )
    ).parsed
