from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.client_input import ClientInput


T = TypeVar("T", bound="ClientBatchInput")


@_attrs_define
class ClientBatchInput:
    """Clients to create or change. Has the fields that a new record may set."""

    items: list[ClientInput]
    """ The clients, at most 1,000. Each matches another client. """
    match: str
    """ What tells which client an item is: externalId with a source, such as externalId:hr, for the external id of
    that source; or name, for the company name. """

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
        from ..models.client_input import ClientInput  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ClientInput.from_dict(items_item_data)

            items.append(items_item)

        match = d.pop("match")

        client_batch_input = cls(
            items=items,
            match=match,
        )

        return client_batch_input
