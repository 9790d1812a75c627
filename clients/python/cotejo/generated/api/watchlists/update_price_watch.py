# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.price_watch import PriceWatch
from ...models.price_watch_patch import PriceWatchPatch
from ...models.update_price_watch_xapi_version import UpdatePriceWatchXAPIVersion
from ...types import Response, Unset


def _get_kwargs(
    watch_id: UUID,
    *,
    body: PriceWatchPatch,
    x_api_version: UpdatePriceWatchXAPIVersion
    | Unset = UpdatePriceWatchXAPIVersion.VALUE_0,
    x_service_client_id: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    headers["X-Service-Client-Id"] = x_service_client_id

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/watchlists/{watch_id}".format(
            watch_id=quote(str(watch_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | PriceWatch | None:
    if response.status_code == 200:
        response_200 = PriceWatch.from_dict(response.json())

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
) -> Response[Error | PriceWatch]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    watch_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: PriceWatchPatch,
    x_api_version: UpdatePriceWatchXAPIVersion
    | Unset = UpdatePriceWatchXAPIVersion.VALUE_0,
    x_service_client_id: str,
) -> Response[Error | PriceWatch]:
    """Changes a price watch.

     What is not named stays. A new target or percent, and making a paused watch active, look at the
    price anew,
    without an event.

    Args:
        watch_id (UUID):
        x_api_version (UpdatePriceWatchXAPIVersion | Unset):  Default:
            UpdatePriceWatchXAPIVersion.VALUE_0.
        x_service_client_id (str):
        body (PriceWatchPatch): A change of a price watch: at least one member.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | PriceWatch]
    """

    kwargs = _get_kwargs(
        watch_id=watch_id,
        body=body,
        x_api_version=x_api_version,
        x_service_client_id=x_service_client_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    watch_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: PriceWatchPatch,
    x_api_version: UpdatePriceWatchXAPIVersion
    | Unset = UpdatePriceWatchXAPIVersion.VALUE_0,
    x_service_client_id: str,
) -> Error | PriceWatch | None:
    """Changes a price watch.

     What is not named stays. A new target or percent, and making a paused watch active, look at the
    price anew,
    without an event.

    Args:
        watch_id (UUID):
        x_api_version (UpdatePriceWatchXAPIVersion | Unset):  Default:
            UpdatePriceWatchXAPIVersion.VALUE_0.
        x_service_client_id (str):
        body (PriceWatchPatch): A change of a price watch: at least one member.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | PriceWatch
    """

    return sync_detailed(
        watch_id=watch_id,
        client=client,
        body=body,
        x_api_version=x_api_version,
        x_service_client_id=x_service_client_id,
    ).parsed


async def asyncio_detailed(
    watch_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: PriceWatchPatch,
    x_api_version: UpdatePriceWatchXAPIVersion
    | Unset = UpdatePriceWatchXAPIVersion.VALUE_0,
    x_service_client_id: str,
) -> Response[Error | PriceWatch]:
    """Changes a price watch.

     What is not named stays. A new target or percent, and making a paused watch active, look at the
    price anew,
    without an event.

    Args:
        watch_id (UUID):
        x_api_version (UpdatePriceWatchXAPIVersion | Unset):  Default:
            UpdatePriceWatchXAPIVersion.VALUE_0.
        x_service_client_id (str):
        body (PriceWatchPatch): A change of a price watch: at least one member.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | PriceWatch]
    """

    kwargs = _get_kwargs(
        watch_id=watch_id,
        body=body,
        x_api_version=x_api_version,
        x_service_client_id=x_service_client_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    watch_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: PriceWatchPatch,
    x_api_version: UpdatePriceWatchXAPIVersion
    | Unset = UpdatePriceWatchXAPIVersion.VALUE_0,
    x_service_client_id: str,
) -> Error | PriceWatch | None:
    """Changes a price watch.

     What is not named stays. A new target or percent, and making a paused watch active, look at the
    price anew,
    without an event.

    Args:
        watch_id (UUID):
        x_api_version (UpdatePriceWatchXAPIVersion | Unset):  Default:
            UpdatePriceWatchXAPIVersion.VALUE_0.
        x_service_client_id (str):
        body (PriceWatchPatch): A change of a price watch: at least one member.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | PriceWatch
    """

    return (
        await asyncio_detailed(
            watch_id=watch_id,
            client=client,
            body=body,
            x_api_version=x_api_version,
            x_service_client_id=x_service_client_id,
        )
    ).parsed
