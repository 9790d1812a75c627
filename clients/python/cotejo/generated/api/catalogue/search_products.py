# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.availability import Availability
from ...models.error import Error
from ...models.search_products_xapi_version import SearchProductsXAPIVersion
from ...models.search_response import SearchResponse
from ...models.search_sort import SearchSort
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    q: str | Unset = UNSET,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    category: str | Unset = UNSET,
    min_price: float | Unset = UNSET,
    max_price: float | Unset = UNSET,
    availability: Availability | Unset = UNSET,
    sort: SearchSort | Unset = UNSET,
    x_api_version: SearchProductsXAPIVersion
    | Unset = SearchProductsXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    params: dict[str, Any] = {}

    params["q"] = q

    params["limit"] = limit

    params["cursor"] = cursor

    params["brand"] = brand

    params["category"] = category

    params["min_price"] = min_price

    params["max_price"] = max_price

    json_availability: str | Unset = UNSET
    if not isinstance(availability, Unset):
        json_availability = availability.value

    params["availability"] = json_availability

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort.value

    params["sort"] = json_sort

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/search",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Error | SearchResponse | None:
    if response.status_code == 200:
        response_200 = SearchResponse.from_dict(response.json())

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
) -> Response[Any | Error | SearchResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = UNSET,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    category: str | Unset = UNSET,
    min_price: float | Unset = UNSET,
    max_price: float | Unset = UNSET,
    availability: Availability | Unset = UNSET,
    sort: SearchSort | Unset = UNSET,
    x_api_version: SearchProductsXAPIVersion
    | Unset = SearchProductsXAPIVersion.VALUE_0,
) -> Response[Any | Error | SearchResponse]:
    """Finds products by name, alias, model, variant or EAN.

     Best matches first; of equal matches the one with the lowest delivered price. With any parameter
    beside `q` the
    answer is one page of the products that pass the filters, and says what else could be chosen.

    Args:
        q (str | Unset):
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        brand (str | Unset):
        category (str | Unset):
        min_price (float | Unset):
        max_price (float | Unset):
        availability (Availability | Unset): What a shop says about its stock.
        sort (SearchSort | Unset): What comes first: the best match, the cheapest, the dearest, or
            what most shops sell. Of equal matches, and of products of equally many shops, the
            cheapest comes first.
        x_api_version (SearchProductsXAPIVersion | Unset):  Default:
            SearchProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | SearchResponse]
    """

    kwargs = _get_kwargs(
        q=q,
        limit=limit,
        cursor=cursor,
        brand=brand,
        category=category,
        min_price=min_price,
        max_price=max_price,
        availability=availability,
        sort=sort,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = UNSET,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    category: str | Unset = UNSET,
    min_price: float | Unset = UNSET,
    max_price: float | Unset = UNSET,
    availability: Availability | Unset = UNSET,
    sort: SearchSort | Unset = UNSET,
    x_api_version: SearchProductsXAPIVersion
    | Unset = SearchProductsXAPIVersion.VALUE_0,
) -> Any | Error | SearchResponse | None:
    """Finds products by name, alias, model, variant or EAN.

     Best matches first; of equal matches the one with the lowest delivered price. With any parameter
    beside `q` the
    answer is one page of the products that pass the filters, and says what else could be chosen.

    Args:
        q (str | Unset):
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        brand (str | Unset):
        category (str | Unset):
        min_price (float | Unset):
        max_price (float | Unset):
        availability (Availability | Unset): What a shop says about its stock.
        sort (SearchSort | Unset): What comes first: the best match, the cheapest, the dearest, or
            what most shops sell. Of equal matches, and of products of equally many shops, the
            cheapest comes first.
        x_api_version (SearchProductsXAPIVersion | Unset):  Default:
            SearchProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | SearchResponse
    """

    return sync_detailed(
        client=client,
        q=q,
        limit=limit,
        cursor=cursor,
        brand=brand,
        category=category,
        min_price=min_price,
        max_price=max_price,
        availability=availability,
        sort=sort,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = UNSET,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    category: str | Unset = UNSET,
    min_price: float | Unset = UNSET,
    max_price: float | Unset = UNSET,
    availability: Availability | Unset = UNSET,
    sort: SearchSort | Unset = UNSET,
    x_api_version: SearchProductsXAPIVersion
    | Unset = SearchProductsXAPIVersion.VALUE_0,
) -> Response[Any | Error | SearchResponse]:
    """Finds products by name, alias, model, variant or EAN.

     Best matches first; of equal matches the one with the lowest delivered price. With any parameter
    beside `q` the
    answer is one page of the products that pass the filters, and says what else could be chosen.

    Args:
        q (str | Unset):
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        brand (str | Unset):
        category (str | Unset):
        min_price (float | Unset):
        max_price (float | Unset):
        availability (Availability | Unset): What a shop says about its stock.
        sort (SearchSort | Unset): What comes first: the best match, the cheapest, the dearest, or
            what most shops sell. Of equal matches, and of products of equally many shops, the
            cheapest comes first.
        x_api_version (SearchProductsXAPIVersion | Unset):  Default:
            SearchProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Error | SearchResponse]
    """

    kwargs = _get_kwargs(
        q=q,
        limit=limit,
        cursor=cursor,
        brand=brand,
        category=category,
        min_price=min_price,
        max_price=max_price,
        availability=availability,
        sort=sort,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = UNSET,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    category: str | Unset = UNSET,
    min_price: float | Unset = UNSET,
    max_price: float | Unset = UNSET,
    availability: Availability | Unset = UNSET,
    sort: SearchSort | Unset = UNSET,
    x_api_version: SearchProductsXAPIVersion
    | Unset = SearchProductsXAPIVersion.VALUE_0,
) -> Any | Error | SearchResponse | None:
    """Finds products by name, alias, model, variant or EAN.

     Best matches first; of equal matches the one with the lowest delivered price. With any parameter
    beside `q` the
    answer is one page of the products that pass the filters, and says what else could be chosen.

    Args:
        q (str | Unset):
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        brand (str | Unset):
        category (str | Unset):
        min_price (float | Unset):
        max_price (float | Unset):
        availability (Availability | Unset): What a shop says about its stock.
        sort (SearchSort | Unset): What comes first: the best match, the cheapest, the dearest, or
            what most shops sell. Of equal matches, and of products of equally many shops, the
            cheapest comes first.
        x_api_version (SearchProductsXAPIVersion | Unset):  Default:
            SearchProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Error | SearchResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
            limit=limit,
            cursor=cursor,
            brand=brand,
            category=category,
            min_price=min_price,
            max_price=max_price,
            availability=availability,
            sort=sort,
            x_api_version=x_api_version,
        )
    ).parsed
