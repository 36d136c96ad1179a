from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.made_by_key import MadeByKey


T = TypeVar("T", bound="Key")


@_attrs_define
class Key:
    """An API key. It acts as one user of the organization."""

    id: UUID
    """ Identifier, a UUID. """
    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    actor_user_id: UUID
    """ The user that the key acts as. It cannot be changed. """
    scopes: list[str]
    """ What the key may be used for: at least one scope, and only scopes that the calling key has. They cannot be
    changed. They are returned in alphabetical order, without duplicates. If allScopes is true, they are all scopes
    that there are. The scope scim is for identity providers, which use SCIM and no operation of this API. """
    rate_limit: int | None
    """ The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the installation.
    """
    expires_at: datetime.datetime | None
    """ When the key stops working; null if it does not expire. It must be in the future. """
    last_used_at: datetime.datetime | None
    """ When the key was last used, to the minute; null if never. """
    revoked_at: datetime.datetime | None
    """ When the key was revoked; null if it is not. """
    previous_secret_expires_at: datetime.datetime | None
    """ When the secret before the last rotation stops working; null if there was no rotation, or that secret works
    no longer. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    all_scopes: bool
    """ Whether the key has every scope, also those that come with a later release. Only the command line and an
    import create such keys. """
    secret: str | Unset = UNSET
    """ The secret: the text to send as Authorization: Bearer <secret>. Only a hash of it is stored, so only the
    responses to CreateKey and RotateKey have it. """
    made: MadeByKey | Unset = UNSET
    """ What a key has created, and what the keys that it has created have created, and so on. It is taken from the
    journal, so it goes back as far as the journal. Each list has at most 200 records: those that are active, and
    then the newest ones; of the users, admins and managers come first. At most 10,000 keys are looked at. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        actor_user_id = str(self.actor_user_id)

        scopes = self.scopes

        rate_limit: int | None
        rate_limit = self.rate_limit

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()

        else:
            expires_at = self.expires_at

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()

        else:
            last_used_at = self.last_used_at

        revoked_at: None | str
        if isinstance(self.revoked_at, datetime.datetime):
            revoked_at = self.revoked_at.isoformat()

        else:
            revoked_at = self.revoked_at

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()

        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        all_scopes = self.all_scopes

        secret = self.secret

        made: dict[str, Any] | Unset = UNSET
        if not isinstance(self.made, Unset):
            made = self.made.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "actorUserId": actor_user_id,
                "scopes": scopes,
                "rateLimit": rate_limit,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
                "revokedAt": revoked_at,
                "previousSecretExpiresAt": previous_secret_expires_at,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "allScopes": all_scopes,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret
        if made is not UNSET:
            field_dict["made"] = made

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.made_by_key import MadeByKey  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        actor_user_id = UUID(d.pop("actorUserId"))

        scopes = cast(list[str], d.pop("scopes"))

        def _parse_rate_limit(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        rate_limit = _parse_rate_limit(d.pop("rateLimit"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        def _parse_revoked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                revoked_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return revoked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        revoked_at = _parse_revoked_at(d.pop("revokedAt"))

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

        all_scopes = d.pop("allScopes")

        secret = d.pop("secret", UNSET)

        _made = d.pop("made", UNSET)
        made: MadeByKey | Unset
        if isinstance(_made, Unset):
            made = UNSET
        else:
            made = MadeByKey.from_dict(_made)

        key = cls(
            id=id,
            name=name,
            actor_user_id=actor_user_id,
            scopes=scopes,
            rate_limit=rate_limit,
            expires_at=expires_at,
            last_used_at=last_used_at,
            revoked_at=revoked_at,
            previous_secret_expires_at=previous_secret_expires_at,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            all_scopes=all_scopes,
            secret=secret,
            made=made,
        )

        key.additional_properties = d
        return key

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
