# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.get_price_history_xapi_version import GetPriceHistoryXAPIVersion
from ...models.history_range import HistoryRange
from ...models.price_intelligence import PriceIntelligence
from ...models.store_price_history import StorePriceHistory
from ...types import UNSET, Response, Unset


def _get_kwargs(
    canonical_product_id: str,
    *,
    range_: HistoryRange | Unset = UNSET,
    store: str | Unset = UNSET,
    x_api_version: GetPriceHistoryXAPIVersion
    | Unset = GetPriceHistoryXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    params: dict[str, Any] = {}

    json_range_: str | Unset = UNSET
    if not isinstance(range_, Unset):
        json_range_ = range_.value

    params["range"] = json_range_

    params["store"] = store

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/products/{canonical_product_id}/history".format(
            canonical_product_id=quote(str(canonical_product_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Error | PriceIntelligence | StorePriceHistory | None:
    if response.status_code == 200:

        def _parse_response_200(data: object) -> PriceIntelligence | StorePriceHistory:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_price_history_type_0 = PriceIntelligence.from_dict(
                    data
                )

                return componentsschemas_price_history_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_price_history_type_1 = StorePriceHistory.from_dict(data)

            return componentsschemas_price_history_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

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
) -> Response[Any | Error | PriceIntelligence | StorePriceHistory]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    canonical_product_id: str,
    *,
    client: AuthenticatedClient | Client,
    range_: HistoryRange | Unset = UNSET,
    store: str | Unset = UNSET,
    x_api_version: GetPriceHistoryXAPIVersion
    | Unset = GetPriceHistoryXAPIVersion.VALUE_0,
) -> Response[Any | Error | PriceIntelligence | StorePriceHistory]:
    """What a product cost.

     Without `store`: all shops together, a day at a time, with statistics and a verdict on the
    current price. With it: the prices of one shop, one point for each day, the day's last price.
    Days are UTC days; a range ends today.

    Args:
        canonical_product_id (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        store (str | Unset):
        x_api_version (GetPriceHistoryXAPIVersion | Unset):  Default:
            GetPriceHistoryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | PriceIntelligence | StorePriceHistory]
    """

    kwargs = _get_kwargs(
        canonical_product_id=canonical_product_id,
        range_=range_,
        store=store,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    canonical_product_id: str,
    *,
    client: AuthenticatedClient | Client,
    range_: HistoryRange | Unset = UNSET,
    store: str | Unset = UNSET,
    x_api_version: GetPriceHistoryXAPIVersion
    | Unset = GetPriceHistoryXAPIVersion.VALUE_0,
) -> Any | Error | PriceIntelligence | StorePriceHistory | None:
    """What a product cost.

     Without `store`: all shops together, a day at a time, with statistics and a verdict on the
    current price. With it: the prices of one shop, one point for each day, the day's last price.
    Days are UTC days; a range ends today.

    Args:
        canonical_product_id (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        store (str | Unset):
        x_api_version (GetPriceHistoryXAPIVersion | Unset):  Default:
            GetPriceHistoryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | PriceIntelligence | StorePriceHistory
    """

    return sync_detailed(
        canonical_product_id=canonical_product_id,
        client=client,
        range_=range_,
        store=store,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    canonical_product_id: str,
    *,
    client: AuthenticatedClient | Client,
    range_: HistoryRange | Unset = UNSET,
    store: str | Unset = UNSET,
    x_api_version: GetPriceHistoryXAPIVersion
    | Unset = GetPriceHistoryXAPIVersion.VALUE_0,
) -> Response[Any | Error | PriceIntelligence | StorePriceHistory]:
    """What a product cost.

     Without `store`: all shops together, a day at a time, with statistics and a verdict on the
    current price. With it: the prices of one shop, one point for each day, the day's last price.
    Days are UTC days; a range ends today.

    Args:
        canonical_product_id (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        store (str | Unset):
        x_api_version (GetPriceHistoryXAPIVersion | Unset):  Default:
            GetPriceHistoryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | PriceIntelligence | StorePriceHistory]
    """

    kwargs = _get_kwargs(
        canonical_product_id=canonical_product_id,
        range_=range_,
        store=store,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    canonical_product_id: str,
    *,
    client: AuthenticatedClient | Client,
    range_: HistoryRange | Unset = UNSET,
    store: str | Unset = UNSET,
    x_api_version: GetPriceHistoryXAPIVersion
    | Unset = GetPriceHistoryXAPIVersion.VALUE_0,
) -> Any | Error | PriceIntelligence | StorePriceHistory | None:
    """What a product cost.

     Without `store`: all shops together, a day at a time, with statistics and a verdict on the
    current price. With it: the prices of one shop, one point for each day, the day's last price.
    Days are UTC days; a range ends today.

    Args:
        canonical_product_id (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        store (str | Unset):
        x_api_version (GetPriceHistoryXAPIVersion | Unset):  Default:
            GetPriceHistoryXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | PriceIntelligence | StorePriceHistory
    """

    return (
        await asyncio_detailed(
            canonical_product_id=canonical_product_id,
            client=client,
            range_=range_,
            store=store,
            x_api_version=x_api_version,
        )
    ).parsed
