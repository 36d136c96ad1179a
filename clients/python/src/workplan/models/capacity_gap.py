from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CapacityGap")


@_attrs_define
class CapacityGap:
    """A user with free hours."""

    id: UUID
    """ The user. """
    name: str
    """ The name of the user. """
    reached_on: datetime.date
    """ The first day on which the user's free hours since the first day of the range reach the wanted number. """
    free: float
    """ The free hours of the user in the whole range. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        reached_on = self.reached_on.isoformat()

        free = self.free

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "reachedOn": reached_on,
                "free": free,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        reached_on = datetime.date.fromisoformat(d.pop("reachedOn"))

        free = d.pop("free")

        capacity_gap = cls(
            id=id,
            name=name,
            reached_on=reached_on,
            free=free,
        )

        capacity_gap.additional_properties = d
        return capacity_gap

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
