from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.working_pattern_input import WorkingPatternInput


T = TypeVar("T", bound="WorkingPatternsInput")


@_attrs_define
class WorkingPatternsInput:
    """The list of working patterns of a user. The pattern of a day is the one that began last. Before the first one, the
    user works a fifth of defaultAvailability from Monday to Friday. Has the fields that a new record may set.

    """

    items: list[WorkingPatternInput]
    """ The patterns, at most 100. They are returned in the order of validFrom. """

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
        from ..models.working_pattern_input import WorkingPatternInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = WorkingPatternInput.from_dict(items_item_data)

            items.append(items_item)

        working_patterns_input = cls(
            items=items,
        )

        return working_patterns_input
