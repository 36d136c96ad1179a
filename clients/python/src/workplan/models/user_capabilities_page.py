from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.user_capabilities import UserCapabilities


T = TypeVar("T", bound="UserCapabilitiesPage")


@_attrs_define
class UserCapabilitiesPage:
    """One page of lists of capabilities."""

    items: list[UserCapabilities]
    """ The records of the page, in the order of the list. """
    total: int | None
    """ The number of records that match; null unless the request has count=true. """
    limit: int
    """ The limit of this page, 1 to 200. It is lower than the requested limit if the page would be larger than 3
    MiB. """
    offset: int
    """ The number of records before this page; 0 if the request has a cursor. """
    has_more: bool
    """ Whether more records follow this page. """
    next_cursor: None | str
    """ The cursor of the next page; null on the last page. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        total: int | None
        total = self.total

        limit = self.limit

        offset = self.offset

        has_more = self.has_more

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "total": total,
                "limit": limit,
                "offset": offset,
                "hasMore": has_more,
                "nextCursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_capabilities import UserCapabilities  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = UserCapabilities.from_dict(items_item_data)

            items.append(items_item)

        def _parse_total(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        total = _parse_total(d.pop("total"))

        limit = d.pop("limit")

        offset = d.pop("offset")

        has_more = d.pop("hasMore")

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("nextCursor"))

        user_capabilities_page = cls(
            items=items,
            total=total,
            limit=limit,
            offset=offset,
            has_more=has_more,
            next_cursor=next_cursor,
        )

        user_capabilities_page.additional_properties = d
        return user_capabilities_page

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
