from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TimeOffRejectionInput")


@_attrs_define
class TimeOffRejectionInput:
    """The reason why a request is rejected. Has the fields that a new record may set."""

    rejection_reason: str
    """ The reason, 1 to 1,000 characters. White space at both ends is removed. """

    def to_dict(self) -> dict[str, Any]:
        rejection_reason = self.rejection_reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "rejectionReason": rejection_reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        rejection_reason = d.pop("rejectionReason")

        time_off_rejection_input = cls(
            rejection_reason=rejection_reason,
        )

        return time_off_rejection_input
