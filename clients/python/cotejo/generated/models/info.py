# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Info")


@_attrs_define
class Info:
    """What this deployment serves.

    Attributes:
        currency (str): The currency of every amount (ISO 4217).
        currency_decimals (int): Decimals of its amounts.
        environment (str): The deployment's name for itself.
        interface_version (str): Version of the interface, as `X-API-Version` has it.
        product_count (int): Products, those that cannot be bought now too.
        store_count (int): Shops.
        version (str): Version of the program.
        last_snapshot_at (datetime.datetime | None | Unset): When the newest prices that are served were seen; null
            before the first feed.
    """

    currency: str
    currency_decimals: int
    environment: str
    interface_version: str
    product_count: int
    store_count: int
    version: str
    last_snapshot_at: datetime.datetime | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency = self.currency

        currency_decimals = self.currency_decimals

        environment = self.environment

        interface_version = self.interface_version

        product_count = self.product_count

        store_count = self.store_count

        version = self.version

        last_snapshot_at: None | str | Unset
        if isinstance(self.last_snapshot_at, Unset):
            last_snapshot_at = UNSET
        elif isinstance(self.last_snapshot_at, datetime.datetime):
            last_snapshot_at = self.last_snapshot_at.isoformat()
        else:
            last_snapshot_at = self.last_snapshot_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currency": currency,
                "currency_decimals": currency_decimals,
                "environment": environment,
                "interface_version": interface_version,
                "product_count": product_count,
                "store_count": store_count,
                "version": version,
            }
        )
        if last_snapshot_at is not UNSET:
            field_dict["last_snapshot_at"] = last_snapshot_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        currency = d.pop("currency")

        currency_decimals = d.pop("currency_decimals")

        environment = d.pop("environment")

        interface_version = d.pop("interface_version")

        product_count = d.pop("product_count")

        store_count = d.pop("store_count")

        version = d.pop("version")

        def _parse_last_snapshot_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_snapshot_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_snapshot_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        last_snapshot_at = _parse_last_snapshot_at(d.pop("last_snapshot_at", UNSET))

        info = cls(
            currency=currency,
            currency_decimals=currency_decimals,
            environment=environment,
            interface_version=interface_version,
            product_count=product_count,
            store_count=store_count,
            version=version,
            last_snapshot_at=last_snapshot_at,
        )

        info.additional_properties = d
        return info

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
