from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.event import Event


T = TypeVar("T", bound="EventPage")


@_attrs_define
class EventPage:
    """A part of the journal."""

    items: list[Event]
    """ The events, oldest first. """
    next_after: int
    """ The after of the next request: the number of the last event that was looked at. """
    head: int
    """ The number of the latest event of the journal; 0 if there is none. """
    first: int
    """ The number of the oldest event that is kept. """
    up_to_date: bool
    """ Whether nextAfter is head: there is no later event yet. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        next_after = self.next_after

        head = self.head

        first = self.first

        up_to_date = self.up_to_date

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "nextAfter": next_after,
                "head": head,
                "first": first,
                "upToDate": up_to_date,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event import Event  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = Event.from_dict(items_item_data)

            items.append(items_item)

        next_after = d.pop("nextAfter")

        head = d.pop("head")

        first = d.pop("first")

        up_to_date = d.pop("upToDate")

        event_page = cls(
            items=items,
            next_after=next_after,
            head=head,
            first=first,
            up_to_date=up_to_date,
        )

        event_page.additional_properties = d
        return event_page

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
