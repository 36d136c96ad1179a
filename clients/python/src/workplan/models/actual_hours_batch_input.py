from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.actual_hours_row_input import ActualHoursRowInput


T = TypeVar("T", bound="ActualHoursBatchInput")


@_attrs_define
class ActualHoursBatchInput:
    """A list of rows of actual hours. As a request sends it."""

    items: list[ActualHoursRowInput]
    """ The rows, 0 to 5,000. """

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
        from ..models.actual_hours_row_input import ActualHoursRowInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ActualHoursRowInput.from_dict(items_item_data)

            items.append(items_item)

        actual_hours_batch_input = cls(
            items=items,
        )

        return actual_hours_batch_input
