from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="KeyRevocationInput")


@_attrs_define
class KeyRevocationInput:
    """Says what is stopped together with a key. Has the fields that a new record may set."""

    disable_webhooks: bool | None | Unset = UNSET
    """ Whether to disable all of the webhooks. It needs the scope write:webhooks too. """
    revoke_keys: bool | None | Unset = UNSET
    """ Whether to revoke the keys, at most 200 at once. Send the request again as long as the response lists a key
    with isActive. """

    def to_dict(self) -> dict[str, Any]:
        disable_webhooks: bool | None | Unset
        if isinstance(self.disable_webhooks, Unset):
            disable_webhooks = UNSET
        else:
            disable_webhooks = self.disable_webhooks

        revoke_keys: bool | None | Unset
        if isinstance(self.revoke_keys, Unset):
            revoke_keys = UNSET
        else:
            revoke_keys = self.revoke_keys

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if disable_webhooks is not UNSET:
            field_dict["disableWebhooks"] = disable_webhooks
        if revoke_keys is not UNSET:
            field_dict["revokeKeys"] = revoke_keys

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_disable_webhooks(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_webhooks = _parse_disable_webhooks(d.pop("disableWebhooks", UNSET))

        def _parse_revoke_keys(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        revoke_keys = _parse_revoke_keys(d.pop("revokeKeys", UNSET))

        key_revocation_input = cls(
            disable_webhooks=disable_webhooks,
            revoke_keys=revoke_keys,
        )

        return key_revocation_input
