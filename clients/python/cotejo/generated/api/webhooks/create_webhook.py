# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.create_webhook_xapi_version import CreateWebhookXAPIVersion
from ...models.error import Error
from ...models.registered_webhook import RegisteredWebhook
from ...models.webhook_input import WebhookInput
from ...types import Response, Unset


def _get_kwargs(
    *,
    body: WebhookInput,
    idempotency_key: str,
    x_api_version: CreateWebhookXAPIVersion | Unset = CreateWebhookXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/webhooks",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | RegisteredWebhook | None:
    if response.status_code == 201:
        response_201 = RegisteredWebhook.from_dict(response.json())

        return response_201

    if response.status_code == 400:
        response_400 = Error.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Error.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Error.from_dict(response.json())

        return response_403

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
) -> Response[Error | RegisteredWebhook]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: WebhookInput,
    idempotency_key: str,
    x_api_version: CreateWebhookXAPIVersion | Unset = CreateWebhookXAPIVersion.VALUE_0,
) -> Response[Error | RegisteredWebhook]:
    """Registers a webhook subscription.

     The answer has the signing secret, which is shown nowhere else. Events of the past are not
    delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
    are apart, and nothing is sent to them.

    Args:
        idempotency_key (str):
        x_api_version (CreateWebhookXAPIVersion | Unset):  Default:
            CreateWebhookXAPIVersion.VALUE_0.
        body (WebhookInput): A subscription that is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | RegisteredWebhook]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: WebhookInput,
    idempotency_key: str,
    x_api_version: CreateWebhookXAPIVersion | Unset = CreateWebhookXAPIVersion.VALUE_0,
) -> Error | RegisteredWebhook | None:
    """Registers a webhook subscription.

     The answer has the signing secret, which is shown nowhere else. Events of the past are not
    delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
    are apart, and nothing is sent to them.

    Args:
        idempotency_key (str):
        x_api_version (CreateWebhookXAPIVersion | Unset):  Default:
            CreateWebhookXAPIVersion.VALUE_0.
        body (WebhookInput): A subscription that is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | RegisteredWebhook
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: WebhookInput,
    idempotency_key: str,
    x_api_version: CreateWebhookXAPIVersion | Unset = CreateWebhookXAPIVersion.VALUE_0,
) -> Response[Error | RegisteredWebhook]:
    """Registers a webhook subscription.

     The answer has the signing secret, which is shown nowhere else. Events of the past are not
    delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
    are apart, and nothing is sent to them.

    Args:
        idempotency_key (str):
        x_api_version (CreateWebhookXAPIVersion | Unset):  Default:
            CreateWebhookXAPIVersion.VALUE_0.
        body (WebhookInput): A subscription that is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | RegisteredWebhook]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: WebhookInput,
    idempotency_key: str,
    x_api_version: CreateWebhookXAPIVersion | Unset = CreateWebhookXAPIVersion.VALUE_0,
) -> Error | RegisteredWebhook | None:
    """Registers a webhook subscription.

     The answer has the signing secret, which is shown nowhere else. Events of the past are not
    delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
    are apart, and nothing is sent to them.

    Args:
        idempotency_key (str):
        x_api_version (CreateWebhookXAPIVersion | Unset):  Default:
            CreateWebhookXAPIVersion.VALUE_0.
        body (WebhookInput): A subscription that is wanted.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | RegisteredWebhook
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
            x_api_version=x_api_version,
        )
    ).parsed
