from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.role import Role, check_role
from ..models.user_kind import UserKind, check_user_kind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.user_capability import UserCapability


T = TypeVar("T", bound="ExpandedUser")


@_attrs_define
class ExpandedUser:
    """A person of the organization, or a placeholder for one. It has only its id and its name if the key lacks the scope
    to read it.

    """

    id: UUID
    """ Identifier, a UUID. """
    name: str
    """ Display name, 1 to 255 characters. White space at both ends is removed. """
    email: None | str
    """ E-mail address, at most 320 characters. It is unique in the organization in any case of its letters. White
    space at both ends is removed. Only admins may write it. A person needs one; a placeholder has none, and its
    address is "" in responses. """
    image: None | str
    """ Avatar: an absolute http or https URL of at most 2048 characters. """
    country_code: None | str
    """ ISO 3166-1 alpha-2 country code. It is stored in upper case. """
    default_availability: float | None
    """ Default weekly availability in hours, 0 to 168. A new user has 40 by default. """
    reports_to_id: None | UUID
    """ The user's manager: another user, who must not be below this user in the reporting line. """
    role: None | Role
    """ Role: what the user may write. A new user is a member by default. Only admins may write it. A placeholder
    has none to write, and is a member in responses. """
    is_active: bool | None
    """ Whether the user is active, true by default. Keys of inactive users are refused, and work again when the
    user is active again. Only admins may write it. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime | None
    """ When the record was created. """
    updated_at: datetime.datetime | None
    """ When the record was last changed. """
    kind: None | UserKind
    """ What the user stands for, a person by default. It cannot be changed. """
    external_ids: list[str]
    """ The ids that the user has in other systems: at most 20, each of another source. One is a source, 1 to 40 of
    a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two users have the
    same. They are returned in the order of their sources. """
    can_sign_in: bool | None
    """ Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new person can if
    the caller has the scope write:keys, which true needs. Keys do not depend on it. Only admins may write it, and
    the last active admin who can sign in keeps it. It is false for a placeholder, which has none to write. """
    capabilities: list[UserCapability] | Unset = UNSET
    """ The capabilities that a new user has at once, at most 100. Only a request that creates a user has them;
    afterwards see ReplaceUserCapabilities. A response has them only with include=capabilities. Over gRPC, the list
    is empty without it, whatever the user has. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        email: None | str
        email = self.email

        image: None | str
        image = self.image

        country_code: None | str
        country_code = self.country_code

        default_availability: float | None
        default_availability = self.default_availability

        reports_to_id: None | str
        if isinstance(self.reports_to_id, UUID):
            reports_to_id = str(self.reports_to_id)
        else:
            reports_to_id = self.reports_to_id

        role: None | str
        if isinstance(self.role, str):
            role = self.role
        else:
            role = self.role

        is_active: bool | None
        is_active = self.is_active

        version = self.version

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()

        else:
            created_at = self.created_at

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()

        else:
            updated_at = self.updated_at

        kind: None | str
        if isinstance(self.kind, str):
            kind = self.kind
        else:
            kind = self.kind

        external_ids = self.external_ids

        can_sign_in: bool | None
        can_sign_in = self.can_sign_in

        capabilities: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.capabilities, Unset):
            capabilities = []
            for capabilities_item_data in self.capabilities:
                capabilities_item = capabilities_item_data.to_dict()
                capabilities.append(capabilities_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "email": email,
                "image": image,
                "countryCode": country_code,
                "defaultAvailability": default_availability,
                "reportsToId": reports_to_id,
                "role": role,
                "isActive": is_active,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "kind": kind,
                "externalIds": external_ids,
                "canSignIn": can_sign_in,
            }
        )
        if capabilities is not UNSET:
            field_dict["capabilities"] = capabilities

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_capability import UserCapability  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        def _parse_image(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        image = _parse_image(d.pop("image"))

        def _parse_country_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        country_code = _parse_country_code(d.pop("countryCode"))

        def _parse_default_availability(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        default_availability = _parse_default_availability(d.pop("defaultAvailability"))

        def _parse_reports_to_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reports_to_id_type_0 = UUID(data)

                return reports_to_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        reports_to_id = _parse_reports_to_id(d.pop("reportsToId"))

        def _parse_role(data: object) -> None | Role:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_0 = check_role(data)

                return role_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Role, data)

        role = _parse_role(d.pop("role"))

        def _parse_is_active(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        is_active = _parse_is_active(d.pop("isActive"))

        version = d.pop("version")

        def _parse_created_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                created_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        created_at = _parse_created_at(d.pop("createdAt"))

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_kind(data: object) -> None | UserKind:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                kind_type_0 = check_user_kind(data)

                return kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UserKind, data)

        kind = _parse_kind(d.pop("kind"))

        external_ids = cast(list[str], d.pop("externalIds"))

        def _parse_can_sign_in(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        can_sign_in = _parse_can_sign_in(d.pop("canSignIn"))

        _capabilities = d.pop("capabilities", UNSET)
        capabilities: list[UserCapability] | Unset = UNSET
        if _capabilities is not UNSET:
            capabilities = []
            for capabilities_item_data in _capabilities:
                capabilities_item = UserCapability.from_dict(capabilities_item_data)

                capabilities.append(capabilities_item)

        expanded_user = cls(
            id=id,
            name=name,
            email=email,
            image=image,
            country_code=country_code,
            default_availability=default_availability,
            reports_to_id=reports_to_id,
            role=role,
            is_active=is_active,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            kind=kind,
            external_ids=external_ids,
            can_sign_in=can_sign_in,
            capabilities=capabilities,
        )

        expanded_user.additional_properties = d
        return expanded_user

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
