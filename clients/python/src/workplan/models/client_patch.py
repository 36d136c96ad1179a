from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.client_priority import ClientPriority, check_client_priority
from ..types import UNSET, Unset

T = TypeVar("T", bound="ClientPatch")


@_attrs_define
class ClientPatch:
    """A company that projects are done for. Has the fields that a change may set; absent ones keep their values, and null
    clears one that may be null.

    """

    company_name: str | Unset = UNSET
    """ Company name, 2 to 255 characters. White space at both ends is removed. """
    email: None | str | Unset = UNSET
    """ Contact e-mail address, at most 320 characters. White space at both ends is removed. """
    image: None | str | Unset = UNSET
    """ URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused, and data
    unless it is an image. """
    country_code: None | str | Unset = UNSET
    """ Country code or name, at most 100 characters. """
    website: None | str | Unset = UNSET
    """ Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are refused, and
    data unless it is an image. """
    is_active: bool | Unset = UNSET
    """ Whether the client is active. Default true. """
    client_priority: ClientPriority | Unset = UNSET
    """ How important a client is.

    - `high`: High.
    - `medium`: Medium.
    - `low`: Low. """
    categories: list[str] | Unset = UNSET
    """ Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and repeated ones
    are dropped. """
    account_manager_id: None | str | Unset | UUID = UNSET
    """ The user who looks after the client. Accepts an id, an external id such as hr:4711, or an e-mail address.
    """
    external_ids: list[str] | Unset = UNSET
    """ The ids that the client has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two clients have
    the same. They are returned in the order of their sources. """

    def to_dict(self) -> dict[str, Any]:
        company_name = self.company_name

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

        website: None | str | Unset
        if isinstance(self.website, Unset):
            website = UNSET
        else:
            website = self.website

        is_active = self.is_active

        client_priority: str | Unset = UNSET
        if not isinstance(self.client_priority, Unset):
            client_priority = self.client_priority

        categories: list[str] | Unset = UNSET
        if not isinstance(self.categories, Unset):
            categories = self.categories

        account_manager_id: None | str | Unset
        if isinstance(self.account_manager_id, Unset):
            account_manager_id = UNSET
        elif isinstance(self.account_manager_id, UUID):
            account_manager_id = str(self.account_manager_id)
        else:
            account_manager_id = self.account_manager_id

        external_ids: list[str] | Unset = UNSET
        if not isinstance(self.external_ids, Unset):
            external_ids = self.external_ids

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if company_name is not UNSET:
            field_dict["companyName"] = company_name
        if email is not UNSET:
            field_dict["email"] = email
        if image is not UNSET:
            field_dict["image"] = image
        if country_code is not UNSET:
            field_dict["countryCode"] = country_code
        if website is not UNSET:
            field_dict["website"] = website
        if is_active is not UNSET:
            field_dict["isActive"] = is_active
        if client_priority is not UNSET:
            field_dict["clientPriority"] = client_priority
        if categories is not UNSET:
            field_dict["categories"] = categories
        if account_manager_id is not UNSET:
            field_dict["accountManagerId"] = account_manager_id
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        company_name = d.pop("companyName", UNSET)

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

        def _parse_website(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        website = _parse_website(d.pop("website", UNSET))

        is_active = d.pop("isActive", UNSET)

        _client_priority = d.pop("clientPriority", UNSET)
        client_priority: ClientPriority | Unset
        if isinstance(_client_priority, Unset):
            client_priority = UNSET
        else:
            client_priority = check_client_priority(_client_priority)

        categories = cast(list[str], d.pop("categories", UNSET))

        def _parse_account_manager_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                account_manager_id_type_0 = UUID(data)

                return account_manager_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        account_manager_id = _parse_account_manager_id(d.pop("accountManagerId", UNSET))

        external_ids = cast(list[str], d.pop("externalIds", UNSET))

        client_patch = cls(
            company_name=company_name,
            email=email,
            image=image,
            country_code=country_code,
            website=website,
            is_active=is_active,
            client_priority=client_priority,
            categories=categories,
            account_manager_id=account_manager_id,
            external_ids=external_ids,
        )

        return client_patch
