from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.client_priority import ClientPriority, check_client_priority

T = TypeVar("T", bound="Client")


@_attrs_define
class Client:
    """A company that projects are done for."""

    id: UUID
    """ Identifier, a UUID. """
    company_name: str
    """ Company name, 2 to 255 characters. White space at both ends is removed. """
    email: None | str
    """ Contact e-mail address, at most 320 characters. White space at both ends is removed. """
    image: None | str
    """ URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused, and data
    unless it is an image. """
    country_code: None | str
    """ Country code or name, at most 100 characters. """
    website: None | str
    """ Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are refused, and
    data unless it is an image. """
    is_active: bool
    """ Whether the client is active. Default true. """
    client_priority: ClientPriority
    """ How important a client is.

    - `high`: High.
    - `medium`: Medium.
    - `low`: Low. """
    categories: list[str]
    """ Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and repeated ones
    are dropped. """
    account_manager_id: None | UUID
    """ The user who looks after the client. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    external_ids: list[str]
    """ The ids that the client has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two clients have
    the same. They are returned in the order of their sources. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        company_name = self.company_name

        email: None | str
        email = self.email

        image: None | str
        image = self.image

        country_code: None | str
        country_code = self.country_code

        website: None | str
        website = self.website

        is_active = self.is_active

        client_priority: str = self.client_priority

        categories = self.categories

        account_manager_id: None | str
        if isinstance(self.account_manager_id, UUID):
            account_manager_id = str(self.account_manager_id)
        else:
            account_manager_id = self.account_manager_id

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        external_ids = self.external_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "companyName": company_name,
                "email": email,
                "image": image,
                "countryCode": country_code,
                "website": website,
                "isActive": is_active,
                "clientPriority": client_priority,
                "categories": categories,
                "accountManagerId": account_manager_id,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "externalIds": external_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        company_name = d.pop("companyName")

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

        def _parse_website(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        website = _parse_website(d.pop("website"))

        is_active = d.pop("isActive")

        client_priority = check_client_priority(d.pop("clientPriority"))

        categories = cast(list[str], d.pop("categories"))

        def _parse_account_manager_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                account_manager_id_type_0 = UUID(data)

                return account_manager_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        account_manager_id = _parse_account_manager_id(d.pop("accountManagerId"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        external_ids = cast(list[str], d.pop("externalIds"))

        client = cls(
            id=id,
            company_name=company_name,
            email=email,
            image=image,
            country_code=country_code,
            website=website,
            is_active=is_active,
            client_priority=client_priority,
            categories=categories,
            account_manager_id=account_manager_id,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            external_ids=external_ids,
        )

        client.additional_properties = d
        return client

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
