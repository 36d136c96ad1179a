from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CapacityTimeOffType")


@_attrs_define
class CapacityTimeOffType:
    """Has the hours that approved time off of a type takes. If several requests are on a day of a user, the one with the
    least availability takes all of the hours; of equal ones, that whose type was created first.

    """

    id: UUID
    """ The type of time off. """
    name: str
    """ Its name. """
    hours: list[float]
    """ The hours of each bucket. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        hours = self.hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "hours": hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        hours = cast(list[float], d.pop("hours"))

        capacity_time_off_type = cls(
            id=id,
            name=name,
            hours=hours,
        )

        capacity_time_off_type.additional_properties = d
        return capacity_time_off_type

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
