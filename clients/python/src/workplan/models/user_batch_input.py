from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.user_batch_input_create_only import (
    UserBatchInputCreateOnly,
    check_user_batch_input_create_only,
)
from ..types import UNSET, Unset

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
    clear_fields: list[str] | None | Unset = UNSET
    """ The fields of which an item without a value clears the value of the user. Without it, what an item leaves
    out stays as it is. The names are those of JSON, also over gRPC. """
    create_only: UserBatchInputCreateOnly | Unset = UNSET
    """ What an item does that has another value in a field that only a new user can have: refuse, which is the
    default, or keep, which leaves the field as it is. meta.warnings then names it. """

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        match = self.match

        clear_fields: list[str] | None | Unset
        if isinstance(self.clear_fields, Unset):
            clear_fields = UNSET
        elif isinstance(self.clear_fields, list):
            clear_fields = self.clear_fields

        else:
            clear_fields = self.clear_fields

        create_only: str | Unset = UNSET
        if not isinstance(self.create_only, Unset):
            create_only = self.create_only

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "items": items,
                "match": match,
            }
        )
        if clear_fields is not UNSET:
            field_dict["clearFields"] = clear_fields
        if create_only is not UNSET:
            field_dict["createOnly"] = create_only

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

        def _parse_clear_fields(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                clear_fields_type_0 = cast(list[str], data)

                return clear_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        clear_fields = _parse_clear_fields(d.pop("clearFields", UNSET))

        _create_only = d.pop("createOnly", UNSET)
        create_only: UserBatchInputCreateOnly | Unset
        if isinstance(_create_only, Unset):
            create_only = UNSET
        else:
            create_only = check_user_batch_input_create_only(_create_only)

        user_batch_input = cls(
            items=items,
            match=match,
            clear_fields=clear_fields,
            create_only=create_only,
        )

        return user_batch_input
