from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Holiday")


@_attrs_define
class Holiday:
    """A public holiday of a country."""

    id: UUID
    """ Identifier, a UUID. """
    country_code: str
    """ ISO 3166-1 alpha-2 country code; part of the key. It is stored in upper case. The holiday is for users with
    this country code. """
    date: datetime.date
    """ The day; part of the key. """
    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    factor: float
    """ The part of the day that the holiday takes, 0 to 1. The default is 1, a whole day. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        country_code = self.country_code

        date = self.date.isoformat()

        name = self.name

        factor = self.factor

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "countryCode": country_code,
                "date": date,
                "name": name,
                "factor": factor,
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

        country_code = d.pop("countryCode")

        date = datetime.date.fromisoformat(d.pop("date"))

        name = d.pop("name")

        factor = d.pop("factor")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        holiday = cls(
            id=id,
            country_code=country_code,
            date=date,
            name=name,
            factor=factor,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        holiday.additional_properties = d
        return holiday

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
