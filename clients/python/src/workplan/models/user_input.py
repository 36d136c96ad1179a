from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.role import Role, check_role
from ..models.user_kind import UserKind, check_user_kind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.user_capability_input import UserCapabilityInput


T = TypeVar("T", bound="UserInput")


@_attrs_define
class UserInput:
    """A person of the organization, or a placeholder for one. Has the fields that a new record may set."""

    name: str
    """ Display name, 1 to 255 characters. White space at both ends is removed. """
    email: None | str | Unset = UNSET
    """ E-mail address, at most 320 characters. It is unique in the organization in any case of its letters. White
    space at both ends is removed. Only admins may write it. A person needs one; a placeholder has none, and its
    address is "" in responses. """
    image: None | str | Unset = UNSET
    """ Avatar: an absolute http or https URL of at most 2048 characters. """
    country_code: None | str | Unset = UNSET
    """ ISO 3166-1 alpha-2 country code. It is stored in upper case. """
    default_availability: float | None | Unset = UNSET
    """ Default weekly availability in hours, 0 to 168. A new user has 40 by default. """
    reports_to_id: None | str | Unset | UUID = UNSET
    """ The user's manager: another user, who must not be below this user in the reporting line. Accepts an id, an
    external id such as hr:4711, or an e-mail address. """
    role: None | Role | Unset = UNSET
    """ Role: what the user may write. A new user is a member by default. Only admins may write it. A placeholder
    has none to write, and is a member in responses. """
    is_active: bool | None | Unset = UNSET
    """ Whether the user is active, true by default. Keys of inactive users are refused, and work again when the
    user is active again. Only admins may write it. """
    kind: None | Unset | UserKind = UNSET
    """ What the user stands for, a person by default. It cannot be changed. """
    capabilities: list[UserCapabilityInput] | None | Unset = UNSET
    """ The capabilities that a new user has at once, at most 100. Only a request that creates a user has them;
    afterwards see ReplaceUserCapabilities. A response has them only with include=capabilities. Over gRPC, the list
    is empty without it, whatever the user has. """
    external_ids: list[str] | None | Unset = UNSET
    """ The ids that the user has in other systems: at most 20, each of another source. One is a source, 1 to 40 of
    a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two users have the
    same. They are returned in the order of their sources. """
    can_sign_in: bool | None | Unset = UNSET
    """ Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new person can if
    the caller has the scope write:keys, which true needs. Keys do not depend on it. Only admins may write it, and
    the last active admin who can sign in keeps it. It is false for a placeholder, which has none to write. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        email: None | str | Unset
        if isinstance(self.email, Unset):
            email = UNSET
        else:
            email = self.email

        image: None | str | Unset
        if isinstance(self.image, Unset):
            image = UNSET
        else:
            image = self.image

        country_code: None | str | Unset
        if isinstance(self.country_code, Unset):
            country_code = UNSET
        else:
            country_code = self.country_code

        default_availability: float | None | Unset
        if isinstance(self.default_availability, Unset):
            default_availability = UNSET
        else:
            default_availability = self.default_availability

        reports_to_id: None | str | Unset
        if isinstance(self.reports_to_id, Unset):
            reports_to_id = UNSET
        elif isinstance(self.reports_to_id, UUID):
            reports_to_id = str(self.reports_to_id)
        else:
            reports_to_id = self.reports_to_id

        role: None | str | Unset
        if isinstance(self.role, Unset):
            role = UNSET
        elif isinstance(self.role, str):
            role = self.role
        else:
            role = self.role

        is_active: bool | None | Unset
        if isinstance(self.is_active, Unset):
            is_active = UNSET
        else:
            is_active = self.is_active

        kind: None | str | Unset
        if isinstance(self.kind, Unset):
            kind = UNSET
        elif isinstance(self.kind, str):
            kind = self.kind
        else:
            kind = self.kind

        capabilities: list[dict[str, Any]] | None | Unset
        if isinstance(self.capabilities, Unset):
            capabilities = UNSET
        elif isinstance(self.capabilities, list):
            capabilities = []
            for capabilities_type_0_item_data in self.capabilities:
                capabilities_type_0_item = capabilities_type_0_item_data.to_dict()
                capabilities.append(capabilities_type_0_item)

        else:
            capabilities = self.capabilities

        external_ids: list[str] | None | Unset
        if isinstance(self.external_ids, Unset):
            external_ids = UNSET
        elif isinstance(self.external_ids, list):
            external_ids = self.external_ids

        else:
            external_ids = self.external_ids

        can_sign_in: bool | None | Unset
        if isinstance(self.can_sign_in, Unset):
            can_sign_in = UNSET
        else:
            can_sign_in = self.can_sign_in

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if email is not UNSET:
            field_dict["email"] = email
        if image is not UNSET:
            field_dict["image"] = image
        if country_code is not UNSET:
            field_dict["countryCode"] = country_code
        if default_availability is not UNSET:
            field_dict["defaultAvailability"] = default_availability
        if reports_to_id is not UNSET:
            field_dict["reportsToId"] = reports_to_id
        if role is not UNSET:
            field_dict["role"] = role
        if is_active is not UNSET:
            field_dict["isActive"] = is_active
        if kind is not UNSET:
            field_dict["kind"] = kind
        if capabilities is not UNSET:
            field_dict["capabilities"] = capabilities
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids
        if can_sign_in is not UNSET:
            field_dict["canSignIn"] = can_sign_in

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_capability_input import UserCapabilityInput  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        def _parse_email(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        email = _parse_email(d.pop("email", UNSET))

        def _parse_image(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        image = _parse_image(d.pop("image", UNSET))

        def _parse_country_code(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        country_code = _parse_country_code(d.pop("countryCode", UNSET))

        def _parse_default_availability(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        default_availability = _parse_default_availability(d.pop("defaultAvailability", UNSET))

        def _parse_reports_to_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reports_to_id_type_0 = UUID(data)

                return reports_to_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        reports_to_id = _parse_reports_to_id(d.pop("reportsToId", UNSET))

        def _parse_role(data: object) -> None | Role | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_0 = check_role(data)

                return role_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Role | Unset, data)

        role = _parse_role(d.pop("role", UNSET))

        def _parse_is_active(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        is_active = _parse_is_active(d.pop("isActive", UNSET))

        def _parse_kind(data: object) -> None | Unset | UserKind:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                kind_type_0 = check_user_kind(data)

                return kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UserKind, data)

        kind = _parse_kind(d.pop("kind", UNSET))

        def _parse_capabilities(data: object) -> list[UserCapabilityInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                capabilities_type_0 = []
                _capabilities_type_0 = data
                for capabilities_type_0_item_data in _capabilities_type_0:
                    capabilities_type_0_item = UserCapabilityInput.from_dict(capabilities_type_0_item_data)

                    capabilities_type_0.append(capabilities_type_0_item)

                return capabilities_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UserCapabilityInput] | None | Unset, data)

        capabilities = _parse_capabilities(d.pop("capabilities", UNSET))

        def _parse_external_ids(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                external_ids_type_0 = cast(list[str], data)

                return external_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        external_ids = _parse_external_ids(d.pop("externalIds", UNSET))

        def _parse_can_sign_in(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        can_sign_in = _parse_can_sign_in(d.pop("canSignIn", UNSET))

        user_input = cls(
            name=name,
            email=email,
            image=image,
            country_code=country_code,
            default_availability=default_availability,
            reports_to_id=reports_to_id,
            role=role,
            is_active=is_active,
            kind=kind,
            capabilities=capabilities,
            external_ids=external_ids,
            can_sign_in=can_sign_in,
        )

        return user_input
