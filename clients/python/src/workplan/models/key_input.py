from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="KeyInput")


@_attrs_define
class KeyInput:
    """An API key. It acts as one user of the organization. Has the fields that a new record may set."""

    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    actor_user_id: str | UUID
    """ The user that the key acts as. It cannot be changed. Accepts an id, an external id such as hr:4711, or an
    e-mail address. """
    scopes: list[str]
    """ What the key may be used for: at least one scope, and only scopes that the calling key has. They cannot be
    changed. They are returned in alphabetical order, without duplicates. If allScopes is true, they are all scopes
    that there are. The scope scim is for identity providers, which use SCIM and no operation of this API. """
    rate_limit: int | None | Unset = UNSET
    """ The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the installation.
    """
    expires_at: datetime.datetime | None | str | Unset = UNSET
    """ When the key stops working; null if it does not expire. It must be in the future. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        actor_user_id: str
        if isinstance(self.actor_user_id, UUID):
            actor_user_id = str(self.actor_user_id)
        else:
            actor_user_id = self.actor_user_id

        scopes = self.scopes

        rate_limit: int | None | Unset
        if isinstance(self.rate_limit, Unset):
            rate_limit = UNSET
        else:
            rate_limit = self.rate_limit

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()

        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "actorUserId": actor_user_id,
                "scopes": scopes,
            }
        )
        if rate_limit is not UNSET:
            field_dict["rateLimit"] = rate_limit
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_actor_user_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                actor_user_id_type_0 = UUID(data)

                return actor_user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        actor_user_id = _parse_actor_user_id(d.pop("actorUserId"))

        scopes = cast(list[str], d.pop("scopes"))

        def _parse_rate_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        rate_limit = _parse_rate_limit(d.pop("rateLimit", UNSET))

        def _parse_expires_at(data: object) -> datetime.datetime | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        key_input = cls(
            name=name,
            actor_user_id=actor_user_id,
            scopes=scopes,
            rate_limit=rate_limit,
            expires_at=expires_at,
        )

        return key_input
