from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.time_off_status import TimeOffStatus, check_time_off_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOffInput")


@_attrs_define
class TimeOffInput:
    """A request for time off. As a request sends it."""

    user_id: UUID
    """ The user who is away. Set on create only. """
    time_off_type_id: UUID
    """ The type of time off. """
    start_date: datetime.date
    """ First day. From 1970-01-01 to 2999-12-31. """
    end_date: datetime.date
    """ Last day: not before the first, and at most 366 days in all. From 1970-01-01 to 2999-12-31. """
    availability: float
    """ Hours still worked per day, 0 to 24. """
    reason: str
    """ Why, 1 to 2,000 characters. Shown to the owner, their managers and admins, and null to all others. """
    status: TimeOffStatus | Unset = UNSET
    """ Where a time off request stands.

    - `pending`: Waiting for a decision, the default.
    - `approved`: Approved.
    - `rejected`: Rejected. """

    def to_dict(self) -> dict[str, Any]:
        user_id = str(self.user_id)

        time_off_type_id = str(self.time_off_type_id)

        start_date = self.start_date.isoformat()

        end_date = self.end_date.isoformat()

        availability = self.availability

        reason = self.reason

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "timeOffTypeId": time_off_type_id,
                "startDate": start_date,
                "endDate": end_date,
                "availability": availability,
                "reason": reason,
            }
        )
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = UUID(d.pop("userId"))

        time_off_type_id = UUID(d.pop("timeOffTypeId"))

        start_date = datetime.date.fromisoformat(d.pop("startDate"))

        end_date = datetime.date.fromisoformat(d.pop("endDate"))

        availability = d.pop("availability")

        reason = d.pop("reason")

        _status = d.pop("status", UNSET)
        status: TimeOffStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_time_off_status(_status)

        time_off_input = cls(
            user_id=user_id,
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
            status=status,
        )

        return time_off_input
