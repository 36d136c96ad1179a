from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TimeOffType")


@_attrs_define
class TimeOffType:
    """A type of time off, such as vacation."""

    id: UUID
    """ Identifier, a UUID. """
    name: str
    """ Name, 1 to 255 characters, unique in the organization. White space at both ends is removed. """
    is_active: bool
    """ Whether it is active, true by default. New time off requests cannot refer to an inactive one. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        is_active = self.is_active

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "isActive": is_active,
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

        name = d.pop("name")

        is_active = d.pop("isActive")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        time_off_type = cls(
            id=id,
            name=name,
            is_active=is_active,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        time_off_type.additional_properties = d
        return time_off_type

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
