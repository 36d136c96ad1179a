from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.candidate import Candidate


T = TypeVar("T", bound="Candidates")


@_attrs_define
class Candidates:
    """Are the persons who could do the work of a placeholder."""

    hours: float
    """ The hours of the placeholder in the range. """
    days: int
    """ The number of days on which it has hours. """
    items: list[Candidate]
    """ The persons: those who cover the most hours first, then by level, and then by name. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hours = self.hours

        days = self.days

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hours": hours,
                "days": days,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.candidate import Candidate  # noqa: PLC0415

        d = dict(src_dict)
        hours = d.pop("hours")

        days = d.pop("days")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = Candidate.from_dict(items_item_data)

            items.append(items_item)

        candidates = cls(
            hours=hours,
            days=days,
            items=items,
        )

        candidates.additional_properties = d
        return candidates

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
