from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MadeRecord")


@_attrs_define
class MadeRecord:
    """A record that a key has made."""

    id: UUID
    """ Identifier, a UUID. """
    name: None | str
    """ Name; null if it has none. """
    key_id: UUID
    """ The key that made it. """
    is_active: bool
    """ Whether it still works: a webhook that is not disabled, a key that is not revoked and has not expired, an
    active user. """
    created_at: datetime.datetime
    """ When the record was created. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name: None | str
        name = self.name

        key_id = str(self.key_id)

        is_active = self.is_active

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "keyId": key_id,
                "isActive": is_active,
                "createdAt": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        key_id = UUID(d.pop("keyId"))

        is_active = d.pop("isActive")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        made_record = cls(
            id=id,
            name=name,
            key_id=key_id,
            is_active=is_active,
            created_at=created_at,
        )

        made_record.additional_properties = d
        return made_record

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
