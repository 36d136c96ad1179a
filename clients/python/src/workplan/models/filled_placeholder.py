from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.assignment import Assignment


T = TypeVar("T", bound="FilledPlaceholder")


@_attrs_define
class FilledPlaceholder:
    """Says what moved to the person."""

    moved: int
    """ The number of rows that the placeholder had: all are deleted. """
    merged: int
    """ How many of them were added to rows that the person already had. """
    over_before: float
    """ By how many hours the planned hours of the person were above the availability before, on the days of the
    rows that moved. """
    over_after: float
    """ The same hours afterwards. Tentative rows and those of draft projects do not count. """
    items: list[Assignment]
    """ The rows of the person, in the order of the list. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        moved = self.moved

        merged = self.merged

        over_before = self.over_before

        over_after = self.over_after

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "moved": moved,
                "merged": merged,
                "overBefore": over_before,
                "overAfter": over_after,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assignment import Assignment  # noqa: PLC0415

        d = dict(src_dict)
        moved = d.pop("moved")

        merged = d.pop("merged")

        over_before = d.pop("overBefore")

        over_after = d.pop("overAfter")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = Assignment.from_dict(items_item_data)

            items.append(items_item)

        filled_placeholder = cls(
            moved=moved,
            merged=merged,
            over_before=over_before,
            over_after=over_after,
            items=items,
        )

        filled_placeholder.additional_properties = d
        return filled_placeholder

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
