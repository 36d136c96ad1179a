from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.project_input import ProjectInput


T = TypeVar("T", bound="ProjectBatchInput")


@_attrs_define
class ProjectBatchInput:
    """Projects to create or change. Has the fields that a new record may set."""

    items: list[ProjectInput]
    """ The projects, at most 1,000. Each matches another project. """
    match: str
    """ What tells which project an item is: externalId with a source, such as externalId:hr, for the external id of
    that source; or name, for the name and the client. """

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
        from ..models.project_input import ProjectInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ProjectInput.from_dict(items_item_data)

            items.append(items_item)

        match = d.pop("match")

        project_batch_input = cls(
            items=items,
            match=match,
        )

        return project_batch_input
