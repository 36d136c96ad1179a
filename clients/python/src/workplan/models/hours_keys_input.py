from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.hours_key_input import HoursKeyInput


T = TypeVar("T", bound="HoursKeysInput")


@_attrs_define
class HoursKeysInput:
    """A list of keys of rows of hours. Has the fields that a new record may set."""

    items: list[HoursKeyInput]
    """ The keys, at most 5,000. """

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hours_key_input import HoursKeyInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = HoursKeyInput.from_dict(items_item_data)

            items.append(items_item)

        hours_keys_input = cls(
            items=items,
        )

        return hours_keys_input
