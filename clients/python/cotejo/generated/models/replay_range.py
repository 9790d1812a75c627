# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReplayRange")


@_attrs_define
class ReplayRange:
    """When the events happened.

    Attributes:
        from_ (datetime.datetime): From this instant on.
        to (datetime.datetime): Until before this one.
        offset (int | Unset): `next_offset` of the answer before, as it was received.
    """

    from_: datetime.datetime
    to: datetime.datetime
    offset: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_.isoformat()

        to = self.to.isoformat()

        offset = self.offset

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
            }
        )
        if offset is not UNSET:
            field_dict["offset"] = offset

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_ = datetime.datetime.fromisoformat(d.pop("from"))

        to = datetime.datetime.fromisoformat(d.pop("to"))

        offset = d.pop("offset", UNSET)

        replay_range = cls(
            from_=from_,
            to=to,
            offset=offset,
        )

        return replay_range
