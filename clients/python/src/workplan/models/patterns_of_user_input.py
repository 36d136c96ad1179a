from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.working_pattern_input import WorkingPatternInput


T = TypeVar("T", bound="PatternsOfUserInput")


@_attrs_define
class PatternsOfUserInput:
    """The whole list of working patterns of a user. Has the fields that a new record may set."""

    user_id: str | UUID
    """ The user. No two items have the same. Accepts an id, an external id such as hr:4711, or an e-mail address.
    """
    items: list[WorkingPatternInput]
    """ The patterns, at most 100. An empty list removes all. """

    def to_dict(self) -> dict[str, Any]:
        user_id: str
        if isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.working_pattern_input import WorkingPatternInput  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_user_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                user_id_type_0 = UUID(data)

                return user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        user_id = _parse_user_id(d.pop("userId"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = WorkingPatternInput.from_dict(items_item_data)

            items.append(items_item)

        patterns_of_user_input = cls(
            user_id=user_id,
            items=items,
        )

        return patterns_of_user_input
