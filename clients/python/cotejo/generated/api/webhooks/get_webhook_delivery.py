# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.get_webhook_delivery_xapi_version import GetWebhookDeliveryXAPIVersion
from ...models.webhook_delivery_detail import WebhookDeliveryDetail
from ...types import Response, Unset


def _get_kwargs(
    id: str,
    *,
    x_api_version: GetWebhookDeliveryXAPIVersion
    | Unset = GetWebhookDeliveryXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/webhook-deliveries/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | WebhookDeliveryDetail | None:
    if response.status_code == 200:
        response_200 = WebhookDeliveryDetail.from_dict(response.json())

        return response_200

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

    if response.status_code == 413:
        response_413 = Error.from_dict(response.json())

        return response_413

    if response.status_code == 414:
        response_414 = Error.from_dict(response.json())

        return response_414

    if response.status_code == 415:
        response_415 = Error.from_dict(response.json())

        return response_415

    if response.status_code == 429:
        response_429 = Error.from_dict(response.json())

        return response_429

    if response.status_code == 431:
        response_431 = Error.from_dict(response.json())

        return response_431

    if response.status_code == 500:
        response_500 = Error.from_dict(response.json())

        return response_500

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Error | WebhookDeliveryDetail]:
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
    x_api_version: GetWebhookDeliveryXAPIVersion
    | Unset = GetWebhookDeliveryXAPIVersion.VALUE_0,
) -> Response[Error | WebhookDeliveryDetail]:
    """One delivery, with its payload.

    Args:
        id (str):
        x_api_version (GetWebhookDeliveryXAPIVersion | Unset):  Default:
            GetWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | WebhookDeliveryDetail]
    """

    kwargs = _get_kwargs(
        id=id,
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
    x_api_version: GetWebhookDeliveryXAPIVersion
    | Unset = GetWebhookDeliveryXAPIVersion.VALUE_0,
) -> Error | WebhookDeliveryDetail | None:
    """One delivery, with its payload.

    Args:
        id (str):
        x_api_version (GetWebhookDeliveryXAPIVersion | Unset):  Default:
            GetWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | WebhookDeliveryDetail
    """

    return sync_detailed(
        id=id,
        client=client,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    x_api_version: GetWebhookDeliveryXAPIVersion
    | Unset = GetWebhookDeliveryXAPIVersion.VALUE_0,
) -> Response[Error | WebhookDeliveryDetail]:
    """One delivery, with its payload.

    Args:
        id (str):
        x_api_version (GetWebhookDeliveryXAPIVersion | Unset):  Default:
            GetWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | WebhookDeliveryDetail]
    """

    kwargs = _get_kwargs(
        id=id,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    x_api_version: GetWebhookDeliveryXAPIVersion
    | Unset = GetWebhookDeliveryXAPIVersion.VALUE_0,
) -> Error | WebhookDeliveryDetail | None:
    """One delivery, with its payload.

    Args:
        id (str):
        x_api_version (GetWebhookDeliveryXAPIVersion | Unset):  Default:
            GetWebhookDeliveryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | WebhookDeliveryDetail
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            x_api_version=x_api_version,
        )
    ).parsed
