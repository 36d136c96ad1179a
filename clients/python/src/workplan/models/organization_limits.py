from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OrganizationLimits")


@_attrs_define
class OrganizationLimits:
    """Are the limits that the operator of the service has set for each organization. 0 is no limit."""

    keys: int
    """ Number of keys that are not revoked. """
    requests_per_minute: int
    """ Requests per minute of all keys and sessions of the organization together. """
    key_requests_per_minute: int
    """ Highest number of requests per minute of one key, whatever its rateLimit says. """
    stored_responses_mib_per_day: int
    """ MiB of responses that are stored for each day, so that a request with the same Idempotency-Key gets them
    again. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        keys = self.keys

        requests_per_minute = self.requests_per_minute

        key_requests_per_minute = self.key_requests_per_minute

        stored_responses_mib_per_day = self.stored_responses_mib_per_day

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "keys": keys,
                "requestsPerMinute": requests_per_minute,
                "keyRequestsPerMinute": key_requests_per_minute,
                "storedResponsesMibPerDay": stored_responses_mib_per_day,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        keys = d.pop("keys")

        requests_per_minute = d.pop("requestsPerMinute")

        key_requests_per_minute = d.pop("keyRequestsPerMinute")

        stored_responses_mib_per_day = d.pop("storedResponsesMibPerDay")

        organization_limits = cls(
            keys=keys,
            requests_per_minute=requests_per_minute,
            key_requests_per_minute=key_requests_per_minute,
            stored_responses_mib_per_day=stored_responses_mib_per_day,
        )

        organization_limits.additional_properties = d
        return organization_limits

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
