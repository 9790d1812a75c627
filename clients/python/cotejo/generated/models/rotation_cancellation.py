# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RotationCancellation")


@_attrs_define
class RotationCancellation:
    """Names the preparation.

    Attributes:
        rotation_id (str): Its id.
    """

    rotation_id: str

    def to_dict(self) -> dict[str, Any]:
        rotation_id = self.rotation_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "rotation_id": rotation_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        rotation_id = d.pop("rotation_id")

        rotation_cancellation = cls(
            rotation_id=rotation_id,
        )

        return rotation_cancellation
