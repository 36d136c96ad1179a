from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.capabilities_of_user_input import CapabilitiesOfUserInput


T = TypeVar("T", bound="UserCapabilitiesBatchInput")


@_attrs_define
class UserCapabilitiesBatchInput:
    """The capabilities of many users. Has the fields that a new record may set."""

    items: list[CapabilitiesOfUserInput]
    """ The lists, at most 1,000, each of another user. """

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
        from ..models.capabilities_of_user_input import CapabilitiesOfUserInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = CapabilitiesOfUserInput.from_dict(items_item_data)

            items.append(items_item)

        user_capabilities_batch_input = cls(
            items=items,
        )

        return user_capabilities_batch_input
