# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.queued_replays import QueuedReplays
from ...models.replay_failed_deliveries_xapi_version import (
    ReplayFailedDeliveriesXAPIVersion,
)
from ...models.replay_range import ReplayRange
from ...types import Response, Unset


def _get_kwargs(
    id: str,
    *,
    body: ReplayRange,
    idempotency_key: str,
    x_api_version: ReplayFailedDeliveriesXAPIVersion
    | Unset = ReplayFailedDeliveriesXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/webhooks/{id}/replays".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | QueuedReplays | None:
    if response.status_code == 202:
        response_202 = QueuedReplays.from_dict(response.json())

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
) -> Response[Error | QueuedReplays]:
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
    body: ReplayRange,
    idempotency_key: str,
    x_api_version: ReplayFailedDeliveriesXAPIVersion
    | Unset = ReplayFailedDeliveriesXAPIVersion.VALUE_0,
) -> Response[Error | QueuedReplays]:
    """Tries the failed deliveries of a time again.

     Those to this subscription whose events happened from `from` until before `to`, the oldest first,
    each by the rules of
    a single replay; at most 100 a request, fewer of many products. As long as the answer has a
    `next_offset` there may be more: send the same
    `from` and `to` with it as `offset`, under another key. They wait their turn like everything else.
    It takes a live key
    and the entitlement `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (ReplayFailedDeliveriesXAPIVersion | Unset):  Default:
            ReplayFailedDeliveriesXAPIVersion.VALUE_0.
        body (ReplayRange): When the events happened.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | QueuedReplays]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
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
    body: ReplayRange,
    idempotency_key: str,
    x_api_version: ReplayFailedDeliveriesXAPIVersion
    | Unset = ReplayFailedDeliveriesXAPIVersion.VALUE_0,
) -> Error | QueuedReplays | None:
    """Tries the failed deliveries of a time again.

     Those to this subscription whose events happened from `from` until before `to`, the oldest first,
    each by the rules of
    a single replay; at most 100 a request, fewer of many products. As long as the answer has a
    `next_offset` there may be more: send the same
    `from` and `to` with it as `offset`, under another key. They wait their turn like everything else.
    It takes a live key
    and the entitlement `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (ReplayFailedDeliveriesXAPIVersion | Unset):  Default:
            ReplayFailedDeliveriesXAPIVersion.VALUE_0.
        body (ReplayRange): When the events happened.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | QueuedReplays
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ReplayRange,
    idempotency_key: str,
    x_api_version: ReplayFailedDeliveriesXAPIVersion
    | Unset = ReplayFailedDeliveriesXAPIVersion.VALUE_0,
) -> Response[Error | QueuedReplays]:
    """Tries the failed deliveries of a time again.

     Those to this subscription whose events happened from `from` until before `to`, the oldest first,
    each by the rules of
    a single replay; at most 100 a request, fewer of many products. As long as the answer has a
    `next_offset` there may be more: send the same
    `from` and `to` with it as `offset`, under another key. They wait their turn like everything else.
    It takes a live key
    and the entitlement `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (ReplayFailedDeliveriesXAPIVersion | Unset):  Default:
            ReplayFailedDeliveriesXAPIVersion.VALUE_0.
        body (ReplayRange): When the events happened.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | QueuedReplays]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        idempotency_key=idempotency_key,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ReplayRange,
    idempotency_key: str,
    x_api_version: ReplayFailedDeliveriesXAPIVersion
    | Unset = ReplayFailedDeliveriesXAPIVersion.VALUE_0,
) -> Error | QueuedReplays | None:
    """Tries the failed deliveries of a time again.

     Those to this subscription whose events happened from `from` until before `to`, the oldest first,
    each by the rules of
    a single replay; at most 100 a request, fewer of many products. As long as the answer has a
    `next_offset` there may be more: send the same
    `from` and `to` with it as `offset`, under another key. They wait their turn like everything else.
    It takes a live key
    and the entitlement `webhooks:manage`.

    Args:
        id (str):
        idempotency_key (str):
        x_api_version (ReplayFailedDeliveriesXAPIVersion | Unset):  Default:
            ReplayFailedDeliveriesXAPIVersion.VALUE_0.
        body (ReplayRange): When the events happened.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | QueuedReplays
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
            x_api_version=x_api_version,
        )
    ).parsed
