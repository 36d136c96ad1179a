from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.time_off_status import TimeOffStatus, check_time_off_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOffInput")


@_attrs_define
class TimeOffInput:
    """A request for time off. As a request sends it."""

    user_id: str | UUID
    """ The user who is away. Set on create only. """
    time_off_type_id: str | UUID
    """ The type of time off. """
    start_date: datetime.date | str
    """ First day. """
    end_date: datetime.date | str
    """ Last day: not before the first, and at most 366 days in all. """
    availability: float
    """ Hours still worked per day, 0 to 24. """
    reason: str
    """ Why, 1 to 2,000 characters after trimming. Shown to the owner, their managers and admins, and null to all
    others. """
    status: TimeOffStatus | Unset = UNSET
    """ Where a time off request stands.

    - `pending`: Waiting for a decision, the default.
    - `approved`: Approved.
    - `rejected`: Rejected. """
    rejection_reason: str | Unset = UNSET
    """ Why it was rejected, 1 to 1,000 characters after trimming. Set on create together with the status rejected,
    then by reject. Null to all but the owner, their managers and admins. """

    def to_dict(self) -> dict[str, Any]:
        user_id: str
        if isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        time_off_type_id: str
        if isinstance(self.time_off_type_id, UUID):
            time_off_type_id = str(self.time_off_type_id)
        else:
            time_off_type_id = self.time_off_type_id

        start_date: str
        if isinstance(self.start_date, datetime.date):
            start_date = self.start_date.isoformat()
        else:
            start_date = self.start_date

        end_date: str
        if isinstance(self.end_date, datetime.date):
            end_date = self.end_date.isoformat()
        else:
            end_date = self.end_date

        availability = self.availability

        reason = self.reason

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        rejection_reason = self.rejection_reason

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
        if rejection_reason is not UNSET:
            field_dict["rejectionReason"] = rejection_reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_user_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                user_id_type_0 = UUID(data)

                return user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_time_off_type_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                time_off_type_id_type_0 = UUID(data)

                return time_off_type_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        time_off_type_id = _parse_time_off_type_id(d.pop("timeOffTypeId"))

        def _parse_start_date(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                start_date_type_0 = datetime.date.fromisoformat(data)

                return start_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        start_date = _parse_start_date(d.pop("startDate"))

        def _parse_end_date(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                end_date_type_0 = datetime.date.fromisoformat(data)

                return end_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        end_date = _parse_end_date(d.pop("endDate"))

        availability = d.pop("availability")

        reason = d.pop("reason")

        _status = d.pop("status", UNSET)
        status: TimeOffStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_time_off_status(_status)

        rejection_reason = d.pop("rejectionReason", UNSET)

        time_off_input = cls(
            user_id=user_id,
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
            status=status,
            rejection_reason=rejection_reason,
        )

        return time_off_input
