from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.patterns_of_user_input import PatternsOfUserInput


T = TypeVar("T", bound="WorkingPatternsBatchInput")


@_attrs_define
class WorkingPatternsBatchInput:
    """The working patterns of many users. Has the fields that a new record may set."""

    items: list[PatternsOfUserInput]
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
        from ..models.patterns_of_user_input import PatternsOfUserInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = PatternsOfUserInput.from_dict(items_item_data)

            items.append(items_item)

        working_patterns_batch_input = cls(
            items=items,
        )

        return working_patterns_batch_input
