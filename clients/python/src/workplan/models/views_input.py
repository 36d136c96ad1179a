from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.view_input import ViewInput


T = TypeVar("T", bound="ViewsInput")


@_attrs_define
class ViewsInput:
    """The list of views of the board that a user has saved. Has the fields that a new record may set."""

    items: list[ViewInput]
    """ The views, at most 50, in the order in which they were sent. """

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
        from ..models.view_input import ViewInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ViewInput.from_dict(items_item_data)

            items.append(items_item)

        views_input = cls(
            items=items,
        )

        return views_input
