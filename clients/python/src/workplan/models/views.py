from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.view import View


T = TypeVar("T", bound="Views")


@_attrs_define
class Views:
    """The list of views of the board that a user has saved."""

    id: UUID
    """ The id of the user. """
    items: list[View]
    """ The views, at most 50, in the order in which they were sent. """
    version: int
    """ Version of the record: 0 if the list was never written, one more after each change. REST sends it as the
    ETag. A request with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    updated_at: datetime.datetime | None
    """ When the list was last changed; null if never. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        version = self.version

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()

        else:
            updated_at = self.updated_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "items": items,
                "version": version,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.view import View  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = View.from_dict(items_item_data)

            items.append(items_item)

        version = d.pop("version")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        views = cls(
            id=id,
            items=items,
            version=version,
            updated_at=updated_at,
        )

        views.additional_properties = d
        return views

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
