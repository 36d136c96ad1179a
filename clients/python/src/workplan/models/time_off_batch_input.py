from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.time_off_batch_input_create_only import (
    TimeOffBatchInputCreateOnly,
    check_time_off_batch_input_create_only,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.time_off_input import TimeOffInput


T = TypeVar("T", bound="TimeOffBatchInput")


@_attrs_define
class TimeOffBatchInput:
    """Time off requests to create, change or delete. Has the fields that a new record may set."""

    items: list[TimeOffInput]
    """ The requests, at most 1,000. Each matches another request. """
    match: str
    """ What tells which request an item is: externalId with a source, such as externalId:hr, for the external id of
    that source. """
    deleted: list[UUID] | None | Unset = UNSET
    """ The requests to delete, at most 1,000, such as those that were withdrawn: their external ids or ids. Those
    that do not exist, any more, are left out. Accepts an id, or an external id such as crm:4711. """
    create_only: TimeOffBatchInputCreateOnly | Unset = UNSET
    """ What an item does that has another value in a field that only a new request can have: refuse, which is the
    default, or keep, which leaves the field as it is. meta.warnings then names it. """

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        match = self.match

        deleted: list[str] | None | Unset
        if isinstance(self.deleted, Unset):
            deleted = UNSET
        elif isinstance(self.deleted, list):
            deleted = []
            for deleted_type_0_item_data in self.deleted:
                deleted_type_0_item = str(deleted_type_0_item_data)
                deleted.append(deleted_type_0_item)

        else:
            deleted = self.deleted

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
        if deleted is not UNSET:
            field_dict["deleted"] = deleted
        if create_only is not UNSET:
            field_dict["createOnly"] = create_only

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.time_off_input import TimeOffInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = TimeOffInput.from_dict(items_item_data)

            items.append(items_item)

        match = d.pop("match")

        def _parse_deleted(data: object) -> list[UUID] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                deleted_type_0 = []
                _deleted_type_0 = data
                for deleted_type_0_item_data in _deleted_type_0:
                    deleted_type_0_item = UUID(deleted_type_0_item_data)

                    deleted_type_0.append(deleted_type_0_item)

                return deleted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None | Unset, data)

        deleted = _parse_deleted(d.pop("deleted", UNSET))

        _create_only = d.pop("createOnly", UNSET)
        create_only: TimeOffBatchInputCreateOnly | Unset
        if isinstance(_create_only, Unset):
            create_only = UNSET
        else:
            create_only = check_time_off_batch_input_create_only(_create_only)

        time_off_batch_input = cls(
            items=items,
            match=match,
            deleted=deleted,
            create_only=create_only,
        )

        return time_off_batch_input
