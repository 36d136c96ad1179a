from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WorkingPattern")


@_attrs_define
class WorkingPattern:
    """How many hours a user works on each day of the week from a day on."""

    valid_from: datetime.date
    """ The first day of the pattern. """
    hours: list[float]
    """ The hours from Monday to Sunday: seven numbers from 0 to 24. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        valid_from = self.valid_from.isoformat()

        hours = self.hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "validFrom": valid_from,
                "hours": hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        valid_from = datetime.date.fromisoformat(d.pop("validFrom"))

        hours = cast(list[float], d.pop("hours"))

        working_pattern = cls(
            valid_from=valid_from,
            hours=hours,
        )

        working_pattern.additional_properties = d
        return working_pattern

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
