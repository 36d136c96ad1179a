from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.made_record import MadeRecord


T = TypeVar("T", bound="MadeByKey")


@_attrs_define
class MadeByKey:
    """What a key has created, and what the keys that it has created have created, and so on. It is taken from the journal,
    so it goes back as far as the journal. Each list has at most 200 records: those that are active, and then the newest
    ones; of the users, admins and managers come first. At most 10,000 keys are looked at.

    """

    webhooks: list[MadeRecord]
    """ The webhooks. Those that have the rights of one of the keys, because it was the last to set them up, are
    included. """
    keys: list[MadeRecord]
    """ The keys. """
    users: list[MadeRecord]
    """ The users. """
    has_more: bool
    """ Whether there are more keys or users than the lists have. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        webhooks = []
        for webhooks_item_data in self.webhooks:
            webhooks_item = webhooks_item_data.to_dict()
            webhooks.append(webhooks_item)

        keys = []
        for keys_item_data in self.keys:
            keys_item = keys_item_data.to_dict()
            keys.append(keys_item)

        users = []
        for users_item_data in self.users:
            users_item = users_item_data.to_dict()
            users.append(users_item)

        has_more = self.has_more

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "webhooks": webhooks,
                "keys": keys,
                "users": users,
                "hasMore": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.made_record import MadeRecord  # noqa: PLC0415

        d = dict(src_dict)
        webhooks = []
        _webhooks = d.pop("webhooks")
        for webhooks_item_data in _webhooks:
            webhooks_item = MadeRecord.from_dict(webhooks_item_data)

            webhooks.append(webhooks_item)

        keys = []
        _keys = d.pop("keys")
        for keys_item_data in _keys:
            keys_item = MadeRecord.from_dict(keys_item_data)

            keys.append(keys_item)

        users = []
        _users = d.pop("users")
        for users_item_data in _users:
            users_item = MadeRecord.from_dict(users_item_data)

            users.append(users_item)

        has_more = d.pop("hasMore")

        made_by_key = cls(
            webhooks=webhooks,
            keys=keys,
            users=users,
            has_more=has_more,
        )

        made_by_key.additional_properties = d
        return made_by_key

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
