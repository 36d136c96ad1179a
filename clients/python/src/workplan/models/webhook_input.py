from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_state import WebhookState, check_webhook_state
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookInput")


@_attrs_define
class WebhookInput:
    """An endpoint to which events are sent. It gets the events that its key may read, with the role that the user of the
    key has at that time. Has the fields that a new record may set.

    """

    url: str
    """ The address: an https URL of a public host, at most 2048 characters. Redirects are not followed. """
    types: list[str]
    """ The types of the events, such as client.updated. time_off.* is all types that begin with time_off, also
    later ones, and * is all types. """
    name: None | str | Unset = UNSET
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    state: None | Unset | WebhookState = UNSET
    """ The state. A request can set active, which is the default, and paused. """
    cursor: int | None | Unset = UNSET
    """ The number of the last event that the endpoint has got, or that was not for it. A request can move it: to 0
    or any event that is kept. The events after it are sent next. By default it is the head when the endpoint is
    created. """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        types = self.types

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        state: None | str | Unset
        if isinstance(self.state, Unset):
            state = UNSET
        elif isinstance(self.state, str):
            state = self.state
        else:
            state = self.state

        cursor: int | None | Unset
        if isinstance(self.cursor, Unset):
            cursor = UNSET
        else:
            cursor = self.cursor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "types": types,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if state is not UNSET:
            field_dict["state"] = state
        if cursor is not UNSET:
            field_dict["cursor"] = cursor

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        types = cast(list[str], d.pop("types"))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_state(data: object) -> None | Unset | WebhookState:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                state_type_0 = check_webhook_state(data)

                return state_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | WebhookState, data)

        state = _parse_state(d.pop("state", UNSET))

        def _parse_cursor(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        cursor = _parse_cursor(d.pop("cursor", UNSET))

        webhook_input = cls(
            url=url,
            types=types,
            name=name,
            state=state,
            cursor=cursor,
        )

        return webhook_input
