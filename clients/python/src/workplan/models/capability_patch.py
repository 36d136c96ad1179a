from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CapabilityPatch")


@_attrs_define
class CapabilityPatch:
    """A skill, such as design. Has the fields that a change may set; absent ones keep their values."""

    name: str | Unset = UNSET
    """ Name, 1 to 255 characters, unique in the organization. White space at both ends is removed. """
    is_active: bool | Unset = UNSET
    """ Whether it is active, true by default. New rows of hours cannot refer to an inactive one. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        is_active = self.is_active

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if is_active is not UNSET:
            field_dict["isActive"] = is_active

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        is_active = d.pop("isActive", UNSET)

        capability_patch = cls(
            name=name,
            is_active=is_active,
        )

        return capability_patch
