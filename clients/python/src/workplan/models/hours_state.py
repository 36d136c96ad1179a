from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="HoursState")


@_attrs_define
class HoursState:
    """The values of a row of hours at a moment."""

    id: UUID
    """ Identifier of the row, a UUID. A row that is deleted and created again has another one. """
    hours: float
    """ The hours. """
    tentative: bool
    """ Whether the row was tentative; false for actual hours. """
    version: int
    """ Version of the row. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        hours = self.hours

        tentative = self.tentative

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "hours": hours,
                "tentative": tentative,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        hours = d.pop("hours")

        tentative = d.pop("tentative")

        version = d.pop("version")

        hours_state = cls(
            id=id,
            hours=hours,
            tentative=tentative,
            version=version,
        )

        hours_state.additional_properties = d
        return hours_state

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
