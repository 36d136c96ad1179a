from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.holiday_input import HolidayInput


T = TypeVar("T", bound="HolidayBatchInput")


@_attrs_define
class HolidayBatchInput:
    """A list of holidays. Has the fields that a new record may set."""

    items: list[HolidayInput]
    """ The holidays, at most 1,000. If two have the same country and date, the later one wins. """

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
        from ..models.holiday_input import HolidayInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = HolidayInput.from_dict(items_item_data)

            items.append(items_item)

        holiday_batch_input = cls(
            items=items,
        )

        return holiday_batch_input
