from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_state import WebhookState, check_webhook_state
from ..types import UNSET, Unset

T = TypeVar("T", bound="Webhook")


@_attrs_define
class Webhook:
    """An endpoint to which events are sent. It gets the events that its key may read, with the role that the user of the
    key has at that time.

    """

    id: UUID
    """ Identifier, a UUID. """
    url: str
    """ The address: an https URL of a public host. Redirects are not followed. """
    types: list[str]
    """ The types of the events, such as client.updated. time_off.* is all types that begin with time_off, also
    later ones, and * is all types. """
    name: None | str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    state: WebhookState
    """ The state of an endpoint.

    - `pending`: It has not responded to a ping with 2xx. It gets no events, and is pinged again.
    - `active`: It gets the events.
    - `paused`: An admin has paused it. Its cursor stays.
    - `disabled`: It has responded with 410, or all requests of five days have failed. Its cursor stays.
    UpdateWebhook makes it active again. """
    cursor: int
    """ The number of the last event that the endpoint has got, or that was not for it. A request can move it: to 0
    or any event that is kept. The events after it are sent next. By default it is the head when the endpoint is
    created. """
    head: int | None
    """ The number of the latest event of the journal; 0 if there is none. It is null in events. """
    lag: int | None
    """ How many events are after cursor. Some of them may not be for the endpoint. It is null in events. """
    failing_since: datetime.datetime | None
    """ Since when all requests have failed; null if the last one was successful, or there was none. """
    last_error: None | str
    """ Why the last request failed; null if it did not. """
    last_parked: int | None
    """ The number of the event that was parked last; null if none was. """
    key_id: None | UUID
    """ The API key that has created the endpoint, or was the last to change its url, types or state. It may have
    been revoked. It is null if that was a person in the console. """
    previous_secret_expires_at: datetime.datetime | None
    """ When the secret before the last rotation is no longer used; null if only one secret is. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. Deliveries do not change it. REST sends
    it as the ETag. A request with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    user_id: None | UUID
    """ The person in the console who has created the endpoint, or was the last to change its url, types or state;
    null if that was an API key. """
    secret: str | Unset = UNSET
    """ The secret that signs the requests. The database does not have it. Only the responses to CreateWebhook and
    RotateWebhookSecret have it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        url = self.url

        types = self.types

        name: None | str
        name = self.name

        state: str = self.state

        cursor = self.cursor

        head: int | None
        head = self.head

        lag: int | None
        lag = self.lag

        failing_since: None | str
        if isinstance(self.failing_since, datetime.datetime):
            failing_since = self.failing_since.isoformat()

        else:
            failing_since = self.failing_since

        last_error: None | str
        last_error = self.last_error

        last_parked: int | None
        last_parked = self.last_parked

        key_id: None | str
        if isinstance(self.key_id, UUID):
            key_id = str(self.key_id)
        else:
            key_id = self.key_id

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()

        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        user_id: None | str
        if isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        secret = self.secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "types": types,
                "name": name,
                "state": state,
                "cursor": cursor,
                "head": head,
                "lag": lag,
                "failingSince": failing_since,
                "lastError": last_error,
                "lastParked": last_parked,
                "keyId": key_id,
                "previousSecretExpiresAt": previous_secret_expires_at,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "userId": user_id,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        url = d.pop("url")

        types = cast(list[str], d.pop("types"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        state = check_webhook_state(d.pop("state"))

        cursor = d.pop("cursor")

        def _parse_head(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        head = _parse_head(d.pop("head"))

        def _parse_lag(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        lag = _parse_lag(d.pop("lag"))

        def _parse_failing_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                failing_since_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return failing_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failing_since = _parse_failing_since(d.pop("failingSince"))

        def _parse_last_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_error = _parse_last_error(d.pop("lastError"))

        def _parse_last_parked(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        last_parked = _parse_last_parked(d.pop("lastParked"))

        def _parse_key_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                key_id_type_0 = UUID(data)

                return key_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        key_id = _parse_key_id(d.pop("keyId"))

        def _parse_previous_secret_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previous_secret_expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return previous_secret_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_expires_at = _parse_previous_secret_expires_at(d.pop("previousSecretExpiresAt"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_user_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                user_id_type_0 = UUID(data)

                return user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        user_id = _parse_user_id(d.pop("userId"))

        secret = d.pop("secret", UNSET)

        webhook = cls(
            id=id,
            url=url,
            types=types,
            name=name,
            state=state,
            cursor=cursor,
            head=head,
            lag=lag,
            failing_since=failing_since,
            last_error=last_error,
            last_parked=last_parked,
            key_id=key_id,
            previous_secret_expires_at=previous_secret_expires_at,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            user_id=user_id,
            secret=secret,
        )

        webhook.additional_properties = d
        return webhook

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
