# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.compare_products_xapi_version import CompareProductsXAPIVersion
from ...models.comparison_goal import ComparisonGoal
from ...models.comparison_response import ComparisonResponse
from ...models.error import Error
from ...models.history_range import HistoryRange
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    ids: str,
    range_: HistoryRange | Unset = UNSET,
    goal: ComparisonGoal | Unset = UNSET,
    x_api_version: CompareProductsXAPIVersion
    | Unset = CompareProductsXAPIVersion.VALUE_0,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_api_version, Unset):
        headers["X-API-Version"] = str(x_api_version)

    params: dict[str, Any] = {}

    params["ids"] = ids

    json_range_: str | Unset = UNSET
    if not isinstance(range_, Unset):
        json_range_ = range_.value

    params["range"] = json_range_

    json_goal: str | Unset = UNSET
    if not isinstance(goal, Unset):
        json_goal = goal.value

    params["goal"] = json_goal

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/compare",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ComparisonResponse | Error | None:
    if response.status_code == 200:
        response_200 = ComparisonResponse.from_dict(response.json())

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
) -> Response[Any | ComparisonResponse | Error]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    ids: str,
    range_: HistoryRange | Unset = UNSET,
    goal: ComparisonGoal | Unset = UNSET,
    x_api_version: CompareProductsXAPIVersion
    | Unset = CompareProductsXAPIVersion.VALUE_0,
) -> Response[Any | ComparisonResponse | Error]:
    """Two to four products of one comparable category, compared for a goal.

     The answer keeps the order asked for. A product is scored by its properties and its price; a
    winner has to lead by 3 points. Price history informs and is not scored.

    Args:
        ids (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        goal (ComparisonGoal | Unset): What a buyer is after.
        x_api_version (CompareProductsXAPIVersion | Unset):  Default:
            CompareProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ComparisonResponse | Error]
    """

    kwargs = _get_kwargs(
        ids=ids,
        range_=range_,
        goal=goal,
        x_api_version=x_api_version,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    ids: str,
    range_: HistoryRange | Unset = UNSET,
    goal: ComparisonGoal | Unset = UNSET,
    x_api_version: CompareProductsXAPIVersion
    | Unset = CompareProductsXAPIVersion.VALUE_0,
) -> Any | ComparisonResponse | Error | None:
    """Two to four products of one comparable category, compared for a goal.

     The answer keeps the order asked for. A product is scored by its properties and its price; a
    winner has to lead by 3 points. Price history informs and is not scored.

    Args:
        ids (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        goal (ComparisonGoal | Unset): What a buyer is after.
        x_api_version (CompareProductsXAPIVersion | Unset):  Default:
            CompareProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ComparisonResponse | Error
    """

    return sync_detailed(
        client=client,
        ids=ids,
        range_=range_,
        goal=goal,
        x_api_version=x_api_version,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    ids: str,
    range_: HistoryRange | Unset = UNSET,
    goal: ComparisonGoal | Unset = UNSET,
    x_api_version: CompareProductsXAPIVersion
    | Unset = CompareProductsXAPIVersion.VALUE_0,
) -> Response[Any | ComparisonResponse | Error]:
    """Two to four products of one comparable category, compared for a goal.

     The answer keeps the order asked for. A product is scored by its properties and its price; a
    winner has to lead by 3 points. Price history informs and is not scored.

    Args:
        ids (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        goal (ComparisonGoal | Unset): What a buyer is after.
        x_api_version (CompareProductsXAPIVersion | Unset):  Default:
            CompareProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ComparisonResponse | Error]
    """

    kwargs = _get_kwargs(
        ids=ids,
        range_=range_,
        goal=goal,
        x_api_version=x_api_version,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    ids: str,
    range_: HistoryRange | Unset = UNSET,
    goal: ComparisonGoal | Unset = UNSET,
    x_api_version: CompareProductsXAPIVersion
    | Unset = CompareProductsXAPIVersion.VALUE_0,
) -> Any | ComparisonResponse | Error | None:
    """Two to four products of one comparable category, compared for a goal.

     The answer keeps the order asked for. A product is scored by its properties and its price; a
    winner has to lead by 3 points. Price history informs and is not scored.

    Args:
        ids (str):
        range_ (HistoryRange | Unset): Days that are looked at; they end today.
        goal (ComparisonGoal | Unset): What a buyer is after.
        x_api_version (CompareProductsXAPIVersion | Unset):  Default:
            CompareProductsXAPIVersion.VALUE_0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ComparisonResponse | Error
    """

    return (
        await asyncio_detailed(
            client=client,
            ids=ids,
            range_=range_,
            goal=goal,
            x_api_version=x_api_version,
        )
    ).parsed
