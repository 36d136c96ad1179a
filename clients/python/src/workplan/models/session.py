from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.session_method import SessionMethod, check_session_method

T = TypeVar("T", bound="Session")


@_attrs_define
class Session:
    """A person who is signed in to the console."""

    id: UUID
    """ Identifier, a UUID. """
    user_id: UUID
    """ The user who is signed in. """
    method: SessionMethod
    """ How a person has signed in.

    - `oidc`: With OpenID Connect.
    - `key`: With an API key.
    - `demo`: As one of the people of the demo organization. """
    key_id: None | UUID
    """ The API key that the person has signed in with, whose scopes the session has; null for the other methods.
    """
    created_at: datetime.datetime
    """ When the person signed in. """
    last_used_at: datetime.datetime
    """ When the session was last used, to the minute. """
    expires_at: datetime.datetime
    """ When the session ends if it is not used until then. A session with a key also ends when the key stops
    working. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        user_id = str(self.user_id)

        method: str = self.method

        key_id: None | str
        if isinstance(self.key_id, UUID):
            key_id = str(self.key_id)
        else:
            key_id = self.key_id

        created_at = self.created_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "method": method,
                "keyId": key_id,
                "createdAt": created_at,
                "lastUsedAt": last_used_at,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        user_id = UUID(d.pop("userId"))

        method = check_session_method(d.pop("method"))

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

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        last_used_at = datetime.datetime.fromisoformat(d.pop("lastUsedAt").replace("Z", "+00:00"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        session = cls(
            id=id,
            user_id=user_id,
            method=method,
            key_id=key_id,
            created_at=created_at,
            last_used_at=last_used_at,
            expires_at=expires_at,
        )

        session.additional_properties = d
        return session

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
