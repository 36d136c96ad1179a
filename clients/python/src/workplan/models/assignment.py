from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Assignment")


@_attrs_define
class Assignment:
    """The hours planned for a user on a project on one day, with one capability or none."""

    id: UUID
    """ Identifier, a UUID. """
    user_id: UUID
    """ The user; part of the key. """
    project_id: UUID
    """ The project; part of the key. """
    capability_id: None | UUID
    """ The capability, or null for none; part of the key. """
    date: datetime.date
    """ The day; part of the key. """
    hours: float
    """ Planned hours, 0 to 24, returned exactly as sent; a row with 0 hours is kept. """
    tentative: bool
    """ Whether the plan of this row is not firm yet. Absent in an upsert, a row keeps what it has, and a new row is
    firm. Capacity counts the hours of tentative rows as tentative, not as planned. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
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

        tentative = self.tentative

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

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
                "tentative": tentative,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
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

        tentative = d.pop("tentative")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        assignment = cls(
            id=id,
            user_id=user_id,
            project_id=project_id,
            capability_id=capability_id,
            date=date,
            hours=hours,
            tentative=tentative,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        assignment.additional_properties = d
        return assignment

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
