from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Candidate")


@_attrs_define
class Candidate:
    """A person who could do the work of a placeholder."""

    id: UUID
    """ The person. """
    name: str
    """ The name of the person. """
    covered: float
    """ The hours of the placeholder that the person has time for. """
    days_short: int
    """ The number of days on which the person has less time than the placeholder has hours. """
    level: int | None
    """ The lowest level of the person in a capability of the placeholder, 1 to 5; null if the placeholder has no
    capabilities. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        covered = self.covered

        days_short = self.days_short

        level: int | None
        level = self.level

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "covered": covered,
                "daysShort": days_short,
                "level": level,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        covered = d.pop("covered")

        days_short = d.pop("daysShort")

        def _parse_level(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        level = _parse_level(d.pop("level"))

        candidate = cls(
            id=id,
            name=name,
            covered=covered,
            days_short=days_short,
            level=level,
        )

        candidate.additional_properties = d
        return candidate

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
