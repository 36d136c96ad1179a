from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.user_input import UserInput


T = TypeVar("T", bound="UserBatchInput")


@_attrs_define
class UserBatchInput:
    """Users to create or change. Has the fields that a new record may set."""

    items: list[UserInput]
    """ The users, at most 1,000. Each matches another user. """
    match: str
    """ What tells which user an item is: externalId with a source, such as externalId:hr, for the external id of
    that source; or email, for the e-mail address, in any case of its letters. """

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        match = self.match

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "items": items,
                "match": match,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_input import UserInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = UserInput.from_dict(items_item_data)

            items.append(items_item)

        match = d.pop("match")

        user_batch_input = cls(
            items=items,
            match=match,
        )

        return user_batch_input
