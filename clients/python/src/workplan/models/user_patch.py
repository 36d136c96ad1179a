from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.role import Role, check_role
from ..types import UNSET, Unset

T = TypeVar("T", bound="UserPatch")


@_attrs_define
class UserPatch:
    """A person of the organization, or a placeholder for one. Has the fields that a change may set; absent ones keep their
    values, and null clears one that may be null.

    """

    name: str | Unset = UNSET
    """ Display name, 1 to 255 characters. White space at both ends is removed. """
    email: str | Unset = UNSET
    """ E-mail address, at most 320 characters. It is unique in the organization in any case of its letters. White
    space at both ends is removed. Only admins may write it. A person needs one; a placeholder has none, and its
    address is "" in responses. """
    image: None | str | Unset = UNSET
    """ Avatar: an absolute http or https URL of at most 2048 characters. """
    country_code: None | str | Unset = UNSET
    """ ISO 3166-1 alpha-2 country code. It is stored in upper case. """
    default_availability: float | Unset = UNSET
    """ Default weekly availability in hours, 0 to 168. A new user has 40 by default. """
    reports_to_id: None | str | Unset | UUID = UNSET
    """ The user's manager: another user, who must not be below this user in the reporting line. Accepts an id, an
    external id such as hr:4711, or an e-mail address. """
    role: Role | Unset = UNSET
    """ What a user may write.

    - `member`: May write their own records and those of the people below them.
    - `manager`: May also write clients and projects.
    - `admin`: May write everything in the organization. """
    is_active: bool | Unset = UNSET
    """ Whether the user is active, true by default. Keys of inactive users are refused, and work again when the
    user is active again. Only admins may write it. """
    external_ids: list[str] | Unset = UNSET
    """ The ids that the user has in other systems: at most 20, each of another source. One is a source, 1 to 40 of
    a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two users have the
    same. They are returned in the order of their sources. """
    can_sign_in: bool | Unset = UNSET
    """ Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new person can if
    the caller has the scope write:keys, which true needs. Keys do not depend on it. Only admins may write it, and
    the last active admin who can sign in keeps it. It is false for a placeholder, which has none to write. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

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

        default_availability = self.default_availability

        reports_to_id: None | str | Unset
        if isinstance(self.reports_to_id, Unset):
            reports_to_id = UNSET
        elif isinstance(self.reports_to_id, UUID):
            reports_to_id = str(self.reports_to_id)
        else:
            reports_to_id = self.reports_to_id

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        is_active = self.is_active

        external_ids: list[str] | Unset = UNSET
        if not isinstance(self.external_ids, Unset):
            external_ids = self.external_ids

        can_sign_in = self.can_sign_in

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
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
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids
        if can_sign_in is not UNSET:
            field_dict["canSignIn"] = can_sign_in

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        email = d.pop("email", UNSET)

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

        default_availability = d.pop("defaultAvailability", UNSET)

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

        _role = d.pop("role", UNSET)
        role: Role | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_role(_role)

        is_active = d.pop("isActive", UNSET)

        external_ids = cast(list[str], d.pop("externalIds", UNSET))

        can_sign_in = d.pop("canSignIn", UNSET)

        user_patch = cls(
            name=name,
            email=email,
            image=image,
            country_code=country_code,
            default_availability=default_availability,
            reports_to_id=reports_to_id,
            role=role,
            is_active=is_active,
            external_ids=external_ids,
            can_sign_in=can_sign_in,
        )

        return user_patch
