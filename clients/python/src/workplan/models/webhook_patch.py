from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_state import WebhookState, check_webhook_state
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookPatch")


@_attrs_define
class WebhookPatch:
    """An endpoint to which events are sent. It gets the events that its key may read, with the role that the user of the
    key has at that time. Has the fields that a change may set; absent ones keep their values, and null clears one that
    may be null.

    """

    url: str | Unset = UNSET
    """ The address: an https URL of a public host, at most 2048 characters. Redirects are not followed. """
    types: list[str] | Unset = UNSET
    """ The types of the events, such as client.updated. time_off.* is all types that begin with time_off, also
    later ones, and * is all types. """
    name: None | str | Unset = UNSET
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    state: WebhookState | Unset = UNSET
    """ The state of an endpoint.

    - `pending`: It has not responded to a ping with 2xx. It gets no events, and is pinged again.
    - `active`: It gets the events.
    - `paused`: An admin has paused it. Its cursor stays.
    - `disabled`: It has responded with 410, or all requests of five days have failed. Its cursor stays.
    UpdateWebhook makes it active again. """
    cursor: int | Unset = UNSET
    """ The number of the last event that the endpoint has got, or that was not for it. A request can move it: to 0
    or any event that is kept. The events after it are sent next. By default it is the head when the endpoint is
    created. """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        types: list[str] | Unset = UNSET
        if not isinstance(self.types, Unset):
            types = self.types

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        state: str | Unset = UNSET
        if not isinstance(self.state, Unset):
            state = self.state

        cursor = self.cursor

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if url is not UNSET:
            field_dict["url"] = url
        if types is not UNSET:
            field_dict["types"] = types
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
        url = d.pop("url", UNSET)

        types = cast(list[str], d.pop("types", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        _state = d.pop("state", UNSET)
        state: WebhookState | Unset
        if isinstance(_state, Unset):
            state = UNSET
        else:
            state = check_webhook_state(_state)

        cursor = d.pop("cursor", UNSET)

        webhook_patch = cls(
            url=url,
            types=types,
            name=name,
            state=state,
            cursor=cursor,
        )

        return webhook_patch
