from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

T = TypeVar("T", bound="UserCapabilityInput")


@_attrs_define
class UserCapabilityInput:
    """A capability that a user has. Has the fields that a new record may set."""

    capability_id: str | UUID
    """ The capability. """
    level: int
    """ How well the user masters it: 1 (least) to 5 (most). """

    def to_dict(self) -> dict[str, Any]:
        capability_id: str
        if isinstance(self.capability_id, UUID):
            capability_id = str(self.capability_id)
        else:
            capability_id = self.capability_id

        level = self.level

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "capabilityId": capability_id,
                "level": level,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_capability_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                capability_id_type_0 = UUID(data)

                return capability_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        capability_id = _parse_capability_id(d.pop("capabilityId"))

        level = d.pop("level")

        user_capability_input = cls(
            capability_id=capability_id,
            level=level,
        )

        return user_capability_input
