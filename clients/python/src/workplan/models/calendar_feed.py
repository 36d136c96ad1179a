from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CalendarFeed")


@_attrs_define
class CalendarFeed:
    """The calendar feed of a user."""

    id: UUID
    """ The id of the user. """
    created_at: datetime.datetime
    """ When the address was made. """
    last_read_at: datetime.datetime | None
    """ When a calendar program last read the feed, to the minute; null if never. """
    url: str | Unset = UNSET
    """ The secret address: who knows it can read the feed. Only a hash is stored, so only the response to
    CreateCalendarFeed has it. If the operator has set neither PUBLIC_URL nor CONSOLE_URL, it is only the path on
    this server. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        created_at = self.created_at.isoformat()

        last_read_at: None | str
        if isinstance(self.last_read_at, datetime.datetime):
            last_read_at = self.last_read_at.isoformat()

        else:
            last_read_at = self.last_read_at

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "createdAt": created_at,
                "lastReadAt": last_read_at,
            }
        )
        if url is not UNSET:
            field_dict["url"] = url

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_last_read_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_read_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_read_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_read_at = _parse_last_read_at(d.pop("lastReadAt"))

        url = d.pop("url", UNSET)

        calendar_feed = cls(
            id=id,
            created_at=created_at,
            last_read_at=last_read_at,
            url=url,
        )

        calendar_feed.additional_properties = d
        return calendar_feed

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
