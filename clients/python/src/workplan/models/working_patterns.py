from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.working_pattern import WorkingPattern


T = TypeVar("T", bound="WorkingPatterns")


@_attrs_define
class WorkingPatterns:
    """The list of working patterns of a user. The pattern of a day is the one that began last. Before the first one, the
    user works a fifth of defaultAvailability from Monday to Friday.

    """

    id: UUID
    """ The id of the user. """
    items: list[WorkingPattern]
    """ The patterns, at most 100. They are returned in the order of validFrom. """
    version: int
    """ Version of the record: 0 if the patterns were never written, one more after each change. REST sends it as
    the ETag. A request with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    updated_at: datetime.datetime | None
    """ When the patterns were last changed; null if never. """
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
        from ..models.working_pattern import WorkingPattern  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = WorkingPattern.from_dict(items_item_data)

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

        working_patterns = cls(
            id=id,
            items=items,
            version=version,
            updated_at=updated_at,
        )

        working_patterns.additional_properties = d
        return working_patterns

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
