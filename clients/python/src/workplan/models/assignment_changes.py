from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.assignment import Assignment


T = TypeVar("T", bound="AssignmentChanges")


@_attrs_define
class AssignmentChanges:
    """Says what a write of many rows of planned hours did."""

    created: int
    """ Rows that were created. """
    updated: int
    """ Rows that were changed. """
    unchanged: int
    """ Rows that already had these values. """
    deleted: int
    """ Rows that were deleted. """
    items: list[Assignment]
    """ The rows after the write. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        created = self.created

        updated = self.updated

        unchanged = self.unchanged

        deleted = self.deleted

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "created": created,
                "updated": updated,
                "unchanged": unchanged,
                "deleted": deleted,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assignment import Assignment  # noqa: PLC0415

        d = dict(src_dict)
        created = d.pop("created")

        updated = d.pop("updated")

        unchanged = d.pop("unchanged")

        deleted = d.pop("deleted")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = Assignment.from_dict(items_item_data)

            items.append(items_item)

        assignment_changes = cls(
            created=created,
            updated=updated,
            unchanged=unchanged,
            deleted=deleted,
            items=items,
        )

        assignment_changes.additional_properties = d
        return assignment_changes

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
