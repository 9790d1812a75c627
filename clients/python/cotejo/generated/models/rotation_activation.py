# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RotationActivation")


@_attrs_define
class RotationActivation:
    """Names the preparation, and says that its activation is meant.

    Attributes:
        confirm (bool): true, and nothing else.
        rotation_id (str): Its id.
    """

    confirm: bool
    rotation_id: str

    def to_dict(self) -> dict[str, Any]:
        confirm = self.confirm

        rotation_id = self.rotation_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "confirm": confirm,
                "rotation_id": rotation_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        confirm = d.pop("confirm")

        rotation_id = d.pop("rotation_id")

        rotation_activation = cls(
            confirm=confirm,
            rotation_id=rotation_id,
        )

        return rotation_activation
