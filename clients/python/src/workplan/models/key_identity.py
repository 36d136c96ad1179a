from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.key_organization import KeyOrganization


T = TypeVar("T", bound="KeyIdentity")


@_attrs_define
class KeyIdentity:
    """The identity of an API key."""

    key_id: UUID
    """ Identifier of the key, or of the session of a person in the console, a UUID. """
    key_name: str
    """ Name given to the key. It is "console" for a session that was not made with a key. """
    organization_id: UUID
    """ Organization that the key belongs to, a UUID. """
    actor_user_id: UUID
    """ User that the key acts as, a UUID. """
    scopes: list[str]
    """ Scopes granted to the key. """
    organization: KeyOrganization
    """ What the operator of the service has set up for the organization of a key. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key_id = str(self.key_id)

        key_name = self.key_name

        organization_id = str(self.organization_id)

        actor_user_id = str(self.actor_user_id)

        scopes = self.scopes

        organization = self.organization.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "keyId": key_id,
                "keyName": key_name,
                "organizationId": organization_id,
                "actorUserId": actor_user_id,
                "scopes": scopes,
                "organization": organization,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.key_organization import KeyOrganization  # noqa: PLC0415

        d = dict(src_dict)
        key_id = UUID(d.pop("keyId"))

        key_name = d.pop("keyName")

        organization_id = UUID(d.pop("organizationId"))

        actor_user_id = UUID(d.pop("actorUserId"))

        scopes = cast(list[str], d.pop("scopes"))

        organization = KeyOrganization.from_dict(d.pop("organization"))

        key_identity = cls(
            key_id=key_id,
            key_name=key_name,
            organization_id=organization_id,
            actor_user_id=actor_user_id,
            scopes=scopes,
            organization=organization,
        )

        key_identity.additional_properties = d
        return key_identity

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
