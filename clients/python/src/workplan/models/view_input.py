from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ViewInput")


@_attrs_define
class ViewInput:
    """A view of the board with a name. Has the fields that a new record may set."""

    name: str
    """ Name, 1 to 100 characters. White space at both ends is removed. No two views of a list have the same name,
    in any case of its letters. """
    query: str
    """ The address of the board after the #, at most 2,000 characters. The server does not interpret it. An empty
    text is the board as it opens. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        query = self.query

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "query": query,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        query = d.pop("query")

        view_input = cls(
            name=name,
            query=query,
        )

        return view_input
