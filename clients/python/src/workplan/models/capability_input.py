from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CapabilityInput")


@_attrs_define
class CapabilityInput:
    """A skill, such as design. Has the fields that a new record may set."""

    name: str
    """ Name, 1 to 255 characters, unique in the organization. White space at both ends is removed. """
    is_active: bool | None | Unset = UNSET
    """ Whether it is active, true by default. New rows of hours cannot refer to an inactive one. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        is_active: bool | None | Unset
        if isinstance(self.is_active, Unset):
            is_active = UNSET
        else:
            is_active = self.is_active

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if is_active is not UNSET:
            field_dict["isActive"] = is_active

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_is_active(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        is_active = _parse_is_active(d.pop("isActive", UNSET))

        capability_input = cls(
            name=name,
            is_active=is_active,
        )

        return capability_input
