from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.hours_key import HoursKey


T = TypeVar("T", bound="Confirmation")


@_attrs_define
class Confirmation:
    """Says what was made firm."""

    confirmed: int
    """ Rows that were tentative and are firm now. """
    refused: int
    """ Rows that are still tentative, because the caller may not write them. """
    refused_items: list[HoursKey]
    """ The first 100 of the refused rows, in the order of the list. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confirmed = self.confirmed

        refused = self.refused

        refused_items = []
        for refused_items_item_data in self.refused_items:
            refused_items_item = refused_items_item_data.to_dict()
            refused_items.append(refused_items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confirmed": confirmed,
                "refused": refused,
                "refusedItems": refused_items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hours_key import HoursKey  # noqa: PLC0415

        d = dict(src_dict)
        confirmed = d.pop("confirmed")

        refused = d.pop("refused")

        refused_items = []
        _refused_items = d.pop("refusedItems")
        for refused_items_item_data in _refused_items:
            refused_items_item = HoursKey.from_dict(refused_items_item_data)

            refused_items.append(refused_items_item)

        confirmation = cls(
            confirmed=confirmed,
            refused=refused,
            refused_items=refused_items,
        )

        confirmation.additional_properties = d
        return confirmation

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
