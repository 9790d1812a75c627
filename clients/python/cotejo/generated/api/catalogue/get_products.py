# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.get_products_xapi_version import GetProductsXAPIVersion
from ...models.products_response import ProductsResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    ids: str | Unset = UNSET,
    eans: str | Unset = UNSET,
    x_api_version: GetProductsXAPIVersion | Unset = GetProductsXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    params: dict[str, Any] = {}

    params["ids"] = ids

    params["eans"] = eans

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/products",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Error | ProductsResponse | None:
    if response.status_code == 200:
        response_200 = ProductsResponse.from_dict(response.json())

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

    if response.status_code == 503:
        response_503 = Error.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | Error | ProductsResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    ids: str | Unset = UNSET,
    eans: str | Unset = UNSET,
    x_api_version: GetProductsXAPIVersion | Unset = GetProductsXAPIVersion.VALUE_0,
) -> Response[Any | Error | ProductsResponse]:
    """Several products with their offers, by id or by trade item number.

     Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing
    has. The id of a product that was
    merged into another one leads there. Of several products with one number it is the one that most
    shops sell.

    Args:
        ids (str | Unset):
        eans (str | Unset):
        x_api_version (GetProductsXAPIVersion | Unset):  Default: GetProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | ProductsResponse]
    """

    kwargs = _get_kwargs(
        ids=ids,
        eans=eans,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    ids: str | Unset = UNSET,
    eans: str | Unset = UNSET,
    x_api_version: GetProductsXAPIVersion | Unset = GetProductsXAPIVersion.VALUE_0,
) -> Any | Error | ProductsResponse | None:
    """Several products with their offers, by id or by trade item number.

     Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing
    has. The id of a product that was
    merged into another one leads there. Of several products with one number it is the one that most
    shops sell.

    Args:
        ids (str | Unset):
        eans (str | Unset):
        x_api_version (GetProductsXAPIVersion | Unset):  Default: GetProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | ProductsResponse
    """

    return sync_detailed(
        client=client,
        ids=ids,
        eans=eans,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    ids: str | Unset = UNSET,
    eans: str | Unset = UNSET,
    x_api_version: GetProductsXAPIVersion | Unset = GetProductsXAPIVersion.VALUE_0,
) -> Response[Any | Error | ProductsResponse]:
    """Several products with their offers, by id or by trade item number.

     Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing
    has. The id of a product that was
    merged into another one leads there. Of several products with one number it is the one that most
    shops sell.

    Args:
        ids (str | Unset):
        eans (str | Unset):
        x_api_version (GetProductsXAPIVersion | Unset):  Default: GetProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | ProductsResponse]
    """

    kwargs = _get_kwargs(
        ids=ids,
        eans=eans,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    ids: str | Unset = UNSET,
    eans: str | Unset = UNSET,
    x_api_version: GetProductsXAPIVersion | Unset = GetProductsXAPIVersion.VALUE_0,
) -> Any | Error | ProductsResponse | None:
    """Several products with their offers, by id or by trade item number.

     Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing
    has. The id of a product that was
    merged into another one leads there. Of several products with one number it is the one that most
    shops sell.

    Args:
        ids (str | Unset):
        eans (str | Unset):
        x_api_version (GetProductsXAPIVersion | Unset):  Default: GetProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | ProductsResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            ids=ids,
            eans=eans,
            x_api_version=x_api_version,
        )
    ).parsed
