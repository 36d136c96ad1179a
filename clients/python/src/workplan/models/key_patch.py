from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="KeyPatch")


@_attrs_define
class KeyPatch:
    """An API key. It acts as one user of the organization. Has the fields that a change may set; absent ones keep their
    values, and null clears one that may be null.

    """

    name: str | Unset = UNSET
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    rate_limit: int | None | Unset = UNSET
    """ The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the installation.
    """
    expires_at: datetime.datetime | None | str | Unset = UNSET
    """ When the key stops working; null if it does not expire. It must be in the future. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

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

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if rate_limit is not UNSET:
            field_dict["rateLimit"] = rate_limit
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

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

        key_patch = cls(
            name=name,
            rate_limit=rate_limit,
            expires_at=expires_at,
        )

        return key_patch
