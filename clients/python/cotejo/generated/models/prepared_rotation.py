# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rotation_state import RotationState

T = TypeVar("T", bound="PreparedRotation")


@_attrs_define
class PreparedRotation:
    """A secret that was just prepared.

    Attributes:
        expires_at (datetime.datetime): Until when it can, or could, be activated.
        rotation_id (str): Names it.
        state (RotationState): Where a rotation stands.
        subscription_id (str): Of which subscription.
        signing_secret (None | str): The new secret: shown here and never again. The same answer, sent again for its
            key, has it for
            24 hours, then null.
    """

    expires_at: datetime.datetime
    rotation_id: str
    state: RotationState
    subscription_id: str
    signing_secret: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        expires_at = self.expires_at.isoformat()

        rotation_id = self.rotation_id

        state = self.state.value

        subscription_id = self.subscription_id

        signing_secret: None | str
        signing_secret = self.signing_secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "expires_at": expires_at,
                "rotation_id": rotation_id,
                "state": state,
                "subscription_id": subscription_id,
                "signing_secret": signing_secret,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        rotation_id = d.pop("rotation_id")

        state = RotationState(d.pop("state"))

        subscription_id = d.pop("subscription_id")

        def _parse_signing_secret(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        signing_secret = _parse_signing_secret(d.pop("signing_secret"))

        prepared_rotation = cls(
            expires_at=expires_at,
            rotation_id=rotation_id,
            state=state,
            subscription_id=subscription_id,
            signing_secret=signing_secret,
        )

        prepared_rotation.additional_properties = d
        return prepared_rotation

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
