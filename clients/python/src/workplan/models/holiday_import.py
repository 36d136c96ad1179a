from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.imported_holiday import ImportedHoliday
    from ..models.left_out_events import LeftOutEvents
    from ..models.write_summary import WriteSummary


T = TypeVar("T", bound="HolidayImport")


@_attrs_define
class HolidayImport:
    """What became of the events of a file."""

    items: list[ImportedHoliday]
    """ The holidays, ordered by date. """
    summary: WriteSummary
    """ Counts the records of a write. Items with the same key are one record. """
    left_out: list[LeftOutEvents]
    """ What was left out, by its reason. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        summary = self.summary.to_dict()

        left_out = []
        for left_out_item_data in self.left_out:
            left_out_item = left_out_item_data.to_dict()
            left_out.append(left_out_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "summary": summary,
                "leftOut": left_out,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.imported_holiday import ImportedHoliday  # noqa: PLC0415
        from ..models.left_out_events import LeftOutEvents  # noqa: PLC0415
        from ..models.write_summary import WriteSummary  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ImportedHoliday.from_dict(items_item_data)

            items.append(items_item)

        summary = WriteSummary.from_dict(d.pop("summary"))

        left_out = []
        _left_out = d.pop("leftOut")
        for left_out_item_data in _left_out:
            left_out_item = LeftOutEvents.from_dict(left_out_item_data)

            left_out.append(left_out_item)

        holiday_import = cls(
            items=items,
            summary=summary,
            left_out=left_out,
        )

        holiday_import.additional_properties = d
        return holiday_import

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
