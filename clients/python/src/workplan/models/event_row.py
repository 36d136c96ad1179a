from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EventRow")


@_attrs_define
class EventRow:
    """A row of planned or actual hours that was created, changed or deleted."""

    id: UUID
    """ Identifier of the row, a UUID. """
    user_id: UUID
    """ The user. """
    project_id: UUID
    """ The project. """
    capability_id: None | UUID
    """ The capability, or null for none. """
    date: datetime.date
    """ The day. """
    hours: float
    """ The hours after the write; 0 if the row was deleted. """
    previous_hours: float | None
    """ The hours before the write; null if the row was created. """
    version: int
    """ Version of the row after the write; one more than its last version if it was deleted. """
    tentative: bool
    """ Whether the row is tentative after the write; false for actual hours. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        user_id = str(self.user_id)

        project_id = str(self.project_id)

        capability_id: None | str
        if isinstance(self.capability_id, UUID):
            capability_id = str(self.capability_id)
        else:
            capability_id = self.capability_id

        date = self.date.isoformat()

        hours = self.hours

        previous_hours: float | None
        previous_hours = self.previous_hours

        version = self.version

        tentative = self.tentative

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "projectId": project_id,
                "capabilityId": capability_id,
                "date": date,
                "hours": hours,
                "previousHours": previous_hours,
                "version": version,
                "tentative": tentative,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        user_id = UUID(d.pop("userId"))

        project_id = UUID(d.pop("projectId"))

        def _parse_capability_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                capability_id_type_0 = UUID(data)

                return capability_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        capability_id = _parse_capability_id(d.pop("capabilityId"))

        date = datetime.date.fromisoformat(d.pop("date"))

        hours = d.pop("hours")

        def _parse_previous_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        previous_hours = _parse_previous_hours(d.pop("previousHours"))

        version = d.pop("version")

        tentative = d.pop("tentative")

        event_row = cls(
            id=id,
            user_id=user_id,
            project_id=project_id,
            capability_id=capability_id,
            date=date,
            hours=hours,
            previous_hours=previous_hours,
            version=version,
            tentative=tentative,
        )

        event_row.additional_properties = d
        return event_row

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
