from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.organization_limits import OrganizationLimits


T = TypeVar("T", bound="KeyOrganization")


@_attrs_define
class KeyOrganization:
    """What the operator of the service has set up for the organization of a key."""

    suspended_at: datetime.datetime | None
    """ When the organization was suspended, null if it is not. While it is suspended, every other call is refused.
    """
    limits: OrganizationLimits
    """ Are the limits that the operator of the service has set for each organization. 0 is no limit. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        suspended_at: None | str
        if isinstance(self.suspended_at, datetime.datetime):
            suspended_at = self.suspended_at.isoformat()

        else:
            suspended_at = self.suspended_at

        limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "suspendedAt": suspended_at,
                "limits": limits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_limits import OrganizationLimits  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_suspended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suspended_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return suspended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        suspended_at = _parse_suspended_at(d.pop("suspendedAt"))

        limits = OrganizationLimits.from_dict(d.pop("limits"))

        key_organization = cls(
            suspended_at=suspended_at,
            limits=limits,
        )

        key_organization.additional_properties = d
        return key_organization

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
